package web

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"time"

	"rulebook/archive"
)

// aboutPage says what this is.
type aboutPage struct {
	frame
	Book     string
	Held     int
	First    link
	Newest   link
	Missing  []archive.Release
	Flawed   []flagged
	Raw      bool
	Host     string
	Examples []addressExample
	Version  string
}

// addressExample teaches how addresses are made.
type addressExample struct{ Path, Href, Says string }

func (v *visit) showAbout() (answer, error) {
	newest := v.newest()
	b, err := v.book(v.ctx(), newest.Effective)
	if err != nil {
		return nil, err
	}
	p := aboutPage{frame: v.server.frame(v.library, "About"), Held: len(v.held), First: v.releaseLink(v.held[0]),
		Newest: v.releaseLink(newest), Raw: v.server.raw, Host: v.absolute(string(v.to)), Version: v.server.version, Book: "the rules"}
	p.Canonical = v.to.about()
	if len(b.Front) > 0 {
		p.Book = b.Front[0]
	}
	for _, r := range v.releases {
		if !r.Held {
			p.Missing = append(p.Missing, r)
		} else if len(r.Flags) > 0 {
			p.Flawed = append(p.Flawed, flagged{Release: nameOf(r), Href: v.to.release(r.Effective), Flags: r.Flags})
		}
	}
	n := exampleNumber(b)
	code := v.codeOf(newest)
	day := newest.Effective.String()
	add := func(path, says string) {
		p.Examples = append(p.Examples, addressExample{Path: path, Href: string(v.to) + path, Says: says})
	}
	add("/r/latest/"+n.String(), "a rule as it stands today; leads to the dated address")
	add("/r/"+day+"/"+n.String(), "a rule as of a release; this address stays")
	add("/r/"+code+"/"+n.Parent().String(), "by set code; leads to the dated address")
	add("/r/"+day+"/all", "a whole release on one page")
	if len(b.terms) > 0 {
		add("/glossary/"+b.slugOf[b.terms[0]], "a term of the glossary")
	}
	add("/history/"+day+"/"+n.String(), "every wording of a rule")
	if before, _ := v.neighbours(newest.Effective); before != nil {
		add("/diff/"+before.Effective.String()+"/"+day, "what changed between two releases, any two")
	}
	add("/search?q=damage", "a search")
	return page{template: "about", data: p}, nil
}

// atomFeed is a feed of entries, newest first (RFC 4287).
type atomFeed struct {
	XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string      `xml:"id"`
	Title   string      `xml:"title"`
	Updated string      `xml:"updated"`
	Author  string      `xml:"author>name"`
	Links   []atomLink  `xml:"link"`
	Entries []atomEntry `xml:"entry"`
}

type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Type string `xml:"type,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	ID      string   `xml:"id"`
	Title   string   `xml:"title"`
	Updated string   `xml:"updated"`
	Link    atomLink `xml:"link"`
	Summary string   `xml:"summary"`
}

// feedTime is a release's day as feeds write it.
func feedTime(d archive.Date) string {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Format(time.RFC3339)
}

// showFeed answers /feed.xml: the held releases, newest first.
func (v *visit) showFeed() (answer, error) {
	const most = 40
	newest := v.newest()
	f := atomFeed{ID: v.absolute(v.to.feed()), Title: "Releases of the rules", Updated: feedTime(newest.Effective), Author: "rulebook",
		Links: []atomLink{{Rel: "self", Type: "application/atom+xml", Href: v.absolute(v.to.feed())}, {Href: v.absolute(v.to.home())}}}
	if newest.Sample {
		f.Title += " (a sample in our own words, not the published rules)"
	}
	for i := len(v.held) - 1; i >= 0 && len(f.Entries) < most; i-- {
		r := v.held[i]
		e := atomEntry{ID: v.absolute(v.to.release(r.Effective)), Title: nameOf(r), Updated: feedTime(r.Effective),
			Link: atomLink{Href: v.absolute(v.to.release(r.Effective))}}
		e.Summary = fmt.Sprintf("Effective %s. %s.", r.Effective.Long(), count(r.Counts.Rules, "rule", "rules"))
		if i > 0 {
			e.Link.Href = v.absolute(v.to.diff(v.held[i-1].Effective, r.Effective))
		}
		if s, ok := v.summary(r.Effective); ok {
			e.Summary += fmt.Sprintf(" Against %s: %s changed, %s added, %s removed.", nameOf(v.held[i-1]),
				thousands(s.counts.Changed), thousands(s.counts.Added+s.counts.Split), thousands(s.counts.Removed+s.counts.Merged))
		}
		f.Entries = append(f.Entries, e)
	}
	return xmlFile("application/atom+xml; charset=utf-8", f)
}

func xmlFile(contentType string, v any) (answer, error) {
	var b bytes.Buffer
	b.WriteString(xml.Header)
	enc := xml.NewEncoder(&b)
	enc.Indent("", " ")
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("write XML: %w", err)
	}
	return file{contentType: contentType, body: b.Bytes()}, nil
}

// openSearch lets a browser search here from its own field.
type openSearch struct {
	XMLName       xml.Name        `xml:"http://a9.com/-/spec/opensearch/1.1/ OpenSearchDescription"`
	ShortName     string          `xml:"ShortName"`
	Description   string          `xml:"Description"`
	InputEncoding string          `xml:"InputEncoding"`
	Url           []openSearchURL `xml:"Url"`
}

type openSearchURL struct {
	Type     string `xml:"type,attr"`
	Template string `xml:"template,attr"`
}

func (v *visit) showOpenSearch() (answer, error) {
	return xmlFile("application/opensearchdescription+xml; charset=utf-8", openSearch{
		ShortName: "Rulebook", Description: "Search the rules, newest release first", InputEncoding: "UTF-8",
		Url: []openSearchURL{{Type: "text/html", Template: v.absolute(v.to.search()) + "?q={searchTerms}"}},
	})
}

// sitemap lists the addresses that stay, for search engines: each release with its
// comparison, and the newest one's headings and terms.
type sitemap struct {
	XMLName xml.Name      `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []sitemapPage `xml:"url"`
}

type sitemapPage struct {
	Loc string `xml:"loc"`
}

func (v *visit) showSitemap() (answer, error) {
	var m sitemap
	add := func(path string) { m.URLs = append(m.URLs, sitemapPage{v.absolute(path)}) }
	add(v.to.home())
	add(v.to.releases())
	add(v.to.about())
	for i, r := range v.held {
		add(v.to.release(r.Effective))
		if i > 0 {
			add(v.to.diff(v.held[i-1].Effective, r.Effective))
		}
	}
	d := v.newest().Effective
	b, err := v.book(v.ctx(), d)
	if err != nil {
		return nil, err
	}
	for i := range b.Entries {
		if e := &b.Entries[i]; !e.Number.IsZero() && b.at[e.Number] == i {
			add(v.to.number(d, e.Number))
		}
	}
	for _, i := range b.terms {
		add(v.to.term(d, b.slugOf[i]))
	}
	return xmlFile("application/xml; charset=utf-8", m)
}

func (v *visit) showRobots() (answer, error) {
	body := "User-agent: *\nDisallow: " + v.to.search() + "\nDisallow: " + v.to.path("api") + "/\nSitemap: " + v.absolute(v.to.path("sitemap.xml")) + "\n"
	return file{contentType: "text/plain; charset=utf-8", body: []byte(body)}, nil
}
