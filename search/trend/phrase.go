package trend

import (
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
	"rulebook/search"
)

// phrase is one or more words in a row, to be looked for in texts. Its words are
// those of search: letter case, typography and accents do not matter, and a hyphen
// parts words.
type phrase struct {
	words  []sought
	tail   string // the marks that must follow the last word
	forms  bool   // whether the words may stand in any form, and a hyphen for a space
	rarest []byte // the longest of what its words begin with, as a guess
	plain  bool   // whether it is words of letters, with nothing before or behind them
}

// sought is a word of a phrase.
type sought struct {
	marks string // between it and the word before; of the first word, what must stand before it
	word  string // as search.Token has it; what its forms share, where any will do
	begin string // what it begins with in each of its forms
}

// formsOf is a phrase whose words may stand in any of their forms: "battle" is
// found as battles and Battle's too, "double faced" as double-faced.
func formsOf(text string) phrase {
	return newPhrase(text, true)
}

// exactPhrase is a phrase that stands as it is: its words whole, and between them
// its own marks.
func exactPhrase(text string) phrase {
	return newPhrase(text, false)
}

func newPhrase(text string, forms bool) phrase {
	p := phrase{forms: forms}
	text = archive.FoldCase(text)
	end := 0
	for _, t := range search.Tokenize(text) {
		w := sought{p.joint(text[end:t.Start]), t.Text, t.Text}
		if forms {
			w.word = diffing.Root(t.Text)
			w.begin = beginningOf(w.word)
		}
		if len(w.begin) > len(p.rarest) {
			p.rarest = []byte(w.begin)
		}
		p.words = append(p.words, w)
		end = t.End
	}
	p.tail = text[end:]
	p.plain = !p.empty() && p.tail == "" && p.words[0].marks == "" &&
		!slices.ContainsFunc(p.words, func(w sought) bool { return !w.ofLetters() })
	return p
}

// ofLetters reports whether a word is of letters alone, and of more than the x of x/x
// or the tm of (tm), which are no words in a text.
func (w *sought) ofLetters() bool {
	const fewest = 3
	return len(w.word) >= fewest && strings.Trim(w.word, "abcdefghijklmnopqrstuvwxyz") == ""
}

// beginningOf is what all words with a root begin with.
func beginningOf(root string) string {
	if verb, is := strings.CutSuffix(root, "tell"); is {
		return verb + "t" // foretell, foretold
	}
	if n := len(root) - 1; n > 0 && root[n] == 'y' {
		return root[:n] // ability, abilities
	}
	return root
}

// empty reports whether the phrase has no words.
func (p *phrase) empty() bool { return len(p.words) == 0 }

// find returns the byte ranges of a text that are the phrase, in order and without
// overlap. tokens are its words.
func (p *phrase) find(text string, tokens []search.Token) [][2]int {
	var found [][2]int
	for i := 0; !p.empty() && i+len(p.words) <= len(tokens); i++ {
		if p.standsAt(text, tokens, i) {
			last := i + len(p.words) - 1
			found = append(found, [2]int{tokens[i].Start, tokens[last].End})
			i = last
		}
	}
	return found
}

// standsAt reports whether the phrase begins with the i-th word of a text.
func (p *phrase) standsAt(text string, tokens []search.Token, i int) bool {
	for k := range p.words {
		if !p.is(&p.words[k], tokens[i+k].Text) {
			return false
		}
	}
	for k := 1; k < len(p.words); k++ {
		if p.marksBefore(text, tokens, i+k) != p.words[k].marks {
			return false
		}
	}
	first, behind := p.words[0].marks, i+len(p.words)
	return (first == "" || strings.HasSuffix(p.marksBefore(text, tokens, i), first)) &&
		(p.tail == "" || strings.HasPrefix(p.marksBefore(text, tokens, behind), p.tail))
}

// is reports whether a word of a text is the one sought.
func (p *phrase) is(w *sought, word string) bool {
	if p.forms {
		return strings.HasPrefix(word, w.begin) && diffing.Root(word) == w.word
	}
	return word == w.word
}

// marksBefore is what a text has before its i-th word, folded, or behind its last one.
func (p *phrase) marksBefore(text string, tokens []search.Token, i int) string {
	begin, end := 0, len(text)
	if i > 0 {
		begin = tokens[i-1].End
	}
	if i < len(tokens) {
		end = tokens[i].Start
	}
	marks := text[begin:end]
	if marks != " " { // folding needs the words that they part, and would take spaces away at the ends
		marks = archive.FoldCase("x" + marks + "x")
		marks = marks[1 : len(marks)-1]
	}
	return p.joint(marks)
}

// joint is what parts two words of the phrase: where any form will do, a hyphen is
// no more than a space.
func (p *phrase) joint(marks string) string {
	if p.forms && marks == "-" {
		return " "
	}
	return marks
}
