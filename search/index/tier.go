package index

import (
	"strings"

	bsearch "github.com/blevesearch/bleve/v2/search"
	"github.com/blevesearch/bleve/v2/search/searcher"

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
	if n, ok := root.(search.Number); ok {
		return t.numberTiers(n.Number), nil
	}
	tiers := make(map[uint64]tier)
	for _, words := range readings(root) {
		if len(words) == 0 {
			continue
		}
		if err := t.liftNamed(tiers, words); err != nil {
			return nil, err
		}
	}
	return tiers, nil
}

// numberTiers lift the rule of a number, and what stands under it.
func (t *translation) numberTiers(n archive.Number) map[uint64]tier {
	tiers := make(map[uint64]tier)
	mask, value := under(n)
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
	return tiers
}

// root is the searcher of the whole query. A glossary term that is the query's
// words brings with it the rule that it refers to, though that may say it in other
// words: 613, Interaction of Continuous Effects, for layers.
func (t *translation) root(n search.Node) (bsearch.Searcher, error) {
	var words, others []search.Node
	for _, part := range conjuncts(n) {
		switch part.(type) {
		case search.Word, search.Phrase:
			words = append(words, part)
		case search.Field, search.Not:
			others = append(others, part)
		default:
			return t.node(n)
		}
	}
	if len(words) == 0 {
		return t.node(n)
	}
	found, err := t.and(words)
	if err != nil {
		return nil, err
	}
	all := []bsearch.Searcher{found}
	for _, reading := range readings(search.And{Parts: words}) {
		for _, term := range [...]string{t.nameAsIs(reading), t.nameInStems(reading)} {
			s, err := t.has(definesField, term)
			if err != nil {
				return nil, err
			}
			all = append(all, s)
		}
	}
	either, err := t.disjoin(all)
	if err != nil || len(others) == 0 {
		return either, err
	}
	return t.narrow(either, others)
}

func (t *translation) nameAsIs(words []string) string {
	return nameAsIs + strings.Join(singulars(words), " ")
}

func (t *translation) nameInStems(words []string) string {
	return nameStems + strings.Join(t.stemmed(words), " ")
}

// liftNamed lifts what bears the words as a name, defines them, explains them as a
// symbol, or has them in its title.
func (t *translation) liftNamed(tiers map[uint64]tier, words []string) error {
	asIs, inStems := t.nameAsIs(words), t.nameInStems(words)
	looks := []struct {
		tier tier
		find func() (bsearch.Searcher, error)
	}{
		{namedExactly, func() (bsearch.Searcher, error) { return t.has(nameField, asIs) }},
		{namedInForm, func() (bsearch.Searcher, error) { return t.has(nameField, inStems) }},
		{defining, func() (bsearch.Searcher, error) { return t.has(definesField, asIs) }},
		{defining, func() (bsearch.Searcher, error) { return t.has(definesField, inStems) }},
		{titled, func() (bsearch.Searcher, error) { return t.titled(words) }},
	}
	for _, look := range looks {
		if err := t.lift(tiers, look.tier, look.find); err != nil {
			return err
		}
	}
	if len(words) == 1 && words[0][0] == '{' {
		return t.lift(tiers, defining, func() (bsearch.Searcher, error) { return t.explains(words[0]) })
	}
	return nil
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
	var asked []string
	for _, w := range words {
		if !search.IsLittle(w) {
			asked = append(asked, singular(w))
		}
	}
	if len(asked) == 0 {
		return searcher.NewMatchNoneSearcher(t.engine)
	}
	anywhere, err := t.each(asked, func(word string) (bsearch.Searcher, error) {
		return t.either(word, titleField, aboveField)
	})
	if err != nil {
		return nil, err
	}
	own, err := t.each(asked, func(word string) (bsearch.Searcher, error) { return t.has(titleField, word) })
	if err != nil {
		return nil, err
	}
	one, err := t.disjoin(own)
	if err != nil {
		return nil, err
	}
	return t.conjoin(append(anywhere, one))
}

// either finds a term in any of the fields.
func (t *translation) either(term string, fields ...string) (bsearch.Searcher, error) {
	all, err := t.each(fields, func(field string) (bsearch.Searcher, error) { return t.has(field, term) })
	if err != nil {
		return nil, err
	}
	return t.disjoin(all)
}

// explains finds where the book explains a symbol: under a title of symbols.
func (t *translation) explains(symbol string) (bsearch.Searcher, error) {
	here, err := t.has(exactField, symbol)
	if err != nil {
		return nil, err
	}
	symbols, err := t.has(chainField, t.stems.stem("symbols"))
	if err != nil {
		return nil, err
	}
	return t.conjoin([]bsearch.Searcher{here, symbols})
}

// lift gives a tier to what is found, unless it has a better one.
func (t *translation) lift(tiers map[uint64]tier, to tier, find func() (bsearch.Searcher, error)) error {
	s, err := find()
	if err != nil {
		return err
	}
	return t.walk(s, func(doc uint64, _ float64) {
		if has, ok := tiers[doc]; !ok || to < has {
			tiers[doc] = to
		}
	})
}
