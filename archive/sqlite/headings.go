package sqlite

import (
	"context"
	"errors"

	"rulebook/archive"
)

// setHeadings writes into the spans of one lineage the titles that each stood under in
// its last release. A release's sheet is read for each, not its thousands of rows.
func (s *Store) setHeadings(ctx context.Context, held []heldRelease, spans []archive.Span) error {
	numbers := make(map[archive.Number]bool)
	var chain []any
	for i := range spans {
		for n := spans[i].Number; !n.IsZero() && !numbers[n]; n = n.Parent() {
			numbers[n] = true
			chain = append(chain, n.String())
		}
	}
	if len(chain) == 0 {
		return nil
	}
	names, err := readNames(ctx, s.read, ` WHERE number IN (`+places(len(chain))+`)`, chain...)
	if err != nil {
		return err
	}
	releases := make(map[archive.Date]heldRelease, len(held))
	for _, r := range held {
		releases[r.effective] = r
	}
	wordings := make(map[int64]wording)
	for i := range spans {
		titles, err := s.titles(ctx, releases[spans[i].To], &names, wordings)
		if err != nil {
			return err
		}
		spans[i].Heading = archive.Chain(titles, spans[i].Number)
	}
	return nil
}

// titles are those of a release's titles that bear one of the names. wordings keeps the
// texts that were read.
func (s *Store) titles(ctx context.Context, r heldRelease, names *table[storedName], wordings map[int64]wording) (map[archive.Number]string, error) {
	sheet, err := readSheet(ctx, s.read, r)
	if err != nil {
		return nil, err
	}
	titles := make(map[archive.Number]string)
	var missing error
	err = sheet.each(func(_ int, name, id int64) {
		n, over := names.row(name)
		if !over {
			return
		}
		w, known := wordings[id]
		if !known {
			var err error
			if w, err = readWording(ctx, s.read, id); err != nil {
				missing = errors.Join(missing, err)
			}
			wordings[id] = w
		}
		st := standing{kind: n.kind, number: n.number, wording: w}
		if st.isTitle() {
			titles[n.number] = w.text
		}
	})
	return titles, errors.Join(err, missing)
}
