package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"
)

// sheet is what one release prints: for each position the identities of its
// entry's name and wording, and its lineage, 0 for none.
type sheet struct {
	release                   heldRelease
	names, wordings, lineages []int64
	positions                 []int64 // nil when all entries are there
}

// position is the place in the release of the i-th entry of the sheet.
func (sh *sheet) position(i int) int {
	if sh.positions == nil {
		return i
	}
	return int(sh.positions[i])
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
	var radix int64
	if err := s.read.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) + 1 FROM name`).Scan(&radix); err != nil {
		return nil, err
	}
	all := make([]sheet, len(held))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxSheetReaders)
	for i, r := range held {
		group.Go(func() error {
			all[i].release = r
			if err := all[i].readEntries(ctx, s.read, radix); err != nil || !lineages {
				return err
			}
			return all[i].readLineages(ctx, s.read)
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return all, checkLineages(all)
}

// checkLineages keeps a damaged identity from being taken for the length of a list:
// there are no more lineages than entries.
func checkLineages(all []sheet) error {
	most := int64(0)
	for _, sh := range all {
		most += int64(len(sh.names))
	}
	for _, sh := range all {
		for at, id := range sh.lineages {
			if id < 0 || id > most {
				return fmt.Errorf("release %s has a lineage %d at position %d, and there are %d entries", sh.release.effective, id, at, most)
			}
		}
	}
	return nil
}

// sheetsWith reads of all held releases, oldest first, the entries that have one of
// the wordings or one of the names.
func (s *Store) sheetsWith(ctx context.Context, wordings, names []int64) ([]sheet, error) {
	held, err := heldReleases(ctx, s.read)
	if err != nil {
		return nil, err
	}
	w := sought{}
	if err := s.read.QueryRowContext(ctx, `SELECT (SELECT coalesce(max(id), 0) + 1 FROM wording), (SELECT coalesce(max(id), 0) + 1 FROM name)`).
		Scan(&w.wordingRadix, &w.nameRadix); err != nil {
		return nil, err
	}
	for list, text := range map[*[]int64]*string{&wordings: &w.wordings, &names: &w.names} {
		packed, err := json.Marshal(*list)
		if err != nil {
			return nil, err
		}
		*text = string(packed)
	}
	all := make([]sheet, len(held))
	group, ctx := errgroup.WithContext(ctx)
	share := len(held)/runtime.GOMAXPROCS(0) + 1
	for lo := 0; lo < len(held); lo += share {
		part := all[lo:min(lo+share, len(held))]
		for i := range part {
			part[i].release, part[i].positions = held[lo+i], []int64{}
		}
		group.Go(func() error { return w.read(ctx, s.read, part) })
	}
	return all, group.Wait()
}

// sought are the wordings and names of which entries are sought, as lists in JSON.
// The radices are above their identities.
type sought struct {
	wordings, names         string
	wordingRadix, nameRadix int64
}

// read fills sheets with the entries sought. An entry comes as one number, since to
// write numbers is much of the work.
func (w *sought) read(ctx context.Context, q queryer, sheets []sheet) error {
	at := make(map[int64]*sheet, len(sheets))
	var releases []string
	for i := range sheets {
		at[sheets[i].release.id] = &sheets[i]
		releases = append(releases, strconv.FormatInt(sheets[i].release.id, 10))
	}
	var entries []int64
	entry := fmt.Sprintf("((release * %d + wording) * %d + name) * %d + position", w.wordingRadix, w.nameRadix, positionRadix)
	if err := readColumns(ctx, q, `FROM entry WHERE release IN (`+strings.Join(releases, ",")+`)
		AND (wording IN (SELECT value FROM json_each(?)) OR name IN (SELECT value FROM json_each(?)))`,
		[]any{w.wordings, w.names}, numbers(entry, &entries)); err != nil {
		return err
	}
	for _, n := range entries {
		id := n / positionRadix / w.nameRadix / w.wordingRadix
		sh := at[id]
		sh.positions = append(sh.positions, n%positionRadix)
		sh.names = append(sh.names, n/positionRadix%w.nameRadix)
		sh.wordings = append(sh.wordings, n/positionRadix/w.nameRadix%w.wordingRadix)
	}
	return nil
}

// positionRadix is above every position: no release has so many entries.
const positionRadix = 1 << 24

// readEntries reads names and wordings. radix is above every name's identity: the two
// come as one number, since to write numbers is most of the work.
func (sh *sheet) readEntries(ctx context.Context, q queryer, radix int64) error {
	joined, err := readJoined(ctx, q, `SELECT group_concat(wording * ? + name)
		FROM (SELECT name, wording FROM entry WHERE release = ? ORDER BY position)`, radix, sh.release.id)
	if err != nil {
		return err
	}
	sh.names, sh.wordings = make([]int64, len(joined)), make([]int64, len(joined))
	for i, n := range joined {
		sh.wordings[i], sh.names[i] = n/radix, n%radix
	}
	return nil
}

func (sh *sheet) readLineages(ctx context.Context, q queryer) error {
	joined, err := readJoined(ctx, q, `SELECT group_concat(lineage * ? + position) FROM link WHERE release = ?`, positionRadix, sh.release.id)
	if err != nil {
		return err
	}
	sh.lineages = make([]int64, len(sh.names))
	for _, n := range joined {
		at := n % positionRadix
		if at < 0 || at >= int64(len(sh.lineages)) {
			return fmt.Errorf("release %s has a lineage and no entry at position %d", sh.release.effective, at)
		}
		sh.lineages[at] = n / positionRadix
	}
	return nil
}

// readJoined reads a row of one column made by group_concat over whole numbers that
// are not negative.
func readJoined(ctx context.Context, q queryer, query string, args ...any) (numbers []int64, err error) {
	var joined sql.NullString
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(&joined); err != nil {
			return nil, err
		}
		if numbers, err = parseJoined(joined.String); err != nil {
			return nil, err
		}
	}
	return numbers, rows.Err()
}

// parseJoined reads whole numbers parted by commas.
func parseJoined(text string) ([]int64, error) {
	if len(text) == 0 {
		return nil, nil
	}
	numbers := make([]int64, 1, strings.Count(text, ",")+1)
	for i := range len(text) {
		c := text[i]
		last := &numbers[len(numbers)-1]
		switch {
		case c == ',':
			numbers = append(numbers, 0)
		case '0' <= c && c <= '9':
			*last = 10**last + int64(c-'0')
		default:
			return nil, fmt.Errorf("%q is no list of whole numbers", text[:min(len(text), 40)])
		}
	}
	return numbers, nil
}
