package render

import (
	"io"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"rulebook/archive"
	"rulebook/diffing"
)

// Text draws the report for a terminal or a pipe: one block a rule, its number in
// the margin, words that went and words that came marked in its text.
func Text(w io.Writer, r *diffing.Report, o Options) error {
	c := newCanvas(o)
	c.header(r)
	shown, folded := sort(r, o)
	var stands headings
	blocks := drawBlocks(shown, o)
	for i, change := range shown {
		if heading := stands.above(change); heading != "" {
			c.line("")
			c.hang("", heading, c.styles.Heading)
		}
		c.line("")
		c.WriteString(blocks[i])
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

// drawBlocks draws each change for itself, on as many processors as there are.
func drawBlocks(changes []*diffing.Change, o Options) []string {
	const together = 8 // changes taken at a time: some are a hundred times as long as others
	blocks := make([]string, len(changes))
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(changes)/together+1) {
		group.Go(func() {
			for {
				hi := int(next.Add(together))
				for i := hi - together; i < min(hi, len(changes)); i++ {
					c := newCanvas(o)
					c.block(changes[i])
					blocks[i] = c.String()
				}
				if hi >= len(changes) {
					return
				}
			}
		})
	}
	group.Wait()
	return blocks
}

// marginWidth holds the longest numbers with a sign: "→ 702.139c" and a space on
// either side of it.
const marginWidth = 12

// block draws one change: numbers and label in the margin where they fit, the
// text beside them.
func (c *canvas) block(change *diffing.Change) {
	margin := c.margin(change)
	text := append(c.term(change), c.flowed(change.Edits, "", change)...)
	for _, e := range change.Examples {
		text = append(text, c.flowed(e.Edits, "Example: ", change)...)
	}
	if change.Kind == diffing.Changed && len(change.Edits) == 0 && len(text) == 0 {
		text = append(text, c.styles.Faint.around("(no text)"))
	}
	if l := label(change); l != "" && l != "added" && l != "removed" { // the margin's sign says that
		for _, part := range wrap(l, c.width-marginWidth) {
			text = append(text, c.styles.Faint.around(part))
		}
	}
	for i := range max(len(margin), len(text)) {
		var left, right string
		if i < len(margin) {
			left = margin[i]
		}
		if i < len(text) {
			right = text[i]
		}
		pad := max(1, marginWidth-len([]rune(left)))
		c.line(c.styles.Number.around(left) + strings.Repeat(" ", pad) + right)
	}
}

// term is the name of a glossary entry, on a line of its own above its definition.
func (c *canvas) term(change *diffing.Change) []string {
	if change.Entry().Term == "" {
		return nil
	}
	var ps []piece
	if change.Old != nil && change.New != nil {
		ps = pieces(diffing.Words(change.Old.Term, change.New.Term), c.o.Typography)
	} else {
		ps = []piece{{text: change.Entry().Term}}
	}
	var out []string
	for _, l := range flow(words(ps, c.o.Color), c.width-marginWidth) {
		out = append(out, c.styles.Number.around(l.draw(c.styles)))
	}
	return out
}

// margin is the number of a change with a sign for what came or went, and below
// it the new number.
func (c *canvas) margin(change *diffing.Change) []string {
	old, now := numbers(change)
	if change.Entry().Number == "" {
		old, now = "", ""
	}
	switch {
	case change.Old == nil:
		return []string{"+ " + now}
	case change.New == nil:
		return []string{"- " + now}
	case old != "":
		return []string{"  " + old, "→ " + now}
	}
	return []string{"  " + now}
}

// flowed sets edits into lines beside the margin. An example that did not change
// is left out, a text that did not change is shown for its place.
func (c *canvas) flowed(edits []diffing.Edit, lead string, change *diffing.Change) []string {
	ps := pieces(edits, c.o.Typography)
	if lead != "" {
		if !changed(ps) {
			return nil
		}
		ps = append([]piece{{text: lead, look: faint}}, ps...)
	}
	context := c.o.Context
	if context == 0 && (change.Class == diffing.List || change.Entry().Kind == archive.Credits) {
		context = listContext
	}
	var out []string
	for _, l := range flow(words(told(shorten(ps, context)), c.o.Color), c.width-marginWidth) {
		out = append(out, l.draw(c.styles))
	}
	return out
}

// listContext is how many words stand around a member that came to or left a
// list, and around a name in the credits; the lists of types have hundreds of
// members.
const listContext = 12

// moves tells what bears another number only.
func (c *canvas) moves(r *diffing.Report) {
	if len(r.Moves) == 0 {
		return
	}
	c.line("")
	c.line(c.styles.Heading.around("Renumbered only"))
	c.line("")
	ranges, many := make([]string, len(r.Moves)), make([]string, len(r.Moves))
	column, widest := 0, 0
	for i, m := range r.Moves {
		ranges[i] = m.String()
		if m.Entries > 1 {
			many[i] = "  " + plural(m.Entries, "entry", "entries")
		}
		column, widest = max(column, len([]rune(ranges[i]))), max(widest, len(many[i]))
	}
	for i := range ranges {
		if len("  ")+column+widest <= c.width {
			c.line("  " + ranges[i] + strings.Repeat(" ", column-len([]rune(ranges[i]))) + many[i])
		} else {
			c.hang("  ", ranges[i]+many[i], Style{})
		}
	}
}
