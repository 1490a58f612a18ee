package sqlite

import (
	"context"
	"encoding/json"
	"runtime"
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
	b := newPrinter()
	var sheets []sheet
	group, within := errgroup.WithContext(ctx)
	group.Go(func() error {
		if err := b.read(within, s, func(string) bool { return true }); err != nil {
			return err
		}
		return b.readWordings(within, s.read)
	})
	group.Go(func() (err error) {
		sheets, err = s.sheets(within, false)
		return err
	})
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return b.printAll(sheets), nil
}

// PrintingOf is Printing with those texts only that are wanted, and those places
// only whose text or term is, which spares most of the reading. In the place of a
// text that is not wanted stands an empty one. wanted is called from several
// goroutines.
func (s *Store) PrintingOf(ctx context.Context, wanted func(text string) bool) (*archive.Printing, error) {
	p, err := s.printingOf(ctx, wanted)
	return p, s.plain(err)
}

func (s *Store) printingOf(ctx context.Context, wanted func(string) bool) (*archive.Printing, error) {
	b := newPrinter()
	if err := b.read(ctx, s, wanted); err != nil {
		return nil, err
	}
	if err := b.readWordings(ctx, s.read); err != nil {
		return nil, err
	}
	sheets, err := s.sheetsWith(ctx, identities(b.wordings), identities(b.terms))
	if err != nil {
		return nil, err
	}
	return b.printAll(sheets), nil
}

// identities are what a map is keyed by, never null.
func identities(of map[int64]int32) []int64 {
	ids := make([]int64, 0, len(of))
	for id := range of {
		ids = append(ids, id)
	}
	return ids
}

// printer builds a Printing. Its maps lead from identities to what is wanted of its
// texts, the first of which is the empty one of all that is not.
type printer struct {
	archive.Printing
	names                  map[int64]storedName // of the contents list and of glossary terms
	folds, wordings, terms map[int64]int32      // terms by name
}

func newPrinter() *printer {
	return &printer{Printing: archive.Printing{Texts: []string{""}},
		folds: make(map[int64]int32), wordings: make(map[int64]int32), terms: make(map[int64]int32)}
}

// read reads what the archive calls its entries and the folded texts that are
// wanted, on all processors.
func (b *printer) read(ctx context.Context, s *Store, wanted func(text string) bool) error {
	var last int64
	if err := s.read.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM fold`).Scan(&last); err != nil {
		return err
	}
	parts := make([]foldPart, runtime.GOMAXPROCS(0))
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() (err error) {
		b.names, err = s.names(ctx, archive.Contents, archive.Term)
		return err
	})
	share := last/int64(len(parts)) + 1
	for i := range parts {
		lo := int64(i) * share
		group.Go(func() error { return parts[i].read(ctx, s.read, lo, lo+share, wanted) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	for _, part := range parts {
		for i, id := range part.ids {
			b.folds[id] = b.add(part.texts[i])
		}
	}
	for id, n := range b.names {
		if term := archive.Fold(n.term); n.kind == archive.Term && wanted(term) {
			b.terms[id] = b.add(term)
		}
	}
	return nil
}

// add adds a text and returns its index.
func (b *printer) add(text string) int32 {
	b.Texts = append(b.Texts, text)
	return int32(len(b.Texts) - 1)
}

// foldPart is a part of the folded texts, with their identities.
type foldPart struct {
	ids   []int64
	texts []string
}

// read reads those that are wanted with identities above lo, up to hi.
func (p *foldPart) read(ctx context.Context, q queryer, lo, hi int64, wanted func(string) bool) error {
	var ids []int64
	var all []string
	if err := readColumns(ctx, q, `FROM fold WHERE id > ? AND id <= ?`, []any{lo, hi}, numbers("id", &ids), texts("text", &all)); err != nil {
		return err
	}
	for i, text := range all {
		if wanted(text) {
			p.ids, p.texts = append(p.ids, ids[i]), append(p.texts, text)
		}
	}
	return nil
}

// readWordings reads which wordings have the folds that were read.
func (b *printer) readWordings(ctx context.Context, q queryer) error {
	list, err := json.Marshal(identities(b.folds))
	if err != nil {
		return err
	}
	var ids, folds []int64
	if err := readColumns(ctx, q, `FROM wording WHERE fold IN (SELECT value FROM json_each(?))`, []any{string(list)},
		numbers("id", &ids), numbers("fold", &folds)); err != nil {
		return err
	}
	for i, id := range ids {
		b.wordings[id] = b.folds[folds[i]]
	}
	return nil
}

// printAll sets what the releases print.
func (b *printer) printAll(sheets []sheet) *archive.Printing {
	for i := range sheets {
		b.Releases = append(b.Releases, b.print(&sheets[i]))
	}
	return &b.Printing
}

func (b *printer) print(sh *sheet) archive.Printed {
	p := archive.Printed{Release: sh.release.effective, Places: make([]archive.Place, 0, len(sh.names))}
	for i, name := range sh.names {
		place := archive.Place{Position: sh.position(i), Term: -1, Text: b.wordings[sh.wordings[i]]}
		switch b.names[name].kind {
		case archive.Contents:
			continue
		case archive.Term:
			place.Term = b.terms[name]
		}
		p.Places = append(p.Places, place)
	}
	// SQLite promises no order of rows.
	slices.SortFunc(p.Places, func(a, c archive.Place) int { return a.Position - c.Position })
	return p
}
