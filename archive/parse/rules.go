package parse

import (
	"strings"
	"unicode"

	"rulebook/archive"
)

// examplePrefix begins an example's paragraph.
const examplePrefix = "Example:"

// rules reads the numbered part, and hands over at the glossary or the credits.
func (b *builder) rules(lines []line) {
	for i, l := range lines {
		switch {
		case isBlank(l.text):
		case isWord(l.text, glossaryWord):
			b.glossary(lines[i:])
			return
		case isWord(l.text, creditsWord):
			b.credits(lines[i:])
			return
		default:
			b.ruleLine(l, lines[i+1:])
		}
	}
}

// ruleLine places one paragraph of the numbered part; rest are the lines after it.
func (b *builder) ruleLine(l line, rest []line) {
	n, ok := readNumber(l.text)
	if ok && (n.number.Heading != 0 || opensSection(n.number, rest)) {
		b.slips(l.at, n)
		b.add(archive.Entry{Kind: n.number.Kind(), Number: n.number, Label: n.label, Text: n.text, Line: l.at})
		return
	}
	e := b.last()
	if e == nil || e.Kind != archive.Rule && e.Kind != archive.Subrule {
		b.stray(l)
		return
	}
	if example, ok := readExample(l.text); ok {
		if strings.HasPrefix(strings.TrimSpace(example), examplePrefix) {
			b.warn(l.at, "an example of rule %s is marked as one twice", e.Number)
		}
		b.example(example)
		return
	}
	b.continues(e, l)
}

// opensSection reports whether a line that begins with a single digit is a
// section's: a heading or rule of that section follows. Any other such line, a
// numbered sense or step, is a paragraph.
func opensSection(n archive.Number, rest []line) bool {
	for _, l := range rest {
		if isBlank(l.text) {
			continue
		}
		next, ok := readNumber(l.text)
		return ok && next.number.Heading != 0 && next.number.Section == n.Section
	}
	return false
}

// stray keeps a paragraph that belongs to no rule.
func (b *builder) stray(l line) {
	if e := b.last(); e != nil && e.Kind == archive.Stray {
		b.paragraph(l.text)
		return
	}
	b.warn(l.at, "a paragraph without a number stands where no rule is; it is kept: %s", beginning(l.text))
	b.add(archive.Entry{Kind: archive.Stray, Text: l.text, Line: l.at})
}

// continues adds a further paragraph to a rule, or to its last example.
func (b *builder) continues(e *archive.Entry, l line) {
	const fewest = 3 // letters; a published file has a lone "f" under a rule
	text := strings.TrimSpace(l.text)
	switch {
	case looksNumbered(text):
		b.warn(l.at, "a paragraph begins like a rule but its number cannot be read; it is kept under %s: %s", e.Number, beginning(text))
	case len([]rune(text)) < fewest:
		b.warn(l.at, "a paragraph of rule %s holds nothing but %q", e.Number, text)
	}
	b.paragraph(l.text)
}

// looksNumbered reports whether a paragraph begins with digits, a period and digits.
func looksNumbered(s string) bool {
	i := digits(s, 0)
	return i > 0 && i < len(s) && s[i] == '.' && digits(s, i+1) > i+1
}

// readExample cuts "Example: " off a paragraph that begins with it.
func readExample(s string) (example string, ok bool) {
	example, ok = strings.CutPrefix(strings.TrimLeftFunc(s, unicode.IsSpace), examplePrefix)
	return strings.TrimPrefix(example, " "), ok
}

// slips warns of what the editors got wrong in a number.
func (b *builder) slips(at int, n numbered) {
	if n.label != "" {
		b.warn(at, "the number of %s is printed as %q", n.number, n.label)
	}
	if n.glued {
		b.warn(at, "no space stands between the number %s and its text", n.number)
	}
	if n.number.Skipped() {
		b.warn(at, "the number %s has a letter that the book skips", n.number)
	}
}

// beginning is the first words of a paragraph, for a warning.
func beginning(s string) string {
	const most = 40 // runes
	s = strings.TrimSpace(s)
	runes := 0
	for i := range s {
		if runes == most {
			return s[:i] + "…"
		}
		runes++
	}
	return s
}
