package web

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"rulebook/archive"
)

// Whatever a published text or a reader's query holds is shown as text.
const markup = `<script>alert(1)</script> & "quoted" 'single' {W/P} <www.example.com> _Magic_ </p><img src=x onerror=alert(1)> {{.}} %s`

func hostileArchive() *fake {
	day := archive.Date{Year: 2020, Month: 4, Day: 17}
	n := func(s string) archive.Number {
		n, err := archive.ParseNumber(s)
		if err != nil {
			panic(err)
		}
		return n
	}
	entries := func(mark string) []archive.Entry {
		return []archive.Entry{
			{Kind: archive.Introduction, Text: markup, Lineage: 1},
			{Kind: archive.Section, Number: n("1"), Text: markup, Lineage: 2},
			{Kind: archive.Heading, Number: n("100"), Text: markup, Lineage: 3},
			{Kind: archive.Rule, Number: n("100.1"), Text: markup + mark + " See rule 100.1a.", Examples: []string{markup + mark}, Lineage: 4},
			{Kind: archive.Subrule, Number: n("100.1a"), Label: markup, Text: mark + markup, Lineage: 5},
			{Kind: archive.Term, Term: markup, Text: markup + mark, Lineage: 6},
			{Kind: archive.Stray, Text: markup},
		}
	}
	release := func(d archive.Date) archive.Release {
		return archive.Release{Effective: d, Code: `"><u>`, Name: markup, Held: true, Flags: []string{markup},
			Source: archive.Source{File: "a\"\r\nX-Evil: 1.txt", URL: "javascript:alert(1)", Encoding: markup}}
	}
	later := archive.Date{Year: 2021, Month: 1, Day: 1}
	return &fake{
		snapshots: []*archive.Snapshot{
			{Release: release(day), Front: []string{markup}, Entries: entries("old")},
			{Release: release(later), Front: []string{markup}, Entries: entries("new")},
		},
		missing: []archive.Release{{Effective: archive.Date{Year: 2022, Month: 1, Day: 1}, Name: markup}},
	}
}

func TestMarkupIsText(t *testing.T) {
	s := serving(t, Options{Archive: hostileArchive(), Raw: true})
	term := url.PathEscape(slug(markup))
	for _, path := range []string{
		"/", "/releases", "/about", "/r/2020-04-17", "/r/2020-04-17/all", "/r/2020-04-17/1", "/r/2020-04-17/100",
		"/r/2020-04-17/100.1", "/r/2020-04-17/100.1a", "/r/2020-04-17/introduction", "/r/2020-04-17/glossary",
		"/r/2020-04-17/glossary/" + term, "/diff/2020-04-17/2021-01-01", "/diff/2020-04-17/2021-01-01?view=side",
		"/history/2020-04-17/100.1", "/history/2020-04-17/glossary/" + term, "/diff",
	} {
		r := get(t, s, path)
		if r.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, r.Status)
		}
		page := body(t, r)
		checkHarmless(t, path, page)
		if !strings.Contains(page, "&lt;script&gt;alert(1)") {
			t.Errorf("%s does not show the text", path)
		}
	}
}

func TestQueriesAreText(t *testing.T) {
	s := sample(t)
	q := url.QueryEscape(markup)
	p := url.PathEscape(markup)
	for _, path := range []string{
		"/search?q=" + q, "/search?q=trample&in=" + q, "/search?q=trample&from=" + q, "/r/" + p, "/r/2020-04-17/" + p,
		"/r/2020-04-17/glossary/" + p, "/glossary/" + p, "/diff/" + p + "/IKO", "/diff/WAR/IKO?only=" + q,
		"/diff/2019-05-03/2020-04-17?term=" + q, "/diff?old=" + q + "&new=IKO", "/history/IKO/" + p, "/" + p, "/static/" + p,
		"/search?q=%ff%fe", "/r/%ff", "/search?q=" + strings.Repeat("%22", 600), "/search?q=a%00b",
	} {
		r := get(t, s, path)
		if r.StatusCode >= 500 {
			t.Errorf("%s: %s", path, r.Status)
		}
		checkHarmless(t, path, body(t, r))
	}
}

func checkHarmless(t *testing.T, path, page string) {
	t.Helper()
	for _, bad := range []string{"<script>alert", "<img", "onerror=alert(1)>", "<www", `href="javascript:`, `"><u>`} {
		if strings.Contains(page, bad) {
			at := strings.Index(page, bad)
			t.Errorf("%s: %q stands as markup: …%s…", path, bad, page[max(0, at-80):min(len(page), at+80)])
		}
	}
}

// The name of a published file cannot add headers to an answer.
func TestFileNameInHeader(t *testing.T) {
	s := serving(t, Options{Archive: hostileArchive(), Raw: true})
	r := get(t, s, "/r/2020-04-17/source")
	if r.Header.Get("X-Evil") != "" || strings.ContainsAny(r.Header.Get("Content-Disposition"), "\r\n") {
		t.Errorf("headers %v", r.Header)
	}
}

// JSON says the same as the pages, unescaped and valid.
func TestDocuments(t *testing.T) {
	s := serving(t, Options{Archive: hostileArchive()})
	for _, path := range []string{"/api/show/2020-04-17/100.1", "/r/2020-04-17/100.1?format=json"} {
		var doc archive.ShowDocument
		r := get(t, s, path)
		if err := json.NewDecoder(r.Body).Decode(&doc); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if len(doc.Entries) != 2 || doc.Entries[0].Text != markup+"old See rule 100.1a." || doc.Release.Newest {
			t.Errorf("%s: %+v", path, doc)
		}
		if got := r.Header.Get("Content-Type"); got != "application/json; charset=utf-8" {
			t.Errorf("%s: %s", path, got)
		}
	}
	var list []archive.ReleaseDocument
	if err := json.NewDecoder(get(t, s, "/api/releases").Body).Decode(&list); err != nil || len(list) != 3 {
		t.Errorf("releases: %d, %v", len(list), err)
	}
	var report struct {
		Changes []struct {
			Kind string `json:"kind"`
		} `json:"changes"`
	}
	if err := json.NewDecoder(get(t, s, "/api/diff/2020-04-17/2021-01-01").Body).Decode(&report); err != nil || len(report.Changes) != 3 {
		t.Errorf("diff: %+v, %v", report, err)
	}
	var problem problemDocument
	r := get(t, s, "/api/show/2020-04-17/999.9")
	if err := json.NewDecoder(r.Body).Decode(&problem); err != nil || r.StatusCode != http.StatusNotFound || problem.Error == "" {
		t.Errorf("problem: %s %+v %v", r.Status, problem, err)
	}
	if r := get(t, s, "/about?format=json"); r.StatusCode != http.StatusNotAcceptable {
		t.Errorf("about as JSON: %s", r.Status)
	}
}

func TestSearchDocument(t *testing.T) {
	s := sample(t)
	var doc struct {
		Total int `json:"total"`
		Hits  []struct {
			Number string `json:"number"`
		} `json:"hits"`
	}
	if err := json.NewDecoder(get(t, s, "/api/search?q=702.19b").Body).Decode(&doc); err != nil || doc.Total == 0 || doc.Hits[0].Number != "702.19b" {
		t.Errorf("%+v %v", doc, err)
	}
}

// The chart's counts are those of the comparison that each bar leads to.
func TestSummariesAgreeWithComparisons(t *testing.T) {
	s := sample(t)
	lib := s.library.Load()
	for i := 1; i < len(lib.held); i++ {
		before, r := lib.held[i-1], lib.held[i]
		sum, ok := lib.summary(r.Effective)
		report, err := lib.compare(context.Background(), before.Effective, r.Effective)
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		if sum.counts.Changed != report.Counts.Changed || sum.counts.Added != report.Counts.Added || sum.before != before.Effective {
			t.Errorf("%s: %+v, want %+v", r.Effective, sum.counts, report.Counts)
		}
	}
}
