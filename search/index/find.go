package index

import (
	"slices"

	"rulebook/search"
)

// span is a stretch of a text's tokens, both ends taken in.
type span struct{ first, last int }

// finder finds a query's words in a text, to mark them and to measure near/N.
type finder struct {
	stems  *stemmer
	tokens []search.Token
	stem   []string // of each token
}

func newFinder(stems *stemmer, text string) *finder {
	f := &finder{stems: stems, tokens: search.Tokenize(text)}
	f.stem = make([]string, len(f.tokens))
	for i, t := range f.tokens {
		f.stem[i] = stems.stem(t.Text)
	}
	return f
}

// spans are where a node's words stand, in no order.
func (f *finder) spans(n search.Node) []span {
	switch n := n.(type) {
	case search.And:
		return f.spansOf(n.Parts)
	case search.Or:
		return f.spansOf(n.Parts)
	case search.Near:
		return f.near(n)
	case search.Word:
		words := n.Words()
		for i, w := range words {
			words[i] = f.stems.stem(w)
		}
		return f.sequences(words, func(i int) string { return f.stem[i] })
	case search.Phrase:
		return f.sequences(n.Words, func(i int) string { return f.tokens[i].Text })
	case search.Number:
		return f.sequences([]string{n.Number.String()}, func(i int) string { return f.tokens[i].Text })
	case search.Wildcard, search.Fuzzy:
		return f.fitting(fitting(n))
	}
	return nil
}

func (f *finder) spansOf(parts []search.Node) []span {
	var all []span
	for _, part := range parts {
		all = append(all, f.spans(part)...)
	}
	return all
}

// sequences finds words side by side.
func (f *finder) sequences(words []string, form func(int) string) []span {
	var all []span
	for i := 0; i+len(words) <= len(f.tokens); i++ {
		if last := i + len(words) - 1; f.runs(i, words, form) {
			all = append(all, span{i, last})
		}
	}
	return all
}

func (f *finder) runs(at int, words []string, form func(int) string) bool {
	for j, w := range words {
		if form(at+j) != w || f.tokens[at+j].Position != f.tokens[at].Position+j {
			return false
		}
	}
	return true
}

func (f *finder) fitting(fits func(string) bool) []span {
	var all []span
	for i, t := range f.tokens {
		if fits(t.Text) {
			all = append(all, span{i, i})
		}
	}
	return all
}

// near finds the parts that have their partner at most Within words away.
func (f *finder) near(n search.Near) []span {
	left, right := f.spans(n.Left), f.spans(n.Right)
	var all []span
	for _, l := range left {
		for _, r := range right {
			if f.apart(l, r) <= n.Within {
				all = append(all, l, r)
			}
		}
	}
	return all
}

// apart is how many words it is from one span to the other: 1 side by side. Spans
// that overlap are as far apart as can be, for a word is not near itself.
func (f *finder) apart(a, b span) int {
	if b.first < a.first {
		a, b = b, a
	}
	if b.first <= a.last {
		return search.ParagraphGap
	}
	return f.tokens[b.first].Position - f.tokens[a.last].Position
}

// marks are the bytes of the spans, in order, those that touch or overlap joined.
func (f *finder) marks(spans []span) []search.Mark {
	slices.SortFunc(spans, func(a, b span) int { return a.first - b.first })
	var marks []search.Mark
	for _, s := range spans {
		m := search.Mark{Start: f.tokens[s.first].Start, End: f.tokens[s.last].End}
		if n := len(marks); n > 0 && m.Start <= marks[n-1].End {
			marks[n-1].End = max(marks[n-1].End, m.End)
			continue
		}
		marks = append(marks, m)
	}
	return marks
}
