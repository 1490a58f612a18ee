package parse

import "rulebook/archive"

// glossary reads the terms: blocks apart by blank lines, a term on the first line
// of each and its definition on the others. It hands over at the credits.
func (b *builder) glossary(lines []line) {
	start := -1
	for i, l := range lines {
		if isWord(l.text, creditsWord) {
			if start >= 0 {
				b.term(lines[start:i])
			}
			b.credits(lines[i:])
			return
		}
		switch {
		case isBlank(l.text) && start >= 0:
			b.term(lines[start:i])
			start = -1
		case !isBlank(l.text) && start < 0:
			start = i
		}
	}
	if start >= 0 {
		b.term(lines[start:])
	}
}

// term reads one block of the glossary.
func (b *builder) term(block []line) {
	e := archive.Entry{Kind: archive.Term, Term: block[0].text, Line: block[0].at}
	for _, l := range block[1:] {
		appendParagraph(&e.Text, l.text)
	}
	b.add(e)
}
