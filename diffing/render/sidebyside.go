package render

import (
	"io"
	"strings"

	"rulebook/diffing"
)

// SideBySide draws the older text in the left column and the newer in the right,
// each rule beginning on the same line in both.
func SideBySide(w io.Writer, r *diffing.Report, o Options) error {
	c := newCanvas(o)
	c.header(r)
	shown, folded := sort(r, o)
	var stands headings
	for _, change := range shown {
		c.line("")
		if heading := stands.above(change); heading != "" {
			c.hang("", heading, c.styles.Heading)
		}
		c.twoColumns(change)
	}
	for _, f := range folded {
		c.line("")
		c.hang("", f.title, c.styles.Heading)
		c.hang("  ", strings.Join(f.names, ", "), Style{})
	}
	c.moves(r)
	_, err := io.WriteString(w, c.String())
	return err
}

const gutter = " │ "

// twoColumns draws one change.
func (c *canvas) twoColumns(change *diffing.Change) {
	column := (c.width - len([]rune(gutter))) / 2
	left, right := c.columnOf(change, change.Old, column, isOld), c.columnOf(change, change.New, column, isNew)
	for i := range max(len(left), len(right)) {
		var l, r line
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		c.line(l.draw(c.styles) + strings.Repeat(" ", max(0, column-l.width)) + gutter + r.draw(c.styles))
	}
}

func isOld(l look) bool { return l != inserted && l != movedIn }
func isNew(l look) bool { return l != deleted && l != movedOut }

// columnOf sets one side of a change.
func (c *canvas) columnOf(change *diffing.Change, s *diffing.Side, width int, mine func(look) bool) []line {
	if s == nil {
		return nil
	}
	head := name(s)
	if l := label(change); l != "" && s == change.Entry() {
		head += " (" + l + ")"
	}
	lines := flow(words([]piece{{text: head, look: faint}}, true), width)
	add := func(edits []diffing.Edit, lead string) {
		var ps []piece
		all := pieces(edits, c.o.Typography)
		for _, p := range shorten(all, c.o.Context) {
			if mine(p.look) && mine(p.side) {
				ps = append(ps, p)
			}
		}
		ps = told(ps)
		if len(ps) == 0 || lead != "" && !changed(all) {
			return
		}
		lines = append(lines, flow(words(append([]piece{{text: lead}}, ps...), c.o.Color), width)...)
	}
	add(change.Edits, "")
	for _, e := range change.Examples {
		add(e.Edits, "Example: ")
	}
	return lines
}
