package annotate

import (
	"strings"

	"rulebook/diffing"
	"rulebook/search/keyword"
)

// price is what a keyword's mark says beside the keyword.
type price struct {
	end      int // of the mark: behind the symbols and numbers that follow directly
	from, to int // the cost or number, in bytes; of equal bytes where there is none
}

// price reads the cost or number that belongs to a keyword: "Madness {1}{R}", "Scry 2",
// "Ward—Pay 3 life", "Escape—{3}{B}, Exile four other cards", "Equip Knight {2}". What is
// written in words stands behind the mark, since it has terms of its own.
func (s *scan) price(m match) price {
	last := m.at + len(m.term.words) - 1
	name := s.words[last].end
	p := price{end: name, from: name, to: name}
	if !m.term.ability && m.term.Kind != keyword.Action {
		return p
	}
	next := s.behindSymbols(m, last+1)
	if next > last+1 {
		p.from, p.end = s.words[last+1].start, s.words[next-1].end
		p.to = p.end
	}
	if !m.term.ability || next == len(s.words) {
		return p
	}
	w := &s.words[next]
	gap := strings.TrimSpace(w.before)
	switch {
	case w.capital && payments()[w.fold] && (gap == "-" || gap == "," && next > last+1):
		p.to = s.words[s.clause(next)].end
		if next == last+1 {
			p.from = w.start
		}
	case next > last+1 && joining()[w.fold] && w.before == " ": // Kicker {U} and/or {W}
		for next < len(s.words) && joining()[s.words[next].fold] {
			next++
		}
		if after := s.behindSymbols(m, next); after > next {
			p.to = s.words[after-1].end
		}
	case next == last+1 && (place{s, m}).here().lineStart:
		if from, to := costAtEnd(s.words, next); from < to {
			p.from, p.to = s.words[from].start, s.words[to-1].end
		}
	}
	return p
}

// payments are the words with which a cost begins that is no mana.
var payments = setOf("pay sacrifice discard exile tap untap return remove put reveal mill collect behold choose waterbend blight")

// behindSymbols returns the first word behind the symbols, and the number where the
// keyword takes one, that stand from word i on.
func (s *scan) behindSymbols(m match, i int) int {
	first := i
	counted := false // a number stands there already
	for ; i < len(s.words); i++ {
		w := &s.words[i]
		isAmount := w.kind == diffing.NumeralToken || w.fold == "x" && w.capital
		switch {
		case i == first && isAmount && w.before == " " && s.takesNumber(m.term):
			counted = true
		case w.kind == diffing.SymbolToken && (w.before == "" || i == first && w.before == " "):
		case w.kind == diffing.SymbolToken && (i == first || counted) && strings.TrimSpace(w.before) == "-":
			counted = false
		default:
			return i
		}
	}
	return i
}

// clause returns the last word of the clause that word i begins.
func (s *scan) clause(i int) int {
	for k := i + 1; k < min(len(s.words), i+farthest); k++ {
		if strings.ContainsAny(s.words[k].before, ".:;!?(\n\"") {
			return k - 1
		}
		i = k
	}
	return i
}

// longestQuality bounds what may stand between a keyword and its cost, in words:
// "Equip legendary creature {3}".
const longestQuality = 6

// costAtEnd returns the symbols, as words from and to, that end the line which goes on
// at word i, when nothing but a few words stand before them; else an empty stretch.
func costAtEnd(words []word, i int) (from, to int) {
	for from = i; from < len(words) && words[from].kind == diffing.WordToken; from++ {
		if words[from].before != " " || from-i == longestQuality {
			return i, i
		}
	}
	for to = from; to < len(words) && words[to].kind == diffing.SymbolToken && (words[to].before == "" || to == from && words[to].before == " "); to++ {
	}
	if to == from || !strings.ContainsAny(words[to-1].after, "\n(") {
		return i, i
	}
	return from, to
}
