package sqlite

import (
	"context"
	"fmt"
	"strings"

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

// sheets reads all held releases, oldest first, with their lineages.
func (s *Store) sheets(ctx context.Context) ([]sheet, error) {
	packed, err := readPacked(ctx, s.read)
	if err != nil {
		return nil, err
	}
	all := make([]sheet, len(packed))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxSheetReaders)
	for i, p := range packed {
		group.Go(func() error {
			sh := &all[i]
			sh.release = p.release
			var err error
			if sh.names, sh.wordings, err = p.identities(); err != nil {
				return err
			}
			return sh.readLineages(ctx, s.read)
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

// positionRadix is above every position: no release has so many entries.
const positionRadix = 1 << 24

func (sh *sheet) readLineages(ctx context.Context, q queryer) error {
	var joined []int64 // one number each, since to write numbers is much of the work
	if err := readColumns(ctx, q, `FROM link WHERE release = ?`, []any{sh.release.id},
		numbers(fmt.Sprintf("lineage * %d + position", positionRadix), &joined)); err != nil {
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
