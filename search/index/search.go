package index

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"time"

	bsearch "github.com/blevesearch/bleve/v2/search"

	"rulebook/archive"
	"rulebook/search"
)

var _ search.Searcher = (*Index)(nil)

// Search implements search.Searcher.
func (x *Index) Search(ctx context.Context, q search.Query, o search.Options) (results *search.Results, err error) {
	began := time.Now()
	if len(x.held) == 0 {
		return nil, archive.ErrEmpty
	}
	defer recoverAs(&err)
	timed, cancel := context.WithTimeout(ctx, x.patience)
	defer cancel()
	results, err = x.answer(timed, q, o)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), err)
	}
	results.Took = time.Since(began)
	return results, nil
}

// answer searches the scope, and beyond it when nothing is found.
func (x *Index) answer(ctx context.Context, q search.Query, o search.Options) (*search.Results, error) {
	set, err := x.scope(q, o.Scope)
	if err != nil {
		return nil, err
	}
	notes := append([]string{x.searched(set)}, q.Notes...)
	root := q.Root
	if !o.Literal {
		var expanded []string
		root, expanded = search.Expand(root)
		notes = append(notes, expanded...)
	}
	t := x.newTranslation(ctx, newWindow(set))
	found, err := t.candidates(root)
	if errors.Is(err, context.DeadlineExceeded) {
		notes = append(notes, "the search was stopped after "+x.patience.String()+"; what was found by then is shown")
	} else if err != nil {
		return nil, err
	}
	r := &search.Results{Total: len(found)}
	if err := t.page(r, root, found, o); err != nil {
		return nil, err
	}
	x.count(r, found, set)
	if err := x.advise(ctx, r, q, root, set); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return nil, err
	}
	r.Note = strings.Join(append(notes, append(t.notes, x.advice(r)...)...), "; ")
	return r, nil
}

// candidate is a matching document before the page is cut.
type candidate struct {
	doc     uint32
	release uint16 // the newest of its releases in the window
	run     uint16 // the stretch that holds it
	tier    tier
	score   float64
	number  code
}

// candidates are all documents that match in the window. With a deadline's error
// come those found before it.
func (t *translation) candidates(root search.Node) ([]candidate, error) {
	s, err := t.root(root)
	if err != nil {
		return nil, err
	}
	tiers, err := t.tiers(root)
	if err != nil {
		s.Close()
		return nil, err
	}
	newest := t.window.set.newest()
	var found []candidate
	stems := t.together(root)
	err = t.walk(s, func(doc uint64, score float64) {
		if c, ok := t.candidate(doc); ok {
			c.tier = older
			if int(c.release) == newest {
				c.tier = inForce
			}
			if lifted, ok := tiers[doc]; ok && c.tier == inForce {
				c.tier = lifted
			}
			if math.IsNaN(score) || math.IsInf(score, 0) { // of parts that all weigh nothing
				score = 0
			}
			c.score = math.Round(score*t.facts.docs[doc].weight()*t.closeness(doc, stems)*1e4) / 1e4
			found = append(found, c)
		}
	})
	return found, err
}

// walk runs a searcher to its end, or until time is up.
func (t *translation) walk(s bsearch.Searcher, yield func(doc uint64, score float64)) error {
	defer s.Close()
	const look = 256 // matches between two looks at the clock
	ctx := &bsearch.SearchContext{
		DocumentMatchPool: bsearch.NewDocumentMatchPool(s.DocumentMatchPoolSize()+1, 0),
		IndexReader:       t.engine,
	}
	for n := 0; ; n++ {
		if n%look == 0 {
			if err := t.ctx.Err(); err != nil {
				return err
			}
		}
		match, err := s.Next(ctx)
		if match == nil || err != nil {
			return err
		}
		doc := match.IndexInternalID.Value()
		if doc >= t.end {
			return nil
		}
		yield(doc, match.Score)
		ctx.DocumentMatchPool.Put(match)
	}
}

// candidate is the document as the window sees it; ok is false when it does not.
func (t *translation) candidate(doc uint64) (c candidate, ok bool) {
	runs := t.facts.stretches(int(doc))
	for i := len(runs) - 1; i >= 0; i-- {
		if at := t.window.newestIn(runs[i]); at >= 0 {
			return candidate{doc: uint32(doc), release: uint16(at), run: uint16(i), number: runs[i].number}, true
		}
	}
	return candidate{}, false
}

// page orders the candidates and fills in the hits of the page asked for.
func (t *translation) page(r *search.Results, root search.Node, found []candidate, o search.Options) error {
	slices.SortFunc(found, t.compare)
	limit := o.Limit
	if limit <= 0 {
		limit = search.DefaultLimit
	}
	if limit > search.MaxLimit {
		t.note("a page holds at most %d hits", search.MaxLimit)
		limit = search.MaxLimit
	}
	from := min(max(o.Offset, 0), len(found))
	for _, c := range found[from:min(from+limit, len(found))] {
		hit, err := t.hit(root, c)
		if err != nil {
			return err
		}
		r.Hits = append(r.Hits, hit)
	}
	return nil
}

// hit is what is told of a candidate.
func (t *translation) hit(root search.Node, c candidate) (search.Hit, error) {
	d := &t.facts.docs[c.doc]
	runs := t.facts.stretches(int(c.doc))
	v, err := t.version(uint64(c.doc), int(runs[c.run].version))
	if err != nil {
		return search.Hit{}, err
	}
	from, to := reign(runs, int(c.run))
	f := newFinder(t.stems, v.text)
	h := search.Hit{
		Lineage: archive.LineageID(d.lineage), Kind: d.kind, Example: int(d.example),
		Number: runs[c.run].number.number(), Term: v.term, Heading: v.heading,
		From: t.held[from].Effective, To: t.held[to].Effective, InForce: to == len(t.held)-1,
		Release: t.held[c.release], Score: c.score,
		Fragments: fragments(v.text, f.marks(f.spans(root))),
	}
	if kind := h.Number.Kind(); kind != archive.None && d.kind != archive.Stray {
		h.Kind = kind // a rule that became a subrule is what its number says
	}
	for _, run := range runs {
		if n := run.number.number(); !n.IsZero() && !slices.Contains(h.Numbers, n) {
			h.Numbers = append(h.Numbers, n)
		}
	}
	return h, nil
}

// reign is the first and last release of the stretch around a run in which the
// wording stood, whatever number it bore.
func reign(runs []stretch, at int) (from, to int) {
	first, last := at, at
	for first > 0 && runs[first-1].to+1 == runs[first].from {
		first--
	}
	for last+1 < len(runs) && runs[last].to+1 == runs[last+1].from {
		last++
	}
	return int(runs[first].from), int(runs[last].to)
}
