package web

import (
	"fmt"
	"html/template"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// diffDrawing gathers changes under their headings.
type diffDrawing struct {
	*visit
	from, to *book
	view     diffView
	groups   []changeGroup
	headings map[archive.Number]archive.Number // see became
	ids      map[string]int
	terms    map[[2]*diffing.Side][]string // by the sides of a change; on pages of an export
	at       []int                         // of each change drawn, its entry's place in the newer book, or -1
}

// hides reports whether changes of a kind are left out: those not asked for, and
// unless asked for, typography, mere moves, and what refers to the same rules under
// their new numbers. What is left out is counted on the page.
func (d *diffDrawing) hides(kind string) bool {
	switch {
	case d.server.static: // all is there, and a script narrows it
		return kind == string(diffing.Moved)
	case d.view.only != "":
		return kind != d.view.only
	case kind == string(diffing.Typography):
		return !d.view.marks
	case kind == string(diffing.References):
		return d.view.whole()
	}
	return kind == string(diffing.Moved)
}

func (d *diffDrawing) add(c *diffing.Change) {
	id, number, title := d.heading(c)
	if n := len(d.groups); n == 0 || d.groups[n-1].key != id {
		d.groups = append(d.groups, changeGroup{key: id, ID: d.once(id), Number: number, Title: title})
	}
	d.at = append(d.at, d.place(c))
	g := &d.groups[len(d.groups)-1]
	g.Changes = append(g.Changes, d.change(c))
}

// heading is what a change stands under: for what is gone, what its heading has become.
func (d *diffDrawing) heading(c *diffing.Change) (id, number, title string) {
	s, b := c.Entry(), d.to
	if c.New == nil {
		b = d.from
	}
	n, err := archive.ParseNumber(s.Number)
	if err != nil {
		title = titleOfPart(s.Kind)
		return "h-" + slug(title), "", title
	}
	n = headingOf(n)
	if c.New == nil {
		if became, ok := d.became()[n]; ok {
			n, b = became, d.to
		}
	}
	return "h-" + n.String(), n.String(), b.titles[n]
}

// became tells the newer numbers of the older book's headings.
func (d *diffDrawing) became() map[archive.Number]archive.Number {
	if d.headings != nil {
		return d.headings
	}
	newer := make(map[archive.LineageID]archive.Number)
	for i := range d.to.Entries {
		if e := &d.to.Entries[i]; e.Kind == archive.Heading || e.Kind == archive.Section {
			newer[e.Lineage] = e.Number
		}
	}
	d.headings = make(map[archive.Number]archive.Number)
	for i := range d.from.Entries {
		e := &d.from.Entries[i]
		if n, ok := newer[e.Lineage]; ok && e.Lineage != 0 && (e.Kind == archive.Heading || e.Kind == archive.Section) {
			d.headings[e.Number] = n
		}
	}
	return d.headings
}

// unique gives each change an anchor: its number or term, and where that is taken
// (one came and one went under the same number), its number with what happened.
func (d *diffDrawing) unique(c *diffing.Change) string {
	s := c.Entry()
	id := s.Number
	if id == "" {
		id = slug(s.Name())
	}
	if c.New == nil {
		id += "-" + string(c.Kind)
	}
	return d.once(id)
}

// once makes an anchor that is taken another one.
func (d *diffDrawing) once(id string) string {
	d.ids[id]++
	if n := d.ids[id]; n > 1 {
		id += fmt.Sprintf("-%d", n)
	}
	return id
}

func (d *diffDrawing) change(c *diffing.Change) changeView {
	s := c.Entry()
	view := changeView{ID: d.unique(c), Kind: class(c), Number: s.Number, Term: s.Term, Notes: notes(c)}
	if terms := d.terms[[2]*diffing.Side{c.Old, c.New}]; len(terms) > 0 {
		view.Terms = "|" + strings.Join(terms, "|") + "|"
	}
	b := d.to
	if c.New == nil {
		b = d.from
	}
	date := b.Release.Effective
	if n, err := archive.ParseNumber(s.Number); err == nil {
		view.Href, view.History = d.visit.to.number(date, n), d.visit.to.history(date, n)
		for p := n.Parent(); p.Rule != 0; p = p.Parent() {
			if t := b.titles[p]; t != "" {
				view.Context = t
			}
		}
	} else if s.Term != "" {
		view.Href, view.History = d.visit.to.term(date, slug(s.Term)), d.visit.to.historyOfTerm(date, slug(s.Term))
	} else {
		view.Href, view.History = d.visit.to.part(date, s.Kind), d.visit.to.historyOfPart(date, s.Kind)
	}
	if c.Old != nil && c.New != nil && c.Old.Number != c.New.Number {
		view.Was = c.Old.Number
	}
	marks := d.view.marks || d.view.only == string(diffing.Typography) || view.Kind == string(diffing.Typography)
	view.Text = d.edited(c.Edits, bothSides, marks)
	for _, x := range c.Examples {
		view.Examples = append(view.Examples, exampleView{Text: d.edited(x.Edits, bothSides, marks)})
	}
	if d.view.sides {
		d.sides(c, &view, marks)
	}
	return view
}

// sides draws the older and the newer text apart.
func (d *diffDrawing) sides(c *diffing.Change, view *changeView, marks bool) {
	if c.Old != nil {
		view.Older = d.edited(c.Edits, oldSide, marks)
	}
	if c.New != nil {
		view.Newer = d.edited(c.Edits, newSide, marks)
	}
	for i, x := range c.Examples {
		if x.Old >= 0 {
			view.Examples[i].Older = d.edited(x.Edits, oldSide, marks)
		}
		if x.New >= 0 {
			view.Examples[i].Newer = d.edited(x.Edits, newSide, marks)
		}
	}
}

// edited writes a changed text with its citations leading into the release that they
// were made in.
func (d *diffDrawing) edited(edits []diffing.Edit, s side, marks bool) template.HTML {
	return editedWith(edits, s, marks, d.from.links(d.visit.to), d.to.links(d.visit.to))
}

// class is what a change is counted under.
func class(c *diffing.Change) string {
	if c.Kind == diffing.Changed {
		return string(c.Class)
	}
	return string(c.Kind)
}
