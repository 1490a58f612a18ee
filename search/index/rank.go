package index

import (
	"cmp"
	"math"
	"slices"

	"rulebook/archive"
	"rulebook/search"
)

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
	if a.tier >= defining {
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
