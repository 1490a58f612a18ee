package history

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
)

// Source is what a Book is read from.
type Source interface {
	Releases(ctx context.Context) ([]archive.Release, error)
	Lineages(ctx context.Context) ([]archive.Lineage, error)
	EachSpan(ctx context.Context, yield func(archive.Span) error) error
}

// Book is a Store in memory: all spans of an archive, read once. It is what a whole
// release is blamed from, where a store on disk would be asked a hundred thousand
// times.
type Book struct {
	releases  []archive.Release
	lineages  []archive.Lineage // by ID less one
	spans     [][]archive.Span  // likewise
	relatives map[archive.LineageID][]archive.Lineage
	bearers   map[archive.Date]map[archive.Number][]archive.LineageID // as far as they were asked for
	ending    map[archive.Date][]ending
}

// ending is a wording in the last release of its span.
type ending struct {
	id   archive.LineageID
	fold string
}

// ReadBook reads all of an archive.
func ReadBook(ctx context.Context, s Source) (*Book, error) {
	b := &Book{relatives: make(map[archive.LineageID][]archive.Lineage), ending: make(map[archive.Date][]ending),
		bearers: make(map[archive.Date]map[archive.Number][]archive.LineageID)}
	var err error
	if b.releases, err = s.Releases(ctx); err != nil {
		return nil, err
	}
	if b.lineages, err = s.Lineages(ctx); err != nil {
		return nil, err
	}
	for _, l := range b.lineages {
		if l.From != 0 {
			b.relatives[l.From] = append(b.relatives[l.From], l)
		}
		if l.Into != 0 && l.Into != l.From {
			b.relatives[l.Into] = append(b.relatives[l.Into], l)
		}
	}
	b.spans = make([][]archive.Span, len(b.lineages))
	err = s.EachSpan(ctx, func(span archive.Span) error {
		if !b.knows(span.Lineage) {
			return fmt.Errorf("a wording belongs to lineage %d, which does not exist", span.Lineage)
		}
		at := span.Lineage - 1
		b.spans[at] = append(b.spans[at], span)
		if !span.InForce {
			b.ending[span.To] = append(b.ending[span.To], ending{span.Lineage, archive.Fold(wordingOf(&span))})
		}
		return nil
	})
	return b, err
}

func (b *Book) knows(id archive.LineageID) bool { return id > 0 && int(id) <= len(b.lineages) }

// Releases are all that are known, held or not, in date order.
func (b *Book) Releases(context.Context) ([]archive.Release, error) { return b.releases, nil }

// Lineage returns one lineage, or a *archive.NotFoundError.
func (b *Book) Lineage(_ context.Context, id archive.LineageID) (archive.Lineage, error) {
	if !b.knows(id) {
		return archive.Lineage{}, &archive.NotFoundError{What: "lineage", Asked: fmt.Sprint(id)}
	}
	return b.lineages[id-1], nil
}

// Spans are the stretches of one lineage, oldest first. The caller must not change them.
func (b *Book) Spans(_ context.Context, id archive.LineageID) ([]archive.Span, error) {
	if !b.knows(id) {
		return nil, nil
	}
	return b.spans[id-1], nil
}

// Relatives were split from a lineage or merged into it.
func (b *Book) Relatives(_ context.Context, id archive.LineageID) ([]archive.Lineage, error) {
	return b.relatives[id], nil
}

// Bearers bore numbers in the release of day d.
func (b *Book) Bearers(_ context.Context, d archive.Date, numbers []archive.Number) (map[archive.Number][]archive.LineageID, error) {
	all := b.bearersIn(d)
	found := make(map[archive.Number][]archive.LineageID, len(numbers))
	for _, n := range numbers {
		if ids := all[n]; len(ids) > 0 {
			found[n] = ids
		}
	}
	return found, nil
}

func (b *Book) bearersIn(d archive.Date) map[archive.Number][]archive.LineageID {
	if all, known := b.bearers[d]; known {
		return all
	}
	all := make(map[archive.Number][]archive.LineageID)
	for i, spans := range b.spans {
		if at := spanIndex(spans, d); at >= 0 && !spans[at].Number.IsZero() {
			all[spans[at].Number] = append(all[spans[at].Number], archive.LineageID(i+1))
		}
	}
	b.bearers[d] = all
	return all
}

// NumbersAt are the numbers that lineages bore in the release of day d.
func (b *Book) NumbersAt(_ context.Context, d archive.Date, ids []archive.LineageID) (map[archive.LineageID]archive.Number, error) {
	numbers := make(map[archive.LineageID]archive.Number, len(ids))
	for _, id := range ids {
		if !b.knows(id) {
			continue
		}
		if at := spanIndex(b.spans[id-1], d); at >= 0 && !b.spans[id-1][at].Number.IsZero() {
			numbers[id] = b.spans[id-1][at].Number
		}
	}
	return numbers, nil
}

// Lost are the lineages whose folded wording held a text in the release of day d
// and is another or gone in the held release behind it.
func (b *Book) Lost(_ context.Context, d archive.Date, folded string) ([]archive.LineageID, error) {
	var ids []archive.LineageID
	for _, e := range b.ending[d] {
		if strings.Contains(e.fold, folded) {
			ids = append(ids, e.id)
		}
	}
	return ids, nil
}

// In are the entries of a release whose number is or stands under n, all for the
// zero Number, in the book's order: by number, then glossary terms, then the rest.
func (b *Book) In(d archive.Date, n archive.Number) []archive.Span {
	var all []archive.Span
	for _, spans := range b.spans {
		if at := spanIndex(spans, d); at >= 0 && (n.IsZero() || n.Contains(spans[at].Number)) {
			all = append(all, spans[at])
		}
	}
	place := func(s archive.Span) int {
		switch {
		case !s.Number.IsZero():
			return 0
		case s.Kind == archive.Introduction:
			return -1
		case s.Term != "":
			return 1
		}
		return 2
	}
	slices.SortStableFunc(all, func(a, c archive.Span) int {
		return cmp.Or(cmp.Compare(place(a), place(c)), a.Number.Compare(c.Number),
			strings.Compare(archive.FoldCase(a.Term), archive.FoldCase(c.Term)))
	})
	return all
}
