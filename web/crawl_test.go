package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"
)

// Every address that a page of the sample leads to is there, and so is every
// anchor; every page is whole.
func TestCrawl(t *testing.T) {
	s := sampleOf(t, storeWithExcerpts(t), func(o *Options) { o.BasePath = "/rules" })
	c := crawler{t: t, site: s, seen: map[string]bool{}, anchors: map[string]map[string]bool{}, wanted: map[string]string{}}
	c.visit("/rules/", "")
	for len(c.queue) > 0 {
		next := c.queue[0]
		c.queue = c.queue[1:]
		c.read(next)
	}
	for to, from := range c.wanted {
		path, anchor, _ := strings.Cut(to, "#")
		if ids, read := c.anchors[path]; read && !ids[anchor] {
			t.Errorf("%s leads to %s, where there is no such anchor", from, to)
		}
	}
	const least = 1000 // pages; fewer means that whole kinds are not reached
	if len(c.seen) < least {
		t.Errorf("only %d pages were reached", len(c.seen))
	}
	t.Logf("%d pages", len(c.seen))
}

type crawler struct {
	t       *testing.T
	site    *Server
	seen    map[string]bool
	queue   []string
	anchors map[string]map[string]bool // ids by page
	wanted  map[string]string          // address with anchor, and a page that leads there
}

// visit queues an address unless it was or is one of a kind seen often enough.
func (c *crawler) visit(address, from string) {
	page, anchor, _ := strings.Cut(address, "#")
	if anchor != "" {
		c.wanted[address] = from
	}
	if c.seen[page] || !c.worthwhile(page) {
		return
	}
	c.seen[page] = true
	c.queue = append(c.queue, page)
}

// worthwhile leaves out what multiplies without being new: the views of
// comparisons but one, and searches beyond the first.
func (c *crawler) worthwhile(page string) bool {
	path, query, _ := strings.Cut(page, "?")
	switch {
	case strings.Contains(path, "/diff/") && query != "":
		return strings.Contains(path, "/diff/2019-05-03/2020-04-17")
	case strings.HasSuffix(path, "/search"):
		return strings.Contains(query, "trample") || strings.Contains(query, "damage")
	}
	return true
}

// inFull tells whether a page is read and its links followed: all but those of
// releases other than the oldest, one in the middle, and the newest, of which it is
// enough that they are there.
func inFull(page string) bool {
	for _, d := range []string{"/2014-02-01", "/2019-01-25", "/2019-05-03", "/2023-04-14"} {
		if strings.Contains(page, "/rules/r"+d+"/") || strings.Contains(page, "/rules/history"+d) {
			return false
		}
	}
	return true
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
	if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") || !inFull(address) {
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
			if err != nil || u.Host != "" || !strings.HasPrefix(u.Path, "/rules/") {
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
	c.anchors[page] = ids
	ofSample := 1
	if strings.Contains(page, "/2011-09-30") || strings.Contains(page, "/2012-10-01") { // those of excerpts
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
