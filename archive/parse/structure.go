package parse

import (
	"fmt"
	"strings"

	"rulebook/archive"
)

// The words that stand alone on a line above a part of the book.
const (
	introductionWord = "Introduction"
	contentsWord     = "Contents"
	glossaryWord     = "Glossary"
	creditsWord      = "Credits"
)

const examplePrefix = "Example:"

// structure reads the parts of the book from its lines.
func structure(lines []line, o Options) (*archive.Snapshot, error) {
	body := bodyStart(lines)
	if body < 0 {
		return nil, &RefusedError{"no numbered rules such as 100.1. are in it; it is not a rulebook's text"}
	}
	b := builder{snapshot: new(archive.Snapshot)}
	b.front(lines[:body])
	b.rules(lines[body:])
	s := b.snapshot
	if err := b.date(lines, o); err != nil {
		return nil, err
	}
	s.Release.Counts = s.Count()
	return s, nil
}

// bodyStart returns the index of the line where the rules begin: the first rule,
// and the headings right above it. The contents list prints headings too, but no
// rules, and its last headings have higher numbers than the first rule's. It is -1
// when there is no rule.
func bodyStart(lines []line) int {
	at := -1
	var least archive.Number
	for i, l := range lines {
		if n, ok := readNumber(l.text); ok && n.number.Rule != 0 {
			at, least = i, n.number
			break
		}
	}
	if at < 0 {
		return -1
	}
	for i := at - 1; i >= 0; i-- {
		if isBlank(lines[i].text) {
			continue
		}
		n, ok := readNumber(lines[i].text)
		if !ok || n.number.Compare(least) >= 0 {
			break
		}
		at, least = i, n.number
	}
	return at
}

func isBlank(s string) bool { return strings.TrimSpace(s) == "" }

// isWord reports whether a line holds nothing but one of the words above a part.
func isWord(s, word string) bool {
	return strings.HasPrefix(strings.TrimSpace(s), word) && strings.TrimSpace(s) == word
}

// builder collects the entries of a snapshot.
type builder struct {
	snapshot *archive.Snapshot
}

func (b *builder) add(e archive.Entry) {
	b.snapshot.Entries = append(b.snapshot.Entries, e)
}

func (b *builder) last() *archive.Entry {
	return &b.snapshot.Entries[len(b.snapshot.Entries)-1]
}

func (b *builder) warn(line int, format string, args ...any) {
	b.snapshot.Warnings = append(b.snapshot.Warnings, archive.Warning{Line: line, Message: fmt.Sprintf(format, args...)})
}

// front reads what stands before the rules: title and date, the introduction, the
// contents list.
func (b *builder) front(lines []line) {
	introduced, listed := false, false
	for _, l := range lines {
		switch {
		case isBlank(l.text):
		case !introduced && isWord(l.text, introductionWord):
			introduced = true
			b.add(archive.Entry{Kind: archive.Introduction, Line: l.at})
		case !listed && isWord(l.text, contentsWord):
			listed = true
			b.add(archive.Entry{Kind: archive.Contents, Line: l.at})
		case introduced || listed:
			appendParagraph(&b.last().Text, l.text)
		default:
			b.snapshot.Front = append(b.snapshot.Front, l.text)
		}
	}
}

func appendParagraph(text *string, paragraph string) {
	if *text == "" {
		*text = paragraph
		return
	}
	*text += "\n" + paragraph
}

// rules reads the numbered part, and hands over at the glossary or the credits.
func (b *builder) rules(lines []line) {
	for i, l := range lines {
		switch {
		case isBlank(l.text):
		case isWord(l.text, glossaryWord):
			b.glossary(lines[i+1:])
			return
		case isWord(l.text, creditsWord):
			b.credits(lines[i:])
			return
		default:
			b.ruleLine(l)
		}
	}
}

// ruleLine places one paragraph of the numbered part.
func (b *builder) ruleLine(l line) {
	if n, ok := readNumber(l.text); ok {
		b.add(archive.Entry{Kind: n.number.Kind(), Number: n.number, Label: n.label, Text: n.text, Line: l.at})
		return
	}
	e := b.last()
	if example, ok := readExample(l.text); ok && (e.Kind == archive.Rule || e.Kind == archive.Subrule) {
		e.Examples = append(e.Examples, example)
		return
	}
	switch {
	case e.Kind == archive.Section || e.Kind == archive.Heading:
		b.warn(l.at, "a paragraph without a number stands under a heading")
		b.add(archive.Entry{Kind: archive.Stray, Text: l.text, Line: l.at})
	case len(e.Examples) > 0:
		appendParagraph(&e.Examples[len(e.Examples)-1], l.text)
	default:
		appendParagraph(&e.Text, l.text)
	}
}

// readExample cuts "Example: " off a paragraph that begins with it.
func readExample(s string) (example string, ok bool) {
	example, ok = strings.CutPrefix(strings.TrimSpace(s), examplePrefix)
	return strings.TrimPrefix(example, " "), ok
}

// credits reads the last part, its heading included.
func (b *builder) credits(lines []line) {
	b.add(archive.Entry{Kind: archive.Credits, Line: lines[0].at})
	for _, l := range lines[1:] {
		if !isBlank(l.text) {
			appendParagraph(&b.last().Text, l.text)
		}
	}
}
