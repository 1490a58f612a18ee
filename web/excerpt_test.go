package web

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/archive/ingest"
)

// pageOfExcerpts is a keyword page: rules of a day before all that the sample holds, and
// of a day on which it holds the release.
const pageOfExcerpts = `Trample
From the Comprehensive Rules (September 30, 2011—Innistrad)
702.19b The attacker's controller first assigns lethal damage to each of its blockers. When all of
702.19e Having trample more than once is no better than having it once.
702.99a Trampling is loud. See rule 702.19b and rule 100.

From the Comprehensive Rules (April 17, 2020—Ikoria: Lair of Behemoths)
702.19e Having trample more than once is no better than having it once.
`

const historyOfExcerpts = `Having trample twice is no better than having it once.
October 1, 2012 · Somewhere
Having trample more than once is no better than having it once.
`

// storeWithExcerpts is an archive of the sample and of two excerpts.
func storeWithExcerpts(t testing.TB) archivetest.Store {
	t.Helper()
	store := archivetest.Sample(t)
	im := archivetest.SampleImporter(t, store)
	n, _ := archive.ParseCitation("702.19e")
	var files []ingest.ExcerptFile
	for _, f := range []struct {
		name, text string
		rule       archive.Number
	}{{"page.txt", pageOfExcerpts, archive.Number{}}, {"history.txt", historyOfExcerpts, n}} {
		e, err := im.ReadExcerpt([]byte(f.text), f.name, f.rule, archive.Date{})
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, ingest.ExcerptFile{Path: f.name, Excerpt: e, Raw: []byte(f.text)})
	}
	if _, err := im.ImportExcerpts(context.Background(), files); err != nil {
		t.Fatal(err)
	}
	return store
}

// What an excerpt holds is shown and said to be from one; it is never a release.
func TestExcerpts(t *testing.T) {
	s := sampleOf(t, storeWithExcerpts(t))
	check(t, s, "/r/2011-09-30", []expectation{
		{"h1", "Innistrad"},
		{".band.flaw", "only an excerpt is held; what it does not hold is unknown, not removed; 702.19b breaks off in mid-sentence"},
		{".band.past", "A past release."},
		{"[id='702.19b'] .body", "first assigns lethal damage"},
		{"[id='702.99a'] a[href='/r/2011-09-30/702.19b']", "702.19b"},
		{".ways a[rel=next][href='/r/2013-07-13']", "M14"},
		{".source", "page.txt"},
	})
	check(t, s, "/r/2011-09-30/702.19e", []expectation{
		{"h1", "702.19e"}, {".lede", "From an excerpt"}, {".here .body", "no better"},
		{".ways a[href='/r/2013-07-13/702.19e']", "M14"}, {".side a[href='/history/2011-09-30/702.19e']", "All that excerpts show"},
	})
	check(t, s, "/r/2020-04-17/702.19e", []expectation{
		{".side .card", "Excerpts"}, {".side a[href='/r/2011-09-30/702.19e']", "702.19e in the excerpt"},
	})
	check(t, s, "/history/2020-04-17/702.19e", []expectation{
		{".evidence .note", "Innistrad September 30, 2011 · excerpt · the words since"},
		{".evidence .note", "Somewhere October 1, 2012"},
		{".evidence .note", "Without a date"},
		{".evidence .note", "words that no release held has · history.txt, line 1"},
	})
	check(t, s, "/history/2011-09-30/702.99a", []expectation{{".lede", "Known from excerpts only"}, {".evidence .body", "Trampling is loud"}})
	check(t, s, "/releases", []expectation{
		{"tbody a[href='/r/2011-09-30']", "Innistrad"}, {".lede", "7 releases held, 2 in excerpts only"}, {"main", "Excerpts hold rules without a date too: history.txt, 1 rule of 702.19e"},
	})
	check(t, s, "/about", []expectation{{"main a[href='/r/2011-09-30']", "Innistrad"}, {"main", "never count as a release"}})

	if doc := open(t, s, "/r/2020-04-17"); doc.Find(".band.flaw").Length() != 0 {
		t.Error("a release that is held is said to be an excerpt")
	}
	if doc := open(t, s, "/r/2011-09-30/702.99a"); doc.Find(".entry a[href$='/100']").Length() != 0 {
		t.Error("a rule that the excerpt does not hold is linked")
	}
	for path, says := range map[string]string{
		"/r/2011-09-30/all":         "Of Innistrad (September 30, 2011) only an excerpt is held",
		"/r/2011-09-30/glossary":    "only an excerpt is held",
		"/r/2011-09-30/702.20":      "It does not hold 702.20; what that said is unknown",
		"/r/2011-09-30/nonsense":    "only an excerpt is held",
		"/diff/2011-09-30/M14":      "only an excerpt is held",
		"/history/2011-09-30/100.1": "only an excerpt is held",
		"/search?q=a&in=2011-09-30": "No release held was in force on September 30, 2011",
		"/r/2020-04-17/702.99a":     "702.99a in an excerpt of Innistrad",
	} {
		r := get(t, s, path)
		if says2 := text(parsed(t, r).Find("main")); r.StatusCode != http.StatusNotFound || !strings.Contains(says2, says) {
			t.Errorf("%s: %s %.200q, want %q in it", path, r.Status, says2, says)
		}
	}
	for path, to := range map[string]string{
		"/r/2011-09-30/702.19B.": "/r/2011-09-30/702.19b", "/history/2011-09-30/rule%20702.99a": "/history/2011-09-30/702.99a",
	} {
		if r := get(t, s, path); r.Header.Get("Location") != to {
			t.Errorf("%s leads to %q, want %q", path, r.Header.Get("Location"), to)
		}
	}
}

// Their documents say that they are from excerpts.
func TestExcerptDocuments(t *testing.T) {
	s := sampleOf(t, storeWithExcerpts(t))
	var shown archive.ShowDocument
	decode(t, get(t, s, "/r/2011-09-30/702.19?format=json"), &shown)
	if !shown.Release.Excerpt || shown.Release.Newest || len(shown.Entries) != 2 || shown.Entries[0].Number.String() != "702.19b" {
		t.Errorf("shown: %+v", shown)
	}
	var release archive.ReleaseDocument
	decode(t, get(t, s, "/r/2011-09-30?format=json"), &release)
	if release.Held || !release.Excerpt || len(release.Excerpts) != 1 || release.Excerpts[0].File != "page.txt" {
		t.Errorf("release: %+v", release)
	}
	var history struct {
		Spans    []struct{}                 `json:"spans"`
		Excerpts []archive.EvidenceDocument `json:"excerpts"`
	}
	decode(t, get(t, s, "/api/history/2020-04-17/702.19e"), &history)
	if len(history.Spans) == 0 || len(history.Excerpts) != 3 || history.Excerpts[2].Same != nil || history.Excerpts[1].Same == nil {
		t.Errorf("history: %+v", history)
	}
	var releases []archive.ReleaseDocument
	decode(t, get(t, s, "/api/releases"), &releases)
	if len(releases) != 10 || !releases[0].Excerpt || releases[9].Effective != (archive.Date{}) {
		t.Errorf("%d releases, the first %+v", len(releases), releases[0])
	}
}

func decode(t testing.TB, r *http.Response, into any) {
	t.Helper()
	if r.StatusCode != http.StatusOK {
		t.Fatal(r.Status)
	}
	if err := json.NewDecoder(r.Body).Decode(into); err != nil {
		t.Fatal(err)
	}
}
