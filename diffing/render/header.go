package render

import (
	"strings"

	"rulebook/diffing"
)

// canvas collects the lines of a text renderer.
type canvas struct {
	strings.Builder
	o      Options
	styles Styles
	width  int
}

func newCanvas(o Options) *canvas {
	return &canvas{o: o, styles: o.styles(), width: o.width()}
}

func (c *canvas) line(text string) {
	c.WriteString(strings.TrimRight(text, " "))
	c.WriteByte('\n')
}

// hang writes text behind a lead, its further lines under its first.
func (c *canvas) hang(lead, text string, style Style) {
	indent := len([]rune(lead))
	for i, l := range wrap(text, c.width-indent) {
		if i > 0 {
			lead = strings.Repeat(" ", indent)
		}
		c.line(lead + style.around(l))
	}
}

// header says which releases are compared, what must be known of them, how much
// changed, and what the newer one was about.
func (c *canvas) header(r *diffing.Report) {
	c.hang("from  ", called(r.Old), c.styles.Title)
	to := called(r.New)
	if s := standing(r.New, c.o.Newest); s != "" {
		to += ", " + s
	}
	c.hang("to    ", to, c.styles.Title)
	for _, n := range notes(r) {
		c.hang("note  ", n, Style{})
	}
	c.line("")
	c.hang("", countsSentence(r, c.o.Typography), Style{})
	if r.Of == nil {
		c.about(r)
	}
}

// about says what the release was about. A view of some changes does not ask that.
func (c *canvas) about(r *diffing.Report) {
	const indent = "  "
	c.line("")
	c.line(c.styles.Heading.around("What it was about"))
	if !hasSubstitution(r.Shifts) {
		c.hang(indent, noMassChange, Style{})
	}
	lines := shiftLines(r.Shifts)
	column := 0
	for _, l := range lines {
		if n := len([]rune(l.what)); n <= c.width*2/5 {
			column = max(column, n)
		}
	}
	for _, l := range lines {
		if n := len([]rune(l.what)); n <= column {
			c.hang(indent+l.what+strings.Repeat(" ", column-n)+"  ", l.much, Style{})
		} else {
			c.hang(indent, l.what, Style{})
			c.hang(indent+strings.Repeat(" ", column+2), l.much, Style{})
		}
	}
	c.titles(r)
}

// titles names the headings that came and went.
func (c *canvas) titles(r *diffing.Report) {
	const indent = "  "
	if len(r.Titles.Added) > 0 {
		c.hang(indent+"new headings: ", strings.Join(r.Titles.Added, "; "), Style{})
	}
	if len(r.Titles.Removed) > 0 {
		c.hang(indent+"headings gone: ", strings.Join(r.Titles.Removed, "; "), Style{})
	}
}
