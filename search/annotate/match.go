package annotate

import (
	"slices"
	"strings"

	"rulebook/search/keyword"
)

// fit tells how well a term's name stands at a place, better ones higher.
type fit int

const (
	nothing fit = iota
	ifUsed      // a form that counts where the book uses it
	inflected
	exactly
)

// matches returns how the term's name stands at the beginning of words.
func (t *Term) matches(words []word) fit {
	if len(words) < len(t.words) {
		return nothing
	}
	best := exactly
	for i := range t.words {
		w, f := &words[i], &t.words[i]
		if i > 0 && !w.joins() {
			return nothing
		}
		switch {
		case w.fold == f.exact:
		case f.free[w.fold]:
			best = min(best, inflected)
		case f.used[w.fold]:
			best = min(best, ifUsed)
		default:
			return nothing
		}
		if w.possessive && i < len(t.words)-1 {
			return nothing
		}
	}
	return best
}

// match is a term found at word at.
type match struct {
	term     *Term
	at       int
	fit      fit
	standing standing
}

// best returns the term that stands at word i: the longest, and of equally long
// ones the one whose name stands there most exactly.
func (s *scan) best(i int) (match, bool) {
	var fitting []match
	for _, t := range s.begins[s.words[i].fold] {
		if f := t.matches(s.words[i:]); f != nothing {
			fitting = append(fitting, match{term: t, at: i, fit: f})
		}
	}
	slices.SortStableFunc(fitting, func(a, b match) int {
		if d := len(b.term.words) - len(a.term.words); d != 0 {
			return d
		}
		return int(b.fit - a.fit)
	})
	for _, m := range fitting {
		if m.standing = s.stands(m); m.standing != unmeant {
			return m, true
		}
	}
	return match{}, false
}

// scan is a text being looked through.
type scan struct {
	*Lexicon
	text  string
	words []word
	found []match
}

// look finds the terms of the text from left to right, without overlap.
func (s *scan) look() {
	s.markNames(s.words)
	for i := 0; i < len(s.words); {
		m, ok := s.best(i)
		if !ok {
			i++
			continue
		}
		if p := (place{s, m}); m.term.thing != nil && p.isThing() {
			m.term = m.term.thing
		}
		s.found = append(s.found, m)
		i += len(m.term.words)
	}
	s.weigh()
}

// stands tells how sure it is, by its place alone, that a term is meant.
func (s *scan) stands(m match) standing {
	first, last := &s.words[m.at], &s.words[m.at+len(m.term.words)-1]
	for i := range m.term.words {
		if s.words[m.at+i].name {
			return unmeant
		}
	}
	p := place{s, m}
	switch {
	case m.fit == ifUsed && !s.usage(m.term).words[first.fold],
		m.term.proper && !first.capital:
		return unmeant
	case m.term.Kind == keyword.AbilityWord:
		if strings.HasPrefix(strings.TrimLeft(last.after, " "), "-") && first.lineOrSentence() {
			return sure
		}
		return unmeant
	case len(m.term.words) > 1:
		return p.asPhrase()
	case m.term.ability:
		return p.asAbility()
	}
	name := m.term.words[0].exact
	if fits, isEveryday := everyday()[name]; isEveryday && !fits(p) {
		return unmeant
	} else if coined(name) || m.term.proper && p.capital() && p.follows(each) && !p.precedes(qualified) {
		return sure
	} else if !isEveryday && m.term.verb && !m.term.noun && m.fit == exactly && p.asNoun() && !p.precedes(named) {
		return unmeant
	}
	return common
}

func (w *word) lineOrSentence() bool { return w.lineStart || w.starts }

// takesNumber reports whether the book writes a number behind the keyword: "Scry N".
func (s *scan) takesNumber(t *Term) bool {
	return s.usage(t).pairs[t.words[len(t.words)-1].exact+" n"]
}
