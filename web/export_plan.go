package web

import (
	"context"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/search/keyword"
	"rulebook/search/trend"
)

// notFoundPage is the address of the page that file hosts show for addresses without
// a file (GitHub Pages, Netlify, Cloudflare Pages and S3 look for 404.html).
const notFoundPage = "/404"

// exportPlan is what an export consists of, by the addresses of the server.
//
// Seventy releases of four thousand rules would be half a million pages, nearly all of
// them the same text again. So a past release's rule is read on its heading's page
// and a past release's term on its glossary's, at an anchor, and a history is one page,
// under the last number that its lineage bore.
type exportPlan struct {
	diffs     []string          // comparisons of neighbours
	pages     []string          // all other pages
	redirects map[string]string // short addresses and where they lead
	headings  map[archive.Date]map[archive.Number]bool
	// names tells, by what stands in an address (702.19b, glossary/trample), which
	// lineage bore it from when to when.
	names  map[string][]tenancy
	search *exportIndex
	there  map[string]bool // all pages
	// drawnAt tells at which address of the server a page is drawn that has none of its
	// own there: /trend/trample at /trend?q=Trample.
	drawnAt map[string]string
}

// tenancy is a stretch of held releases in which one lineage bore a name.
type tenancy struct {
	lineage  archive.LineageID
	from, to archive.Date
	last     int    // of the held releases, where it was seen last
	history  string // address of its history
}

// readPlan reads all held releases, the oldest first.
func (e *exporter) readPlan(ctx context.Context) (*exportPlan, error) {
	p := &exportPlan{redirects: make(map[string]string), headings: make(map[archive.Date]map[archive.Number]bool),
		names: make(map[string][]tenancy), search: newExportIndex(e.library), there: make(map[string]bool), drawnAt: make(map[string]string)}
	last := make(map[archive.LineageID]string) // the history's address
	to := e.server.to
	for at, r := range e.held {
		b, err := e.book(ctx, r.Effective)
		if err != nil {
			return nil, err
		}
		e.noteStays(b, at)
		p.addRelease(e, b, at)
		p.addTrends(to, b)
		for i := range b.Entries {
			name, history := nameInAddress(to, b, i)
			if name == "" {
				continue
			}
			if id := b.Entries[i].Lineage; id != 0 {
				last[id] = history
				p.bear(name, id, at, r.Effective)
			}
			p.search.add(b, i, at, e.pageOf(b, i, at == len(e.held)-1))
		}
	}
	for _, history := range last {
		p.pages = append(p.pages, history)
	}
	for _, list := range p.names {
		for i := range list {
			list[i].history = last[list[i].lineage]
		}
	}
	p.addPieces(e)
	if err := p.addSite(ctx, e); err != nil {
		return nil, err
	}
	slices.Sort(p.pages)
	for _, list := range [][]string{p.diffs, p.pages} {
		for _, address := range list {
			p.there[address] = true
		}
	}
	p.search.settle(p.names, p.redirects)
	return p, nil
}

// bear notes that a lineage bears a name in the held release at.
func (p *exportPlan) bear(name string, id archive.LineageID, at int, d archive.Date) {
	list := p.names[name]
	if n := len(list); n > 0 && list[n-1].lineage == id && list[n-1].last == at-1 {
		list[n-1].to, list[n-1].last = d, at
		return
	}
	p.names[name] = append(list, tenancy{lineage: id, from: d, to: d, last: at})
}

// nameInAddress is what names an entry in an address, and the address of its history;
// "" for what has no page of its own.
func nameInAddress(to addresses, b *book, i int) (name, history string) {
	e, d := &b.Entries[i], b.Release.Effective
	switch {
	case !e.Number.IsZero() && b.at[e.Number] == i:
		return e.Number.String(), to.history(d, e.Number)
	case e.Kind == archive.Term:
		return "glossary/" + b.slugOf[i], to.historyOfTerm(d, b.slugOf[i])
	case (e.Kind == archive.Introduction || e.Kind == archive.Credits) && b.part(e.Kind) == i:
		return e.Kind.String(), to.historyOfPart(d, e.Kind)
	}
	return "", ""
}

// addRelease adds the pages of one release.
func (p *exportPlan) addRelease(e *exporter, b *book, at int) {
	to, d := e.server.to, b.Release.Effective
	newest := at == len(e.held)-1
	p.pages = append(p.pages, to.release(d), to.whole(d), to.glossary(d))
	p.redirects[to.path("r", e.codeOf(b.Release))] = to.release(d)
	if e.server.raw {
		p.pages = append(p.pages, to.source(d))
	}
	if at > 0 {
		p.diffs = append(p.diffs, to.diff(e.held[at-1].Effective, d))
	}
	for _, k := range []archive.Kind{archive.Introduction, archive.Credits} {
		if b.part(k) >= 0 {
			p.pages = append(p.pages, to.part(d, k))
		}
	}
	headings := make(map[archive.Number]bool)
	p.headings[d] = headings
	for n := range b.at {
		if n.Rule == 0 {
			headings[n] = true
		}
		if newest || n.Rule == 0 {
			p.pages = append(p.pages, to.number(d, n))
		}
	}
	if newest {
		for s := range b.slugs {
			p.pages = append(p.pages, to.term(d, s))
		}
	}
}

// addPieces adds what excerpts hold of releases that are not held.
func (p *exportPlan) addPieces(e *exporter) {
	to := e.server.to
	for i := range e.pieces {
		r := &e.pieces[i]
		p.pages = append(p.pages, to.release(r.Effective))
		if r.Code != "" {
			p.redirects[to.path("r", e.codeOf(*r))] = to.release(r.Effective)
		}
		for n := range e.pieceBook(r).at {
			p.pages = append(p.pages, to.number(r.Effective, n), to.history(r.Effective, n))
		}
	}
}

// addTrends adds the counts through time of what a release defines.
func (p *exportPlan) addTrends(to addresses, b *book) {
	for _, i := range b.terms {
		p.addTrend(to, b.Entries[i].Term)
	}
	for _, k := range keyword.List(b.Snapshot) {
		p.addTrend(to, k.Name)
	}
}

func (p *exportPlan) addTrend(to addresses, term string) {
	page := to.path("trend", slug(term))
	if _, err := trend.ParseTerm(term); err != nil || strings.Contains(term, ",") || slug(term) == "" {
		return // nothing in it can be counted, or a comma would part it
	}
	for at, drawn := range map[string]string{page: "/trend", page + "/trend.svg": "/trend.svg", page + "/trend.csv": "/trend.csv"} {
		if p.drawnAt[at] == "" {
			p.pages = append(p.pages, at)
		}
		p.drawnAt[at] = drawn + query("q", term) // as the newest release writes it
	}
}

// addSite adds the pages that speak of all releases.
func (p *exportPlan) addSite(ctx context.Context, e *exporter) error {
	to, newest := e.server.to, e.newest().Effective
	p.pages = append(p.pages, to.home(), to.releases(), to.about(), to.search(), to.trend(), notFoundPage)
	b, err := e.book(ctx, newest)
	if err != nil {
		return err
	}
	p.pages = append(p.pages, to.keywords())
	for _, k := range keyword.List(b.Snapshot) {
		if page := to.keyword(k.Name); !slices.Contains(p.pages, page) { // an action and an ability of one name share a page
			p.pages = append(p.pages, page)
		}
	}
	p.redirects[to.path("r", "latest")] = to.release(newest)
	p.redirects[to.path("glossary")] = to.glossary(newest)
	delete(p.redirects, to.release(newest)) // of a release without a code
	for from := range p.redirects {
		if slices.Contains(p.pages, from) {
			delete(p.redirects, from)
		}
	}
	if e.server.root != "" {
		p.pages = append(p.pages, to.feed(), to.path("sitemap.xml"))
	}
	return nil
}

// pageOf is the address of the page, with an anchor where it needs one, on which an
// export shows the entry at i.
func (e *exporter) pageOf(b *book, i int, newest bool) string {
	entry, to, d := &b.Entries[i], e.server.to, b.Release.Effective
	switch {
	case entry.Kind == archive.Term && newest:
		return to.term(d, b.slugOf[i])
	case entry.Kind == archive.Term:
		return to.glossary(d) + "#term-" + b.slugOf[i]
	case entry.Number.IsZero():
		return to.part(d, entry.Kind)
	case newest || entry.Number.Rule == 0:
		return to.number(d, entry.Number)
	case b.has(headingOf(entry.Number)):
		return to.number(d, headingOf(entry.Number)) + "#" + entry.Number.String()
	}
	return to.whole(d) + "#" + entry.Number.String()
}
