package parse

import (
	"slices"
	"strings"
	"unicode/utf8"

	"rulebook/archive"
)

// glossary reads the terms below the word above them: blocks apart by blank lines, a
// term on the first line of each and its definition on the others. It hands over at
// the credits.
func (b *builder) glossary(lines []line) {
	end := slices.IndexFunc(lines, func(l line) bool { return isWord(l.text, creditsWord) })
	if end < 0 {
		end = len(lines)
	}
	start, blocks := -1, 0
	for i := 1; i <= end; i++ {
		switch isEnd := i == end || isBlank(lines[i].text); {
		case isEnd && start >= 0:
			b.block(lines[start:i])
			blocks++
			start = -1
		case !isEnd && start < 0:
			start = i
		}
	}
	if blocks == 0 {
		b.stray(lines[0])
	}
	if end < len(lines) {
		b.credits(lines[end:])
	}
}

// block reads one block of the glossary.
func (b *builder) block(block []line) {
	if e := b.last(); e != nil && e.Kind == archive.Term && continuesTerm(block) {
		b.warn(block[0].at, "a blank line breaks the glossary entry %q", e.Term)
		b.paragraphs(block)
		return
	}
	e := archive.Entry{Kind: archive.Term, Term: block[0].text, Line: block[0].at}
	if term, sense, ok := cutFused(block); ok {
		b.warn(block[0].at, "the glossary term %q and its first sense stand on one line", term)
		e.Term, e.Text = term, sense
	}
	if e.Text == "" && len(block) == 1 {
		b.warn(e.Line, "the glossary entry %q has no definition", e.Term)
	}
	b.checkTwoTerms(block)
	b.add(e)
	b.paragraphs(block[1:])
}

func (b *builder) paragraphs(lines []line) {
	for _, l := range lines {
		b.paragraph(l.text)
	}
}

// sense is the mark of a numbered sense of a term.
var sense = archive.Pattern(`^\s*[2-9]\.\s`)

// continuesTerm reports whether a block is no entry of its own but what a blank
// line split from the one before: it begins with a further sense, or is a single
// sentence.
func continuesTerm(block []line) bool {
	return sense().MatchString(block[0].text) || len(block) == 1 && isSentence(block[0].text)
}

// isSentence tells a definition from a term: it ends as sentences do and is longer
// than any term. ("Team vs. Team Variant" has a period, "Y" has no other words.)
func isSentence(s string) bool {
	s = strings.TrimSpace(s)
	return strings.Contains(s, " ") && endsSentence(s)
}

// endsSentence reports whether s ends in a mark that closes a sentence, quotes and
// brackets after it included.
func endsSentence(s string) bool {
	s = strings.TrimRight(s, "”\"’')] \t")
	r, _ := utf8.DecodeLastRuneInString(s)
	return strings.ContainsRune(".!?:", r)
}

// fused is a term that its first sense is stuck to: "Ability1. Text on an object".
var fused = archive.Pattern(`^(\S.*?\pL)(1\. .*)$`)

// cutFused parts a term from the first sense when a second sense follows.
func cutFused(block []line) (term, first string, ok bool) {
	if len(block) < 2 || !strings.HasPrefix(block[1].text, "2. ") {
		return "", "", false
	}
	m := fused().FindStringSubmatch(block[0].text)
	if m == nil || isWord(m[1], creditsWord) {
		return "", "", false
	}
	return m[1], m[2], true
}

// checkTwoTerms warns of a block that seems to hold two entries, with the blank
// line between them missing: a later line is as short as a term and is no
// sentence, and a sentence follows it.
func (b *builder) checkTwoTerms(block []line) {
	const longestTerm = 50 // bytes; the longest published one has 37
	for i := 2; i+1 < len(block); i++ {
		s := block[i].text
		if len(s) <= longestTerm && !endsSentence(s) && endsSentence(block[i-1].text) && endsSentence(block[i+1].text) {
			b.warn(block[i].at, "the glossary entry %q seems to hold another, %q; no blank line is between them", block[0].text, s)
		}
	}
}
