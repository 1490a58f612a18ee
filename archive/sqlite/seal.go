package sqlite

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"rulebook/archive"
)

// Seals are checksums of what has no hash of its own. They are kept in the table
// meta and prove to Verify that the file says what was written. A seal that is not
// there proves nothing and is no fault: an older rulebook wrote none.

const (
	entriesSeal = "seal of entries " // and a date
	pairsSeal   = "seal of pairs "   // and a date
	tablesSeal  = "seal of tables"
)

// sealedTables are those that tablesSeal is of, in the order of their keys. The
// others have hashes, or seals by release.
var sealedTables = []string{
	"release ORDER BY id", "name ORDER BY id", "reason ORDER BY id", "lineage ORDER BY id",
	"pin ORDER BY from_release, from_name, to_release",
	"digest ORDER BY release",
	"excerpt ORDER BY id", "excerpt_block ORDER BY excerpt, block", "excerpt_rule ORDER BY excerpt, block, position",
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal grows by values, each so written that no two lists of values look the same.
type seal struct {
	sum uint32
	buf []byte
}

func (s *seal) number(n int) {
	s.buf = binary.AppendVarint(s.buf[:0], int64(n))
	s.sum = crc32.Update(s.sum, castagnoli, s.buf)
}

func (s *seal) text(t string) {
	s.number(len(t))
	s.buf = append(s.buf[:0], t...)
	s.sum = crc32.Update(s.sum, castagnoli, s.buf)
}

func (s *seal) String() string { return fmt.Sprintf("%08x", s.sum) }

// sealOfEntries seals what a release prints.
func sealOfEntries(s *archive.Snapshot) string {
	var seal seal
	for _, line := range s.Front {
		seal.text(line)
	}
	for _, w := range s.Warnings {
		seal.number(w.Line)
		seal.text(w.Message)
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		seal.number(int(e.Kind))
		seal.text(e.Number.String())
		seal.text(e.Label)
		seal.text(e.Term)
		seal.number(e.Line)
		seal.text(e.Wording())
	}
	return seal.String()
}

// sealOfPairs seals how a release answers to the one before it.
func sealOfPairs(pairs []archive.Pair) string {
	pairs = slices.Clone(pairs)
	slices.SortFunc(pairs, func(a, b archive.Pair) int {
		return cmp.Or(a.New-b.New, a.Old-b.Old, int(a.Relation)-int(b.Relation))
	})
	var seal seal
	for _, p := range pairs {
		seal.number(p.Old)
		seal.number(p.New)
		seal.number(int(p.Relation))
		seal.text(p.Link.Reason)
		seal.number(int(math.Float64bits(p.Link.Score)))
		seal.number(map[bool]int{true: 1}[p.Link.ByHand])
	}
	return seal.String()
}

// sealOfTables seals the rows of the sealedTables as they are stored.
func sealOfTables(ctx context.Context, q queryer) (string, error) {
	var seal seal
	for _, table := range sealedTables {
		seal.text(table)
		if err := seal.rows(ctx, q, `SELECT * FROM `+table); err != nil {
			return "", err
		}
	}
	return seal.String(), nil
}

func (s *seal) rows(ctx context.Context, q queryer, query string) error {
	rows, err := q.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for _, v := range values {
			switch v := v.(type) {
			case int64:
				s.number(int(v))
			case float64:
				s.number(int(math.Float64bits(v)))
			case []byte:
				s.text(string(v))
			case string:
				s.text(v)
			case nil:
				s.number(-1)
			}
		}
	}
	return rows.Err()
}

// setSeal keeps a seal in the place of the one before.
func (t *Tx) setSeal(ctx context.Context, key, seal string) error {
	_, err := t.tx.ExecContext(ctx, `INSERT INTO meta VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`, key, seal)
	return err
}

// breakSeals takes the seals of a release away.
func (t *Tx) breakSeals(ctx context.Context, d archive.Date) error {
	_, err := t.tx.ExecContext(ctx, `DELETE FROM meta WHERE key IN (?, ?)`, entriesSeal+d.String(), pairsSeal+d.String())
	return err
}

// isSealed reports whether what was found is what was sealed, if it was.
func isSealed(ctx context.Context, q queryer, key, found string) (bool, error) {
	var kept string
	err := q.QueryRowContext(ctx, `SELECT value FROM meta WHERE key = ?`, key).Scan(&kept)
	if errors.Is(err, sql.ErrNoRows) {
		return true, nil
	}
	return kept == found, err
}
