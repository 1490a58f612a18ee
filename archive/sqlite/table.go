package sqlite

import (
	"fmt"
	"iter"
)

// table is rows by their identity. SQLite gives identities out one after another, so
// that an array leads to the rows in a fraction of a map's space.
type table[T any] struct {
	places []int32 // of each identity's row, plus one
	rows   []T
}

// mostIdentities is more than any archive has rows of a kind: beyond it an identity
// is damaged.
const mostIdentities = 1 << 24

// newTable makes the table of the rows that have these identities.
func newTable[T any](ids []int64, row func(i int) (T, error)) (t table[T], err error) {
	most := int64(0)
	for _, id := range ids {
		most = max(most, id)
	}
	if most > mostIdentities {
		return t, fmt.Errorf("%d is no identity of a row", most)
	}
	t.places, t.rows = make([]int32, most+1), make([]T, len(ids))
	for i, id := range ids {
		t.places[id] = int32(i) + 1
		if t.rows[i], err = row(i); err != nil {
			return t, err
		}
	}
	return t, nil
}

// row is the row of an identity, and false where there is none.
func (t *table[T]) row(id int64) (row *T, held bool) {
	if id >= int64(len(t.places)) || t.places[id] == 0 {
		return nil, false
	}
	return &t.rows[t.places[id]-1], true
}

// all yields each identity with its row.
func (t *table[T]) all() iter.Seq2[int64, *T] {
	return func(yield func(int64, *T) bool) {
		for id, place := range t.places {
			if place > 0 && !yield(int64(id), &t.rows[place-1]) {
				return
			}
		}
	}
}
