package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"

	"golang.org/x/sync/errgroup"
)

// sheet is what one release prints: for each position the identities of its
// entry's name and wording, and its lineage, 0 for none.
type sheet struct {
	release                   heldRelease
	names, wordings, lineages []int64
}

// maxSheetReaders bounds how many releases are read at a time.
const maxSheetReaders = 4

// sheets reads all held releases, oldest first, their lineages only when asked. A
// release comes as one row of joined numbers: to step through its four thousand
// rows from here takes many times as long as to read them.
func (s *Store) sheets(ctx context.Context, lineages bool) ([]sheet, error) {
	held, err := heldReleases(ctx, s.read)
	if err != nil {
		return nil, err
	}
	all := make([]sheet, len(held))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxSheetReaders)
	for i, r := range held {
		group.Go(func() error {
			all[i].release = r
			if err := all[i].readEntries(ctx, s.read); err != nil || !lineages {
				return err
			}
			return all[i].readLineages(ctx, s.read)
		})
	}
	return all, group.Wait()
}

func (sh *sheet) readEntries(ctx context.Context, q queryer) (err error) {
	sh.names, sh.wordings, err = readJoined(ctx, q, `SELECT group_concat(name), group_concat(wording)
		FROM (SELECT name, wording FROM entry WHERE release = ? ORDER BY position)`, sh.release.id)
	return err
}

func (sh *sheet) readLineages(ctx context.Context, q queryer) error {
	positions, ids, err := readJoined(ctx, q, `SELECT group_concat(position), group_concat(lineage)
		FROM link WHERE release = ?`, sh.release.id)
	if err != nil {
		return err
	}
	sh.lineages = make([]int64, len(sh.names))
	for i, at := range positions {
		if at >= int64(len(sh.lineages)) {
			return fmt.Errorf("release %s has a lineage and no entry at position %d", sh.release.effective, at)
		}
		sh.lineages[at] = ids[i]
	}
	return nil
}

// readJoined reads a row of two columns made by group_concat over whole numbers.
func readJoined(ctx context.Context, q queryer, query string, args ...any) (a, b []int64, err error) {
	var first, second sql.RawBytes
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&first, &second); err != nil {
			return nil, nil, err
		}
		a, b = parseJoined(first), parseJoined(second)
	}
	return a, b, rows.Err()
}

// parseJoined reads whole numbers parted by commas.
func parseJoined(text []byte) []int64 {
	if len(text) == 0 {
		return nil
	}
	numbers := make([]int64, 1, bytes.Count(text, []byte{','})+1)
	for _, c := range text {
		if c == ',' {
			numbers = append(numbers, 0)
			continue
		}
		last := &numbers[len(numbers)-1]
		*last = 10**last + int64(c-'0')
	}
	return numbers
}
