package web

import (
	"context"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/search/keyword"
	"rulebook/search/trend"
)

// keywordsPage lists what a release gives a meaning of its own.
type keywordsPage struct {
	frame
	Lists []keywordList
}

type keywordList struct {
	Title    string
	Keywords []keywordLine
}

// keywordLine is a keyword in a list, with the time that it has been in the book.
type keywordLine struct {
	link
	Number string
}

// keywordPage is all that is known of one name; it may be an action and an ability.
type keywordPage struct {
	frame
	Name     string
	List     string
	Keywords []keywordView
	Chart    *trendChart // how often the name stands in the releases; nil where it cannot be counted
	Trend    string
}

// keywordView is one keyword as of the page's release.
type keywordView struct {
	Kind     string
	Standing string
	Entries  []entryView
	Glossary []entryView
	CitedBy  []citedEntry
	Events   []eventView // the newest release first
}

// eventView is what one release did to the keyword or to a rule of it.
type eventView struct {
	Release link
	Says    string
	Number  string
	Href    string
	Text    template.HTML
}

// chronicle is the lives of all keywords, read once for a generation.
func (lib *library) chronicle(ctx context.Context) (*keyword.Chronicle, error) {
	return lib.chronicles.get(struct{}{}, func() (*keyword.Chronicle, error) {
		c, err := keyword.ReadChronicle(context.WithoutCancel(ctx), lib.archive)
		if err != nil {
			return nil, fmt.Errorf("read the lives of the keywords: %w", err)
		}
		return c, nil
	})
}

// releaseIn is the release that ?in= names, else the newest.
func (v *visit) releaseIn() (archive.Release, error) {
	asked := v.query.Get("in")
	if asked == "" {
		return v.newest(), nil
	}
	r, err := archive.ResolveRelease(v.releases, asked)
	if err != nil {
		return r, v.noSuchRelease(asked, err)
	}
	return r, nil
}

// inRelease is the query of an address that speaks of release d.
func (lib *library) inRelease(d archive.Date) string {
	if d == lib.newest().Effective {
		return ""
	}
	return query("in", d.String())
}

func (a addresses) keywords() string           { return a.path("keywords") }
func (a addresses) keyword(name string) string { return a.path("keyword", slug(name)) }

// showKeywords answers /keywords.
func (v *visit) showKeywords() (answer, error) {
	r, err := v.releaseIn()
	if err != nil {
		return nil, err
	}
	b, err := v.book(v.ctx(), r.Effective)
	if err != nil {
		return nil, err
	}
	c, err := v.chronicle(v.ctx())
	if err != nil {
		return nil, err
	}
	list := keyword.List(b.Snapshot)
	p := keywordsPage{frame: v.frameOf(r, "Keywords, "+nameOf(r))}
	p.Canonical = v.to.keywords() + v.inRelease(r.Effective)
	p.Description = "Keyword abilities, keyword actions and ability words, each with the release that brought it."
	if !v.server.static { // which has the newest list alone
		p.When.lead(func(d archive.Date) string { return v.to.keywords() + v.inRelease(d) })
	}
	for _, kind := range keyword.Kinds {
		of := keywordList{Title: plural(kind)}
		for _, k := range keyword.Fitting(list, kind) {
			line := keywordLine{link: link{Href: v.to.keyword(k.Name) + v.inRelease(r.Effective), Label: k.Name}, Number: k.Number.String()}
			if l := c.Life(k); l != nil {
				line.Note = standing(c, l, r.Effective)
			}
			of.Keywords = append(of.Keywords, line)
		}
		if len(of.Keywords) > 0 {
			p.Lists = append(p.Lists, of)
		}
	}
	gone := keywordList{Title: "Gone"}
	for _, l := range c.Gone(r.Effective) {
		last := l.Last()
		gone.Keywords = append(gone.Keywords, keywordLine{link: link{Href: v.to.keyword(last.Name) + v.inRelease(last.To), Label: last.Name,
			Note: string(l.Kind) + ", " + standing(c, l, last.To)}})
	}
	if len(gone.Keywords) > 0 {
		p.Lists = append(p.Lists, gone)
	}
	return page{template: "keywords", data: p, document: func() any { return c.NewListDocument(r, list) }}, nil
}

func plural(k keyword.Kind) string {
	if k == keyword.Ability {
		return "Keyword abilities"
	}
	return sentence(string(k)) + "s"
}

// standing says since when a keyword is in the book and what became of it later.
func standing(c *keyword.Chronicle, l *keyword.Life, d archive.Date) string {
	says := "since " + nameOf(l.Since)
	if l.Beginning {
		says += " or before"
	}
	if l.Names[0].Name != l.Name(d) {
		says += ", first as " + l.Names[0].Name
	}
	if later := l.Later(d, c.Label); later != "" {
		says += "; " + later
	}
	return says
}

// showKeyword answers /keyword/NAME.
func (v *visit) showKeyword() (answer, error) {
	r, err := v.releaseIn()
	if err != nil {
		return nil, err
	}
	asked := v.PathValue("name")
	if s := slug(asked); s != asked && s != "" && !v.json {
		return redirect(v.to.keyword(asked) + v.inRelease(r.Effective)), nil
	}
	b, err := v.book(v.ctx(), r.Effective)
	if err != nil {
		return nil, err
	}
	c, err := v.chronicle(v.ctx())
	if err != nil {
		return nil, err
	}
	list := keyword.List(b.Snapshot)
	found := findKeywords(c, list, asked)
	if len(found) == 0 && len(goneAs(c, asked)) == 0 {
		if k, ok := keyword.Variant(b.Snapshot, list, func(name string) bool { return slug(name) == slug(asked) }); ok {
			found = append(found, k)
		}
	}
	if len(found) == 0 {
		return nil, v.noSuchKeyword(b, c, asked)
	}
	p := keywordPage{frame: v.frameOf(r, found[0].Name), Name: found[0].Name, List: v.to.keywords() + v.inRelease(r.Effective)}
	p.Canonical = v.to.keyword(found[0].Name) + v.inRelease(r.Effective)
	p.Description = found[0].Name + ": its rules as of " + nameOf(r) + ", what cites it, and what each release did to it."
	if !v.server.static { // which has each keyword once
		p.When.lead(v.leadKeyword(c, found[0]))
	}
	var pages []keyword.Page
	for _, k := range found {
		known := c.Page(b.Snapshot, k)
		// Terms that cannot be counted have no chart; the rest of the page is known.
		_ = known.CountTrend(v.ctx(), counted{v.library})
		if known.Trend != nil && p.Chart == nil {
			p.chart(v, known.Trend)
		}
		pages = append(pages, known)
		p.Keywords = append(p.Keywords, v.keywordView(b, c, known))
	}
	return page{template: "keyword", data: p, document: func() any { return v.keywordDocuments(b, pages) }}, nil
}

// chart shows how often the keyword's names stand in the releases.
func (p *keywordPage) chart(v *visit, t *trend.Trend) {
	p.Chart = v.trendChart(t)
	var terms []string
	for i := range t.Series {
		terms = append(terms, t.Series[i].Term)
	}
	p.Trend = v.to.trend() + query("q", strings.Join(terms, ", "))
}

// leadKeyword leads to the keyword in other releases, under the name that it has there.
func (v *visit) leadKeyword(c *keyword.Chronicle, k keyword.Keyword) func(archive.Date) string {
	l := c.Life(k)
	return func(d archive.Date) string {
		if l == nil || !l.At(d) {
			return ""
		}
		return v.to.keyword(l.Name(d)) + v.inRelease(d)
	}
}

// findKeywords are the keywords of a list that go by the name of an address, or went
// by it in another release.
func findKeywords(c *keyword.Chronicle, list []keyword.Keyword, asked string) []keyword.Keyword {
	asked = slug(asked)
	var found []keyword.Keyword
	for _, k := range list {
		if slices.ContainsFunc(append(k.Names(), k.Name), func(name string) bool { return slug(name) == asked }) {
			found = append(found, k)
		}
	}
	if len(found) > 0 {
		return found
	}
	for _, k := range list {
		if l := c.Life(k); l != nil && slices.ContainsFunc(l.Names, func(n keyword.Naming) bool { return slug(n.Name) == asked }) {
			found = append(found, k)
		}
	}
	return found
}

func (v *visit) keywordView(b *book, c *keyword.Chronicle, known keyword.Page) keywordView {
	view := keywordView{Kind: sentence(string(known.Keyword.Kind))}
	if known.Life != nil {
		view.Standing = sentence(standing(c, known.Life, b.Release.Effective))
	}
	for _, i := range b.indices(known.Rules) {
		view.Entries = append(view.Entries, v.entry(b, i))
	}
	for _, i := range b.indices(known.Glossary) {
		view.Glossary = append(view.Glossary, v.entry(b, i))
	}
	for _, i := range b.indices(known.CitedBy) {
		view.CitedBy = append(view.CitedBy, v.citedEntry(b, i))
	}
	for end := len(known.Events); end > 0; {
		begin := end - 1
		for begin > 0 && known.Events[begin-1].Release.Effective == known.Events[begin].Release.Effective {
			begin--
		}
		for _, e := range known.Events[begin:end] { // what one release did stays in order
			view.Events = append(view.Events, v.eventView(e))
		}
		end = begin
	}
	return view
}

// indices are the places of entries in the book.
func (b *book) indices(entries []archive.Entry) []int {
	var out []int
	for i := range b.Entries {
		e := &b.Entries[i]
		if e.Kind != archive.Contents && slices.ContainsFunc(entries, func(o archive.Entry) bool {
			return o.Kind == e.Kind && o.Number == e.Number && o.Term == e.Term && o.Text == e.Text
		}) {
			out = append(out, i)
		}
	}
	return out
}

// eventWords say what happened, behind the number of the rule.
var eventWords = map[keyword.EventKind]string{
	keyword.Introduced: "came into the book", keyword.Renamed: "was renamed", keyword.Renumbered: "renumbered with all its rules",
	keyword.Added: "added", keyword.Reworded: "reworded", keyword.References: "only references reworded",
	keyword.Moved: "renumbered", keyword.Removed: "removed", keyword.Ended: "left the book",
}

func (v *visit) eventView(e keyword.Event) eventView {
	view := eventView{Release: v.releaseLink(e.Release), Says: eventWords[e.Kind]}
	if !e.Number.IsZero() {
		view.Number = e.Number.String()
		d := e.Release.Effective
		if before, _ := v.neighbours(d); before != nil && (e.Kind == keyword.Removed || e.Kind == keyword.Ended) {
			d = before.Effective
		}
		view.Href = v.to.number(d, e.Number)
	}
	if !e.Was.IsZero() {
		view.Says += ", was " + e.Was.String()
	}
	view.Text = edited(e.Edits, bothSides, false)
	return view
}

// keywordDocuments are the pages as the command line's keyword gives them.
func (v *visit) keywordDocuments(b *book, pages []keyword.Page) any {
	documents := []keyword.PageDocument{}
	for i := range pages {
		documents = append(documents, keyword.NewPageDocument(b.Snapshot, pages[i], b.Release.Effective == v.newest().Effective))
	}
	return documents
}

func (v *visit) noSuchKeyword(b *book, c *keyword.Chronicle, asked string) error {
	p := &problem{status: http.StatusNotFound, title: "No such keyword",
		says: fmt.Sprintf("%s (%s) has no keyword “%s”.", nameOf(b.Release), b.Release.Effective.Long(), shorten(asked))}
	for _, l := range goneAs(c, asked) {
		last := l.Last()
		p.says += fmt.Sprintf(" It left the book with %s.", nameOf(l.Gone))
		p.next = append(p.next, link{Href: v.to.keyword(last.Name) + v.inRelease(last.To), Label: last.Name + " as of " + nameOf(v.heldAt(last.To))})
	}
	var names []string
	for _, k := range keyword.List(b.Snapshot) {
		names = append(names, k.Names()...)
	}
	const most = 5
	for _, name := range archive.Nearest(asked, names, most) {
		p.near = append(p.near, link{Href: v.to.keyword(name) + v.inRelease(b.Release.Effective), Label: name})
	}
	p.next = append(p.next, link{Href: v.to.keywords() + v.inRelease(b.Release.Effective), Label: "All keywords"},
		link{Href: v.to.search("q", shorten(asked)), Label: "Search the rules for “" + shorten(asked) + "”"})
	return p
}

// goneAs are the keywords that left the book and went by the name of an address.
func goneAs(c *keyword.Chronicle, asked string) []*keyword.Life {
	return slices.DeleteFunc(c.Gone(archive.Date{Year: 9999, Month: 1, Day: 1}), func(l *keyword.Life) bool {
		return !slices.ContainsFunc(l.Names, func(n keyword.Naming) bool { return slug(n.Name) == slug(asked) })
	})
}

// keywordOf is the name of the keyword that number n defines, or "".
func (b *book) keywordOf(n archive.Number) string {
	b.listKeywords.Do(func() {
		b.keywords = make(map[archive.Number]string)
		for _, k := range keyword.List(b.Snapshot) {
			if k.Kind != keyword.AbilityWord {
				b.keywords[k.Number] = k.Name
			}
		}
	})
	return b.keywords[n]
}
