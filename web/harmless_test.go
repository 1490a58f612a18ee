package web

import (
	"context"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/archive/archivetest/hostile"
	"rulebook/archive/ingest"
)

// hostileStore is an archive of two releases and an excerpt that were made to do harm,
// imported as any others are.
func hostileStore(t testing.TB) archivetest.Store {
	t.Helper()
	store := archivetest.Open(t)
	archivetest.Import(t, store, hostile.Files(t))
	im := archivetest.SampleImporter(t, store)
	e, err := im.ReadExcerpt([]byte(hostile.Excerpt), hostile.OlderFile, archive.Number{}, archive.Date{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := im.ImportExcerpts(context.Background(), []ingest.ExcerptFile{{Path: "e", Excerpt: e, Raw: []byte(hostile.Excerpt)}}); err != nil {
		t.Fatal(err)
	}
	return store
}

// hostileAddresses are one address or more of each kind of page, with what is put into
// the places and parameters of its pattern.
func hostileAddresses(s *Server) map[string][]string {
	older, newer := hostile.Older, hostile.Newer
	q, p := url.QueryEscape(hostile.Text), url.PathEscape(hostile.Text)
	term := ""
	for _, t := range s.library.Load().held {
		book, err := s.library.Load().book(context.Background(), t.Effective)
		if err != nil {
			panic(err)
		}
		for i := range book.Entries {
			if e := &book.Entries[i]; e.Kind == archive.Term && strings.HasPrefix(e.Term, "Trample") {
				term = url.PathEscape(slug(e.Term))
			}
		}
	}
	keyword := url.PathEscape("702.19")
	return map[string][]string{
		"/{$}": {"/"}, "/releases": {"/releases"}, "/about": {"/about"},
		"/search": {"/search", "/search?q=trample", "/search?q=evil&in=all", "/search?q=" + q, "/search?q=trample&in=" + q, "/search?q=trample&from=" + q,
			"/search?q=%22" + q + "%22", "/search?q=evlil"},
		"/r/{release}":                 {"/r/" + older, "/r/" + newer, "/r/2011-09-30", "/r/" + p},
		"/r/{release}/all":             {"/r/" + newer + "/all"},
		"/r/{release}/source":          {},
		"/r/{release}/glossary":        {"/r/" + newer + "/glossary"},
		"/r/{release}/glossary/{term}": {"/r/" + newer + "/glossary/" + term, "/r/" + newer + "/glossary/" + term + "?age=1", "/r/" + newer + "/glossary/" + p},
		"/r/{release}/{entry}": {"/r/" + newer + "/7", "/r/" + newer + "/702", "/r/" + newer + "/702.19", "/r/" + newer + "/702.19b", "/r/" + newer + "/702.19b?age=1",
			"/r/" + newer + "/introduction", "/r/" + newer + "/contents", "/r/" + newer + "/credits", "/r/2011-09-30/702.19b", "/r/" + newer + "/" + p},
		"/glossary": {"/glossary"}, "/glossary/{term}": {"/glossary/" + term, "/glossary/" + p},
		"/diff": {"/diff", "/diff?old=" + q + "&new=" + q, "/diff?old=" + older + "&new=" + newer},
		"/diff/{old}/{new}": {"/diff/" + older + "/" + newer, "/diff/" + newer + "/" + older, "/diff/" + older + "/" + newer + "?view=side", "/diff/" + older + "/" + newer + "?marks=1",
			"/diff/" + older + "/" + newer + "?context=1", "/diff/" + older + "/" + newer + "?only=" + q, "/diff/" + older + "/" + newer + "?term=" + q, "/diff/" + p + "/" + p},
		"/diff/{old}/{new}/{entry}":          {"/diff/" + older + "/" + newer + "/702.19b", "/diff/" + older + "/" + newer + "/" + p},
		"/history/{release}/{entry}":         {"/history/" + newer + "/702.19b", "/history/" + newer + "/702", "/history/" + newer + "/702.19b?format=atom", "/history/" + newer + "/" + p},
		"/history/{release}/glossary/{term}": {"/history/" + newer + "/glossary/" + term},
		"/trend":                             {"/trend", "/trend?q=evil", "/trend?q=" + q, "/trend?q=" + url.QueryEscape("+1/+1, =evil, \"=evil(1)\", <evil>")},
		"/trend.svg":                         {"/trend.svg?q=evil", "/trend.svg?q=" + q, "/trend.svg?q=" + url.QueryEscape("\"<evil>\", \u202eevil")},
		"/trend.csv":                         {"/trend.csv?q=evil", "/trend.csv?q=" + q, "/trend.csv?q=" + url.QueryEscape("+1/+1, =evil, -evil, @evil, \"=evil(1)\"")},
		"/keywords":                          {"/keywords", "/keywords?in=" + older, "/keywords?in=" + q},
		"/keyword/{name}":                    {"/keyword/" + keyword, "/keyword/trample", "/keyword/" + keyword + "?in=" + older, "/keyword/" + p},
		"/annotate":                          {"/annotate", "/annotate?text=" + url.QueryEscape(hostile.Card), "/annotate?text=trample&in=" + q},
		"/feed.xml":                          {"/feed.xml"}, "/opensearch.xml": {"/opensearch.xml"}, "/sitemap.xml": {"/sitemap.xml"}, "/robots.txt": {"/robots.txt"},
		"/api/releases":                          {"/api/releases"},
		"/api/show/{release}/{entry}":            {"/api/show/" + newer + "/702.19b", "/api/show/" + newer + "/" + p},
		"/api/show/{release}/glossary/{term}":    {"/api/show/" + newer + "/glossary/" + term},
		"/api/diff/{old}/{new}":                  {"/api/diff/" + older + "/" + newer, "/api/diff/" + older + "/" + newer + "?term=" + q},
		"/api/history/{release}/{entry}":         {"/api/history/" + newer + "/702.19b"},
		"/api/history/{release}/glossary/{term}": {"/api/history/" + newer + "/glossary/" + term},
		"/api/trend":                             {"/api/trend?q=" + q},
		"/api/search":                            {"/api/search?q=trample", "/api/search?q=" + q},
		"/api/keywords":                          {"/api/keywords"},
		"/api/keyword/{name}":                    {"/api/keyword/" + keyword, "/api/keyword/" + p},
		"/api/annotate":                          {"/api/annotate?text=" + url.QueryEscape(hostile.Card)},
		"/api/openapi.json":                      {"/api/openapi.json"},
	}
}

// harmlessBody checks an answer by what it says that it is.
func harmlessBody(contentType, body string) error {
	kind, _, _ := strings.Cut(contentType, ";")
	switch kind {
	case "text/html":
		return hostile.CheckHTML(body)
	case "application/json":
		return hostile.CheckJSON(body)
	case "text/csv":
		return hostile.CheckCSV(body)
	case "image/svg+xml", "application/atom+xml", "application/xml", "application/opensearchdescription+xml":
		return hostile.CheckXML(body)
	}
	return hostile.CheckText(body)
}

// Every kind of page shows a hostile rulebook, and hostile addresses, as text.
func TestEveryPageIsHarmless(t *testing.T) {
	s := sampleOf(t, hostileStore(t))
	addresses := hostileAddresses(s)
	shown := 0
	for _, rt := range s.pages() {
		list, known := addresses[rt.pattern]
		if !known {
			t.Errorf("%s is asked by no address of this test", rt.pattern)
		}
		for _, address := range list {
			r := get(t, s, address)
			page := body(t, r)
			if r.StatusCode >= http.StatusInternalServerError {
				t.Errorf("%s: %s", address, r.Status)
			}
			if err := harmlessBody(r.Header.Get("Content-Type"), page); err != nil {
				t.Errorf("%.200s: %v", address, err)
			}
			for name, values := range r.Header {
				if err := hostile.CheckText(strings.Join(values, "")); err != nil || strings.HasPrefix(name, "X-Evil") {
					t.Errorf("%.200s: header %s: %v", address, name, err)
				}
			}
			if strings.Contains(page, hostile.Mark) {
				shown++
			}
		}
	}
	const most = 50
	if shown < most {
		t.Errorf("only %d answers show the hostile text", shown)
	}
}

// The bytes as they were imported are for saving, under a name that adds nothing.
func TestHostileFileIsSaved(t *testing.T) {
	s := sampleOf(t, hostileStore(t))
	r := get(t, s, "/r/"+hostile.Older+"/source")
	if body(t, r) != hostile.Book(t, "BNG") {
		t.Error("the file is not the one that was imported")
	}
	if d := r.Header.Get("Content-Disposition"); !strings.HasPrefix(d, `attachment; filename="`) || strings.Count(d, `"`) != 2 || hostile.CheckText(d) != nil {
		t.Errorf("it is saved under %q", d)
	}
	if r.Header.Get("X-Evil") != "" || r.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("headers %v", r.Header)
	}
}

// So do the files of an export.
func TestExportIsHarmless(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "pages")
	o := Options{Archive: hostileStore(t), Version: "test", Raw: true, Logger: slog.New(slog.DiscardHandler)}
	if _, err := Export(context.Background(), o, dir, ExportOptions{URL: "https://rules.example/book"}); err != nil {
		t.Fatal(err)
	}
	types := map[string]string{".html": "text/html", ".json": "application/json", ".xml": "application/xml", ".svg": "image/svg+xml", ".csv": "text/csv"}
	files := 0
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		files++
		b, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil || e.Name() == "source" { // byte for byte what was imported
			return err
		}
		if err := hostile.CheckText(name); err != nil {
			t.Errorf("a file's name: %v", err)
		}
		if err := harmlessBody(types[filepath.Ext(path)], string(b)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		return nil
	})
	if err != nil || files < 500 {
		t.Errorf("%d files, %v", files, err)
	}
}
