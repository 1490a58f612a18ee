package web

import (
	"encoding/xml"
)

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
