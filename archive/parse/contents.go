package parse

import (
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
)

// checkContents compares the contents list with the headings of the book: each
// difference is a warning, and what the book lacks is a flag.
func (b *builder) checkContents() {
	at, listed := b.contents()
	if at == nil {
		return
	}
	unlisted := make(map[string]bool) // titles that the book has under another number
	for i := range b.snapshot.Entries {
		e := &b.snapshot.Entries[i]
		if e.Kind != archive.Section && e.Kind != archive.Heading {
			continue
		}
		title, ok := listed[e.Number]
		switch {
		case !ok:
			b.warn(e.Line, "the contents list lacks %s %s", e.Number.Printed(), e.Text)
			unlisted[archive.FoldCase(e.Text)] = true
		case archive.Fold(title) != archive.Fold(e.Text):
			b.warn(e.Line, "%s is headed %q, but %q in the contents list", e.Number, e.Text, title)
		}
		delete(listed, e.Number)
	}
	var missing []numbered
	for _, l := range strings.Split(at.Text, "\n") {
		if n, ok := readNumber(l); ok {
			if _, left := listed[n.number]; left {
				b.warn(at.Line, "the contents list has %s %s, which the book lacks", n.number.Printed(), n.text)
				delete(listed, n.number)
				if !unlisted[archive.FoldCase(n.text)] {
					missing = append(missing, n)
				}
			}
		}
	}
	b.flagMissing(missing)
}

// flagMissing flags the headings that the contents list names and the book lacks.
// Those behind the last one of a book that is cut short need no flag of their own.
func (b *builder) flagMissing(missing []numbered) {
	if b.last().Kind != archive.Credits {
		last := b.lastNumber()
		missing = slices.DeleteFunc(missing, func(n numbered) bool { return n.number.Compare(last) > 0 })
	}
	if len(missing) == 0 {
		return
	}
	sections, headings := 0, 0
	for _, n := range missing[1:] {
		if n.number.Kind() == archive.Section {
			sections++
		} else {
			headings++
		}
	}
	more := missing[0].number.Kind() // which of the counts is of the same kind as the first
	what := []string{strings.TrimSpace(missing[0].number.Printed() + " " + beginning(missing[0].text))}
	if sections > 0 {
		what = append(what, countOf(sections, "section", more == archive.Section))
	}
	if headings > 0 {
		what = append(what, countOf(headings, "heading", more == archive.Heading))
	}
	verb := "is"
	if len(missing) > 1 {
		verb = "are"
	}
	last := len(what) - 1
	list := what[last]
	if last > 0 {
		list = strings.Join(what[:last], ", ") + " and " + list
	}
	b.flag(list + " named in the contents " + verb + " missing")
}

// countOf is "1 heading", "15 headings", "14 more headings".
func countOf(n int, noun string, more bool) string {
	if more {
		noun = "more " + noun
	}
	if n > 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// lastNumber is the number of the last entry that has one.
func (b *builder) lastNumber() archive.Number {
	for i := len(b.snapshot.Entries) - 1; i >= 0; i-- {
		if n := b.snapshot.Entries[i].Number; !n.IsZero() {
			return n
		}
	}
	return archive.Number{}
}

// contents returns the entry of the contents list, nil when there is none, and the
// titles that it lists.
func (b *builder) contents() (*archive.Entry, map[archive.Number]string) {
	for i := range b.snapshot.Entries {
		e := &b.snapshot.Entries[i]
		if e.Kind != archive.Contents {
			continue
		}
		listed := make(map[archive.Number]string)
		for _, l := range strings.Split(e.Text, "\n") {
			if n, ok := readNumber(l); ok {
				listed[n.number] = n.text
			}
		}
		return e, listed
	}
	return nil, nil
}
