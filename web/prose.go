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

// edited writes a text with what changed in it. Paragraphs end where both sides end
// one, so that the marks never cross. Typography is shown as the newer side has it.
func edited(edits []diffing.Edit, s side, typography bool) template.HTML {
	var p prose
	p.markup("<p>")
	for _, e := range edits {
		quiet := e.Typography && !typography
		switch e.Op {
		case diffing.Equal:
			p.broken(e.Text)
		case diffing.Delete:
			if s == newSide || quiet && s != oldSide {
				continue
			}
			p.marked("del", e, quiet)
		case diffing.Insert:
			if s == oldSide {
				continue
			}
			p.marked("ins", e, quiet)
		}
	}
	p.markup("</p>")
	return p.html()
}

// marked writes an edit as an element of its own, a new one in each paragraph.
func (p *prose) marked(element string, e diffing.Edit, quiet bool) {
	for i, par := range strings.Split(e.Text, "\n") {
		if i > 0 {
			p.markup("</p><p>")
		}
		if par == "" {
			continue
		}
		if quiet {
			p.text(par)
			continue
		}
		p.markup("<" + element)
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
		if len(classes) > 0 {
			p.markup(` class="` + strings.Join(classes, " ") + `"`)
		}
		switch {
		case e.Moved && e.Elsewhere != "" && e.Op == diffing.Delete:
			p.markup(` title="`)
			p.text("now in " + e.Elsewhere)
			p.markup(`"`)
		case e.Moved && e.Elsewhere != "":
			p.markup(` title="`)
			p.text("from " + e.Elsewhere)
			p.markup(`"`)
		case e.Moved:
			p.markup(` title="moved within the rule"`)
		}
		p.markup(">")
		p.text(par)
		p.markup("</" + element + ">")
	}
}

func (p *prose) broken(text string) {
	for i, par := range strings.Split(text, "\n") {
		if i > 0 {
			p.markup("</p><p>")
		}
		p.text(par)
	}
}
