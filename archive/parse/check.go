package parse

import (
	"strings"
	"unicode"

	"rulebook/archive"
)

// checkNumbers warns of a number that is printed twice, and of those that stand out
// of order.
func (b *builder) checkNumbers() {
	seen := make(map[archive.Number]int, len(b.snapshot.Entries))
	var numbers []archive.Number
	for i := range b.snapshot.Entries {
		e := &b.snapshot.Entries[i]
		if e.Number.IsZero() {
			continue
		}
		if first, twice := seen[e.Number]; twice {
			b.warn(e.Line, "the number %s is printed twice, first in line %d; both are kept", e.Number, first)
			continue
		}
		seen[e.Number] = e.Line
		numbers = append(numbers, e.Number)
	}
	for _, m := range misplacedIn(numbers) {
		n := numbers[m.first]
		b.warn(seen[n], "%s %s; kept in the printed place", n, m)
	}
}

// flagCutShort flags what shows from the file alone that a part is missing.
func (b *builder) flagCutShort() {
	var terms int
	var term, last *archive.Entry
	for i := range b.snapshot.Entries {
		switch e := &b.snapshot.Entries[i]; e.Kind {
		case archive.Term:
			terms, term, last = terms+1, e, e
		default:
			last = e
		}
	}
	switch {
	case last.Kind != archive.Credits:
		b.flag("cut short: no credits at the end" + brokenOff(last))
	case term == nil:
		b.flag("no glossary")
	case endsEarly(terms, term.Term):
		b.flag("the glossary ends early, with " + strings.TrimSpace(term.Term))
	}
}

func (b *builder) flag(s string) {
	b.snapshot.Release.Flags = append(b.snapshot.Release.Flags, s)
}

// brokenOff says that the last entry of a file breaks off inside a sentence.
func brokenOff(e *archive.Entry) string {
	text := e.Wording()
	if e.IsTitle() || text == "" || endsSentence(text) {
		return ""
	}
	return ", and " + e.Name() + " breaks off in mid-sentence"
}

// endsEarly reports whether a glossary of such a size stops too early in the
// alphabet. Every published one ends in Z; a glossary of a few terms may end
// anywhere.
func endsEarly(terms int, last string) bool {
	const (
		enough = 100 // terms; with so many, the last letters of the alphabet have some
		late   = 'T'
	)
	for _, r := range last {
		if unicode.IsLetter(r) {
			return terms >= enough && unicode.ToUpper(r) < late
		}
	}
	return false
}
