package index

import (
	"cmp"
	"math"
	"slices"
	"strings"

	bsearch "github.com/blevesearch/bleve/v2/search"

	"rulebook/archive"
	"rulebook/search"
)

// tier is the first thing that hits are ordered by; lower comes first.
type tier uint8

const (
	namedExactly tier = iota // a heading, keyword or term that is the query, word for word; the rule of the number asked for
	namedInForm              // one that is the query in other forms of its words; what stands under the number asked for
	defining                 // the rule that the term which is the query refers to
	titled                   // a heading, keyword or term that has all the query's words
	inForce                  // stands in the newest release searched
	older
)

// candidate is a matching document before the page is cut.
type candidate struct {
	doc     uint32
	release uint16 // the newest of its releases in the window
	run     uint16 // the stretch that holds it
	tier    tier
	score   float64
	number  code
}

// maxReadings bounds in how many ways the names of players let a query be read.
const maxReadings = 8

// readings are the lists of words that a query is, one for each choice among its
// alternatives; none when it asks for more than words.
func readings(n search.Node) [][]string {
	switch n := n.(type) {
	case search.Word:
		return [][]string{n.Words()}
	case search.Phrase:
		return [][]string{n.Words}
	case search.Or:
		var all [][]string
		for _, part := range n.Parts {
			all = append(all, readings(part)...)
		}
		return all[:min(len(all), maxReadings)]
	case search.And:
		all := [][]string{nil}
		for _, part := range n.Parts {
			switch part.(type) {
			case search.Field, search.Not:
				continue
			}
			all = product(all, readings(part))
		}
		return all
	}
	return nil
}

func product(heads, tails [][]string) [][]string {
	var all [][]string
	for _, h := range heads {
		for _, t := range tails {
			if len(all) < maxReadings {
				all = append(all, append(append([]string{}, h...), t...))
			}
		}
	}
	return all
}

// tiers are the documents whose names lift them over the others.
func (t *translation) tiers(root search.Node) (map[uint64]tier, error) {
	tiers := make(map[uint64]tier)
	if n, ok := root.(search.Number); ok {
		mask, value := under(n.Number)
		for doc := range t.facts.docs {
			for _, r := range t.facts.stretches(doc) {
				if r.number&mask != value || t.window.newestIn(r) < 0 {
					continue
				}
				tiers[uint64(doc)] = namedInForm
				if r.number == value && t.facts.docs[doc].example == 0 {
					tiers[uint64(doc)] = namedExactly
					break
				}
			}
		}
		return tiers, nil
	}
	for _, words := range readings(root) {
		if len(words) == 0 {
			continue
		}
		if len(words) == 1 && words[0][0] == '{' {
			s, err := t.explains(words[0])
			if err != nil {
				return nil, err
			}
			if err := t.lift(tiers, s, defining); err != nil {
				return nil, err
			}
		}
		asked, stems := strings.Join(singulars(words), " "), t.stemmed(words)
		for _, look := range []struct {
			field, term string
			tier        tier
		}{
			{nameField, nameAsIs + asked, namedExactly},
			{nameField, nameStems + strings.Join(stems, " "), namedInForm},
			{definesField, nameAsIs + asked, defining},
			{definesField, nameStems + strings.Join(stems, " "), defining},
		} {
			s, err := t.has(look.field, look.term)
			if err != nil {
				return nil, err
			}
			if err := t.lift(tiers, s, look.tier); err != nil {
				return nil, err
			}
		}
		s, err := t.titled(words)
		if err != nil {
			return nil, err
		}
		if err := t.lift(tiers, s, titled); err != nil {
			return nil, err
		}
	}
	return tiers, nil
}

func singulars(words []string) []string {
	out := make([]string, len(words))
	for i, w := range words {
		out[i] = singular(w)
	}
	return out
}

// titled finds the headings, keywords and terms with the words in their own titles,
// or some there and the rest in the titles above: 408 Command is the command zone,
// for it stands under Zones.
func (t *translation) titled(words []string) (bsearch.Searcher, error) {
	var all, own []bsearch.Searcher
	for _, w := range words {
		if search.IsLittle(w) && len(words) > 1 {
			continue
		}
		title, err := t.has(titleField, singular(w))
		if err != nil {
			return nil, err
		}
		above, err := t.has(aboveField, singular(w))
		if err != nil {
			return nil, err
		}
		either, err := t.disjoin([]bsearch.Searcher{title, above})
		if err != nil {
			return nil, err
		}
		title, err = t.has(titleField, singular(w))
		if err != nil {
			return nil, err
		}
		all, own = append(all, either), append(own, title)
	}
	if len(own) == 0 {
		return t.has(titleField, strings.Join(words, " "))
	}
	one, err := t.disjoin(own)
	if err != nil {
		return nil, err
	}
	return t.conjoin(append(all, one))
}

// explains finds where the book explains a symbol: under a title of symbols.
func (t *translation) explains(symbol string) (bsearch.Searcher, error) {
	here, err := t.has(exactField, symbol)
	if err != nil {
		return nil, err
	}
	symbols, err := t.has(chainField, t.stems.stem("symbols"))
	if err != nil {
		here.Close()
		return nil, err
	}
	return t.conjoin([]bsearch.Searcher{here, symbols})
}

// lift gives a tier to what a searcher finds, unless it has a better one.
func (t *translation) lift(tiers map[uint64]tier, s bsearch.Searcher, to tier) error {
	return t.each(s, func(doc uint64, _ float64) {
		if has, ok := tiers[doc]; !ok || to < has {
			tiers[doc] = to
		}
	})
}

// each runs a searcher to its end, or until time is up.
func (t *translation) each(s bsearch.Searcher, yield func(doc uint64, score float64)) error {
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

// How much a hit counts for what it is.
const (
	ruleWeight     = 1.2 // a rule says what its subrules detail
	glossaryWeight = 0.9 // the glossary sums up what a rule says
	exampleWeight  = 0.7 // an example shows a rule, and is not one
	aroundWeight   = 0.4 // introduction, credits and strays are not the rules
	citedWeight    = 0.3 // each doubling of the entries that cite it
	closeWeight    = 0.5 // the query's words with none between them
)

// lengthEase makes every document look shorter to BM25 than it is: a long rule is
// a thorough one more often than a rambling one.
const lengthEase = 2

// weight is how much a document counts: by its kind, and the more the more
// entries cite it.
func (f *fact) weight() float64 {
	return f.kindWeight() * (1 + citedWeight*math.Log2(1+float64(f.cited)))
}

func (f *fact) kindWeight() float64 {
	switch {
	case f.example > 0:
		return exampleWeight
	case f.kind == archive.Introduction || f.kind == archive.Credits || f.kind == archive.Stray:
		return aroundWeight
	case f.kind == archive.Rule:
		return ruleWeight
	case f.kind == archive.Term:
		return glossaryWeight
	}
	return 1
}

// together are the stems of the words that a query asks for side by side or apart,
// each once; none when it has fewer than two.
func (t *translation) together(root search.Node) []uint32 {
	var all []uint32
	for _, part := range conjuncts(root) {
		word, ok := part.(search.Word)
		if !ok {
			continue
		}
		for _, stem := range t.stemmed(word.Words()) {
			if id, known := t.facts.words.stem(stem); known && !slices.Contains(all, id) {
				all = append(all, id)
			}
		}
	}
	if len(all) < 2 {
		return nil
	}
	return all
}

// closeness is what a document's score is multiplied by for holding the words of
// a query close together: the fewer others stand between them, the more.
func (t *translation) closeness(doc uint64, stems []uint32) float64 {
	if len(stems) == 0 {
		return 1
	}
	held, width := t.facts.sequenceOf(doc).narrowest(stems, t.facts.words)
	if width == 0 {
		return 1
	}
	share := float64(held) / float64(len(stems))
	return 1 + closeWeight*share*float64(held)/float64(width)
}

// compare orders candidates: tier, then score, then number, then what makes the
// order the same every time.
func (x *Index) compare(a, b candidate) int {
	if c := cmp.Compare(a.tier, b.tier); c != 0 {
		return c
	}
	if a.tier == titled {
		if c := cmp.Compare(x.facts.docs[a.doc].title, x.facts.docs[b.doc].title); c != 0 {
			return c
		}
	}
	if a.tier >= titled {
		if c := cmp.Compare(b.score, a.score); c != 0 {
			return c
		}
	}
	d, e := &x.facts.docs[a.doc], &x.facts.docs[b.doc]
	return cmp.Or(
		compareNumbers(a.number, b.number),
		cmp.Compare(d.example, e.example),
		cmp.Compare(b.release, a.release),
		cmp.Compare(d.lineage, e.lineage),
		cmp.Compare(x.facts.runs[d.first].from, x.facts.runs[e.first].from),
		cmp.Compare(a.doc, b.doc),
	)
}

// compareNumbers orders as the book does, with what bears no number last.
func compareNumbers(a, b code) int {
	if (a == 0) != (b == 0) {
		return cmp.Compare(b, a)
	}
	return cmp.Compare(a, b)
}
