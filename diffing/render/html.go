package render

import (
	_ "embed"
	"html"
	"io"
	"strings"

	"rulebook/diffing"
)

//go:embed page.css
var pageStyle string

// HTML draws the report as one page that stands alone: no script, no address to
// load from, light and dark, fit to print and to mail.
func HTML(w io.Writer, r *diffing.Report, o Options) error {
	p := &page{o: o}
	title := called(r.Old) + " → " + called(r.New)
	p.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>")
	p.text(title)
	p.raw("</title>\n<style>\n" + pageStyle + "</style>\n</head>\n<body>\n<main>\n")
	p.head(r)
	shown, folded := sort(r, o)
	var stands headings
	for _, c := range shown {
		if heading := stands.above(c); heading != "" {
			p.element("h2", "", heading)
		}
		p.change(c)
	}
	for _, f := range folded {
		p.element("h2", "", f.title)
		p.element("p", "list", strings.Join(f.names, ", "))
	}
	if len(r.Moves) > 0 {
		p.element("h2", "", "Renumbered only")
		p.raw("<ul class=\"moves\">\n")
		for _, m := range r.Moves {
			p.raw("<li>")
			p.text(m.String())
			if m.Entries > 1 {
				p.raw(" <span class=\"much\">")
				p.text(plural(m.Entries, "entry", "entries"))
				p.raw("</span>")
			}
			p.raw("</li>\n")
		}
		p.raw("</ul>\n")
	}
	p.raw("</main>\n</body>\n</html>\n")
	_, err := io.WriteString(w, p.String())
	return err
}

// page collects HTML.
type page struct {
	strings.Builder
	o Options
}

func (p *page) raw(s string)  { p.WriteString(s) }
func (p *page) text(s string) { p.WriteString(html.EscapeString(s)) }

func (p *page) element(tag, class, text string) {
	p.raw("<" + tag)
	if class != "" {
		p.raw(" class=\"" + class + "\"")
	}
	p.raw(">")
	p.text(text)
	p.raw("</" + tag + ">\n")
}

// head is what the page says before the first rule.
func (p *page) head(r *diffing.Report) {
	p.raw("<header>\n<h1>")
	p.text(called(r.Old))
	p.raw(" <span class=\"to\">→ ")
	p.text(called(r.New))
	p.raw("</span></h1>\n")
	if s := standing(r.New, p.o.Newest); s != "" {
		p.element("p", "note", called(r.New)+" is "+s)
	}
	for _, n := range notes(r) {
		p.element("p", "note", n)
	}
	p.element("p", "counts", countsSentence(r, p.o.Typography))
	if r.Of == nil {
		p.about(r)
	}
	p.raw("</header>\n")
}

// about is what the release was about.
func (p *page) about(r *diffing.Report) {
	p.raw("<ul class=\"about\">\n")
	if !hasSubstitution(r.Shifts) {
		p.element("li", "", noMassChange)
	}
	for _, l := range shiftLines(r.Shifts) {
		p.raw("<li><b>")
		p.text(l.what)
		p.raw("</b> <span class=\"much\">")
		p.text(l.much)
		p.raw("</span></li>\n")
	}
	for _, t := range r.Titles.Added {
		p.element("li", "", "new heading: "+t)
	}
	for _, t := range r.Titles.Removed {
		p.element("li", "", "heading gone: "+t)
	}
	p.raw("</ul>\n")
}

// change is one rule with its number in the margin.
func (p *page) change(c *diffing.Change) {
	old, now := numbers(c)
	p.raw("<article class=\"" + string(c.Kind) + "\" id=\"")
	p.text(anchor(c))
	p.raw("\">\n<h3>")
	if old != "" {
		p.raw("<del>")
		p.text(old)
		p.raw("</del> ")
	}
	p.text(now)
	p.raw("</h3>\n<div>\n")
	p.paragraph("", c.Edits)
	for _, e := range c.Examples {
		if changed(pieces(e.Edits, p.o.Typography)) {
			p.paragraph("Example: ", e.Edits)
		}
	}
	if l := label(c); l != "" {
		p.element("p", "label", l)
	}
	p.raw("</div>\n</article>\n")
}

// anchor is the address of a change within the page: the newer number, or the
// older one of what is gone.
func anchor(c *diffing.Change) string {
	if c.New == nil {
		return "was-" + strings.ReplaceAll(c.Old.Name(), " ", "-")
	}
	return strings.ReplaceAll(c.New.Name(), " ", "-")
}

func (p *page) paragraph(lead string, edits []diffing.Edit) {
	ps := shorten(pieces(edits, p.o.Typography), p.o.Context)
	if len(ps) == 0 {
		return
	}
	if lead == "" {
		p.raw("<p>")
	} else {
		p.raw("<p class=\"example\"><i>" + lead + "</i>")
	}
	for _, one := range ps {
		open, end := "", ""
		switch one.look {
		case inserted:
			open, end = "<ins>", "</ins>"
		case deleted:
			open, end = "<del>", "</del>"
		case movedIn:
			open, end = "<ins class=\"moved\" title=\""+html.EscapeString(one.note)+"\">", "</ins>"
		case movedOut:
			open, end = "<del class=\"moved\" title=\""+html.EscapeString(one.note)+"\">", "</del>"
		case faint:
			open, end = "<span class=\"much\">", "</span>"
		}
		p.raw(open)
		p.raw(strings.ReplaceAll(html.EscapeString(one.text), "\n", "<br>\n"))
		p.raw(end)
		if one.note != "" {
			p.raw(" <small>")
			p.text(one.note)
			p.raw("</small>")
		}
	}
	p.raw("</p>\n")
}
