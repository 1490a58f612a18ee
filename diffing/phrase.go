package diffing

import (
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
	s := cut(archive.FoldCase(text))
	for i := range s.words {
		p.words = append(p.words, s.word(i).Fold)
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
	s := cut(text)
	var at [][2]int
	offsets := s.offsets()
	for i := 0; i+len(p.words) <= len(s.words); i++ {
		if p.standsAt(&s, i) {
			last := i + len(p.words) - 1
			at = append(at, [2]int{offsets[i], offsets[last] + len(s.word(last).Text)})
			i = last
		}
	}
	return at
}

func (p Phrase) standsAt(s *strand, i int) bool {
	for k, want := range p.words {
		if strings.ToLower(s.word(i+k).Fold) != want {
			return false
		}
	}
	return true
}

// offsets are the byte offsets of the strand's words in its text.
func (s *strand) offsets() []int {
	offsets := make([]int, 0, len(s.words))
	offset := 0
	for i := range s.tokens {
		if len(offsets) < len(s.words) && int(s.words[len(offsets)]) == i {
			offsets = append(offsets, offset)
		}
		offset += len(s.tokens[i].Text)
	}
	return offsets
}
