package web

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"rulebook/archive"
	"rulebook/archive/archivetest"
)

func TestMethodsAndLimits(t *testing.T) {
	s := sample(t)
	for _, method := range []string{"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "X"} {
		r := ask(t, s, method, "/r/2020-04-17")
		if r.StatusCode != http.StatusMethodNotAllowed || r.Header.Get("Allow") != "GET, HEAD" {
			t.Errorf("%s: %s, Allow %q", method, r.Status, r.Header.Get("Allow"))
		}
	}
	if r := get(t, s, "/search?q="+strings.Repeat("a", maxAddress)); r.StatusCode != http.StatusRequestURITooLong {
		t.Errorf("long address: %s", r.Status)
	}
	if r := get(t, s, "/r/"+strings.Repeat("a", 3000)); r.StatusCode != http.StatusNotFound {
		t.Errorf("long name: %s", r.Status)
	}
}

func TestHeadersOfEveryAnswer(t *testing.T) {
	s := sample(t)
	for _, path := range []string{"/", "/nowhere", "/r/IKO", "/static/none", "/healthz", "/feed.xml", "/api/releases"} {
		r := get(t, s, path)
		for name, want := range map[string]string{
			"X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%s: %s is %q", path, name, got)
			}
		}
		if csp := r.Header.Get("Content-Security-Policy"); !strings.HasPrefix(csp, "default-src 'none';") || strings.Contains(csp, "unsafe") {
			t.Errorf("%s: policy %q", path, csp)
		}
	}
}

// A reader who holds a page's present state is told so before anything is drawn.
func TestNotModified(t *testing.T) {
	s := sample(t)
	for _, path := range []string{"/", "/r/2020-04-17/702.19b", "/diff/2019-05-03/2020-04-17", "/search?q=trample", "/feed.xml"} {
		tag := get(t, s, path).Header.Get("ETag")
		if tag == "" {
			t.Errorf("%s has no ETag", path)
			continue
		}
		drawn := s.library.Load().pages
		s.library.Load().pages = nil // whatever would be drawn now would panic
		for _, held := range []string{tag, strings.TrimPrefix(tag, "W/"), `"other", ` + tag} {
			r := get(t, s, path, "If-None-Match", held)
			if r.StatusCode != http.StatusNotModified || body(t, r) != "" || r.Header.Get("ETag") != tag {
				t.Errorf("%s with %s: %s", path, held, r.Status)
			}
		}
		s.library.Load().pages = drawn
		if r := get(t, s, path, "If-None-Match", `"1-other"`); r.StatusCode != http.StatusOK {
			t.Errorf("%s with another tag: %s", path, r.Status)
		}
	}
	a := get(t, s, "/r/2020-04-17/702.19b").Header.Get("ETag")
	if b := get(t, s, "/r/2020-04-17/702.19b?utm=1&format=").Header.Get("ETag"); a != b {
		t.Errorf("strangers among the parameters make another page: %s, %s", a, b)
	}
	if b := get(t, s, "/r/2020-04-17/702.19a").Header.Get("ETag"); a == b {
		t.Error("two pages share an ETag")
	}
}

// Who holds a page of a server that offered something else gets the present one.
func TestTagsOfOtherOffers(t *testing.T) {
	const path = "/r/2020-04-17"
	seen := make(map[string]bool)
	for _, change := range []func(*Options){
		func(*Options) {}, func(o *Options) { o.Raw = !o.Raw }, func(o *Options) { o.Search = nil }, func(o *Options) { o.Version = "other" },
	} {
		_, tag, _ := strings.Cut(get(t, sample(t, change), path).Header.Get("ETag"), "-") // without the generation
		if seen[tag] {
			t.Errorf("two servers that offer something else give the tag %s", tag)
		}
		seen[tag] = true
	}
}

// A host's name is chosen by whoever asks: pages that bear a long one are not kept.
func TestLongHostsAreNotKept(t *testing.T) {
	s := sample(t)
	kept := func() int { return s.library.Load().pages.order.Len() }
	before := kept()
	for i := range 3 {
		r := httptest.NewRequest(http.MethodGet, "/r/2020-04-17/702.19b", nil)
		r.Host = strings.Repeat("a", keyRoom) + strconv.Itoa(i) + ".example"
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			t.Errorf("a long host: %d", w.Code)
		}
	}
	if kept() != before {
		t.Errorf("%d pages of long hosts are kept", kept()-before)
	}
}

// Who holds the front page from when nothing was counted yet gets the one with the counts.
func TestFrontPageChangesWithTheCounts(t *testing.T) {
	s := sample(t)
	lib := s.library.Load()
	counted := lib.summaries
	lib.summaries = nil
	tag := get(t, s, "/").Header.Get("ETag")
	lib.summaries = counted
	if r := get(t, s, "/", "If-None-Match", tag); r.StatusCode != http.StatusOK || r.Header.Get("ETag") == tag {
		t.Errorf("after the counting the page of before is %s", r.Status)
	}
}

// A page bears the address that its reader came by, however alike the addresses of others
// are who asked before.
func TestPagesOfAlikeAddresses(t *testing.T) {
	const path = "/r/2020-04-17/702.19b"
	asks := []struct{ scheme, host string }{{"http", "example.org+"}, {"https", "example.org"}, {"http", "example.org"}, {"http", "example.org:80"}}
	for range 2 {
		s := sample(t)
		for _, a := range asks {
			r := httptest.NewRequest(http.MethodGet, path, nil)
			r.Host = a.host
			r.Header.Set("X-Forwarded-Proto", a.scheme)
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			page := w.Body.String()
			for _, other := range asks {
				address := other.scheme + "://" + other.host + path
				if strings.Contains(page, strings.ReplaceAll(address, "+", "&#43;")+`"`) != (other == a) {
					t.Errorf("the page asked for at %s://%s: does it bear %s?", a.scheme, a.host, address)
				}
			}
		}
		slices.Reverse(asks)
	}
}

func TestCompression(t *testing.T) {
	s := sample(t)
	const path = "/r/2020-04-17/all"
	plain := get(t, s, path)
	packed := get(t, s, path, "Accept-Encoding", "br, gzip")
	if plain.Header.Get("Content-Encoding") != "" || packed.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("encodings %q and %q", plain.Header.Get("Content-Encoding"), packed.Header.Get("Content-Encoding"))
	}
	z, err := gzip.NewReader(packed.Body)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if body(t, plain) != string(unpacked) {
		t.Error("the page differs with its encoding")
	}
	for _, accepting := range []string{"GZIP", "x-gzip", "*", "br, *;q=0.1", "gzip;q=0.001", "identity;q=0.5, gzip ; Q=1"} {
		if r := get(t, s, path, "Accept-Encoding", accepting); r.Header.Get("Content-Encoding") != "gzip" {
			t.Errorf("Accept-Encoding %q is not answered with gzip", accepting)
		}
	}
	for _, refusing := range []string{"", "identity", "br", "gzip;q=0", "br;q=1.0, gzip; q=0.0", "*, gzip;q=0", "*;q=0"} {
		if r := get(t, s, path, "Accept-Encoding", refusing); r.Header.Get("Content-Encoding") != "" {
			t.Errorf("Accept-Encoding %q is answered with gzip", refusing)
		}
	}
}

func TestHead(t *testing.T) {
	s := sample(t)
	for _, path := range []string{"/", "/r/2020-04-17/702.19b", "/nowhere", "/healthz", "/" + assetPath(s, "site.css")} {
		if r := ask(t, s, http.MethodHead, path); r.StatusCode != get(t, s, path).StatusCode {
			t.Errorf("HEAD %s: %s", path, r.Status)
		} else if path != "/healthz" && body(t, r) != "" {
			t.Errorf("HEAD %s has a body", path)
		}
	}
}

func assetPath(s *Server, name string) string { return "static/" + s.assets.nameOf[name] }

func TestAssetsAreForEver(t *testing.T) {
	s := sample(t)
	for name, contentType := range map[string]string{"site.css": "text/css", "site.js": "text/javascript", "icon.svg": "image/svg+xml"} {
		r := get(t, s, "/"+assetPath(s, name))
		if r.StatusCode != http.StatusOK || !strings.Contains(r.Header.Get("Cache-Control"), "immutable") || !strings.HasPrefix(r.Header.Get("Content-Type"), contentType) {
			t.Errorf("%s: %s %v", name, r.Status, r.Header)
		}
		if r := get(t, s, "/"+assetPath(s, name), "If-None-Match", r.Header.Get("ETag")); r.StatusCode != http.StatusNotModified {
			t.Errorf("%s again: %s", name, r.Status)
		}
	}
}

func TestHealth(t *testing.T) {
	var h health
	r := get(t, sample(t), "/healthz")
	if err := json.NewDecoder(r.Body).Decode(&h); err != nil || r.StatusCode != http.StatusOK || !h.OK || h.Releases != 7 || !h.Search {
		t.Errorf("%s %+v %v", r.Status, h, err)
	}
}

// broken is an archive that fails or panics.
type broken struct {
	fake
	fail func() error
}

func (b *broken) Snapshot(context.Context, archive.Date) (*archive.Snapshot, error) {
	return nil, b.fail()
}

func TestFailuresAreToldPlainly(t *testing.T) {
	held := fake{snapshots: []*archive.Snapshot{{Release: archive.Release{Effective: archive.Date{Year: 2020, Month: 4, Day: 17}, Held: true}}}}
	for name, fail := range map[string]func() error{
		"error": func() error { return errors.New("disk on fire at /secret/path") },
		"panic": func() error { panic("index out of range at /secret/path") },
	} {
		t.Run(name, func(t *testing.T) {
			var log strings.Builder
			s, err := New(Options{Archive: &broken{held, fail}, Logger: slog.New(slog.NewTextHandler(&log, nil))})
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // the second time shows that nobody waits for the first
				r := get(t, s, "/r/2020-04-17")
				page := body(t, r)
				if r.StatusCode != http.StatusInternalServerError || !strings.Contains(page, "Something broke here") || strings.Contains(page, "/secret/") {
					t.Errorf("%s %.300s", r.Status, page)
				}
			}
			if !strings.Contains(log.String(), "/secret/path") {
				t.Errorf("the log does not say why: %s", log.String())
			}
			if r := get(t, s, "/nowhere"); r.StatusCode != http.StatusNotFound {
				t.Errorf("afterwards: %s", r.Status)
			}
		})
	}
}

func TestEmptyArchive(t *testing.T) {
	s := serving(t, Options{Archive: &fake{}})
	for _, path := range []string{"/", "/r/latest", "/search?q=x", "/feed.xml", "/diff"} {
		r := get(t, s, path)
		if r.StatusCode != http.StatusServiceUnavailable || !strings.Contains(body(t, r), "The archive is empty") {
			t.Errorf("%s: %s", path, r.Status)
		}
	}
}

// Readers see the archive before an import until it is whole, then the one after it.
func TestImportWhileServing(t *testing.T) {
	store := archivetest.Open(t)
	files := archivetest.SampleFiles(t)
	archivetest.Import(t, store, files[:3])
	s := serving(t, Options{Archive: store})
	before := get(t, s, "/r/latest").Header.Get("Location")
	tag := get(t, s, "/r/2019-01-25").Header.Get("ETag")

	done := make(chan struct{})
	go func() {
		defer close(done)
		for range 200 {
			if r := get(t, s, "/r/2019-01-25/100.1"); r.StatusCode != http.StatusOK {
				t.Errorf("during the import: %s", r.Status)
			}
		}
	}()
	archivetest.Import(t, store, files[3:])
	<-done
	time.Sleep(2 * askAgain) // until then the archive is taken to be what it was

	if after := get(t, s, "/r/latest").Header.Get("Location"); before == after {
		t.Errorf("latest leads to %s as before", after)
	}
	if r := get(t, s, "/r/2019-01-25", "If-None-Match", tag); r.StatusCode != http.StatusOK {
		t.Errorf("the old state of a page still holds: %s", r.Status)
	}
	if doc := open(t, s, "/r/2019-01-25"); doc.Find(".band.past").Length() == 0 {
		t.Error("a release that is no longer the newest does not say so")
	}
}

func TestServeStopsGracefully(t *testing.T) {
	s := sample(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	r, err := http.Get("http://" + l.Addr().String() + "/r/latest/702.19b")
	if err != nil || r.StatusCode != http.StatusOK {
		t.Fatal(r, err)
	}
	r.Body.Close()
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(stopTimeout):
		t.Error("does not stop")
	}
}

func TestBasePath(t *testing.T) {
	s := sample(t, func(o *Options) { o.BasePath = "rules/" })
	if r := get(t, s, "/rules"); r.Header.Get("Location") != "/rules/" {
		t.Errorf("/rules: %s to %q", r.Status, r.Header.Get("Location"))
	}
	if r := get(t, s, "/rules/r/IKO"); r.Header.Get("Location") != "/rules/r/2020-04-17" {
		t.Errorf("/rules/r/IKO: %s to %q", r.Status, r.Header.Get("Location"))
	}
	if r := get(t, s, "/r/IKO"); r.StatusCode != http.StatusNotFound {
		t.Errorf("/r/IKO: %s", r.Status)
	}
	for _, bad := range []string{"/{x}", "/a b", "/a?b"} {
		if _, err := New(Options{Archive: &fake{}, BasePath: bad}); err == nil {
			t.Errorf("base path %q is taken", bad)
		}
	}
}

// A published file is offered only where the operator allows it.
func TestPublishedFile(t *testing.T) {
	with, without := sample(t), sample(t, func(o *Options) { o.Raw = false })
	r := get(t, with, "/r/2020-04-17/source")
	if r.StatusCode != http.StatusOK || !strings.Contains(r.Header.Get("Content-Disposition"), "attachment; filename=") || !strings.Contains(body(t, r), "702.19b") {
		t.Errorf("%s %v", r.Status, r.Header)
	}
	if r := get(t, without, "/r/2020-04-17/source"); r.StatusCode != http.StatusNotFound {
		t.Errorf("not allowed, yet %s", r.Status)
	}
	if open(t, without, "/r/2020-04-17").Find("a[href$='/source']").Length() != 0 {
		t.Error("not allowed, yet linked")
	}
}
