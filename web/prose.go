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
	return editedWith(edits, s, typography, nil, nil)
}

// editedWith is edited with the citations of either side as links, where older and
// newer find them.
func editedWith(edits []diffing.Edit, s side, typography bool, older, newer citationLinks) template.HTML {
	var d editedText
	var was, is []citationLink
	if older != nil && newer != nil {
		was, is = older(sideText(edits, diffing.Insert)), newer(sideText(edits, diffing.Delete))
	}
	wasAt, isAt := 0, 0 // bytes written of either side's text
	for _, e := range edits {
		quiet := e.Typography && !typography
		d.links, d.at = is, isAt
		if e.Op == diffing.Delete || e.Op == diffing.Equal && s == oldSide {
			d.links, d.at = was, wasAt
		}
		if e.Op != diffing.Insert {
			wasAt += len(e.Text)
		}
		if e.Op != diffing.Delete {
			isAt += len(e.Text)
		}
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

// citationLinks finds the citations of a text that lead somewhere.
type citationLinks func(text string) []citationLink

// citationLink is a citation's place in a text, in bytes, and where it leads.
type citationLink struct {
	start, end int
	href       string
}

// links finds the citations of entries that the book has.
func (b *book) links(to addresses) citationLinks {
	return func(text string) []citationLink {
		var out []citationLink
		for _, c := range archive.Citations(text) {
			if b.has(c.Number) {
				out = append(out, citationLink{c.Start, c.End, to.number(b.Release.Effective, c.Number)})
			}
		}
		return out
	}
}

// sideText is the text of one side: of all edits but those of one kind.
func sideText(edits []diffing.Edit, but diffing.Op) string {
	var b strings.Builder
	for _, e := range edits {
		if e.Op != but {
			b.WriteString(e.Text)
		}
	}
	return b.String()
}

// editedText is a text with marks in the making.
type editedText struct {
	prose
	open  bool           // a paragraph is
	links []citationLink // of the side that is being written
	at    int            // how far it is written, in bytes
}

// linkedText writes a piece that begins at byte at of its side's text, with the
// citations that lie in it whole.
func (d *editedText) linkedText(piece string, at int) {
	done := 0
	for _, l := range d.links {
		if l.start < at+done || l.end > at+len(piece) {
			continue
		}
		d.text(piece[done : l.start-at])
		d.markup(`<a href="`)
		d.text(l.href)
		d.markup(`">`)
		d.text(piece[l.start-at : l.end-at])
		d.markup(`</a>`)
		done = l.end - at
	}
	d.text(piece[done:])
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
			d.at++ // the line break
		}
		if part == "" {
			continue
		}
		end := d.at + len(part)
		part = d.begin(part)
		d.markup(before)
		d.linkedText(part, end-len(part))
		d.markup(after)
		d.at = end
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
