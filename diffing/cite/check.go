package cite

import (
	"strings"
	"unicode/utf8"
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
}

// Checked is a text with its citations judged.
type Checked struct {
	Findings []Finding // in order
	// Passed counts numbers that look like rules', have no word before them that
	// says so, and are none.
	Passed int
}

// Check judges every citation of a text.
func (j *Judge) Check(text string) Checked {
	var checked Checked
	lines := lineIndex{text: text}
	places := Find(text)
	for i := 0; i < len(places); {
		p := places[i]
		if !p.Led && !p.Through && !j.stands(p.Number) {
			checked.Passed++
			i++
			continue
		}
		if i+1 < len(places) && places[i+1].Through {
			near, far := lines.finding(p, j.Rule(p.Number)), lines.finding(places[i+1], j.Rule(places[i+1].Number))
			j.mendRange(&near, &far)
			checked.Findings = append(checked.Findings, near, far)
			i += 2
			continue
		}
		f := lines.finding(p, j.Rule(p.Number))
		if f.Verdict == Moved && f.Doubt == "" {
			f.Fix = spelled(f.To.String(), f.Text)
		}
		checked.Findings = append(checked.Findings, f)
		i++
	}
	return checked
}

// spelled writes a number in the letter case of the one it replaces.
func spelled(number, as string) string {
	if as != strings.ToLower(as) {
		return strings.ToUpper(number)
	}
	return number
}

// mendRange gives the two ends of a range their new numbers, when all that the
// range spans moved together and nothing else came between.
func (j *Judge) mendRange(near, far *Finding) {
	if near.Verdict != Moved && far.Verdict != Moved {
		return
	}
	if near.To.IsZero() || far.To.IsZero() {
		return
	}
	if doubt := j.rangeDoubt(near, far); doubt != "" {
		near.Doubt, far.Doubt = doubt, doubt
		return
	}
	if near.To != near.Number {
		near.Fix = spelled(near.To.String(), near.Text)
	}
	if far.To != far.Number {
		far.Fix = spelled(far.To.String(), far.Text)
		if len(far.Text) <= len("aa") { // the letter alone: 702.19b–d
			far.Fix = spelled(far.To.Letter, far.Text)
			if far.Fix == far.Text {
				far.Fix = ""
			}
		}
	}
}

// rangeDoubt says why a range cannot be rewritten by its ends.
func (j *Judge) rangeDoubt(near, far *Finding) string {
	for _, f := range []*Finding{near, far} {
		if f.Doubt != "" {
			return f.Doubt
		}
	}
	const torn = "what the range spans did not move together"
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
	f := Finding{Judgement: is, Start: p.Start, End: p.End, Text: l.text[p.Start:p.End], Line: l.line + 1, Column: l.column + 1}
	f.EndColumn = f.Column + utf8.RuneCountInString(f.Text)
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
