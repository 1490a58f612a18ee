package web

import (
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// diffPage is what changed between two releases, in the newer book's order.
type diffPage struct {
	frame
	Old, New                        when
	Back                            link // the same comparison the other way round
	Same                            bool // both are one release
	Only                            string
	Of                              string // the number that the page is limited to
	Term                            string // the term that the page is limited to
	OfHref                          string // the page without these limits
	Filters                         []filter
	SideBySide, Marks               bool
	InlineHref, SideHref, MarksHref string
	HiddenMarks                     int
	Near                            bool // unchanged neighbours are shown
	NearHref                        string
	About                           about
	Missing                         string // releases between that are not held
	Groups                          []changeGroup
	Moves                           []moveView
	Moved                           int
	Folded                          int // changes that an export folds where no script does
	References                      int // entries that only refer to the same rules under new numbers
	ReferencesHref                  string
	Shown                           int
	Choices                         []link
	Action                          string
}

// pole is one of the two releases compared, with the word it stands behind.
type pole struct {
	when
	Word string // "From" or "To"
}

// filter is a count that narrows the page to what it counts.
type filter struct {
	link
	Count int
	On    bool
}

// changeGroup are the changes under one heading.
type changeGroup struct {
	key     string // of the heading
	ID      string // its anchor; headings that come again have one each
	Number  string
	Title   string
	Changes []changeView
}

// changeView is one change as the template draws it.
type changeView struct {
	ID       string
	Kind     string
	Number   string // the newer number, or the only one
	Was      string // the older number where it differs
	Term     string
	Context  string // the keyword that the rule stands under
	Notes    []string
	Text     template.HTML
	Older    template.HTML // the sides apart, where asked for
	Newer    template.HTML
	Examples []exampleView
	Above    []entryView // unchanged neighbours in the newer book, where asked for
	Below    []entryView
	Href     string // of the entry in the newer release, or the older where it is gone
	Terms    string // on a page of an export, the terms that it takes part in: "|merge|mutate|"
	History  string
}

// exampleView is an example that changed.
type exampleView struct {
	Text, Older, Newer template.HTML
}

// moveView is a run of entries that were renumbered and nothing else.
type moveView struct {
	From, To string
	Entries  int
}

// diffChoice answers /diff: a form to choose, or the address that it asks for.
func (v *visit) diffChoice() (answer, error) {
	from, to := v.query.Get("old"), v.query.Get("new")
	if from == "" && to == "" {
		p := diffPage{frame: v.server.frame(v.library, "Compare two releases"), Choices: v.choices(archive.Date{}), Action: v.to.compare()}
		p.Canonical = v.to.compare()
		p.New = *v.when(v.newest())
		if before, _ := v.neighbours(v.newest().Effective); before != nil {
			p.Old = *v.when(*before)
		}
		return page{template: "compare", data: p}, nil
	}
	older, err := archive.ResolveRelease(v.releases, from)
	if err != nil {
		return nil, v.noSuchRelease(from, err)
	}
	newer, err := archive.ResolveRelease(v.releases, to)
	if err != nil {
		return nil, v.noSuchRelease(to, err)
	}
	return redirect(v.to.diff(older.Effective, newer.Effective) + v.inFormat()), nil
}

// showDiff answers /diff/OLD/NEW and /diff/OLD/NEW/NUMBER.
func (v *visit) showDiff() (answer, error) {
	older, datedOld, err := v.release("old")
	if err != nil {
		return nil, err
	}
	newer, datedNew, err := v.release("new")
	if err != nil {
		return nil, err
	}
	var of archive.Number
	if asked := v.PathValue("entry"); asked != "" {
		n, ok := archive.ParseCitation(asked)
		if !ok {
			return nil, &problem{status: http.StatusNotFound, title: "No such rule",
				says: fmt.Sprintf("“%s” is no rule number such as 702, 702.19 or 702.19b.", shorten(asked)),
				next: []link{{Href: v.to.diff(older.Effective, newer.Effective), Label: "The whole comparison"}}}
		}
		of = n
	}
	view := diffView{of: of, only: v.query.Get("only"), term: v.query.Get("term"),
		sides: v.query.Get("view") == "side", marks: v.query.Get("marks") == "show", near: v.query.Get("context") != ""}
	address := v.to.diff(older.Effective, newer.Effective)
	if !of.IsZero() {
		address = v.to.diffOf(older.Effective, newer.Effective, of)
	}
	if !v.json && (!datedOld || !datedNew || !of.IsZero() && v.PathValue("entry") != of.String()) {
		return redirect(address + view.query(diffView{})), nil
	}
	report, err := v.compare(v.ctx(), older.Effective, newer.Effective)
	if err != nil {
		return nil, err
	}
	if !view.known() {
		return nil, &problem{status: http.StatusBadRequest, title: "No such filter",
			says: fmt.Sprintf("Changes cannot be narrowed to “%s”. What can be asked for stands above the changes, with its count.", shorten(view.only)),
			next: []link{{Href: address, Label: "All changes"}}}
	}
	if v.json {
		return page{document: func() any { return report.Filter(view.filter()) }}, nil
	}
	if !of.IsZero() || view.term != "" {
		report = report.Filter(diffing.Filter{Under: of, Term: view.term, Typography: true})
	}
	p, err := v.diffPage(report, view, address)
	if err != nil {
		return nil, err
	}
	return page{template: "diff", data: p}, nil
}

// diffView is what of a comparison is shown and how.
type diffView struct {
	of    archive.Number
	only  string // a kind or a class; empty for all
	term  string // a term of the release; empty for all
	sides bool
	marks bool // typography too
	near  bool // the unchanged entries beside each change too
}

// filters are what changes can be narrowed to, in the order shown.
var filters = []struct{ name, label string }{
	{string(diffing.Wording), "reworded"},
	{string(diffing.List), "lists"},
	{string(diffing.ReferenceTarget), "other references"},
	{string(diffing.References), "references renumbered"},
	{string(diffing.Example), "examples"},
	{string(diffing.Added), "added"},
	{string(diffing.Removed), "removed"},
	{string(diffing.Split), "split off"},
	{string(diffing.Merged), "merged"},
	{string(diffing.Moved), "moved"},
	{string(diffing.Typography), "typography"},
}

// whole reports whether the comparison is shown without narrowing.
func (dv diffView) whole() bool { return dv.of.IsZero() && dv.only == "" && dv.term == "" }

// filter is what the view leaves of a comparison, as the command line's diff has it.
func (dv diffView) filter() diffing.Filter {
	f := diffing.Filter{Under: dv.of, Term: dv.term, Typography: dv.marks}
	kind := diffing.Kind(dv.only)
	switch kind {
	case "":
	case diffing.Added, diffing.Removed, diffing.Split, diffing.Merged, diffing.Moved:
		f.Kinds = []diffing.Kind{kind}
	default:
		f.Kinds, f.Classes = []diffing.Kind{diffing.Changed}, []diffing.Class{diffing.Class(dv.only)}
	}
	return f
}

func (dv diffView) known() bool {
	if dv.only == "" {
		return true
	}
	for _, f := range filters {
		if f.name == dv.only {
			return true
		}
	}
	return false
}

// query is the view's part of an address. Fields that are set in but replace the
// view's own.
func (dv diffView) query(but diffView) string {
	pairs := []string{"only", dv.only, "term", dv.term, "view", "", "marks", "", "context", ""}
	if but.only != "" {
		pairs[1] = but.only
	}
	if dv.sides {
		pairs[5] = "side"
	}
	if dv.marks {
		pairs[7] = "show"
	}
	if dv.near {
		pairs[9] = "1"
	}
	return query(pairs...)
}

// class is what a change is counted under.
func class(c *diffing.Change) string {
	if c.Kind == diffing.Changed {
		return string(c.Class)
	}
	return string(c.Kind)
}

func (v *visit) diffPage(report *diffing.Report, dv diffView, address string) (*diffPage, error) {
	older, newer := report.Old, report.New
	p := &diffPage{
		frame: v.server.frame(v.library, nameOf(older)+" to "+nameOf(newer)),
		Old:   *v.when(older), New: *v.when(newer), Same: older.Effective == newer.Effective,
		Only: dv.only, SideBySide: dv.sides, Marks: dv.marks || dv.only == string(diffing.Typography),
		Missing: v.missingWords(older.Effective, newer.Effective), Action: v.to.compare(), Choices: v.choices(archive.Date{}),
	}
	p.Sample = newer.Sample || older.Sample
	p.flag(v.to, older)
	if !p.Same {
		p.flag(v.to, newer)
	}
	p.Canonical = address
	p.Description = fmt.Sprintf("What changed in the rules from %s (%s) to %s (%s), word by word.",
		nameOf(older), older.Effective.Long(), nameOf(newer), newer.Effective.Long())
	p.Term, p.OfHref = dv.term, v.to.diff(older.Effective, newer.Effective)
	if !dv.of.IsZero() {
		p.Of = dv.of.String()
		p.Title = dv.of.String() + ", " + p.Title
	}
	p.Back = link{Href: v.to.diff(newer.Effective, older.Effective), Label: "the other way round"}
	p.walk(v, dv, older.Effective, newer.Effective)
	inline, sides, marks, near := dv, dv, dv, dv
	inline.sides, sides.sides, marks.marks, near.near = false, true, !dv.marks, !dv.near
	p.Near, p.NearHref = dv.near, address+near.query(diffView{})
	p.InlineHref, p.SideHref, p.MarksHref = address+inline.query(diffView{}), address+sides.query(diffView{}), address+marks.query(diffView{})

	from, err := v.book(v.ctx(), older.Effective)
	if err != nil {
		return nil, err
	}
	to, err := v.book(v.ctx(), newer.Effective)
	if err != nil {
		return nil, err
	}
	d := &diffDrawing{visit: v, from: from, to: to, view: dv, ids: make(map[string]int)}
	if v.server.static {
		d.terms = termsOfChanges(report)
	}
	counts := make(map[string]int)
	for i := range report.Changes {
		c := &report.Changes[i]
		kind := class(c)
		counts[kind]++
		if d.hides(kind) {
			continue
		}
		p.Shown++
		d.add(c)
	}
	if dv.near {
		d.addNeighbours(report)
	}
	p.Groups = d.groups
	p.HiddenMarks = counts[string(diffing.Typography)]
	p.Moved = counts[string(diffing.Moved)]
	p.Folded = counts[string(diffing.Typography)] + counts[string(diffing.References)]
	if dv.whole() && !v.server.static {
		p.References = counts[string(diffing.References)]
		p.ReferencesHref = address + dv.query(diffView{only: string(diffing.References)})
	}
	for _, m := range report.Moves {
		was, is, _ := strings.Cut(m.String(), " → ")
		p.Moves = append(p.Moves, moveView{From: was, To: is, Entries: m.Entries})
	}
	p.Filters = dv.filters(address, counts)
	p.About = v.about(report)
	return p, nil
}

// walk makes the arrows of both releases lead to the comparison with the one beside.
func (p *diffPage) walk(v *visit, dv diffView, older, newer archive.Date) {
	q := dv.query(diffView{})
	diff := func(a, b archive.Date) string {
		if dv.of.IsZero() {
			return v.to.diff(a, b)
		}
		return v.to.diffOf(a, b, dv.of)
	}
	p.Back.Href = diff(newer, older) + q
	if v.server.static { // only neighbours are compared: on to the ones before and behind
		p.Old.Newer, p.New.Older = nil, nil
		p.Old.lead(func(d archive.Date) string { return diff(d, older) })
		p.New.lead(func(d archive.Date) string { return diff(newer, d) })
		return
	}
	p.Old.lead(func(d archive.Date) string { return diff(d, newer) + q })
	p.New.lead(func(d archive.Date) string { return diff(older, d) + q })
}

func (dv diffView) filters(address string, counts map[string]int) []filter {
	all := 0
	for name, n := range counts {
		folded := name == string(diffing.References) && dv.of.IsZero() && dv.term == ""
		if name != string(diffing.Typography) && name != string(diffing.Moved) && !folded {
			all += n
		}
	}
	none := dv
	none.only = ""
	list := []filter{{link: link{Href: address + none.query(diffView{}), Label: "all"}, Count: all, On: dv.only == ""}}
	for _, f := range filters {
		if counts[f.name] == 0 && dv.only != f.name {
			continue
		}
		list = append(list, filter{link: link{Href: address + dv.query(diffView{only: f.name}), Label: f.label},
			Count: counts[f.name], On: dv.only == f.name})
	}
	return list
}

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

// notes say in words what the marks cannot.
func notes(c *diffing.Change) []string {
	var out []string
	switch c.Kind {
	case diffing.Added:
		out = append(out, "added")
		if c.Candidate != "" {
			out = append(out, "not taken for the former "+c.Candidate)
		}
	case diffing.Removed:
		out = append(out, "removed")
		if c.Candidate != "" {
			out = append(out, "not taken for "+c.Candidate)
		}
	case diffing.Split:
		out = append(out, "split from "+c.SplitFrom)
	case diffing.Merged:
		out = append(out, "merged into "+c.MergedInto)
	case diffing.Changed:
		switch c.Class {
		case diffing.ReferenceTarget:
			out = append(out, "refers to another rule than before")
			for _, t := range c.Targets {
				out = append(out, stillSays(t))
			}
		case diffing.References:
			out = append(out, "refers to the same rules under their new numbers")
		case diffing.Typography:
			out = append(out, "quotes, dashes or spaces only")
		case diffing.Example:
			out = append(out, "only examples")
		case diffing.List:
			out = append(out, members(c.Members)...)
		}
	}
	out = append(out, wandered(c.Edits)...)
	if c.ByHand {
		out = append(out, "paired by hand: "+c.Reason)
	}
	return out
}

// stillSays tells of a reference that was left behind.
func stillSays(t diffing.Target) string {
	if t.Became == "" {
		return "still says " + t.Cited + ", whose rule is gone"
	}
	return "still says " + t.Cited + ", which became " + t.Became
}

// wandered says to and from which other rules sentences went.
func wandered(edits []diffing.Edit) []string {
	var out []string
	for _, e := range edits {
		if !e.Moved || e.Elsewhere == "" || e.Op == diffing.Equal {
			continue
		}
		says := "words from " + e.Elsewhere
		if e.Op == diffing.Delete {
			says = "words went to " + e.Elsewhere
		}
		if !slices.Contains(out, says) {
			out = append(out, says)
		}
	}
	return out
}

// members say what a list gained and lost.
func members(m *diffing.Members) []string {
	if m == nil {
		return nil
	}
	var out []string
	if len(m.Added) > 0 {
		out = append(out, "list gains "+strings.Join(m.Added, ", "))
	}
	if len(m.Removed) > 0 {
		out = append(out, "list loses "+strings.Join(m.Removed, ", "))
	}
	return out
}
