package web

import (
	"html"
	"html/template"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// prose writes rules text as HTML. It is the one place that makes template.HTML:
// everything from the archive passes through its escape.
type prose struct {
	b strings.Builder
}

func (p *prose) text(s string)       { p.b.WriteString(html.EscapeString(s)) }
func (p *prose) markup(s string)     { p.b.WriteString(s) }
func (p *prose) html() template.HTML { return template.HTML(p.b.String()) }

// linked writes a text with its citations as links, those that exist in b.
func (p *prose) linked(text string, b *book, to addresses) {
	at := 0
	for _, c := range archive.Citations(text) {
		if !b.has(c.Number) {
			continue
		}
		p.text(text[at:c.Start])
		p.markup(`<a href="`)
		p.text(to.number(b.Release.Effective, c.Number))
		p.markup(`">`)
		p.text(text[c.Start:c.End])
		p.markup(`</a>`)
		at = c.End
	}
	p.text(text[at:])
}

// paragraphs writes a text of one or more paragraphs, each with its citations linked.
func paragraphs(text string, b *book, to addresses) template.HTML {
	var p prose
	for par := range strings.SplitSeq(text, "\n") {
		p.markup("<p>")
		p.linked(par, b, to)
		p.markup("</p>")
	}
	return p.html()
}

// inline writes a text on one line with its citations linked, for examples and titles.
func inline(text string, b *book, to addresses) template.HTML {
	var p prose
	for i, par := range strings.Split(text, "\n") {
		if i > 0 {
			p.markup("<br>")
		}
		p.linked(par, b, to)
	}
	return p.html()
}

// Which side of a comparison a text is drawn for.
type side int

const (
	bothSides side = iota // removed and inserted words in one text
	oldSide               // without what was inserted
	newSide               // without what was removed
)

// edited writes a text with what changed in it, each paragraph an element of its
// own, so that the marks never cross. Typography is shown as the newer side has it.
func edited(edits []diffing.Edit, s side, typography bool) template.HTML {
	var d editedText
	for _, e := range edits {
		quiet := e.Typography && !typography
		switch e.Op {
		case diffing.Equal:
			d.write(e.Text, "", "")
		case diffing.Delete:
			if s == newSide || quiet && s != oldSide {
				continue
			}
			d.edit("del", e, quiet)
		case diffing.Insert:
			if s == oldSide {
				continue
			}
			d.edit("ins", e, quiet)
		}
	}
	d.end()
	return d.html()
}

// editedText is a text with marks in the making.
type editedText struct {
	prose
	open bool // a paragraph is
}

func (d *editedText) edit(element string, e diffing.Edit, quiet bool) {
	if quiet {
		d.write(e.Text, "", "")
		return
	}
	d.write(e.Text, "<"+element+attributes(e)+">", "</"+element+">")
}

// write writes a piece of text between before and after, anew in each paragraph.
func (d *editedText) write(text, before, after string) {
	for i, part := range strings.Split(text, "\n") {
		if i > 0 {
			d.end()
		}
		if part == "" {
			continue
		}
		part = d.begin(part)
		d.markup(before)
		d.text(part)
		d.markup(after)
	}
}

// begin opens a paragraph when none is open. An example is drawn as one and gives
// its first word up for that.
func (d *editedText) begin(part string) string {
	if d.open {
		return part
	}
	d.open = true
	if rest, ok := strings.CutPrefix(part, "Example: "); ok {
		d.markup(`<p class="example"><span>Example</span> `)
		return rest
	}
	d.markup("<p>")
	return part
}

func (d *editedText) end() {
	if d.open {
		d.markup("</p>")
	}
	d.open = false
}

// attributes say of an edit what its element alone does not.
func attributes(e diffing.Edit) string {
	var classes []string
	if e.Moved {
		classes = append(classes, "moved")
	}
	if e.Term {
		classes = append(classes, "term")
	}
	if e.Typography {
		classes = append(classes, "marks")
	}
	out := ""
	if len(classes) > 0 {
		out = ` class="` + strings.Join(classes, " ") + `"`
	}
	switch {
	case !e.Moved:
		return out
	case e.Elsewhere == "":
		return out + ` title="moved within the rule"`
	case e.Op == diffing.Delete:
		return out + ` title="now in ` + html.EscapeString(e.Elsewhere) + `"`
	}
	return out + ` title="from ` + html.EscapeString(e.Elsewhere) + `"`
}
