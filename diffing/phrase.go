package diffing

import (
	"strings"

	"rulebook/archive"
)

// Phrase is one or more words in a row, to be looked for in texts. Letter case
// does not matter, nor does typography. The zero Phrase is found nowhere.
type Phrase struct {
	forms term     // the words reduced to what their forms share; nil for an exact phrase
	words []string // of an exact phrase, in lower case
	key   string   // stands in every text that holds the phrase, in lower case
}

// FormsOf is a phrase whose words may stand in any of their forms: "battle" is
// found as battles and Battle's too.
func FormsOf(text string) Phrase {
	p := Phrase{forms: termOf(archive.Fold(text))}
	if len(p.forms) > 0 {
		p.key = strings.TrimSuffix(p.forms[0], "y") // abilit-y, abilit-ies
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
	if len(p.words) > 0 {
		p.key = p.words[0]
	}
	return p
}

// Empty reports whether the phrase has no words.
func (p Phrase) Empty() bool { return len(p.forms)+len(p.words) == 0 }

// Find returns the byte ranges of a folded text that are the phrase, in order and
// without overlap.
func (p Phrase) Find(text string) [][2]int {
	switch {
	case p.Empty() || !strings.Contains(strings.ToLower(text), p.key):
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
