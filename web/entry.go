package web

import (
	"html/template"

	"rulebook/archive"
)

// entryView is an entry as the templates draw it.
type entryView struct {
	ID       string // anchor: 702.19b, term-trample, introduction
	Href     string // of its own page
	Label    string // its number as printed, which hangs in the margin; empty for terms
	Kind     string // section, heading, rule, subrule, glossary, introduction, credits
	Term     string
	Title    bool // the text is a title
	Text     template.HTML
	Examples []template.HTML
	Part     string // the title of the part of the book that begins with it
	Here     bool   // it is what the page is about
}

// entry prepares the entry at i.
func (v *visit) entry(b *book, i int) entryView {
	e := &b.Entries[i]
	d := b.Release.Effective
	view := entryView{Kind: e.Kind.String(), Term: e.Term, Title: e.IsTitle()}
	switch {
	case !e.Number.IsZero():
		view.ID = e.Number.String()
		if b.at[e.Number] != i { // printed twice: the second needs an anchor of its own
			view.ID += "-again"
		}
		view.Href = v.to.number(d, e.Number)
		view.Label = e.Number.Printed()
		if e.Label != "" {
			view.Label = e.Label
		}
	case e.Kind == archive.Term:
		view.ID = "term-" + b.slugOf[i]
		view.Href = v.to.term(d, b.slugOf[i])
	default:
		view.ID = e.Kind.String()
		view.Href = v.to.part(d, e.Kind)
	}
	if view.Title {
		view.Text = inline(e.Text, b, v.to)
	} else {
		view.Text = paragraphs(e.Text, b, v.to)
	}
	for _, x := range e.Examples {
		view.Examples = append(view.Examples, inline(x, b, v.to))
	}
	return view
}

func (v *visit) entries(b *book, at []int) []entryView {
	views := make([]entryView, len(at))
	for k, i := range at {
		views[k] = v.entry(b, i)
	}
	return views
}

// below returns the indices of all entries under number n, in printed order,
// without n's own.
func (b *book) below(n archive.Number) []int {
	var out []int
	for i := range b.Entries {
		m := b.Entries[i].Number
		if !m.IsZero() && m != n && n.Contains(m) {
			out = append(out, i)
		}
	}
	return out
}

// crumbs are the titles that number n stands under, outermost first.
func (v *visit) crumbs(b *book, n archive.Number) []link {
	var up []link
	for _, p := range b.chain(n) {
		l := link{Href: v.to.number(b.Release.Effective, p), Label: p.String()}
		l.Note = b.titles[p]
		up = append(up, l)
	}
	return up
}

// opening is the beginning of a text, at most most runes, broken between words.
func opening(text string, most int) string {
	runes := []rune(text)
	for i, r := range runes {
		if r == '\n' {
			runes = runes[:i]
			break
		}
	}
	if len(runes) <= most {
		return string(runes)
	}
	cut := most
	for cut > most/2 && runes[cut] != ' ' {
		cut--
	}
	return string(runes[:cut]) + " …"
}
