package web

import (
	"hash/fnv"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rulebook/archive/archivetest"
)

// Every address that a page of the sample leads to is there, and so is every
// anchor; every page is whole.
func TestCrawl(t *testing.T) {
	c := crawler{
		t: t, site: sampleOf(t, storeWithExcerpts(t), func(o *Options) { o.BasePath = "/rules" }), base: "/rules", sample: true,
		worthwhile: func(path, query string) bool {
			switch {
			case strings.Contains(path, "/diff/") && query != "":
				return strings.Contains(path, "/diff/2019-05-03/2020-04-17")
			case strings.HasSuffix(path, "/search"):
				return strings.Contains(query, "trample") || strings.Contains(query, "damage")
			}
			return true
		},
		// Of releases other than the oldest, one in the middle, and the newest it is
		// enough that the pages are there.
		inFull: func(page string) bool {
			for _, d := range []string{"/2014-02-01", "/2019-01-25", "/2019-05-03", "/2023-04-14"} {
				if strings.Contains(page, "/rules/r"+d+"/") || strings.Contains(page, "/rules/history"+d) {
					return false
				}
			}
			return true
		},
	}
	const least = 1000 // pages; fewer means that whole kinds are not reached
	if read := c.crawl(); read < least {
		t.Errorf("only %d pages were reached", read)
	}
}

// The same of every page of every rule, term, heading, release and comparison of
// neighbours of all published releases, which takes a quarter of an hour: only where
// RULEBOOK_CRAWL is set. Of pages that multiply (views of comparisons, searches, words by
// age, one history under many dates) every so many are read.
func TestCrawlPublished(t *testing.T) {
	if os.Getenv("RULEBOOK_CRAWL") == "" {
		t.Skip("set RULEBOOK_CRAWL to have all pages of the published releases checked")
	}
	every := func(nth uint32, address string) bool {
		h := fnv.New32a()
		io.WriteString(h, address)
		return h.Sum32()%nth == 0
	}
	c := crawler{
		t: t, site: sampleOf(t, archivetest.PublishedStore(t)),
		worthwhile: func(path, query string) bool {
			switch {
			case strings.HasPrefix(path, "/diff/") && (query != "" || strings.Count(path, "/") > 3):
				return every(101, path+query)
			case query != "":
				return every(211, path+query)
			case strings.HasPrefix(path, "/history/"):
				return every(13, path)
			}
			return true
		},
		inFull: func(string) bool { return true },
	}
	t.Logf("%d pages", c.crawl())
}

type crawler struct {
	t      *testing.T
	site   *Server
	base   string // the prefix of the site
	sample bool   // its pages have to say that they are of the sample
	// worthwhile leaves out what multiplies without being new; inFull tells whether a
	// page's links are followed.
	worthwhile func(path, query string) bool
	inFull     func(page string) bool

	seen    map[string]bool
	queue   []string
	anchors map[string]map[string]bool // ids by page
	wanted  map[string]string          // address with anchor, and a page that leads there
}

// crawl follows all links from the home page and returns how many pages it read.
func (c *crawler) crawl() int {
	c.seen, c.anchors, c.wanted = map[string]bool{}, map[string]map[string]bool{}, map[string]string{}
	c.visit(c.base+"/", "")
	for len(c.queue) > 0 {
		next := c.queue[0]
		c.queue = c.queue[1:]
		c.read(next)
	}
	for to, from := range c.wanted {
		path, anchor, _ := strings.Cut(to, "#")
		if ids, read := c.anchors[path]; read && !ids[anchor] {
			c.t.Errorf("%s leads to %s, where there is no such anchor", from, to)
		}
	}
	return len(c.seen)
}

// visit queues an address unless it was or is one of a kind seen often enough.
func (c *crawler) visit(address, from string) {
	page, anchor, _ := strings.Cut(address, "#")
	if anchor != "" && page != from {
		c.wanted[address] = from
	}
	path, query, _ := strings.Cut(page, "?")
	if c.seen[page] || !c.worthwhile(path, query) {
		return
	}
	c.seen[page] = true
	c.queue = append(c.queue, page)
}

func (c *crawler) read(address string) {
	r := get(c.t, c.site, address)
	for hops := 0; r.StatusCode == http.StatusFound && hops < 3; hops++ {
		r = get(c.t, c.site, r.Header.Get("Location"))
	}
	if r.StatusCode != http.StatusOK {
		c.t.Errorf("GET %s: %s", address, r.Status)
		return
	}
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") || !c.inFull(address) {
		return
	}
	doc := parsed(c.t, r)
	c.check(address, doc)
	doc.Find("[href], [src], form[action]").Each(func(_ int, e *goquery.Selection) {
		for _, name := range []string{"href", "src", "action"} {
			to, ok := e.Attr(name)
			if !ok || strings.HasPrefix(to, "https://media.wizards.com/") {
				continue
			}
			base, err := url.Parse(address)
			if err != nil {
				c.t.Fatal(err)
			}
			u, err := base.Parse(to)
			if err != nil || u.Host != "" || !strings.HasPrefix(u.Path, c.base+"/") {
				c.t.Errorf("%s leads to %q, which is not of this site", address, to)
				continue
			}
			c.visit(u.String(), address)
		}
	})
}

// check looks at what is the same on every page.
func (c *crawler) check(address string, doc *goquery.Document) {
	ids := map[string]bool{}
	doc.Find("[id]").Each(func(_ int, e *goquery.Selection) {
		id := e.AttrOr("id", "")
		if ids[id] {
			c.t.Errorf("%s: the id %q stands twice", address, id)
		}
		ids[id] = true
	})
	page, _, _ := strings.Cut(address, "#")
	doc.Find("a[href^='#']").Each(func(_ int, e *goquery.Selection) {
		if to, err := url.PathUnescape(strings.TrimPrefix(e.AttrOr("href", ""), "#")); err != nil || !ids[to] {
			c.t.Errorf("%s leads to its anchor %q, which is not there", address, to)
		}
	})
	if doc.Find("main article").Length() == 0 { // nothing leads to anchors of rules' own pages
		c.anchors[page] = ids
	}
	ofSample := 1
	if !c.sample || strings.Contains(page, "/2011-09-30") || strings.Contains(page, "/2012-10-01") { // those of excerpts
		ofSample = 0
	}
	for selector, want := range map[string]int{
		"h1": 1, "main": 1, "head > title": 1, "style": 0, "script:not([src])": 0, "[style]": 0, "[onclick]": 0,
		"html[lang=en]": 1, "meta[name=viewport]": 1, "link[rel=canonical]": 1, ".band.sample": ofSample, "a:empty": 0,
	} {
		if n := doc.Find(selector).Length(); n != want {
			c.t.Errorf("%s: %d of %s, want %d", address, n, selector, want)
		}
	}
	if ofSample == 1 && !strings.Contains(text(doc.Find(".band.sample")), "not the published rules") {
		c.t.Errorf("%s does not say that it is a sample", address)
	}
	if title := text(doc.Find("head > title")); !strings.HasSuffix(title, "Rulebook") || strings.HasPrefix(title, "·") {
		c.t.Errorf("%s: title %q", address, title)
	}
	if strings.Contains(page, "/r/") && doc.Find(".when time").Length() == 0 {
		c.t.Errorf("%s does not say when it is", address)
	}
	if doc.Find("*:contains('%!')").Length() > 0 || strings.Contains(doc.Text(), "<no value>") || strings.Contains(doc.Text(), "ZgotmplZ") {
		c.t.Errorf("%s was drawn wrongly", address)
	}
}
