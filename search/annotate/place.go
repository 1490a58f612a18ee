package annotate

import (
	"strings"

	"rulebook/diffing"
)

// place is where a term of one word stands, as the table of everyday words asks
// about it.
type place struct {
	*scan
	match
}

// here is the word itself.
func (p place) here() *word { return &p.words[p.at] }

// before returns the k-th word before, in the same sentence, or "".
func (p place) before(k int) string {
	at := p.at - k
	if at < 0 || p.words[at].sentence != p.here().sentence {
		return ""
	}
	return p.words[at].fold
}

// after returns the word behind when nothing but a space stands between, or "".
func (p place) after() string {
	if at := p.at + 1; at < len(p.words) && p.words[at].before == " " {
		return p.words[at].fold
	}
	return ""
}

// ends reports whether a mark or the end of the text follows.
func (p place) ends() bool { return p.after() == "" }

// follows reports whether one of some words stands directly before.
func (p place) follows(words set) bool { return words[p.before(1)] && p.here().before == " " }

// precedes reports whether one of some words stands directly behind.
func (p place) precedes(words set) bool { return words[p.after()] }

// farthest is how many words away a word may stand to tell what another means: a
// text may be one endless sentence.
const farthest = 40

// sentenceHas reports whether one of some words stands in the same sentence, not
// too far away.
func (p place) sentenceHas(words set) bool {
	first := max(p.here().sentence, p.at-farthest)
	for i := first; i < min(len(p.words), p.at+farthest) && p.words[i].sentence == p.here().sentence; i++ {
		if words[p.words[i].fold] {
			return true
		}
	}
	return false
}

// sentenceBegins reports whether the sentence begins with one of some words.
func (p place) sentenceBegins(words set) bool { return words[p.words[p.here().sentence].fold] }

// capital reports whether the word is capitalised inside a sentence, where only
// names of things are.
func (p place) capital() bool { return p.here().capital && !p.here().starts }

// asNoun reports whether the word stands behind an article or a possessive, where
// no verb does.
func (p place) asNoun() bool { return p.follows(determiners) }

// withAmount reports whether a number, a symbol or an X follows, perhaps behind a dash.
func (p place) withAmount() bool {
	at := p.at + 1
	if at >= len(p.words) {
		return false
	}
	w := &p.words[at]
	near := w.before == "" || w.before == " " || strings.Trim(w.before, " ") == "-"
	return near && (w.kind == diffing.SymbolToken || w.kind == diffing.NumeralToken || w.fold == "x" && w.capital)
}

// listed reports whether the word continues a list of keyword abilities: flying,
// reach, and haste.
func (p place) listed() bool {
	if len(p.found) == 0 {
		return false
	}
	last := p.found[len(p.found)-1]
	if !last.term.ability {
		return false
	}
	next := last.at + len(last.term.words)
	switch p.at - next {
	case 0:
		return strings.TrimSpace(p.here().before) == ","
	case 1:
		return joining[p.words[next].fold]
	}
	return false
}

// pair reports whether the book uses the word together with the one before it or
// behind it in the term's own rules.
func (p place) pair() bool {
	pairs := p.usage(p.term).pairs
	w := p.here().fold
	before, after := p.before(1), p.after()
	return verbal[before] && pairs[before+" "+w] || after != "" && !empty[after] && pairs[w+" "+after]
}

// asAbility reports whether the word stands where a keyword ability does: alone on
// its line or at the head of it, in a list of keywords, had or gained, with a cost,
// or spoken of as an ability.
func (p place) asAbility() bool {
	if p.fit != exactly {
		// A form that the book uses, of something that can have the ability.
		return p.follows(subjects) || p.at > 0 && p.words[p.at-1].name || p.pair()
	}
	switch {
	case p.withAmount(), p.listed(), p.precedes(spokenOf):
		return true
	case p.follows(holding):
		return !p.precedes(qualified)
	case p.here().starts && p.here().capital:
		return p.ends() || p.precedes(parameters) || p.onlyKeywords()
	}
	return p.pair()
}

// onlyKeywords reports whether the rest of the line is no sentence of its own: it
// holds no verb of the game and goes on with another capital letter.
func (p place) onlyKeywords() bool {
	at := p.at + 1
	return at < len(p.words) && p.words[at].before == " " && p.words[at].capital
}
