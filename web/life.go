package web

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"rulebook/archive"
)

// historyPage follows one lineage, newest wording first.
type historyPage struct {
	frame
	Name   string // what it is called in the release that was asked for
	Title  string // its title or its heading's
	Entry  string // address of the entry there
	Strip  *strip
	Fate   []link // what became of it
	Origin []link // where it came from
	Reigns []reignView
	Words  string // "3 wordings under 2 numbers"
	Marks  int
}

// reignView is a wording with the time that it held.
type reignView struct {
	ID         string // date of its first release
	Label      string // its number, or for what bears none the code of its first release
	From, To   link
	Current    bool
	One        bool // first and last release are one
	X, Width   string
	Happened   []string
	Diff       string // comparison of the release that brought it with the one before
	DiffLabel  string
	Between    string // why the date of the change is not certain
	Text       template.HTML
	Marks      int
	First      bool
	Unreworded bool // only the number changed: the text is not shown again
}

// showHistory answers /history/DATE/NUMBER and /history/DATE/glossary/TERM.
func (v *visit) showHistory() (answer, error) {
	r, dated, err := v.release("release")
	if err != nil {
		return nil, err
	}
	b, err := v.book(v.ctx(), r.Effective)
	if err != nil {
		return nil, err
	}
	i, own, err := v.asked(b)
	if err != nil {
		return nil, err
	}
	if !dated || own != v.URL.EscapedPath() {
		return redirect(own), nil
	}
	e := &b.Entries[i]
	if e.Lineage == 0 {
		return nil, &problem{status: http.StatusNotFound, title: "No history",
			says: fmt.Sprintf("%s was not followed through time.", e.Name()), next: []link{{Href: v.to.release(r.Effective), Label: nameOf(r)}}}
	}
	l, err := v.life(v.ctx(), e.Lineage)
	if err != nil {
		return nil, err
	}
	return v.historyPage(b, i, l, own)
}

// asked finds the entry that a history is asked for, and the history's own address.
func (v *visit) asked(b *book) (i int, own string, err error) {
	d := b.Release.Effective
	if asked := v.PathValue("term"); asked != "" {
		s := slug(asked)
		i, ok := b.slugs[s]
		if !ok {
			return 0, "", v.noSuchTerm(b, asked)
		}
		return i, v.to.historyOfTerm(d, s), nil
	}
	asked := v.PathValue("entry")
	if kind, err := archive.ParseKind(asked); err == nil && (kind == archive.Introduction || kind == archive.Credits) && b.part(kind) >= 0 {
		return b.part(kind), v.to.historyOfPart(d, kind), nil
	}
	n, ok := archive.ParseCitation(asked)
	if !ok {
		return 0, "", v.noSuchEntry(b, asked)
	}
	if !b.has(n) {
		return 0, "", v.noSuchNumber(b, n)
	}
	return b.at[n], v.to.history(d, n), nil
}

func (v *visit) historyPage(b *book, i int, l *life, own string) (answer, error) {
	e := &b.Entries[i]
	d := b.Release.Effective
	view := v.entry(b, i)
	p := historyPage{frame: v.frameOf(b.Release, "History of "+e.Name()), Name: e.Name(), Entry: view.Href,
		Strip: v.strip(v.ctx(), l, d, own)}
	if !e.Number.IsZero() {
		p.Title = strings.TrimPrefix(titleOf(b, e.Number), e.Number.String()+" ")
		if p.Title == e.Number.String() {
			p.Title = ""
		}
	}
	p.Canonical = own
	p.Description = "Every wording of " + e.Name() + " since " + l.Born.Long() + ", with the words that changed."
	p.When.lead(func(d archive.Date) string { // one and the same history, as asked from there
		if s := l.spanAt(d); s != nil {
			return v.historyOfSpan(d, s)
		}
		return ""
	})
	p.When.nameToday(l)
	reigns := v.reigns(l)
	wordings, numbers := 0, make(map[archive.Number]bool)
	for at := len(reigns) - 1; at >= 0; at-- {
		r := reigns[at]
		p.Reigns = append(p.Reigns, v.reignView(r, p.Strip.axis))
		if at == 0 || r.reworded {
			wordings++
		}
		numbers[r.Number] = true
		p.Marks += r.marks
	}
	p.Words = count(wordings, "wording", "wordings")
	if len(numbers) > 1 {
		p.Words += " under " + count(len(numbers), "number", "numbers")
	}
	var err error
	if p.Origin, err = v.origin(l); err != nil {
		return nil, err
	}
	if p.Fate, err = v.fate(l, reigns[len(reigns)-1]); err != nil {
		return nil, err
	}
	return page{template: "history", data: p}, nil
}

func (v *visit) reignView(r *reign, a axis) reignView {
	view := reignView{
		ID: r.From.String(), Label: cmp.Or(r.Number.String(), v.codeOf(r.from)),
		From: v.releaseLink(r.from), To: v.releaseLink(r.to), One: r.From == r.To,
		Current: r.To == v.newest().Effective, First: r.before == nil, Marks: r.marks,
		X: a.at(r.From), Width: a.width(r.From, v.until(r.To)), Unreworded: r.before != nil && !r.changed,
	}
	if !r.Number.IsZero() {
		view.From.Href = v.to.number(r.From, r.Number)
		view.To.Href = v.to.number(r.To, r.Number)
	}
	view.Text = edited(r.edits(), bothSides, false)
	if r.before == nil {
		view.Happened = []string{"the first wording held"}
		return view
	}
	switch {
	case r.reworded:
		view.Happened = append(view.Happened, "reworded")
	case r.changed:
		view.Happened = append(view.Happened, "examples changed")
	}
	if r.moved && !r.before.Number.IsZero() {
		view.Happened = append(view.Happened, "renumbered from "+r.before.Number.String())
	}
	view.Diff = v.to.diff(r.before.To, r.From)
	if !r.Number.IsZero() {
		view.Diff = v.to.diffOf(r.before.To, r.From, r.Number)
	}
	view.DiffLabel = v.codeOf(r.before.to) + " to " + v.codeOf(r.from)
	view.Between = v.between(r.before.To, r.From)
	return view
}

// between says why a change first seen on one day may be older: releases between
// that the archive does not hold.
func (v *visit) between(from, to archive.Date) string {
	missing := v.missingBetween(from, to)
	if len(missing) == 0 {
		return ""
	}
	names := make([]string, len(missing))
	for i, m := range missing {
		names[i] = nameOf(m)
	}
	verb := "is"
	if len(names) > 1 {
		verb = "are"
	}
	return fmt.Sprintf("Changed between %s and %s: %s %s not held.", from.Long(), to.Long(), strings.Join(names, " and "), verb)
}

// until is the day on which a release was followed by the next held one, or the
// end of the axis for the newest.
func (v *visit) until(d archive.Date) archive.Date {
	if _, after := v.neighbours(d); after != nil {
		return after.Effective
	}
	return archive.Date{Year: 9999, Month: 1, Day: 1}
}

func (v *visit) releaseLink(r archive.Release) link {
	return link{Href: v.to.release(r.Effective), Label: nameOf(r), Note: r.Effective.Long()}
}

// origin says where a lineage came from.
func (v *visit) origin(l *life) ([]link, error) {
	if l.From != 0 {
		from, err := v.life(v.ctx(), l.From)
		if err != nil {
			return nil, err
		}
		way := v.releaseLink(v.heldAt(l.Born))
		way.Label, way.Note = "split from another rule", "in "+nameOf(v.heldAt(l.Born))
		if before, _ := v.neighbours(l.Born); before != nil {
			if s := from.spanAt(before.Effective); s != nil {
				way.Label = "Split from " + spanName(s)
				way.Href = v.historyOfSpan(before.Effective, s)
			}
		}
		return []link{way}, nil
	}
	born := v.releaseLink(v.heldAt(l.Born))
	if l.Born == v.held[0].Effective {
		return []link{{Href: born.Href, Label: "In " + born.Label + " already", Note: "the first release held; what it said earlier is not known here"}}, nil
	}
	return []link{{Href: born.Href, Label: "New in " + born.Label, Note: born.Note}}, nil
}

// fate says what became of a lineage.
func (v *visit) fate(l *life, last *reign) ([]link, error) {
	if l.Gone.IsZero() {
		now := v.newest()
		way := link{Href: v.to.release(now.Effective), Label: "In force", Note: "in " + nameOf(now) + ", the newest release held"}
		if s := l.spanAt(now.Effective); s != nil {
			way.Href = v.entryOfSpan(now.Effective, s)
			way.Label = "In force as " + spanName(s)
		}
		return []link{way}, nil
	}
	gone := v.releaseLink(v.heldAt(l.Gone))
	if l.Into != 0 {
		into, err := v.life(v.ctx(), l.Into)
		if err != nil {
			return nil, err
		}
		if s := into.spanAt(l.Gone); s != nil {
			return []link{{Href: v.historyOfSpan(l.Gone, s), Label: "Merged into " + spanName(s), Note: "in " + gone.Label + ", " + gone.Note}}, nil
		}
	}
	way := link{Href: v.to.diff(l.Last, l.Gone), Label: "Removed in " + gone.Label, Note: gone.Note}
	if !last.Number.IsZero() {
		way.Href = v.to.diffOf(l.Last, l.Gone, last.Number)
	}
	return []link{way}, nil
}

// spanAt is the span in which a day lies, or nil.
func (l *life) spanAt(d archive.Date) *archive.Span {
	for i := range l.spans {
		if s := &l.spans[i]; s.From.Compare(d) <= 0 && d.Compare(s.To) <= 0 {
			return s
		}
	}
	return nil
}

func spanName(s *archive.Span) string {
	switch {
	case !s.Number.IsZero():
		return s.Number.String()
	case s.Term != "":
		return s.Term
	}
	return titleOfPart(s.Kind)
}

func (v *visit) entryOfSpan(d archive.Date, s *archive.Span) string {
	switch {
	case !s.Number.IsZero():
		return v.to.number(d, s.Number)
	case s.Term != "":
		return v.to.term(d, slug(s.Term))
	}
	return v.to.part(d, s.Kind)
}

func (v *visit) historyOfSpan(d archive.Date, s *archive.Span) string {
	switch {
	case !s.Number.IsZero():
		return v.to.history(d, s.Number)
	case s.Term != "":
		return v.to.historyOfTerm(d, slug(s.Term))
	}
	return v.to.historyOfPart(d, s.Kind)
}
