package sqlite

import (
	"context"
	"slices"

	"golang.org/x/sync/errgroup"

	"rulebook/archive"
)

// Printing returns the folded texts of every held release.
func (s *Store) Printing(ctx context.Context) (*archive.Printing, error) {
	p, err := s.printing(ctx)
	return p, s.plain(err)
}

func (s *Store) printing(ctx context.Context) (*archive.Printing, error) {
	b := &printer{texts: make(map[int64]int32), terms: make(map[int64]int32)}
	var sheets []sheet
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return b.readFolds(ctx, s.read) })
	group.Go(func() (err error) {
		sheets, err = s.sheets(ctx, false)
		return err
	})
	group.Go(func() (err error) {
		b.names, err = s.names(ctx, archive.Contents, archive.Term)
		return err
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i := range sheets {
		b.Releases = append(b.Releases, b.print(&sheets[i]))
	}
	return &b.Printing, nil
}

// PrintingOf is Printing with those places only whose text or term is wanted, which
// spares most of the reading. choose is given all texts once and marks the wanted ones.
func (s *Store) PrintingOf(ctx context.Context, choose func(texts []string) (wanted []bool)) (*archive.Printing, error) {
	p, err := s.printingOf(ctx, choose)
	return p, s.plain(err)
}

func (s *Store) printingOf(ctx context.Context, choose func([]string) []bool) (*archive.Printing, error) {
	b := &printer{texts: make(map[int64]int32), terms: make(map[int64]int32)}
	group, within := errgroup.WithContext(ctx)
	group.Go(func() error { return b.readFolds(within, s.read) })
	group.Go(func() (err error) {
		b.names, err = s.names(within, archive.Contents, archive.Term)
		return err
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for id, n := range b.names {
		b.term(id, n)
	}
	wanted := choose(b.Texts)
	sheets, err := s.sheetsWith(ctx, chosen(b.texts, wanted), chosen(b.terms, wanted))
	if err != nil {
		return nil, err
	}
	for i := range sheets {
		b.Releases = append(b.Releases, b.print(&sheets[i]))
	}
	return &b.Printing, nil
}

// chosen are the identities whose text is wanted.
func chosen(of map[int64]int32, wanted []bool) []int64 {
	ids := []int64{}
	for id, text := range of {
		if wanted[text] {
			ids = append(ids, id)
		}
	}
	return ids
}

// printer builds a Printing.
type printer struct {
	archive.Printing
	names map[int64]storedName // of the contents list and of glossary terms
	texts map[int64]int32      // index of each wording's text
	terms map[int64]int32      // index of each name's term, as far as they were needed
}

// readFolds reads each folded text once.
func (b *printer) readFolds(ctx context.Context, q queryer) error {
	rows, err := q.QueryContext(ctx, `SELECT id, text FROM fold`)
	if err != nil {
		return err
	}
	defer rows.Close()
	of := make(map[int64]int32)
	for rows.Next() {
		var id int64
		var text string
		if err := rows.Scan(&id, &text); err != nil {
			return err
		}
		of[id] = int32(len(b.Texts))
		b.Texts = append(b.Texts, text)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	var radix int64
	if err := q.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) + 1 FROM fold`).Scan(&radix); err != nil {
		return err
	}
	pairs, err := readJoined(ctx, q, `SELECT group_concat(id * ? + fold) FROM wording`, radix)
	if err != nil {
		return err
	}
	for _, n := range pairs {
		b.texts[n/radix] = of[n%radix]
	}
	return nil
}

func (b *printer) print(sh *sheet) archive.Printed {
	p := archive.Printed{Release: sh.release.effective, Places: make([]archive.Place, 0, len(sh.names))}
	for i, name := range sh.names {
		if n := b.names[name]; n.kind != archive.Contents {
			p.Places = append(p.Places, archive.Place{Position: sh.position(i), Term: b.term(name, n), Text: b.texts[sh.wordings[i]]})
		}
	}
	// SQLite promises no order within a group.
	slices.SortFunc(p.Places, func(a, c archive.Place) int { return a.Position - c.Position })
	return p
}

// term is the index of a name's folded term, -1 for a name without.
func (b *printer) term(id int64, n storedName) int32 {
	if n.term == "" {
		return -1
	}
	at, known := b.terms[id]
	if !known {
		at = int32(len(b.Texts))
		b.Texts = append(b.Texts, archive.Fold(n.term))
		b.terms[id] = at
	}
	return at
}
