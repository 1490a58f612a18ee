package web

import (
	"fmt"
	"html/template"
	"net/http"
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
