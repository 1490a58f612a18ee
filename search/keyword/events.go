package keyword

import (
	"cmp"
	"slices"

	"rulebook/archive"
	"rulebook/diffing"
)

// EventKind tells what a release did to a keyword.
type EventKind string

// The kinds of event, in the order in which one release lists them.
const (
	Introduced EventKind = "introduced" // the keyword itself, with all its rules
	Renamed    EventKind = "renamed"
	Renumbered EventKind = "renumbered" // the keyword with all its rules
	Added      EventKind = "added"      // a rule of it
	Reworded   EventKind = "reworded"
	References EventKind = "references" // only rule numbers inside a rule changed
	Moved      EventKind = "moved"      // a rule of it, alone
	Removed    EventKind = "removed"    // a rule of it
	Ended      EventKind = "ended"      // the keyword itself
)

var eventOrder = []EventKind{Introduced, Renamed, Renumbered, Added, Reworded, References, Moved, Removed, Ended}

// Event is one thing that a release did to a keyword or to a rule of it.
// Changes of quotes, dashes and spaces alone are none.
type Event struct {
	Release archive.Release
	Kind    EventKind
	// Number is what the rule bears from this release on, or bore last; Was what it
	// bore before, where that differs.
	Number, Was archive.Number
	// Edits turn the rule with its examples as it was into what it is; one insert
	// for a rule that was added, one delete for one that was removed.
	Edits []diffing.Edit
}

// Events returns what the releases did to a keyword, oldest first. That it stood
// in the first release held is no event. An ability word has no rules, so that
// only its coming, its going and its names are told.
func (c *Chronicle) Events(l *Life) []Event {
	var events []Event
	add := func(d archive.Date, e Event) {
		e.Release = c.release(d)
		events = append(events, e)
	}
	if !l.Beginning {
		add(l.Since.Effective, Event{Kind: Introduced, Number: l.numberAt(l.Since.Effective)})
	}
	for i, n := range l.Names[1:] {
		if was := l.Names[i]; was.Name != n.Name {
			add(n.From, Event{Kind: Renamed, Number: l.numberAt(n.From), Edits: diffing.Words(was.Name, n.Name)})
		}
	}
	for i := 1; i < len(l.titles); i++ {
		if was, is := &l.titles[i-1], &l.titles[i]; was.Number != is.Number {
			add(is.From, Event{Kind: Renumbered, Number: is.Number, Was: was.Number})
		}
	}
	if !l.Gone.Effective.IsZero() {
		add(l.Gone.Effective, Event{Kind: Ended, Number: l.numberAt(l.Last().To)})
	}
	for _, spans := range c.rulesOf(l) {
		c.ruleEvents(l, spans, add)
	}
	slices.SortStableFunc(events, func(a, b Event) int {
		return cmp.Or(a.Release.Effective.Compare(b.Release.Effective),
			slices.Index(eventOrder, a.Kind)-slices.Index(eventOrder, b.Kind), a.Number.Compare(b.Number))
	})
	return events
}

// numberAt is the number of the keyword's rule in release d; zero where it has none.
func (l *Life) numberAt(d archive.Date) archive.Number {
	for i := range l.titles {
		if t := &l.titles[i]; t.From.Compare(d) <= 0 && d.Compare(t.To) <= 0 {
			return t.Number
		}
	}
	return archive.Number{}
}

// holds reports whether a span stands under the keyword's rule at its begin.
func (l *Life) holds(span *archive.Span) bool {
	return span.Kind == archive.Subrule && span.Number.Parent() == l.numberAt(span.From)
}

// rulesOf returns the spans of each lineage that ever stood under the keyword's
// rule, those of one lineage together.
func (c *Chronicle) rulesOf(l *Life) [][]archive.Span {
	var rules [][]archive.Span
	for at := 0; at < len(c.spans); {
		end := at
		held := false
		for end < len(c.spans) && c.spans[end].Lineage == c.spans[at].Lineage {
			held = held || l.holds(&c.spans[end])
			end++
		}
		if held {
			rules = append(rules, c.spans[at:end])
		}
		at = end
	}
	return rules
}

// ruleEvents tells the life of one rule as far as it belongs to the keyword.
func (c *Chronicle) ruleEvents(l *Life, spans []archive.Span, add func(archive.Date, Event)) {
	for i := range spans {
		is := &spans[i]
		here := l.holds(is)
		switch {
		case i == 0 && here && is.From != l.Since.Effective:
			add(is.From, Event{Kind: Added, Number: is.Number, Edits: diffing.Words("", wordingOf(is))})
		case i == 0:
		case here || l.holds(&spans[i-1]):
			c.changed(l, &spans[i-1], is, add)
		}
	}
	last := &spans[len(spans)-1]
	after := c.index(last.To) + 1
	if l.holds(last) && after < len(c.held) && l.At(c.held[after].Effective) {
		add(c.held[after].Effective, Event{Kind: Removed, Number: last.Number, Edits: diffing.Words(wordingOf(last), "")})
	}
}

// changed tells how a rule went from one span to the next.
func (c *Chronicle) changed(l *Life, was, is *archive.Span, add func(archive.Date, Event)) {
	e := Event{Number: is.Number}
	if was.Number != is.Number {
		e.Was = was.Number
	}
	// A rule that keeps its letter moves with its keyword.
	withKeyword := l.holds(was) && l.holds(is) && was.Number.Letter == is.Number.Letter
	if archive.Fold(wordingOf(was)) != archive.Fold(wordingOf(is)) {
		e.Kind, e.Edits = Reworded, diffing.Words(wordingOf(was), wordingOf(is))
		if onlyNumbers(e.Edits) {
			e.Kind = References
		}
		if withKeyword {
			e.Was = archive.Number{}
		}
		add(is.From, e)
	} else if was.Number != is.Number && !withKeyword {
		e.Kind = Moved
		add(is.From, e)
	}
}

func wordingOf(span *archive.Span) string {
	e := archive.Entry{Text: span.Text, Examples: span.Examples}
	return e.Wording()
}

// ruleNumbers is the text of an edit inside a cross-reference.
var ruleNumbers = archive.Pattern(`^\s*[1-9][0-9]{2}(\.[0-9]{1,3}[a-z]{0,2})?([-–—,; ]+[0-9a-z.]+)*\s*$`)

// onlyNumbers reports whether nothing but numbers of rules changed.
func onlyNumbers(edits []diffing.Edit) bool {
	for _, e := range edits {
		if e.Op != diffing.Equal && !e.Typography && !ruleNumbers().MatchString(e.Text) {
			return false
		}
	}
	return true
}
