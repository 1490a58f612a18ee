package index

import (
	"context"
	"fmt"
	"strings"

	bsearch "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	bleve "github.com/blevesearch/bleve_index_api"

	"rulebook/archive"
	"rulebook/search"
)

// translation turns a query's nodes into Bleve's searchers.
type translation struct {
	*Index
	ctx    context.Context
	window window
	end    uint64 // no document from here on stands in the window
	notes  []string
}

// newTranslation prepares one search. The context tells Bleve to score by BM25,
// and the true mean lengths, which it does not keep.
func (x *Index) newTranslation(ctx context.Context, w window) *translation {
	stats := &bsearch.BM25Stats{DocCount: float64(len(x.facts.docs)), FieldCardinality: make(map[string]int, len(scored))}
	for i, field := range scored {
		stats.FieldCardinality[field] = int(x.facts.lengths[i])
	}
	stats.FieldCardinality[textField] *= lengthEase
	for _, field := range [...]string{chainField, titleField, aboveField, nameField, definesField} {
		stats.FieldCardinality[field] = len(x.facts.docs)
	}
	ctx = context.WithValue(ctx, bsearch.BM25StatsKey, stats)
	ctx = context.WithValue(ctx, bsearch.GetScoringModelCallbackKey,
		bsearch.GetScoringModelCallbackFn(func() string { return bleve.BM25Scoring }))
	t := &translation{Index: x, ctx: ctx, window: w, end: uint64(len(x.facts.docs))}
	if w.set.oldest() == len(x.held)-1 {
		t.end = uint64(x.facts.current)
	}
	return t
}

func (t *translation) note(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// node is the searcher of a node.
func (t *translation) node(n search.Node) (bsearch.Searcher, error) {
	switch n := n.(type) {
	case search.And:
		return t.and(n.Parts)
	case search.Or:
		return t.or(n.Parts)
	case search.Not:
		return t.and([]search.Node{n})
	case search.Near:
		return t.near(n)
	case search.Word:
		return t.word(n)
	case search.Phrase:
		return t.phrase(n.Words)
	case search.Wildcard:
		return t.expand(n)
	case search.Fuzzy:
		return t.expand(n)
	case search.Number:
		return t.number(n.Number)
	case search.Field:
		return t.field(n)
	}
	return t.choose(func(int) bool { return true }), nil
}

// each is a searcher for each of many things. (What was made before an error needs
// no closing: a searcher over a segment holds nothing.)
func (t *translation) each(all []string, find func(string) (bsearch.Searcher, error)) ([]bsearch.Searcher, error) {
	out := make([]bsearch.Searcher, len(all))
	for i, one := range all {
		s, err := find(one)
		if err != nil {
			return nil, err
		}
		out[i] = s
	}
	return out, nil
}

// all is the searchers of nodes.
func (t *translation) all(nodes []search.Node) ([]bsearch.Searcher, error) {
	out := make([]bsearch.Searcher, len(nodes))
	for i, n := range nodes {
		s, err := t.node(n)
		if err != nil {
			return nil, err
		}
		out[i] = s
	}
	return out, nil
}

// and finds what every part finds and none of the negated ones.
func (t *translation) and(parts []search.Node) (bsearch.Searcher, error) { return t.narrow(nil, parts) }

// narrow keeps of what was found, or of everything when found is nil, what every
// part finds and none of the negated ones.
func (t *translation) narrow(found bsearch.Searcher, parts []search.Node) (bsearch.Searcher, error) {
	var must, mustNot []search.Node
	for _, part := range parts {
		if not, ok := part.(search.Not); ok {
			mustNot = append(mustNot, not.Part)
		} else {
			must = append(must, part)
		}
	}
	if found == nil && len(must) == 0 {
		must = []search.Node{search.All{}}
	}
	wanted, err := t.all(search.Weighty(must))
	if err != nil {
		return nil, err
	}
	if found != nil {
		wanted = append(wanted, found)
	}
	if found, err = t.conjoin(wanted); err != nil || len(mustNot) == 0 {
		return found, err
	}
	unwanted, err := t.or(mustNot)
	if err != nil {
		return nil, err
	}
	return searcher.NewBooleanSearcher(t.ctx, t.engine, found, nil, unwanted, bsearch.SearcherOptions{})
}

func (t *translation) conjoin(all []bsearch.Searcher) (bsearch.Searcher, error) {
	if len(all) == 1 {
		return all[0], nil
	}
	return searcher.NewConjunctionSearcher(t.ctx, t.engine, all, bsearch.SearcherOptions{})
}

// or finds what any part finds.
func (t *translation) or(parts []search.Node) (bsearch.Searcher, error) {
	all, err := t.all(parts)
	if err != nil {
		return nil, err
	}
	return t.disjoin(all)
}

func (t *translation) disjoin(all []bsearch.Searcher) (bsearch.Searcher, error) {
	if len(all) == 1 {
		return all[0], nil
	}
	return searcher.NewDisjunctionSearcher(t.ctx, t.engine, all, 0, bsearch.SearcherOptions{})
}

// term finds one term of a field that is scored.
func (t *translation) term(field, term string) (bsearch.Searcher, error) {
	return searcher.NewTermSearcher(t.ctx, t.engine, term, field, 1, bsearch.SearcherOptions{})
}

// has finds one term of a field that is not.
func (t *translation) has(field, term string) (bsearch.Searcher, error) {
	return searcher.NewTermSearcher(t.ctx, t.engine, term, field, 0, bsearch.SearcherOptions{Score: "none"})
}

// every finds what holds all terms of a field.
func (t *translation) every(field string, terms []string, find func(field, term string) (bsearch.Searcher, error)) (bsearch.Searcher, error) {
	all, err := t.each(terms, func(term string) (bsearch.Searcher, error) { return find(field, term) })
	if err != nil {
		return nil, err
	}
	return t.conjoin(all)
}

// word finds a word in the text or the titles above; a compound's words side by
// side in the text.
func (t *translation) word(n search.Word) (bsearch.Searcher, error) {
	stems := t.stemmed(n.Words())
	found, err := t.every(textField, stems, t.term)
	if err != nil || len(stems) == 1 {
		return found, err
	}
	return t.sideBySide(found, t.newStemPhrase(stems)), nil
}

func (t *translation) stemmed(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = t.stems.stem(w)
	}
	return out
}

// phrase finds words as they are, side by side.
func (t *translation) phrase(words []string) (bsearch.Searcher, error) {
	found, err := t.every(exactField, words, t.term)
	if err != nil || len(words) == 1 {
		return found, err
	}
	return t.sideBySide(found, t.newPhrase(words)), nil
}

// sideBySide keeps of what is found that in which the phrase stands.
func (t *translation) sideBySide(found bsearch.Searcher, p phrase) bsearch.Searcher {
	return searcher.NewFilteringSearcher(t.ctx, found, func(_ *bsearch.SearchContext, d *bsearch.DocumentMatch) bool {
		doc := d.IndexInternalID.Value()
		return doc < t.end && t.facts.sequenceOf(doc).holds(p, t.facts.words)
	})
}

// near finds what both sides find where they stand near each other.
func (t *translation) near(n search.Near) (bsearch.Searcher, error) {
	both, err := t.and([]search.Node{n.Left, n.Right})
	if err != nil {
		return nil, err
	}
	return searcher.NewFilteringSearcher(t.ctx, both, func(_ *bsearch.SearchContext, d *bsearch.DocumentMatch) bool {
		doc := d.IndexInternalID.Value()
		return doc < t.end && t.ctx.Err() == nil && len(t.facts.sequenceOf(doc).finder(t.stems, t.facts.words).near(n)) > 0
	}), nil
}

// number finds a rule, what stands under it, and what refers to it.
func (t *translation) number(n archive.Number) (bsearch.Searcher, error) {
	mentions, err := t.term(exactField, n.String())
	if err != nil {
		return nil, err
	}
	return t.disjoin([]bsearch.Searcher{t.numbered(n, t.window), mentions})
}

// field finds what the facts say, or the words of a heading.
func (t *translation) field(f search.Field) (bsearch.Searcher, error) {
	if f.Name != search.FieldHeading {
		docs, err := t.fieldDocs(f, t.window)
		if err != nil {
			return nil, err
		}
		return docs, nil
	}
	return t.every(chainField, t.stemmed(strings.Fields(f.Value)), t.has)
}

// expand finds the words that a pattern or a misspelling stands for.
func (t *translation) expand(n search.Node) (bsearch.Searcher, error) {
	all, err := t.each(t.expansion(n), func(word string) (bsearch.Searcher, error) { return t.term(exactField, word) })
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return searcher.NewMatchNoneSearcher(t.engine)
	}
	return t.disjoin(all)
}

// nearest narrows a misspelling to the fewest slips by which the book has a word: a
// word that is nearer wins over all that are further away.
func (t *translation) nearest(n search.Node) search.Node {
	f, isFuzzy := n.(search.Fuzzy)
	if !isFuzzy {
		return n
	}
	for most := range f.Distance {
		nearer := search.Fuzzy{Text: f.Text, Distance: most}
		if len(t.facts.words.fitting(fitting(nearer))) > 0 {
			return nearer
		}
	}
	return f
}

// expansion is the words of the book that a pattern or misspelling stands for,
// those that stand in most entries first, at most search.MaxExpansion.
func (t *translation) expansion(n search.Node) []string {
	words := t.facts.words.fitting(fitting(t.nearest(n)))
	if len(words) > search.MaxExpansion {
		t.note("%s stands for %d words, of which the %d most frequent were searched", n, len(words), search.MaxExpansion)
		words = words[:search.MaxExpansion]
	}
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.text
	}
	return out
}
