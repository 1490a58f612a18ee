package cite

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"rulebook/archive"
)

// Finding is a citation in a text, judged.
type Finding struct {
	Judgement
	Start, End   int // bytes of the text
	Line, Column int // from 1; the column counts characters
	EndColumn    int // behind the citation
	Text         string
	// Fix is what to write in its place; empty where nothing is to be mended, or
	// nothing can be without a person.
	Fix string
	// Inside says that the rule is not written itself, but stands inside the range
	// that is: 702.19c of 702.19b–d. Mended says that it moved and is mended by what
	// is written elsewhere: the ends of its range.
	Inside, Mended bool

	isLetter bool         // the far end of a range without its number: 702.19b–d
	group    int          // index of the first of those that are mended together with it
	against  archive.Date // the release against which an earlier fix wrote it, if one did
}

// Checked is a text with its citations judged.
type Checked struct {
	Findings []Finding // in order
	// Passed counts numbers that look like rules', have no word before them that
	// says so, and are none.
	Passed int
}

// Check judges every citation of a text. memory is what is remembered of earlier
// fixes of it, nil for nothing.
func (j *Judge) Check(text string, memory *Memory) Checked {
	var checked Checked
	lines := lineIndex{text: text}
	places := Find(text)
	memory.recall(text, places)
	for i := 0; i < len(places); {
		p := places[i]
		if !p.Led && !p.Through && !j.stands(p.Number) {
			checked.Passed++
			i++
			continue
		}
		if i+1 < len(places) && places[i+1].Through {
			checked.add(j.checkRange(&lines, p, places[i+1]))
			i += 2
			continue
		}
		f := lines.finding(p, j.rule(p))
		if f.Verdict == Moved && f.Doubt == "" {
			f.Fix = mended(&f)
		}
		checked.add([]Finding{f})
		i++
	}
	checked.holdBack()
	return checked
}

// doubt says why a number may not be rewritten where it stands; empty where it may.
func (p *Place) doubt() string {
	switch {
	case p.Held != "":
		return "it stands in " + p.Held
	case p.Lettered != "":
		return fmt.Sprintf("the %s behind it may be another subrule", p.Lettered)
	}
	return ""
}

// add adds findings that are mended together or not at all.
func (c *Checked) add(together []Finding) {
	for i := range together {
		together[i].group = len(c.Findings)
	}
	c.Findings = append(c.Findings, together...)
}

// spelled writes a number in the letter case of the one it replaces.
func spelled(number, as string) string {
	if as != strings.ToLower(as) {
		return strings.ToUpper(number)
	}
	return strings.ToLower(number)
}

// checkRange judges both ends of a range and all that stands between them. The ends
// are mended when all of it moved together and nothing else came between.
func (j *Judge) checkRange(lines *lineIndex, from, to Place) []Finding {
	if to.isLetter() {
		to.against = cmp.Or(to.against, from.against)
	}
	near, far := lines.finding(from, j.rule(from)), lines.finding(to, j.rule(to))
	between := j.oldCites
	if j.isMended(to) {
		between = j.cites
	}
	findings := []Finding{near}
	for _, n := range between.Between(near.Number, far.Number) {
		f := near
		f.Judgement, f.Inside = j.rule(Place{Citation: archive.Citation{Number: n}, against: to.against}), true
		if far.Line == near.Line {
			f.End, f.EndColumn, f.Text = far.End, far.EndColumn, lines.text[near.Start:far.End]
		}
		findings = append(findings, f)
	}
	findings = append(findings, far)
	if !slices.ContainsFunc(findings, func(f Finding) bool { return f.Verdict == Moved }) {
		return findings
	}
	doubt := j.rangeDoubt(&near, &far)
	for i := range findings {
		switch f := &findings[i]; {
		case f.Verdict != Moved:
		case doubt != "":
			f.Doubt = doubt
		case f.Inside:
			f.Mended = true
		default:
			f.Fix = mended(f)
			f.Mended = f.Fix == "" // the letter stays, the number before it is written
		}
	}
	return findings
}

// mended is what to write for a rule that moved.
func mended(f *Finding) string {
	if f.isLetter {
		if letter := spelled(f.To.Letter, f.Text); letter != f.Text {
			return letter
		}
		return ""
	}
	return spelled(f.To.String(), f.Text)
}

// rangeDoubt says why a range cannot be rewritten by its ends.
func (j *Judge) rangeDoubt(near, far *Finding) string {
	for _, f := range []*Finding{near, far} {
		if f.Doubt != "" {
			return f.Doubt
		}
	}
	const torn = "what the range spans did not move together"
	if near.To.IsZero() || far.To.IsZero() {
		return "an end of the range is gone"
	}
	if near.To.Parent() != far.To.Parent() || near.To.Compare(far.To) >= 0 {
		return torn
	}
	was, is := j.oldCites.Between(near.Number, far.Number), j.cites.Between(near.To, far.To)
	if len(was) != len(is) {
		return torn
	}
	for i, n := range was {
		if moved := j.Rule(n); moved.To != is[i] || moved.Doubt != "" {
			return torn
		}
	}
	return ""
}

// Apply writes the fixes into the text they were found in. It returns the text
// itself when there are none.
func (c *Checked) Apply(text string) string {
	if c.Fixes() == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, f := range c.Findings {
		if f.Fix == "" {
			continue
		}
		b.WriteString(text[at:f.Start])
		b.WriteString(f.Fix)
		at = f.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// Fixes counts the citations that Apply rewrites.
func (c *Checked) Fixes() int {
	n := 0
	for _, f := range c.Findings {
		if f.Fix != "" {
			n++
		}
	}
	return n
}

// lineIndex tells lines and columns of a text, asked for in order. CRLF, LF and CR
// each end a line.
type lineIndex struct {
	text   string
	at     int // what has been read so far, in bytes
	line   int // of at, from 0
	column int // of at, from 0, in characters
}

// moveTo reads on to a byte.
func (l *lineIndex) moveTo(to int) {
	for l.at < to {
		switch c := l.text[l.at]; {
		case c == '\n' || c == '\r' && (l.at+1 == len(l.text) || l.text[l.at+1] != '\n'):
			l.line++
			l.column = 0
		case utf8.RuneStart(c):
			l.column++
		}
		l.at++
	}
}

func (l *lineIndex) finding(p Place, is Judgement) Finding {
	l.moveTo(p.Start)
	f := Finding{Judgement: is, Start: p.Start, End: p.End, Text: l.text[p.Start:p.End], Line: l.line + 1, Column: l.column + 1, isLetter: p.isLetter(), against: p.against}
	f.EndColumn = f.Column + utf8.RuneCountInString(f.Text)
	if f.Verdict == Moved && f.Doubt == "" {
		f.Doubt = p.doubt()
	}
	return f
}

// Counts are how many citations there are of each verdict.
type Counts map[Verdict]int

// Add counts the findings of a text.
func (c Counts) Add(findings []Finding) {
	for _, f := range findings {
		c[f.Verdict]++
	}
}
