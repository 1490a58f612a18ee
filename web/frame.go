package web

import (
	"fmt"
	"strings"

	"rulebook/archive"
)

// frame is what every page shows around its text.
type frame struct {
	Title       string // of the page, without the site's name
	Description string // for search engines and for cards; may be empty
	Canonical   string // the page's own address, a path; empty on error pages
	NoIndex     bool   // not for search engines
	Site        site
	Query       string // what the search field holds
	Sample      bool   // the archive is the bundled sample
	When        *when  // the release that the page speaks of; nil where it speaks of all
	Flags       []flagged
	Feed        *link // an Atom feed of what the page is about
}

// site is what is the same on every page.
type site struct {
	Home, Releases, Compare, Glossary, Trend, Search, About, Feed, Keywords, Annotate, API string
	OpenSearch                                                                             string
	Style, Script, Icon                                                                    string
	Version                                                                                string
	Static                                                                                 bool   // an export: nothing here reckons
	Reader                                                                                 string // the script of an export
}

// flagged is a release with a lasting flaw that readers should know of.
type flagged struct {
	Release string
	Href    string
	Excerpt bool // only a piece of it is held
	Flags   []string
}

// when says which release a page speaks of and where that stands in time.
type when struct {
	Name   string // "Ikoria: Lair of Behemoths"
	Code   string
	Date   string // 2020-04-17
	Long   string // April 17, 2020
	Href   string // of the release
	Newest bool
	// Older and Newer lead to the same thing in the releases beside this one,
	// or to those releases where it is not in them.
	Older, Newer *way
	// Today leads to the same thing in the newest release. On a page of the newest
	// it is nil.
	Today *way
	// Bare leaves the name out where the title says it.
	Bare bool
	// Until is the day on which the next known release took over; of an excerpt from
	// before all that are held it is not known.
	Until string
}

// way is a link that leads to another release.
type way struct {
	link
	Same    bool // it leads to the same lineage, not only to the release
	release archive.Release
}

func (v *visit) way(r archive.Release) *way {
	return &way{link: link{Href: v.to.release(r.Effective), Label: v.codeOf(r), Note: nameOf(r) + ", " + r.Effective.Long()}, release: r}
}

// lead points all ways to other releases to what address gives for their dates; ""
// leaves a way as it is.
func (w *when) lead(address func(archive.Date) string) {
	for _, way := range []*way{w.Older, w.Newer, w.Today} {
		if way == nil {
			continue
		}
		if to := address(way.release.Effective); to != "" {
			way.Href = to
		}
	}
}

func (s *Server) site() site {
	asset := func(name string) string { return s.to.path("static", s.assets.nameOf[name]) }
	all := site{
		Home: s.to.home(), Releases: s.to.releases(), Compare: s.to.compare(), Glossary: s.to.path("glossary"), Trend: s.to.trend(),
		Search: s.to.search(), About: s.to.about(), Keywords: s.to.keywords(), Annotate: s.to.annotate(), API: s.to.path("api", "openapi.json"), Feed: s.to.feed(), OpenSearch: s.to.path("opensearch.xml"),
		Style: asset("site.css"), Script: asset("site.js"), Icon: asset("icon.svg"),
		Version: s.version,
	}
	if s.static {
		all.Static, all.Reader = true, asset("export.js")
		if s.root == "" {
			all.Feed = ""
		}
	}
	return all
}

// frame begins a page. lib may be nil where the archive could not be read.
func (s *Server) frame(lib *library, title string) frame {
	f := frame{Title: title, Site: s.site()}
	if lib != nil && len(lib.held) > 0 {
		f.Sample = lib.newest().Sample
	}
	return f
}

// frameOf begins a page that speaks of one release.
func (v *visit) frameOf(r archive.Release, title string) frame {
	f := v.server.frame(v.library, title)
	f.Sample = r.Sample
	f.When = v.when(r)
	f.flag(v.to, r)
	return f
}

// flag shows a release's flaws on the page.
func (f *frame) flag(to addresses, r archive.Release) {
	if len(r.Flags) > 0 || r.Excerpt {
		f.Flags = append(f.Flags, flagged{Release: nameOf(r), Href: to.release(r.Effective), Excerpt: r.Excerpt, Flags: r.Flags})
	}
}

// when places a release in time; its links lead to whole releases until a page
// knows better.
func (v *visit) when(r archive.Release) *when {
	w := &when{Name: nameOf(r), Date: r.Effective.String(), Long: r.Effective.Long(),
		Href: v.to.release(r.Effective), Newest: r.Effective == v.newest().Effective}
	if r.Code != "" {
		w.Code = v.codeOf(r)
	}
	before, after := v.heldAround(r.Effective)
	if before != nil {
		w.Older = v.way(*before)
	}
	if after != nil {
		w.Newer = v.way(*after)
	}
	if next := v.nextKnown(r.Effective); next != nil && (r.Held || !r.Effective.Before(v.held[0].Effective)) {
		w.Until = next.Effective.Long()
	}
	if !w.Newest {
		w.Today = v.way(v.newest())
		w.Today.Label = nameOf(v.newest())
	}
	return w
}

// nextKnown is the release that took over from d's, held or not.
func (lib *library) nextKnown(d archive.Date) *archive.Release {
	for i := range lib.releases {
		if d.Before(lib.releases[i].Effective) {
			return &lib.releases[i]
		}
	}
	return nil
}

// missingWords say which known releases between two days are not held.
func (lib *library) missingWords(from, to archive.Date) string {
	if to.Before(from) {
		from, to = to, from
	}
	missing := lib.missingBetween(from, to)
	names := make([]string, len(missing))
	for i, m := range missing {
		names[i] = nameOf(m) + " (" + m.Effective.Long() + ")"
	}
	switch len(names) {
	case 0:
		return ""
	case 1:
		return names[0] + " lies between and is not held; some of this may be its doing."
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last] + " lie between and are not held; some of this may be their doing."
}

// nameOf is what people call a release: its set's name, else its date in words.
func nameOf(r archive.Release) string {
	if r.Name != "" {
		return r.Name
	}
	return r.Effective.Long()
}

// codeOf is the shortest name of a release: its set code (with a number where it
// is the second to bear it: IKO.2), else its date.
func (lib *library) codeOf(r archive.Release) string {
	if r.Code == "" {
		return r.Effective.String()
	}
	nth := 0
	for i := range lib.releases {
		if strings.EqualFold(lib.releases[i].Code, r.Code) {
			nth++
		}
		if lib.releases[i].Effective == r.Effective {
			break
		}
	}
	if nth > 1 {
		return fmt.Sprintf("%s.%d", r.Code, nth)
	}
	return r.Code
}

// count writes a number of things in words: "1 rule", "1,379 rules".
func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

// thousands writes a number with commas: 1,379.
func thousands(n int) string {
	if n < 0 {
		return "−" + thousands(-n)
	}
	if n < 1000 {
		return fmt.Sprint(n)
	}
	return thousands(n/1000) + fmt.Sprintf(",%03d", n%1000)
}
