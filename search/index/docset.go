package index

import (
	bsearch "github.com/blevesearch/bleve/v2/search"
	bleve "github.com/blevesearch/bleve_index_api"

	"rulebook/archive"
	"rulebook/search"
)

// docset is a Bleve searcher over documents chosen by their facts. It scores
// nothing: what an entry is decides whether it is found and not how well.
type docset struct {
	docs []uint64 // ascending
	at   int
}

// choose makes the docset of the documents for which is holds.
func (x *Index) choose(is func(doc int) bool) *docset {
	s := &docset{}
	for doc := range x.facts.docs {
		if is(doc) {
			s.docs = append(s.docs, uint64(doc))
		}
	}
	return s
}

// Next implements bsearch.Searcher.
func (s *docset) Next(ctx *bsearch.SearchContext) (*bsearch.DocumentMatch, error) {
	if s.at >= len(s.docs) {
		return nil, nil
	}
	match := ctx.DocumentMatchPool.Get()
	match.IndexInternalID = bleve.NewIndexInternalID(match.IndexInternalID, s.docs[s.at])
	s.at++
	return match, nil
}

// Advance implements bsearch.Searcher.
func (s *docset) Advance(ctx *bsearch.SearchContext, id bleve.IndexInternalID) (*bsearch.DocumentMatch, error) {
	for want := id.Value(); s.at < len(s.docs) && s.docs[s.at] < want; {
		s.at++
	}
	return s.Next(ctx)
}

// The rest of bsearch.Searcher.
func (s *docset) Close() error               { return nil }
func (s *docset) Weight() float64            { return 0 }
func (s *docset) SetQueryNorm(float64)       {}
func (s *docset) Count() uint64              { return uint64(len(s.docs)) }
func (s *docset) Min() int                   { return 0 }
func (s *docset) Size() int                  { return 8 * len(s.docs) }
func (s *docset) DocumentMatchPoolSize() int { return 1 }

// bears reports whether a document bore a number under mask and value in the window.
func (x *Index) bears(doc int, mask, value code, w window) bool {
	for _, r := range x.facts.stretches(doc) {
		if r.number&mask == value && w.newestIn(r) >= 0 {
			return true
		}
	}
	return false
}

// numbered is the set of the documents under a number, in the window.
func (x *Index) numbered(n archive.Number, w window) *docset {
	mask, value := under(n)
	return x.choose(func(doc int) bool { return x.bears(doc, mask, value, w) })
}

// stood is the set of the documents that stood in any release of a set.
func (x *Index) stood(set releaseSet) *docset {
	w := newWindow(set)
	return x.choose(func(doc int) bool {
		for _, r := range x.facts.stretches(doc) {
			if w.newestIn(r) >= 0 {
				return true
			}
		}
		return false
	})
}

// arrived is the set of the documents whose wording came with a release of the
// set: it did not stand in the release before.
func (x *Index) arrived(set releaseSet) *docset {
	return x.choose(func(doc int) bool {
		before := -2
		for _, r := range x.facts.stretches(doc) {
			if int(r.from) != before+1 && set[r.from] {
				return true
			}
			before = int(r.to)
		}
		return false
	})
}

// ended is the set of the documents whose wording went with a release of the set:
// it stood in the release before and no longer in this one.
func (x *Index) ended(set releaseSet) *docset {
	return x.choose(func(doc int) bool {
		runs := x.facts.stretches(doc)
		for i, r := range runs {
			next := int(r.to) + 1
			stays := i+1 < len(runs) && int(runs[i+1].from) == next
			if !stays && next < len(set) && set[next] {
				return true
			}
		}
		return false
	})
}

// ofKind is the set of the documents of a kind, as kind: names it.
func (x *Index) ofKind(name string) *docset {
	kind, err := archive.ParseKind(name)
	is := func(d *fact) bool { return err == nil && d.kind == kind && d.example == 0 }
	switch name {
	case "rule":
		is = func(d *fact) bool { return (d.kind == archive.Rule || d.kind == archive.Subrule) && d.example == 0 }
	case "heading":
		is = func(d *fact) bool { return d.title > 0 && d.kind != archive.Term }
	case "example":
		is = func(d *fact) bool { return d.example > 0 }
	}
	return x.choose(func(doc int) bool { return is(&x.facts.docs[doc]) })
}

// fieldDocs is the set of the documents that a field asks for; nil for heading:,
// which asks for words.
func (x *Index) fieldDocs(f search.Field, w window) (*docset, error) {
	switch f.Name {
	case search.FieldRule:
		n, err := archive.ParseNumber(f.Value)
		return x.numbered(n, w), err
	case search.FieldKind:
		return x.ofKind(f.Value), nil
	case search.FieldChanged:
		set, err := x.resolve(f.Value)
		if err != nil {
			return nil, err
		}
		return x.arrived(set), nil
	case search.FieldGone:
		set, err := x.resolve(f.Value)
		if err != nil {
			return nil, err
		}
		return x.ended(set), nil
	}
	set, err := x.fieldSet(f)
	if set == nil || err != nil {
		return nil, err
	}
	return x.stood(set), nil
}
