package sqlite

import (
	"context"
	"encoding/json"
	"runtime"

	"golang.org/x/sync/errgroup"

	"rulebook/archive"
)

// Printing returns the folded texts of every held release.
func (s *Store) Printing(ctx context.Context) (*archive.Printing, error) {
	return s.PrintingOf(ctx, func(string) bool { return true })
}

// PrintingOf is Printing with those texts only that are wanted, and those places
// only whose text or term is, which spares most of the reading. In the place of a
// text that is not wanted stands an empty one. wanted is called from several
// goroutines.
func (s *Store) PrintingOf(ctx context.Context, wanted func(text string) bool) (*archive.Printing, error) {
	b := &printer{Printing: archive.Printing{Texts: []string{""}}, folds: make(map[int64]int32)}
	err := b.read(ctx, s, wanted)
	if err == nil {
		err = b.readWordings(ctx, s.read)
	}
	if err == nil {
		err = b.print()
	}
	if err != nil {
		return nil, s.plain(err)
	}
	return &b.Printing, nil
}

// printer builds a Printing. Its tables lead from identities to what is wanted of its
// texts, the first of which is the empty one of all that is not.
type printer struct {
	archive.Printing
	sheets   []packedSheet
	names    table[printedName]
	folds    map[int64]int32
	wordings table[int32]
}

// printedName is the name of an entry as far as it is printed.
type printedName struct {
	contents bool
	term     int32 // -1 for all but glossary terms
}

// read reads what the releases print, what they call it, and the folded texts that
// are wanted, on all processors.
func (b *printer) read(ctx context.Context, s *Store, wanted func(text string) bool) error {
	var last int64
	if err := s.read.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM fold`).Scan(&last); err != nil {
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	parts := make([]foldPart, runtime.GOMAXPROCS(0))
	share := last/int64(len(parts)) + 1
	for i := range parts {
		lo := int64(i) * share
		group.Go(func() error { return parts[i].read(ctx, s.read, lo, lo+share, wanted) })
	}
	var names table[storedName]
	group.Go(func() (err error) {
		names, err = readNames(ctx, s.read, ` WHERE kind IN (?, ?)`, int(archive.Contents), int(archive.Term))
		return err
	})
	group.Go(func() (err error) {
		b.sheets, err = readPacked(ctx, s.read)
		return err
	})
	if err := group.Wait(); err != nil {
		return err
	}
	for _, part := range parts {
		for i, id := range part.ids {
			b.folds[id] = b.add(part.texts[i])
		}
	}
	b.names.places = names.places
	for _, n := range names.rows {
		p := printedName{contents: n.kind == archive.Contents, term: -1}
		if n.kind == archive.Term {
			p.term = 0
			if term := archive.Fold(n.term); wanted(term) {
				p.term = b.add(term)
			}
		}
		b.names.rows = append(b.names.rows, p)
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
	wanted := make([]int64, 0, len(b.folds))
	for id := range b.folds {
		wanted = append(wanted, id)
	}
	list, err := json.Marshal(wanted)
	if err != nil {
		return err
	}
	var ids, folds []int64
	if err := readColumns(ctx, q, `FROM wording WHERE fold IN (SELECT value FROM json_each(?))`, []any{string(list)},
		numbers("id", &ids), numbers("fold", &folds)); err != nil {
		return err
	}
	b.wordings, err = newTable(ids, func(i int) (int32, error) { return b.folds[folds[i]], nil })
	return err
}

// print sets what the releases print, on all processors.
func (b *printer) print() error {
	b.Releases = make([]archive.Printed, len(b.sheets))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range b.sheets {
		group.Go(func() error { return b.printOne(&b.Releases[i], &b.sheets[i]) })
	}
	return group.Wait()
}

func (b *printer) printOne(p *archive.Printed, sheet *packedSheet) error {
	p.Release = sheet.release.effective
	return sheet.each(func(position int, name, wording int64) {
		place := archive.Place{Position: position, Term: -1}
		if text, wanted := b.wordings.row(wording); wanted {
			place.Text = *text
		}
		if n, named := b.names.row(name); named {
			if n.contents {
				return
			}
			place.Term = n.term
		}
		if place.Text > 0 || place.Term > 0 {
			p.Places = append(p.Places, place)
		}
	})
}
