package web

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"rulebook/archive/archivetest"
)

// A thousand addresses, right and wrong ones, are answered without a line in the log
// that warns or tells of an error: the site's log fails the test.
func TestRandomAddresses(t *testing.T) {
	wander(t, sampleOf(t, storeWithExcerpts(t)), 1000)
}

func TestRandomAddressesOfThePublished(t *testing.T) {
	if os.Getenv("RULEBOOK_CRAWL") == "" {
		t.Skip("set RULEBOOK_CRAWL to have addresses of the published releases tried")
	}
	wander(t, sampleOf(t, archivetest.PublishedStore(t)), 1000)
}

func wander(t *testing.T, s *Server, addresses int) {
	t.Helper()
	lib := s.library.Load()
	w := walk{rand.New(rand.NewPCG(7, uint64(addresses))), lib}
	answers := make(map[int]int)
	for range addresses {
		address := w.address()
		r := get(t, s, address, "Accept-Encoding", w.one("gzip", "identity"))
		body(t, r)
		answers[r.StatusCode]++
		switch r.StatusCode {
		case http.StatusOK, http.StatusFound, http.StatusTemporaryRedirect, http.StatusBadRequest, http.StatusNotFound, http.StatusNotAcceptable:
		default:
			t.Errorf("%s: %s", address, r.Status)
		}
	}
	for _, status := range []int{http.StatusOK, http.StatusFound, http.StatusNotFound, http.StatusBadRequest} {
		if answers[status] < addresses/100 {
			t.Errorf("only %d of the answers are %d: %v", answers[status], status, answers)
		}
	}
	t.Log(answers)
}

// walk makes up addresses of a site.
type walk struct {
	*rand.Rand
	*library
}

func (w walk) one(of ...string) string { return of[w.IntN(len(of))] }

// some gives what f makes most times, else nothing or nonsense.
func (w walk) some(f func() string) string {
	switch w.IntN(12) {
	case 0:
		return w.nonsense()
	case 1:
		return ""
	}
	return f()
}

func (w walk) nonsense() string {
	return w.one("..", "%2e%2e", "%00", "%ff%fe", "%22%3E%3Cb%3E", "0", "-1", "999999999999999999999", "702.19zz", "IKO~1", "IKO~99", "latest~2", "IKO.2",
		"2020-13-45", "0000-00-00", "9999-12-31", "é", "日本", strings.Repeat("a", 300), "{release}", "$(x)", "a%2Fb", "%20", "null", "NaN", "all", "source", "glossary", "*")
}

func (w walk) release() string {
	return w.some(func() string {
		r := w.releases[w.IntN(len(w.releases))]
		return w.one(r.Effective.String(), r.Effective.String(), r.Code, strings.ToLower(r.Code), "latest", "2011-09-30", "2012-12-12")
	})
}

func (w walk) entry() string {
	return w.some(func() string {
		n := fmt.Sprint(1 + w.IntN(9))
		if w.IntN(9) > 0 {
			n += fmt.Sprintf("%02d", w.IntN(30))
			if w.IntN(5) > 0 {
				n += fmt.Sprintf(".%d", 1+w.IntN(30)) + w.one("", "", "a", "b", "c", "k", "B.", "l")
			}
		}
		return w.one(n, n, n, "702.19b", "rule%20"+n, "introduction", "credits")
	})
}

func (w walk) term() string {
	return w.some(func() string {
		return w.one("trample", "Trample", "graveyard", "discard-pile", "+1/+1-counter", "battle", "deathtouch", "tramplee", "x-2")
	})
}

func (w walk) query(names ...string) string {
	q := make(url.Values)
	for _, name := range names {
		if w.IntN(2) == 0 {
			q.Set(name, w.some(func() string {
				return w.one("trample", `"excess damage"`, "damage -combat", "(", `"`, "a OR", "kind:glossary battle", "kind:nothing x", "rule:702 damage", "changed:IKO", "tramp*", "*",
					"near/3", "702.19b", "all", "IKO", "added", "wording", "moved", "words", "side", "show", "1", "0", "26", "-5", "battle, trample", ",,,", "a,b,c,d,e,f,g,h")
			}))
		}
	}
	if len(q) == 0 {
		return ""
	}
	raw := "?" + q.Encode()
	return raw + w.one("", "", "", "&%zz=1", "&format=json", "&format=atom", ";")
}

func (w walk) address() string {
	switch w.IntN(16) {
	case 0:
		return w.one("/", "/releases", "/about", "/glossary", "/feed.xml", "/sitemap.xml", "/robots.txt", "/opensearch.xml", "/healthz", "/api/openapi.json", "/static/x.css") + w.query("format")
	case 1:
		return "/search" + w.query("q", "in", "from", "format")
	case 2:
		return w.one("/trend", "/trend.svg", "/trend.csv", "/api/trend") + w.query("q", "format")
	case 3:
		return w.one("/keywords", "/keyword/"+w.term(), "/annotate") + w.query("in", "text", "format")
	case 4:
		return "/diff" + w.query("old", "new")
	case 5, 6:
		return "/diff/" + w.release() + "/" + w.release() + w.query("only", "term", "view", "marks", "context", "format")
	case 7:
		return "/diff/" + w.release() + "/" + w.release() + "/" + w.entry() + w.query("view")
	case 8:
		return "/history/" + w.release() + "/" + w.entry() + w.query("format")
	case 9:
		return "/history/" + w.release() + "/glossary/" + w.term() + w.query("format")
	case 10:
		return "/r/" + w.release() + "/glossary/" + w.term() + w.query("age", "format")
	case 11:
		return "/r/" + w.release() + w.one("", "/all", "/glossary", "/source", "/nothing", "/") + w.query("format")
	case 12:
		return "/api/" + w.one("show", "history", "diff", "nothing") + "/" + w.release() + "/" + w.entry()
	case 13:
		return "/" + w.nonsense() + "/" + w.nonsense() + w.query("q")
	}
	return "/r/" + w.release() + "/" + w.entry() + w.query("age", "format")
}
