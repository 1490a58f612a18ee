package index

import (
	"slices"

	"rulebook/search"
)

// correct puts right each word that the book has never held; changed is false
// when there is none, or nothing like it.
func (x *Index) correct(n search.Node) (corrected search.Node, changed bool) {
	switch n := n.(type) {
	case search.And:
		parts, changed := x.correctAll(n.Parts)
		return search.And{Parts: parts}, changed
	case search.Or:
		parts, changed := x.correctAll(n.Parts)
		return search.Or{Parts: parts}, changed
	case search.Word:
		words, changed := x.correctWords(n.Words())
		return search.JoinWords(words), changed
	case search.Phrase:
		words, changed := x.correctWords(slices.Clone(n.Words))
		return search.Phrase{Words: words}, changed
	}
	return n, false
}

func (x *Index) correctAll(nodes []search.Node) (parts []search.Node, changed bool) {
	for _, n := range nodes {
		part, c := x.correct(n)
		parts, changed = append(parts, part), changed || c
	}
	return parts, changed
}

// correctWords puts right the words in place.
func (x *Index) correctWords(words []string) (corrected []string, changed bool) {
	for i, w := range words {
		if x.knows(w) || !worthFuzzing(w) {
			continue
		}
		if near := x.facts.words.nearest(w); near != "" {
			words[i], changed = near, true
		}
	}
	return words, changed
}

// knows reports whether the book has held the word in any of its forms, or
// players have it as a name.
func (x *Index) knows(word string) bool {
	_, known := x.facts.words.stem(x.stems.stem(word))
	return known || search.IsName(word)
}
