package web

import (
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
	"rulebook/search"
)

// hitsPerPage is what fits two or three screens.
const hitsPerPage = 25

// searchPage is a query with what it found.
type searchPage struct {
	frame
	Asked      bool
	In         string // the scope as written in the address: "", "all", a date
	Scopes     []scopeOption
	Total      int
	From, To   int // hits shown, counted from 1
	Note       string
	Problem    string // why the query cannot be answered
	DidYouMean *link
	Older      *link
	Hits       []hitView
	Sections   []narrowing
	Releases   []narrowing
	Trend      string // the words through time; empty where the query is more than words
	Before     *link  // pages of hits
	After      *link
	Action     string
	Examples   []queryExample
}

// scopeOption is a choice of where to search.
type scopeOption struct {
	Value, Label string
	On           bool
}

// narrowing is a count that narrows the search to what it counts.
type narrowing struct {
	link
	Count int
}

// hitView is a hit as the template draws it.
type hitView struct {
	Href     string
	Name     string // number or term
	Term     string
	Heading  string
	Kind     string
	Text     template.HTML
	From, To link
	One      bool
	InForce  bool
	History  string
	X, Width string // the stretch on the axis
}

// queryExample teaches the query's syntax.
type queryExample struct{ Query, Href, Says string }

func (v *visit) showSearch() (answer, error) {
	q := v.query.Get("q")
	p := searchPage{frame: v.server.frame(v.library, "Search"), In: v.query.Get("in"), Action: v.to.search()}
	p.Query, p.NoIndex = q, q != ""
	p.Canonical = v.to.search("q", q)
	scope, err := v.scope(&p)
	if err != nil {
		return nil, err
	}
	p.Examples = v.queryExamples()
	if q == "" {
		return page{template: "search", data: p}, nil
	}
	p.Asked, p.Title = true, q+" — search"
	if v.server.search == nil {
		p.Problem = "The search is not running; pages can be read all the same."
		return page{template: "search", data: p}, nil
	}
	parsed, err := search.Parse(q)
	var bad *search.SyntaxError
	if errors.As(err, &bad) {
		if v.json {
			return nil, &problem{status: http.StatusBadRequest, title: "No such search", says: bad.Reason}
		}
		p.Problem = bad.Reason
		return page{template: "search", data: p}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the query: %w", err)
	}
	offset, err := v.offset()
	if err != nil {
		return nil, err
	}
	results, err := v.server.search.Search(v.ctx(), parsed, search.Options{Scope: scope, Limit: hitsPerPage, Offset: offset})
	var missing *archive.NotFoundError
	if errors.As(err, &missing) {
		p.Problem = fmt.Sprintf("The query names a release “%s” that is not in this archive.", missing.Asked)
		return page{template: "search", data: p}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("search: %w", err)
	}
	v.fill(&p, results, offset)
	switch parsed.Root.(type) {
	case search.Word, search.Phrase:
		p.Trend = v.to.trend() + query("q", q)
	}
	return page{template: "search", data: p, document: func() any { return results }}, nil
}

// scope reads where to search: the newest release, all, or one by any of its names.
func (v *visit) scope(p *searchPage) (search.Scope, error) {
	p.Scopes = []scopeOption{
		{Value: "", Label: "the newest release", On: p.In == ""},
		{Value: "all", Label: "all releases", On: p.In == "all"},
	}
	for i := len(v.held) - 1; i >= 0; i-- {
		r := v.held[i]
		p.Scopes = append(p.Scopes, scopeOption{Value: r.Effective.String(), Label: r.Effective.String() + " " + nameOf(r)})
	}
	switch p.In {
	case "":
		return search.Scope{}, nil
	case "all":
		return search.Scope{All: true}, nil
	}
	r, err := archive.ResolveRelease(v.releases, p.In)
	if err != nil {
		return search.Scope{}, v.noSuchRelease(p.In, err)
	}
	p.In = r.Effective.String()
	for i := range p.Scopes {
		p.Scopes[i].On = p.Scopes[i].Value == p.In
	}
	return search.In(r.Effective), nil
}

// lastOffset is as far as anybody pages; further on the question is the wrong one.
const lastOffset = 10_000

func (v *visit) offset() (int, error) {
	s := v.query.Get("from")
	if s == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > lastOffset {
		return 0, &problem{status: http.StatusBadRequest, title: "No such page of hits",
			says: fmt.Sprintf("Hits are counted from 1 to %s; “%s” is none of them.", thousands(lastOffset), shorten(s)),
			next: []link{{Href: v.to.search("q", v.query.Get("q"), "in", v.query.Get("in")), Label: "The first hits"}}}
	}
	return n - 1, nil
}

func (v *visit) fill(p *searchPage, r *search.Results, offset int) {
	q := v.query.Get("q")
	p.Total, p.Note = r.Total, sentence(noteOf(r))
	p.From, p.To = offset+1, offset+len(r.Hits)
	a := newAxis(v.releases)
	for i := range r.Hits {
		p.Hits = append(p.Hits, v.hit(&r.Hits[i], a))
	}
	if offset > 0 {
		p.Before = &link{Href: v.to.search("q", q, "in", p.In, "from", number(max(0, offset-hitsPerPage)+1)), Label: "Earlier hits"}
	}
	if offset+len(r.Hits) < r.Total && offset+hitsPerPage < lastOffset {
		p.After = &link{Href: v.to.search("q", q, "in", p.In, "from", number(offset+hitsPerPage+1)), Label: "More hits"}
	}
	if r.DidYouMean != "" {
		p.DidYouMean = &link{Href: v.to.search("q", r.DidYouMean, "in", p.In), Label: r.DidYouMean}
	}
	if r.Total == 0 && r.Older > 0 {
		p.Older = &link{Href: v.to.search("q", q, "in", "all"), Label: count(r.Older, "older wording matches", "older wordings match")}
	}
	for _, s := range r.Sections {
		n := narrowing{link: link{Label: s.Title}, Count: s.Count}
		if s.Number > 0 {
			n.Note = number(s.Number)
		}
		if s.Query != "" && len(r.Sections) > 1 {
			n.Href = v.to.search("q", q+" "+s.Query, "in", p.In)
		}
		p.Sections = append(p.Sections, n)
	}
	if p.In != "all" {
		return
	}
	for i := len(r.Releases) - 1; i >= 0; i-- {
		c := r.Releases[i]
		p.Releases = append(p.Releases, narrowing{Count: c.Count,
			link: link{Href: v.to.search("q", q, "in", c.Release.Effective.String()), Label: nameOf(c.Release), Note: v.codeOf(c.Release)}})
	}
}

// noteOf leaves out of a search's note what the page says itself, with links.
func noteOf(r *search.Results) string {
	parts := slices.DeleteFunc(strings.Split(r.Note, "; "), func(part string) bool {
		return strings.HasPrefix(part, "nothing found") || strings.HasPrefix(part, "search all releases (--all)") || strings.HasPrefix(part, "did you mean: ")
	})
	return strings.Join(parts, "; ")
}

// sentence begins with a capital and leaves its period to the template.
func sentence(s string) string {
	s = strings.TrimRight(s, ". ")
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[min(size, len(s)):]
}

func number(n int) string { return strconv.Itoa(n) }

func (v *visit) hit(h *search.Hit, a axis) hitView {
	d := h.Release.Effective
	view := hitView{Term: h.Term, Heading: h.Heading, Kind: h.KindName(), One: h.From == h.To, InForce: h.InForce,
		From: v.releaseLink(v.heldAt(h.From)), To: v.releaseLink(v.heldAt(h.To)),
		X: a.at(h.From), Width: a.width(h.From, v.until(h.To))}
	switch {
	case !h.Number.IsZero():
		view.Name, view.Href, view.History = h.Number.String(), v.to.number(d, h.Number), v.to.history(d, h.Number)
	case h.Term != "":
		view.Href, view.History = v.to.term(d, slug(h.Term)), v.to.historyOfTerm(d, slug(h.Term))
	case h.Kind == archive.Introduction || h.Kind == archive.Credits:
		view.Term, view.Href, view.History = titleOfPart(h.Kind), v.to.part(d, h.Kind), v.to.historyOfPart(d, h.Kind)
	default:
		view.Term, view.Href = h.Kind.String(), v.to.whole(d)
	}
	var p prose
	for i, f := range h.Fragments {
		if i > 0 {
			f.Leading = f.Leading && !h.Fragments[i-1].Trailing // one ellipsis between them is enough
			p.text(" ")
		}
		p.fragment(f)
	}
	view.Text = p.html()
	return view
}

// fragment writes a piece of a text with the words found marked.
func (p *prose) fragment(f search.Fragment) {
	if f.Leading {
		p.text("… ")
	}
	at := 0
	for _, m := range f.Marks {
		if m.Start < at || m.End > len(f.Text) || m.Start >= m.End {
			continue
		}
		p.text(f.Text[at:m.Start])
		p.markup("<mark>")
		p.text(f.Text[m.Start:m.End])
		p.markup("</mark>")
		at = m.End
	}
	p.text(f.Text[at:])
	if f.Trailing {
		p.text(" …")
	}
}

// queryExamples teach by example.
func (v *visit) queryExamples() []queryExample {
	var out []queryExample
	if v.server.static {
		for _, x := range [][2]string{
			{"702.19b", "a number goes to its rule"},
			{"assign damage", "all words; their beginnings are enough"},
			{`"excess damage"`, "words exactly as they stand"},
			{"trample -planeswalker", "without a word"},
		} {
			out = append(out, queryExample{Query: x[0], Href: v.to.search("q", x[0]), Says: x[1]})
		}
		return out
	}
	for _, x := range [][2]string{
		{"702.19b", "a number goes to its rule"},
		{"assign damage", "all words, in any of their forms"},
		{`"excess damage"`, "words exactly as they stand"},
		{"trample -planeswalker", "without a word"},
		{"deathtouch OR lifelink", "either word"},
		{"tramp* near/5 damage", "a beginning; words not far apart"},
		{"kind:glossary battle", "only in the glossary; also rule, example, heading"},
		{"rule:702 damage", "only in a rule or heading and what stands under it"},
		{"changed:IKO damage", "wordings that came with a release; gone:IKO for those that ended"},
	} {
		out = append(out, queryExample{Query: x[0], Href: v.to.search("q", x[0]), Says: x[1]})
	}
	return out
}
