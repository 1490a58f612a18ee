package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/PuerkitoBio/goquery"
	"github.com/chromedp/chromedp"

	"rulebook/archive"
	"rulebook/archive/archivetest"
)

// exported is the sample as static pages, and the folder that holds them.
func exported(t *testing.T, x ExportOptions) (string, ExportSummary) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "pages")
	done, err := Export(context.Background(), Options{Archive: storeWithExcerpts(t), Version: "test"}, dir, x)
	if err != nil {
		t.Fatal(err)
	}
	return dir, done
}

// Every link of every exported page leads to a file of the export, and to an anchor
// that is in it, wherever the folder may lie.
func TestExportedLinksResolve(t *testing.T) {
	for _, x := range []ExportOptions{{}, {URL: "https://rules.example/book/"}} {
		dir, _ := exported(t, x)
		files := make(map[string]*goquery.Document)
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			name, err := filepath.Rel(dir, path)
			if err != nil {
				return err
			}
			name = filepath.ToSlash(name)
			files[name] = nil
			if strings.HasSuffix(name, ".html") {
				body, err := os.ReadFile(path)
				if err != nil {
					return err
				}
				files[name], err = goquery.NewDocumentFromReader(bytes.NewReader(body))
				return err
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		links := 0
		for name, doc := range files {
			if doc == nil {
				continue
			}
			base, _ := url.Parse("https://rules.example/book/" + strings.TrimSuffix(name, "index.html"))
			doc.Find("main a:not([href])").Each(func(_ int, a *goquery.Selection) {
				t.Errorf("%s: %q looks like a link and leads nowhere", name, a.Text())
			})
			doc.Find("[href], [src], form[action]").Each(func(_ int, e *goquery.Selection) {
				for _, attribute := range []string{"href", "src", "action"} {
					to, ok := e.Attr(attribute)
					if !ok || strings.HasPrefix(to, "https://media.wizards.com/") {
						continue
					}
					links++
					u, err := base.Parse(to)
					if name == "404.html" && x.URL == "" && err == nil && strings.HasPrefix(to, "/") {
						u.Path = "/book" + u.Path // it is made for the root of its host
					}
					if err != nil || !strings.HasPrefix(u.Path, "/book/") {
						t.Errorf("%s leads to %q, out of the export", name, to)
						continue
					}
					file := strings.TrimPrefix(u.Path, "/book/")
					if file == "" || strings.HasSuffix(file, "/") {
						file += "index.html"
					}
					target, there := files[file]
					if !there {
						t.Errorf("%s leads to %q, where no file is", name, to)
						continue
					}
					if u.Fragment == "" || target == nil {
						continue
					}
					if !hasID(target, u.Fragment) {
						t.Errorf("%s leads to %q, where no such anchor is", name, to)
					}
				}
			})
		}
		if len(files) < 800 || links < 15_000 {
			t.Errorf("only %d files and %d links", len(files), links)
		}
		checkIndex(t, dir)
		for _, name := range []string{"feed.xml", "sitemap.xml"} {
			if _, there := files[name]; there != (x.URL != "") {
				t.Errorf("%s there: %v, with the address %q", name, there, x.URL)
			}
		}
	}
}

// From each comparison arrows lead to the ones before and behind it, which an export has.
func TestExportedComparisonsFollowEachOther(t *testing.T) {
	dir, _ := exported(t, ExportOptions{})
	body, err := os.ReadFile(filepath.Join(dir, "diff", "2019-05-03", "2020-04-17", "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	doc, err := goquery.NewDocumentFromReader(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	var ways []string
	doc.Find(".steps a").Each(func(_ int, a *goquery.Selection) { ways = append(ways, a.AttrOr("href", "nowhere")) })
	if got, want := strings.Join(ways, " "), "../../2019-01-25/2019-05-03/ ../../2020-04-17/2023-04-14/"; got != want {
		t.Errorf("the arrows lead to %s, want %s", got, want)
	}
}

// checkIndex looks whether the search's index is whole.
func checkIndex(t *testing.T, dir string) {
	t.Helper()
	var index struct {
		Spans  []int
		Pieces []string
	}
	body, err := os.ReadFile(filepath.Join(dir, "search", "index.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(body, &index); err != nil || len(index.Spans) < 500 || len(index.Pieces) < 100 {
		t.Errorf("%d spans, %d pieces, %v", len(index.Spans), len(index.Pieces), err)
	}
}

func hasID(doc *goquery.Document, id string) bool {
	return doc.Find("[id='"+id+"']").Length() > 0
}

// A second export writes nothing, one that was broken off goes on, what no longer
// belongs to it goes, and what was damaged is written again.
func TestExportWritesWhatChanged(t *testing.T) {
	store := archivetest.Sample(t)
	dir := t.TempDir()
	export := func(ctx context.Context, x ExportOptions) ExportSummary {
		t.Helper()
		done, err := Export(ctx, Options{Archive: store, Version: "test"}, dir, x)
		if err != nil && ctx.Err() == nil {
			t.Fatal(err)
		}
		return done
	}
	ctx, cancel := context.WithCancel(context.Background())
	begun := export(ctx, ExportOptions{Progress: func(done, _ int) {
		if done == 100 {
			cancel()
		}
	}})
	rest := export(context.Background(), ExportOptions{})
	if begun.Written < 100 || rest.Unchanged < begun.Written || rest.Written != rest.Files-rest.Unchanged {
		t.Errorf("first %+v, then %+v", begun, rest)
	}
	if again := export(context.Background(), ExportOptions{}); again.Written != 0 || again.Files != rest.Files || again.Bytes != rest.Bytes {
		t.Errorf("nothing changed, yet %+v", again)
	}
	page := filepath.Join(dir, "r", "2020-04-17", "702", "index.html")
	want, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, []byte("short"), 0o644); err != nil {
		t.Fatal(err)
	}
	if mended := export(context.Background(), ExportOptions{}); mended.Written != 1 {
		t.Errorf("one page was damaged, yet %+v", mended)
	}
	if got, _ := os.ReadFile(page); !bytes.Equal(got, want) {
		t.Error("the damaged page was not mended")
	}
	export(context.Background(), ExportOptions{URL: "https://rules.example"})
	if back := export(context.Background(), ExportOptions{}); back.Removed != 2 { // feed and sitemap
		t.Errorf("without an address: %+v", back)
	}
	if _, err := os.Stat(filepath.Join(dir, "feed.xml")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("the feed stayed")
	}
}

func TestExportRefusesForeignFolders(t *testing.T) {
	store := archivetest.Sample(t)
	dir := t.TempDir()
	name := filepath.Join(dir, "letter.txt")
	if err := os.WriteFile(name, []byte("dear"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ dir, url, says string }{
		{dir, "", "not empty"}, {name, "", "folder"}, {t.TempDir(), "rules.example", "write it like https://"}, {t.TempDir(), "https://a.example/?x=1", "write it like https://"},
	} {
		_, err := Export(context.Background(), Options{Archive: store, Version: "test"}, c.dir, ExportOptions{URL: c.url})
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s %s: %v", c.dir, c.url, err)
		}
	}
	if _, err := Export(context.Background(), Options{Archive: &fake{}}, t.TempDir(), ExportOptions{}); !errors.Is(err, archive.ErrEmpty) {
		t.Errorf("an empty archive: %v", err)
	}
}

// What a broken-off export left in the place of a page has no say in what the next one
// writes there, nor has what an earlier page had.
func TestExportOverLeftovers(t *testing.T) {
	dir, _ := exported(t, ExportOptions{})
	page := filepath.Join(dir, "diff", "2019-05-03", "2020-04-17", "index.html")
	want, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(want), `href="./#702.140"`) {
		t.Error("what is new in a release does not lead to where the comparison shows it")
	}
	for _, left := range []string{"", `<div class="entry change added" id="702.99">`} {
		if err := os.WriteFile(page, []byte(left), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Export(context.Background(), Options{Archive: storeWithExcerpts(t), Version: "test"}, dir, ExportOptions{}); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(page); err != nil || string(got) != string(want) {
			t.Errorf("over %q another page is written, %v", left, err)
		}
	}
}

// The folder's pages have the addresses of the server, and its page for the lost leads
// from those that have no file.
func TestExportInABrowser(t *testing.T) {
	ctx := browser(t)
	dir, _ := exported(t, ExportOptions{})
	files := http.FileServer(http.Dir(dir))
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := os.Stat(filepath.Join(dir, filepath.FromSlash(r.URL.Path))); err != nil {
			lost, _ := os.ReadFile(filepath.Join(dir, "404.html"))
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.WriteHeader(http.StatusNotFound)
			_, _ = w.Write(lost)
			return
		}
		files.ServeHTTP(w, r)
	}))
	defer site.Close()
	for from, to := range map[string]string{
		"/r/IKO": "/r/2020-04-17/", "/r/latest": "/r/2025-07-25/", "/glossary": "/r/2025-07-25/glossary/",
		"/r/IKO/702.19b": "/r/2020-04-17/702/#702.19b", "/r/2020-04-17/702.19B": "/r/2020-04-17/702/#702.19b",
		"/r/iko/glossary/trample": "/r/2020-04-17/glossary/#term-trample", "/r/latest/702.19b": "/r/2025-07-25/702/#702.19b",
		"/history/2020-04-17/702.19b": "/history/2025-07-25/702.19b/", "/diff/WAR/IKO": "/diff/2019-05-03/2020-04-17/",
		"/diff/2019-05-03/2020-04-17/702.19b": "/diff/2019-05-03/2020-04-17/#702.19b",
	} {
		do(t, ctx, chromedp.Navigate(site.URL+from))
		at := ""
		for deadline := time.Now().Add(patience); !strings.HasSuffix(at, to) && time.Now().Before(deadline); {
			if now, err := chromedp.Run(ctx, chromedp.Location()); err == nil { // between two pages there is none
				at = now
			}
			time.Sleep(patience / 1000)
		}
		if at != site.URL+to {
			t.Errorf("%s leads to %s, want %s", from, at, to)
		}
	}

	do(t, ctx, chromedp.Navigate(site.URL+"/"), chromedp.SendKeys("#q", "\"excess damage\"\r"), chromedp.WaitVisible("#hits .hit"))
	if found := see(t, ctx, chromedp.Text("#found")); !strings.Contains(found, "hit") {
		t.Errorf("the search says %q", found)
	}
	keep(t, ctx, "export-search")
	do(t, ctx, chromedp.Click("#hits .no a, #hits a.term"), chromedp.WaitVisible(".when"))
	if at := see(t, ctx, chromedp.Location()); !strings.Contains(at, "/r/2025-07-25/") {
		t.Errorf("the hit leads to %s", at)
	}
	for query, want := range map[string]string{
		"702.19b": "702.19b", "battle -planeswalker": "hit", "zzzqqq": "Nothing found", "assign dama": "hits",
	} {
		found := "#hits .hit"
		if want == "Nothing found" {
			found = "#found b"
		}
		do(t, ctx, chromedp.Navigate(site.URL+"/search/?in=all&q="+url.QueryEscape(query)), chromedp.WaitVisible(found))
		if says := see(t, ctx, chromedp.Text("main")); !strings.Contains(says, want) {
			t.Errorf("%s: %.200q", query, says)
		}
	}
	do(t, ctx, chromedp.Navigate(site.URL+"/diff/2019-05-03/2020-04-17/?only=added"))
	if n := script[int](t, ctx, `[...document.querySelectorAll(".change:not([hidden])")].filter(c => !c.classList.contains("added")).length`); n != 0 {
		t.Errorf("%d changes that are no additions are shown", n)
	}
	do(t, ctx, chromedp.Navigate(site.URL+"/diff/2019-05-03/2020-04-17/"))
	shown := script[int](t, ctx, `document.querySelectorAll(".change:not([hidden])").length`)
	if said := script[string](t, ctx, `document.querySelector(".filters a[aria-current] b").textContent`); said != thousands(shown) {
		t.Errorf("%d changes are shown, the page counts %s", shown, said)
	}
	do(t, ctx, chromedp.Navigate(site.URL+"/diff/2019-05-03/2020-04-17/?term=merged+permanent&view=side"), chromedp.WaitVisible(".change:not([hidden]) .newer"))
	touched := script[int](t, ctx, `document.querySelectorAll(".change:not([hidden])").length`)
	if seen := script[int](t, ctx, `[...document.querySelectorAll(".change")].filter(c => c.getClientRects().length).length`); seen != touched {
		t.Errorf("%d changes are seen, %d are not hidden", seen, touched)
	}
	if said := script[string](t, ctx, `document.querySelector(".filters a b").textContent`); said != thousands(touched) {
		t.Errorf("%d changes take part, the page counts %s", touched, said)
	}
	if touched == 0 || touched >= shown {
		t.Errorf("%d of %d changes are those of one term", touched, shown)
	}
	if left := script[string](t, ctx, `[...document.querySelectorAll("[id='702.19b'] .older ins, [id='702.19b'] .newer del")].length + " " + document.querySelector("[id='702.19b'] .older del").textContent`); left != "0 remaining" {
		t.Errorf("apart stand %q", left)
	}
	keep(t, ctx, "export-diff-apart")

	do(t, ctx, chromedp.Navigate(site.URL+"/trend/?q=Trample"), chromedp.WaitVisible(".chart.trend"))
	if at := see(t, ctx, chromedp.Location()); !strings.HasSuffix(at, "/trend/trample/") {
		t.Errorf("a trend leads to %s", at)
	}
	do(t, ctx, chromedp.Navigate(site.URL+"/trend/?q=zzzqqq"), chromedp.WaitVisible(".problem"))
	do(t, ctx, chromedp.Navigate(site.URL+"/r/2025-07-25/702.19b/"), chromedp.Click(".words-by-age summary"), chromedp.WaitVisible(".words-by-age .legend"))
	do(t, ctx, chromedp.Navigate(site.URL+"/r/2025-07-25/702.19b/?age=words"), chromedp.WaitVisible(".words-by-age .legend"))
	do(t, ctx, chromedp.Navigate(site.URL+"/search/?q=deathtouch+OR+kind:glossary"), chromedp.WaitVisible("#found b"))
	if says := see(t, ctx, chromedp.Text("#found")); !strings.Contains(says, "needs a server") {
		t.Errorf("of OR and kind: the search says %q", says)
	}
	do(t, ctx, chromedp.Navigate(site.URL+"/diff/2019-05-03/2020-04-17/"))
	keep(t, ctx, "export-diff")

	// Without script a comparison shows what the server shows, and all of it on request.
	do(t, ctx, withoutScript(), chromedp.Navigate(site.URL+"/diff/2019-05-03/2020-04-17/"), chromedp.WaitVisible(".unscripted-only a"))
	const seen = `[...document.querySelectorAll(".change")].filter(c => c.getClientRects().length).length`
	if n := script[int](t, ctx, seen); n != shown {
		t.Errorf("without script %d changes are seen, with it %d", n, shown)
	}
	do(t, ctx, chromedp.Click(".unscripted-only a"), chromedp.WaitVisible(".change.references"))
	if all := script[int](t, ctx, `document.querySelectorAll(".change").length`); script[int](t, ctx, seen) != all || all <= shown {
		t.Errorf("of %d changes %d are seen", all, script[int](t, ctx, seen))
	}
	keep(t, ctx, "export-diff-without-script")
}

// Words are cut alike when the index is written and when it is asked.
func TestIndexWords(t *testing.T) {
	for text, want := range map[string]string{
		"A creature’s power, +1/+1.": "a|creatures|power|1|1", "Æther—Vial": "æther|vial", "": "",
	} {
		if got := strings.Join(indexWords(text), "|"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for word, want := range map[string]string{"trample": "tr", "a": "a", "æther": "_t", "7": "7", "702.19b": "70"} {
		if got := pieceOf(word); got != want {
			t.Errorf("%q is in %q, want %q", word, got, want)
		}
	}
}
