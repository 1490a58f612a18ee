package web

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
	"rulebook/diffing/history"
)

// historyPage follows one lineage, newest wording first.
type historyPage struct {
	frame
	Name   string // what it is called in the release that was asked for
	Title  string // its title or its heading's
	Entry  string // address of the entry there
	Strip  *strip
	Fate   endView
	Origin endView
	Reigns []reignView
	Words  string // "3 wordings under 2 numbers"
	Marks  int    // printings that differ in typography only, folded
	Others []otherView
	// Evidence is what excerpts show on days of which no whole release is held.
	Evidence []evidenceView
}

// endView says where a lineage came from or what became of it.
type endView struct {
	link
	Gap    string // why the day is not certain
	Reason string // and the pairing, with its confidence
}

// otherView is another lineage that bore the same name at another time.
type otherView struct {
	link
	From, To string
	Gone     bool
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
	Between    string // why the day of the change is not certain
	Text       template.HTML
	Examples   []template.HTML
	Unreworded bool // only the number changed: the text is not shown again
}

// showHistory answers /history/DATE/NUMBER and /history/DATE/glossary/TERM.
func (v *visit) showHistory() (answer, error) {
	if piece := v.piece("release"); piece != nil {
		return v.showEvidence(piece)
	}
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
	if !v.json && (!dated || own != v.URL.EscapedPath()) {
		return redirect(own + v.inFormat()), nil
	}
	e := &b.Entries[i]
	if e.Lineage == 0 {
		return nil, &problem{status: http.StatusNotFound, title: "No history",
			says: fmt.Sprintf("%s was not followed through time.", e.Name()), next: []link{{Href: v.to.release(r.Effective), Label: nameOf(r)}}}
	}
	found := &history.Found{Asked: history.Asked{Number: e.Number, Term: e.Term, Release: history.NameOf(r)}, Lineage: e.Lineage}
	if found.Tenures, err = v.tenures(e); err != nil {
		return nil, err
	}
	h, err := history.Of(v.ctx(), v.archive, found, v.historyOptions())
	if err != nil {
		return nil, fmt.Errorf("follow %s through time: %w", e.Name(), err)
	}
	p, err := v.historyPage(b, i, h)
	if err != nil {
		return nil, err
	}
	shown, err := v.showsOf(p, e.Lineage)
	if err != nil {
		return nil, err
	}
	p.Canonical = own
	p.Feed = v.changesFeed(own, e.Name())
	if v.query.Get("format") == "atom" {
		return v.historyFeed(p)
	}
	return page{template: "history", data: p, document: func() any {
		return historyDocument{h, archive.NewEvidenceDocuments(shown, v.releases)}
	}}, nil
}

// changesFeed leads to the feed of what changed in the entry of a history; an export has none.
func (v *visit) changesFeed(history, name string) *link {
	if v.server.static {
		return nil
	}
	return &link{Href: history + "?format=atom", Label: "Changes of " + name}
}

// historyOptions are those of the page, or of the document that the command line gives.
func (v *visit) historyOptions() history.Options {
	if !v.json {
		return history.Options{Examples: true}
	}
	return history.Options{Examples: v.query.Get("examples") == "show", Typography: v.query.Get("marks") == "show"}
}

// tenures are all who bore an entry's name at any time.
func (v *visit) tenures(e *archive.Entry) ([]archive.Tenure, error) {
	switch {
	case !e.Number.IsZero():
		return v.archive.NumberTenures(v.ctx(), e.Number)
	case e.Term != "":
		return v.archive.TermTenures(v.ctx(), e.Term)
	}
	return nil, nil
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

func (v *visit) historyPage(b *book, i int, h *history.History) (*historyPage, error) {
	e := &b.Entries[i]
	d := b.Release.Effective
	l, err := v.life(v.ctx(), e.Lineage)
	if err != nil {
		return nil, err
	}
	p := &historyPage{frame: v.frameOf(b.Release, "History of "+e.Name()), Name: e.Name(), Entry: v.entry(b, i).Href,
		Strip: v.strip(l, d, ""), Origin: v.origin(h), Fate: v.fate(h)}
	if !e.Number.IsZero() {
		p.Title = strings.TrimSpace(strings.TrimPrefix(titleOf(b, e.Number), e.Number.String()))
	}
	p.Description = "Every wording of " + e.Name() + " since " + l.Born.Long() + ", with the words that changed."
	if !v.server.static { // which has each history once
		p.When.lead(func(d archive.Date) string { // one and the same history, as asked from there
			if s := l.spanAt(d); s != nil {
				return v.historyOfSpan(d, s)
			}
			return ""
		})
	}
	p.When.nameToday(l)
	wordings, numbers := 0, make(map[archive.Number]bool)
	a := newAxis(v.releases)
	for k := range h.Spans {
		w := &h.Spans[k]
		var before *history.Wording
		if k+1 < len(h.Spans) {
			before = &h.Spans[k+1]
		}
		p.Reigns = append(p.Reigns, v.reignView(w, before, a))
		if before == nil || reworded(w) {
			wordings++
		}
		numbers[w.Number] = true
		p.Marks += max(0, w.Versions-1)
	}
	p.Words = count(wordings, "wording", "wordings")
	if len(numbers) > 1 {
		p.Words += " under " + count(len(numbers), "number", "numbers")
	}
	for _, o := range h.Others {
		p.Others = append(p.Others, v.otherView(h, o))
	}
	return p, nil
}

// reworded reports whether the text itself changed, not only its number, its
// examples or its typography.
func reworded(w *history.Wording) bool {
	return w.Class != diffing.Number && w.Class != diffing.Example && w.Class != diffing.Typography
}

func (v *visit) reignView(w, before *history.Wording, a axis) reignView {
	view := reignView{
		ID: w.From.String(), Label: cmp.Or(w.Number.String(), w.FromCode, w.From.String()),
		From: v.releaseLink(v.heldAt(w.From)), To: v.releaseLink(v.heldAt(w.To)), One: w.From == w.To,
		Current: w.To == v.newest().Effective, X: a.at(w.From), Width: a.width(w.From, v.until(w.To)),
	}
	if !w.Number.IsZero() {
		view.From.Href, view.To.Href = v.to.number(w.From, w.Number), v.to.number(w.To, w.Number)
	}
	if before == nil {
		view.Happened = []string{firstWords(w)}
		view.Text = unchanged(w.Text)
		for _, x := range w.Examples {
			view.Examples = append(view.Examples, unchanged(x))
		}
		return view
	}
	view.Happened = happened(w)
	view.Diff = v.to.diff(before.To, w.From)
	if !w.Number.IsZero() {
		view.Diff = v.to.diffOf(before.To, w.From, w.Number)
	}
	if w.Gap != nil {
		view.Between = w.Gap.Between(w.From)
	}
	view.Unreworded = w.Class == diffing.Number
	view.Text = edited(w.Edits, bothSides, false)
	for _, x := range w.ExampleEdits {
		view.Examples = append(view.Examples, edited(x.Edits, bothSides, false))
	}
	return view
}

// firstWords say how the first wording began.
func firstWords(w *history.Wording) string {
	switch w.Kind {
	case history.Born:
		return "the first wording held"
	case diffing.Split:
		return "split off"
	}
	return "added"
}

// happened says what made a wording another than the one before.
func happened(w *history.Wording) []string {
	var out []string
	switch w.Class {
	case diffing.Number:
	case diffing.Example:
		out = append(out, "examples changed")
	case diffing.Typography:
		out = append(out, "quotes, dashes or spaces only")
	case diffing.References:
		out = append(out, "refers to the same rules under their new numbers")
	case diffing.ReferenceTarget:
		out = append(out, "refers to another rule")
	case diffing.List:
		if out = members(w.Members); len(out) == 0 {
			out = append(out, "list changed")
		}
	default:
		if !w.OnlyRenamed() {
			out = append(out, "reworded")
		}
	}
	if w.WasTerm != "" {
		out = append(out, "renamed from "+w.WasTerm)
	}
	if !w.Was.IsZero() && w.Was != w.Number {
		out = append(out, "renumbered from "+w.Was.String())
	}
	return out
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
func (v *visit) origin(h *history.History) endView {
	o := h.Origin
	born := v.heldAt(o.Release.Effective)
	view := endView{link: v.releaseLink(born), Reason: sure(o.Reason, o.Confidence)}
	if o.Gap != nil {
		view.Gap = o.Gap.Between(born.Effective)
	}
	switch o.Kind {
	case history.Earlier:
		view.Label, view.Note = "In "+nameOf(born)+" already", "the first release held; what it said earlier is not known here"
		view.Gap, view.Reason = "", ""
	case history.SplitFrom:
		view.Label, view.Note = "Split from "+cmp.Or(o.Number.String(), o.Term), "in "+nameOf(born)+", "+born.Effective.Long()
		if before, _ := v.neighbours(born.Effective); before != nil {
			view.Href = v.historyOfName(before.Effective, o.Number, o.Term)
		}
	default:
		view.Label = "New in " + nameOf(born)
	}
	return view
}

// fate says what became of a lineage.
func (v *visit) fate(h *history.History) endView {
	f := h.Fate
	r := v.heldAt(f.Release.Effective)
	name := cmp.Or(f.Number.String(), f.Term)
	view := endView{Reason: sure(f.Reason, f.Confidence)}
	if f.Gap != nil {
		view.Gap = f.Gap.Between(r.Effective)
	}
	last := h.Spans[0]
	switch f.Kind {
	case history.InForce, history.MovedTo:
		view.link = link{Href: v.entryOfName(r.Effective, f.Number, f.Term, last.EntryOf), Label: "In force",
			Note: "in " + nameOf(r) + ", the newest release held"}
		if name != "" {
			view.Label += " as " + name
		}
		view.Reason = ""
	case history.MergedInto:
		view.link = link{Href: v.historyOfName(r.Effective, f.Number, f.Term), Label: "Merged into " + name, Note: "in " + nameOf(r) + ", " + r.Effective.Long()}
	default:
		view.link = link{Href: v.to.diff(last.To, r.Effective), Label: "Removed in " + nameOf(r), Note: r.Effective.Long()}
		if !last.Number.IsZero() {
			view.Href = v.to.diffOf(last.To, r.Effective, last.Number)
		}
	}
	return view
}

// sure says how sure the archive is of a tie that it found, where it is not quite.
func sure(reason string, confidence float64) string {
	if reason == "" || confidence >= 1 {
		return ""
	}
	return fmt.Sprintf("%s, confidence %.0f %%", reason, 100*confidence)
}

// otherView is one of the other lineages that bore the name asked for.
func (v *visit) otherView(h *history.History, o history.Other) otherView {
	from, to := v.heldAt(o.From.Effective), v.heldAt(o.To.Effective)
	return otherView{
		link: link{Href: v.historyOfName(to.Effective, h.Asked.Number, h.Asked.Term), Label: cmp.Or(h.Asked.Number.String(), h.Asked.Term)},
		From: nameOf(from), To: nameOf(to), Gone: o.Gone,
	}
}

func (v *visit) historyOfName(d archive.Date, n archive.Number, term string) string {
	switch {
	case !n.IsZero():
		return v.to.history(d, n)
	case term != "":
		return v.to.historyOfTerm(d, slug(term))
	}
	return v.to.release(d)
}

func (v *visit) entryOfName(d archive.Date, n archive.Number, term string, k archive.Kind) string {
	return v.entryOfSpan(d, &archive.Span{Number: n, Term: term, Kind: k})
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
