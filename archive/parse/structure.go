package parse

import (
	"strings"
	"unicode"

	"rulebook/archive"
)

// The words that stand alone on a line above a part of the book.
const (
	introductionWord = "Introduction"
	contentsWord     = "Contents"
	glossaryWord     = "Glossary"
	creditsWord      = "Credits"
)

// structure reads the parts of the book from its lines.
func structure(lines []line, o Options) (*archive.Snapshot, error) {
	body := bodyStart(lines)
	if body < 0 {
		if labelled, dated := countLabels(lines); labelled+dated > 0 {
			return nil, &RefusedError{"it is a piece of a release; import it with --excerpt"}
		}
		return nil, &RefusedError{"no numbered rules such as 100.1. are in it; it is not a rulebook's text"}
	}
	b := builder{snapshot: new(archive.Snapshot)}
	b.front(lines[:body])
	b.rules(lines[body:])
	b.close()
	if err := b.date(lines, o); err != nil {
		return nil, err
	}
	b.checkNumbers()
	b.checkContents()
	b.flagCutShort()
	b.snapshot.Warnings = b.all()
	b.snapshot.Release.Counts = b.snapshot.Count()
	return b.snapshot, nil
}

// bodyStart returns the index of the line where the rules begin: the first rule,
// and the headings right above it. The contents list prints headings too, but no
// rules, and its last headings have higher numbers than the first rule's. It is -1
// when there is no rule.
func bodyStart(lines []line) int {
	at := -1
	var least archive.Number
	for i := contentsStart(lines); i < len(lines); i++ {
		if n, ok := readNumber(lines[i].text); ok && n.number.Rule != 0 {
			at, least = i, n.number
			break
		}
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

// contentsStart returns the index of the contents list's first heading, 0 when there
// is no list. What begins with a rule's number before it is the introduction.
func contentsStart(lines []line) int {
	for i := range lines {
		if !isWord(lines[i].text, contentsWord) {
			continue
		}
		for j := i + 1; j < len(lines); j++ {
			if isBlank(lines[j].text) {
				continue
			}
			if n, ok := readNumber(lines[j].text); ok && n.number.Rule == 0 {
				return j
			}
			break
		}
	}
	return 0
}

// isBlank reports whether a line holds nothing but white space.
func isBlank(s string) bool {
	for _, r := range s {
		if !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

// isWord reports whether a line holds nothing but one of the words above a part.
func isWord(s, word string) bool { return strings.TrimSpace(s) == word }

// builder collects the entries of a snapshot.
type builder struct {
	snapshot *archive.Snapshot
	// open holds the paragraphs of the text, or of the example, that is being
	// read. They are joined when it ends: adding them one by one would copy a text
	// as often as it has paragraphs.
	open []string
	warnings
}

// add begins an entry; its Text is the first paragraph, if it has any yet.
func (b *builder) add(e archive.Entry) {
	b.close()
	b.snapshot.Entries = append(b.snapshot.Entries, e)
	b.paragraph(e.Text)
}

// paragraph goes on with the text or example that is open.
func (b *builder) paragraph(s string) {
	if s != "" {
		b.open = append(b.open, s)
	}
}

// example begins an example of the last entry.
func (b *builder) example(s string) {
	b.close()
	e := b.last()
	e.Examples = append(e.Examples, "")
	b.paragraph(s)
}

// close ends the text or example that is open.
func (b *builder) close() {
	if e := b.last(); e != nil {
		text := strings.Join(b.open, "\n")
		if last := len(e.Examples) - 1; last >= 0 {
			e.Examples[last] = text
		} else {
			e.Text = text
		}
	}
	b.open = b.open[:0]
}

// last is the entry that a paragraph without a mark of its own belongs to; nil at
// the very beginning.
func (b *builder) last() *archive.Entry {
	if len(b.snapshot.Entries) == 0 {
		return nil
	}
	return &b.snapshot.Entries[len(b.snapshot.Entries)-1]
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
			b.paragraph(l.text)
		default:
			b.snapshot.Front = append(b.snapshot.Front, l.text)
		}
	}
}

// credits reads the last part, its heading included.
func (b *builder) credits(lines []line) {
	b.add(archive.Entry{Kind: archive.Credits, Line: lines[0].at})
	for _, l := range lines[1:] {
		if !isBlank(l.text) {
			b.paragraph(l.text)
		}
	}
}
