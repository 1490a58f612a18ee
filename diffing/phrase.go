package diffing

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rulebook/archive"
)

// Phrase is one or more words in a row, to be looked for in texts. Letter case
// does not matter, nor does typography. The zero Phrase is found nowhere.
type Phrase struct {
	forms term     // the words reduced to what their forms share; nil for an exact phrase
	words []string // of an exact phrase, in lower case
	keys  []string // for each word what it begins with in all of its forms, in lower case
}

// FormsOf is a phrase whose words may stand in any of their forms: "battle" is
// found as battles and Battle's too.
func FormsOf(text string) Phrase {
	p := Phrase{forms: termOf(archive.Fold(text))}
	for _, form := range p.forms {
		p.keys = append(p.keys, strings.TrimSuffix(form, "y")) // abilit-y, abilit-ies
	}
	return p
}

// ExactPhrase is a phrase whose words stand as they are, and as whole words.
func ExactPhrase(text string) Phrase {
	var p Phrase
	for _, t := range Tokenize(archive.FoldCase(text)) {
		if t.Kind != SpaceToken {
			p.words = append(p.words, t.Fold)
		}
	}
	p.keys = p.words
	return p
}

// Empty reports whether the phrase has no words.
func (p Phrase) Empty() bool { return len(p.forms)+len(p.words) == 0 }

// MayStandIn rules texts out at little cost: false means that Find finds nothing in
// the text of which lower is archive.FoldCase.
func (p Phrase) MayStandIn(lower string) bool {
	for i := range p.keys {
		if !p.wordMayStandIn(i, lower) {
			return false
		}
	}
	return !p.Empty()
}

// wordMayStandIn looks for the i-th word. Where a word has marks in it or letters
// beyond ASCII, only cutting the whole text tells.
func (p Phrase) wordMayStandIn(i int, lower string) bool {
	key := p.keys[i]
	if key == "" || !isPlain(key[0]) {
		return strings.Contains(lower, key)
	}
	for at := 0; ; {
		found := strings.Index(lower[at:], key)
		if found < 0 {
			return false
		}
		start := at + found
		at = start + len(key)
		if start > 0 && isPlain(lower[start-1]) {
			continue
		}
		end := at
		for end < len(lower) && isPlain(lower[end]) {
			end++
		}
		if end < len(lower) && (lower[end] == '\'' || lower[end] == '-' || lower[end] >= utf8.RuneSelf) || p.isWord(i, lower[start:end]) {
			return true
		}
	}
}

func isPlain(c byte) bool { return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' }

// isWord reports whether a word, in lower case, is the i-th of the phrase.
func (p Phrase) isWord(i int, word string) bool {
	if p.forms != nil {
		return root(word) == p.forms[i]
	}
	return strings.HasPrefix(p.words[i], word)
}

// Find returns the byte ranges of a text that are the phrase, in order and without
// overlap.
func (p Phrase) Find(text string) [][2]int {
	switch {
	case !p.MayStandIn(archive.FoldCase(text)):
		return nil
	case p.forms != nil:
		return p.forms.find(text)
	}
	return p.findExact(text)
}

func (p Phrase) findExact(text string) [][2]int {
	var words []string // of the text, folded, in lower case
	var places [][2]int
	at := 0
	for _, t := range Tokenize(text) {
		if t.Kind != SpaceToken {
			words = append(words, strings.ToLower(t.Fold))
			places = append(places, [2]int{at, at + len(t.Text)})
		}
		at += len(t.Text)
	}
	var found [][2]int
	for i := 0; i+len(p.words) <= len(words); {
		if !slices.Equal(words[i:i+len(p.words)], p.words) {
			i++
			continue
		}
		last := i + len(p.words) - 1
		found = append(found, [2]int{places[i][0], places[last][1]})
		i = last + 1
	}
	return found
}
