package index

import (
	"context"
	"fmt"
	"sort"
	"strings"

	bsearch "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"
	bleve "github.com/blevesearch/bleve_index_api"

	"rulebook/archive"
	"rulebook/search"
)

// The weights of what is scored beside a word in the text, which weighs 1. They
// were chosen by testdata/relevance.tsv, whose figures hardly move when one of
// them is halved or doubled.
const (
	chainWeight = 0.5 // a word in the titles above
	leadWeight  = 0.5 // a word in the first sentence
	sideWeight  = 0.5 // two words side by side as in the query
)

// lengthEase makes every document look shorter to BM25 than it is: a long rule is
// a thorough one more often than a rambling one.
const lengthEase = 4

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
	for _, field := range [...]string{nameField, definesField, "_id", ""} {
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
		return t.and([]search.Node{n})
	case search.Phrase:
		return t.phrase(exactField, n.Words, 1)
	case search.Wildcard:
		return t.expand(n)
	case search.Fuzzy:
		return t.expand(n)
	case search.Number:
		return t.number(n.Number)
	case search.Field:
		return t.field(n)
	}
	return searcher.NewMatchAllSearcher(t.ctx, t.reader, 0, bsearch.SearcherOptions{})
}

// all is the searchers of nodes.
func (t *translation) all(nodes []search.Node) ([]bsearch.Searcher, error) {
	var all []bsearch.Searcher
	for _, n := range nodes {
		var s bsearch.Searcher
		var err error
		if w, ok := n.(search.Word); ok {
			s, err = t.word(w)
		} else {
			s, err = t.node(n)
		}
		if err != nil {
			closeAll(all)
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

func closeAll(all []bsearch.Searcher) {
	for _, s := range all {
		s.Close()
	}
}

// and finds what every part finds and none of the negated ones.
func (t *translation) and(parts []search.Node) (bsearch.Searcher, error) {
	var must, mustNot []search.Node
	for _, part := range parts {
		if not, ok := part.(search.Not); ok {
			mustNot = append(mustNot, not.Part)
		} else {
			must = append(must, part)
		}
	}
	if len(must) == 0 {
		must = []search.Node{search.All{}}
	}
	wanted, err := t.all(must)
	if err != nil {
		return nil, err
	}
	found, err := t.conjoin(wanted)
	if err != nil {
		return nil, err
	}
	better, err := t.better(must)
	if err != nil {
		return nil, err
	}
	var unwanted bsearch.Searcher
	if len(mustNot) > 0 {
		if unwanted, err = t.or(mustNot); err != nil {
			return nil, err
		}
	}
	if better == nil && unwanted == nil {
		return found, nil
	}
	return searcher.NewBooleanSearcher(t.ctx, t.reader, found, better, unwanted, bsearch.SearcherOptions{})
}

// better finds what makes one hit better than another: words in the first
// sentence, where definitions stand, and neighbours in the query that are
// neighbours in the text. It is nil for parts that are no words.
func (t *translation) better(parts []search.Node) (bsearch.Searcher, error) {
	var all []bsearch.Searcher
	before := ""
	for _, part := range parts {
		word, ok := part.(search.Word)
		if !ok {
			before = ""
			continue
		}
		for _, stem := range t.stemmed(word.Words()) {
			lead, err := t.term(leadField, stem, leadWeight)
			if err != nil {
				return nil, err
			}
			all = append(all, lead)
			if before != "" {
				side, err := t.phrase(textField, []string{before, stem}, sideWeight)
				if err != nil {
					return nil, err
				}
				all = append(all, side)
			}
			before = stem
		}
	}
	if len(all) == 0 {
		return nil, nil
	}
	return t.disjoin(all)
}

func (t *translation) conjoin(all []bsearch.Searcher) (bsearch.Searcher, error) {
	if len(all) == 1 {
		return all[0], nil
	}
	return searcher.NewConjunctionSearcher(t.ctx, t.reader, all, bsearch.SearcherOptions{})
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
	return searcher.NewDisjunctionSearcher(t.ctx, t.reader, all, 0, bsearch.SearcherOptions{})
}

// term finds one term of a field.
func (t *translation) term(field, term string, weight float64) (bsearch.Searcher, error) {
	return searcher.NewTermSearcher(t.ctx, t.reader, term, field, weight, bsearch.SearcherOptions{})
}

// terms finds any of the fields' terms.
func (t *translation) terms(fields []string, weights []float64, term string) (bsearch.Searcher, error) {
	var all []bsearch.Searcher
	for i, field := range fields {
		s, err := t.term(field, term, weights[i])
		if err != nil {
			closeAll(all)
			return nil, err
		}
		all = append(all, s)
	}
	return t.disjoin(all)
}

// word finds a word in text, title or the titles above.
func (t *translation) word(n search.Word) (bsearch.Searcher, error) {
	words := n.Words()
	if len(words) > 1 {
		return t.phrase(textField, t.stemmed(words), 1)
	}
	return t.terms([]string{textField, chainField}, []float64{1, chainWeight}, t.stems.stem(words[0]))
}

func (t *translation) stemmed(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = t.stems.stem(w)
	}
	return out
}

// phrase finds terms side by side in a field.
func (t *translation) phrase(field string, terms []string, weight float64) (bsearch.Searcher, error) {
	if len(terms) == 1 {
		return t.term(field, terms[0], weight)
	}
	return searcher.NewPhraseSearcher(t.ctx, t.reader, terms, 0, false, field, weight, bsearch.SearcherOptions{})
}

// number finds a rule, what stands under it, and what refers to it.
func (t *translation) number(n archive.Number) (bsearch.Searcher, error) {
	mentions, err := t.term(exactField, n.String(), 1)
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
	var all []bsearch.Searcher
	for _, w := range strings.Fields(f.Value) {
		s, err := t.terms([]string{chainField, titleField}, []float64{0, 0}, t.stems.stem(w))
		if err != nil {
			closeAll(all)
			return nil, err
		}
		all = append(all, s)
	}
	return t.conjoin(all)
}

// expand finds the words that a pattern or a misspelling stands for.
func (t *translation) expand(n search.Node) (bsearch.Searcher, error) {
	words, err := t.expansion(n)
	if err != nil {
		return nil, err
	}
	var all []bsearch.Searcher
	for _, w := range words {
		s, err := t.term(exactField, w, 1)
		if err != nil {
			closeAll(all)
			return nil, err
		}
		all = append(all, s)
	}
	if len(all) == 0 {
		return searcher.NewMatchNoneSearcher(t.reader)
	}
	return t.disjoin(all)
}

// expansion is the words of the book that a pattern or misspelling stands for,
// those that stand in most entries first, at most search.MaxExpansion.
func (t *translation) expansion(n search.Node) ([]string, error) {
	fits := fitting(n)
	words, err := t.vocabulary(fits)
	if err != nil {
		return nil, err
	}
	sort.SliceStable(words, func(i, j int) bool { return words[i].entries > words[j].entries })
	if len(words) > search.MaxExpansion {
		t.note("%s stands for %d words, of which the %d most frequent were searched", n, len(words), search.MaxExpansion)
		words = words[:search.MaxExpansion]
	}
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = w.text
	}
	return out, nil
}

// bookWord is a word of the book with the number of entries it stands in.
type bookWord struct {
	text    string
	entries uint64
}

// vocabulary are the words that fit, in alphabetical order.
func (x *Index) vocabulary(fits func(string) bool) ([]bookWord, error) {
	dict, err := x.reader.FieldDict(exactField)
	if err != nil {
		return nil, err
	}
	defer dict.Close()
	var words []bookWord
	for {
		entry, err := dict.Next()
		if entry == nil || err != nil {
			return words, err
		}
		if fits(entry.Term) {
			words = append(words, bookWord{entry.Term, entry.Count})
		}
	}
}
