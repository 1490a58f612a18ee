package fetch

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"rulebook/archive"
)

// fetchOne fetches one release and expects no error of the whole.
func fetchOne(t *testing.T, f *Fetcher, r archive.Release) Result {
	t.Helper()
	s, err := f.Fetch(t.Context(), []archive.Release{r})
	if err != nil {
		t.Fatal(err)
	}
	return s.Results[0]
}

func wantFile(t *testing.T, path string, want []byte) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s has %d bytes, not the %d that were served", path, len(got), len(want))
	}
}

// wantOnly expects a folder to hold these files and no other.
func wantOnly(t *testing.T, folder string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("the folder holds %q, want %q", got, want)
	}
}

// TestServers has a server that misbehaves in one way each.
func TestServers(t *testing.T) {
	iko, raw := sample(t)
	other := bytes.Replace(raw, []byte("token"), []byte("tokem"), 1)
	const etag = `"one"`
	half := len(raw) / 2
	status := func(code int, header ...string) answer {
		return func(w http.ResponseWriter, _ *http.Request, _ int) {
			for i := 0; i < len(header); i += 2 {
				w.Header().Set(header[i], header[i+1])
			}
			w.WriteHeader(code)
		}
	}
	// first does one thing at the first request and is good afterwards.
	first := func(a answer) answer {
		return func(w http.ResponseWriter, r *http.Request, nth int) {
			if nth == 1 {
				a(w, r, nth)
				return
			}
			content(w, r, etag, raw)
		}
	}
	body := func(contentType, text string) answer {
		return func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("Content-Type", contentType)
			fmt.Fprint(w, text)
		}
	}
	tests := []struct {
		name     string
		wanted   archive.Release
		answer   answer
		outcome  Outcome
		requests int
		ranged   string // the Range of the last request
		reason   string // what the sentence holds
	}{
		{"good", iko, first(func(w http.ResponseWriter, r *http.Request, _ int) { content(w, r, etag, raw) }), Fetched, 1, "", ""},
		{"good, without a known hash", hashless(iko), func(w http.ResponseWriter, r *http.Request, _ int) { content(w, r, "", raw) }, Fetched, 1, "", ""},
		{"breaks off", iko, first(func(w http.ResponseWriter, _ *http.Request, _ int) { breakOff(w, etag, raw, half) }),
			Fetched, 2, fmt.Sprintf("bytes=%d-", half), ""},
		{"breaks off and names no version", iko, first(func(w http.ResponseWriter, _ *http.Request, _ int) { breakOff(w, "", raw, half) }),
			Fetched, 2, fmt.Sprintf("bytes=%d-", half), ""},
		{"breaks off, and nothing tells that the pieces belong together", hashless(iko),
			first(func(w http.ResponseWriter, _ *http.Request, _ int) { breakOff(w, "", raw, half) }), Fetched, 2, "", ""},
		{"breaks off, and a weak version tells too little", hashless(iko),
			first(func(w http.ResponseWriter, _ *http.Request, _ int) { breakOff(w, "W/"+etag, raw, half) }), Fetched, 2, "", ""},
		{"breaks off and changes the file meanwhile", hashless(iko), first(func(w http.ResponseWriter, _ *http.Request, _ int) { breakOff(w, `"zero"`, other, half) }),
			Fetched, 2, fmt.Sprintf("bytes=%d-", half), ""},
		{"ignores ranges", iko, func(w http.ResponseWriter, _ *http.Request, nth int) {
			if nth == 1 {
				breakOff(w, etag, raw, half)
			}
			w.Write(raw)
		}, Fetched, 2, fmt.Sprintf("bytes=%d-", half), ""},
		{"sends another piece", iko, func(w http.ResponseWriter, r *http.Request, nth int) {
			switch nth {
			case 1:
				breakOff(w, etag, raw, half)
			case 2:
				w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", half-9, len(raw)-1, len(raw)))
				w.WriteHeader(http.StatusPartialContent)
				w.Write(raw[half-9:])
			default:
				content(w, r, etag, raw)
			}
		}, Fetched, 3, "", ""},
		{"sends a piece that was not asked for", iko, first(status(http.StatusPartialContent)), Fetched, 2, "", ""},
		{"stalls in the middle", iko, first(func(w http.ResponseWriter, r *http.Request, _ int) {
			w.Header().Set("ETag", etag)
			w.Write(raw[:half])
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}), Fetched, 2, fmt.Sprintf("bytes=%d-", half), ""},
		{"stalls for ever", iko, func(_ http.ResponseWriter, r *http.Request, _ int) { <-r.Context().Done() }, Failed, maxTries, "", "nothing arrived for 30s"},
		{"says more than it has", iko, first(func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("Content-Length", fmt.Sprint(len(raw)+100))
			w.Write(raw)
		}), Fetched, 1, "", ""},
		{"says more than it has, of a file without a known hash", hashless(iko), first(func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("ETag", etag)
			w.Header().Set("Content-Length", fmt.Sprint(len(raw)+100))
			w.Write(raw)
		}), Fetched, 2, fmt.Sprintf("bytes=%d-", len(raw)), ""},
		{"says less than it has", iko, func(w http.ResponseWriter, _ *http.Request, _ int) {
			w.Header().Set("Content-Length", fmt.Sprint(half))
			w.Write(raw[:half])
		}, Failed, 2, "", "the catalog has"},
		{"has less than is here", iko, func(w http.ResponseWriter, r *http.Request, nth int) {
			switch nth {
			case 1:
				breakOff(w, etag, raw, half)
			case 2:
				content(w, r, etag, raw[:half/2])
			default:
				content(w, r, etag, raw)
			}
		}, Fetched, 3, "", ""},
		{"404", iko, status(404), Missing, 1, "", "404 Not Found"},
		{"410", iko, status(410), Missing, 1, "", "410 Gone"},
		{"403", iko, status(403), Failed, 1, "", "403 Forbidden"},
		{"500 once", iko, first(status(500)), Fetched, 2, "", ""},
		{"500 for ever", iko, status(500), Failed, maxTries, "", "500 Internal Server Error"},
		{"503 with a pause", iko, first(status(503, "Retry-After", "7")), Fetched, 2, "", ""},
		{"503 for an hour", iko, status(503, "Retry-After", "3600"), Failed, 1, "", "come back in 1h0m0s"},
		{"a web page", iko, body("text/html; charset=utf-8", "<p>Not here"), Failed, 1, "", "a web page"},
		{"a web page that says it is text", iko, body("text/plain", "\ufeff\n<!DOCTYPE html><p>Not here"), Failed, 1, "", "a web page"},
		{"a web page, without a known hash", hashless(iko), body("text/plain", "<html><p>Not here"), Failed, 1, "", "a web page"},
		{"wrong bytes once", iko, first(func(w http.ResponseWriter, r *http.Request, _ int) { content(w, r, etag, other) }), Fetched, 2, "", ""},
		{"wrong bytes", iko, func(w http.ResponseWriter, r *http.Request, _ int) { content(w, r, etag, other) }, Failed, 2, "", short(iko.Source.SHA256)},
		{"nothing", iko, status(200), Failed, 2, "", "0 bytes"},
		{"no rulebook", hashless(iko), body("text/plain", "Not here."), Failed, 2, "", "not a rulebook"},
		{"another release", hashless(release("2020-07-03", "M21.txt", raw)), func(w http.ResponseWriter, r *http.Request, _ int) { content(w, r, etag, raw) },
			Failed, 2, "", "took effect on 2020-04-17, and 2020-07-03 was asked for"},
		{"packed", iko, status(200, "Content-Encoding", "gzip"), Failed, 1, "", "packed (gzip)"},
		{"says it is too large", iko, status(200, "Content-Length", fmt.Sprint(maxBytes+1)), Failed, 1, "", "larger than 16 MB"},
		{"never ends", iko, func(w http.ResponseWriter, _ *http.Request, _ int) {
			for piece := long(1 << 20); ; {
				if _, err := w.Write(piece); err != nil {
					return
				}
			}
		}, Failed, 1, "", "larger than 16 MB"},
		{"leads in a circle", iko, func(w http.ResponseWriter, r *http.Request, _ int) { http.Redirect(w, r, r.URL.Path, http.StatusFound) },
			Failed, maxRedirects + 1, "", "leads on more than 5 times"},
		{"leads out of the web", iko, status(302, "Location", "file:///etc/hostname"), Failed, 1, "", "not safe"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				folder := t.TempDir()
				client, got := serve(t, test.answer)
				result := fetchOne(t, &Fetcher{Folder: folder, Client: client, Check: reads}, test.wanted)
				if result.Outcome != test.outcome || !strings.Contains(result.Reason, test.reason) {
					t.Errorf("%s: %q, want %s: …%s…", result.Outcome, result.Reason, test.outcome, test.reason)
				}
				if len(got.list()) != test.requests {
					t.Errorf("%d requests, want %d", len(got.list()), test.requests)
				}
				if ranged := got.list()[len(got.list())-1].header.Get("Range"); ranged != test.ranged {
					t.Errorf("the last request has Range %q, want %q", ranged, test.ranged)
				}
				if test.outcome == Fetched {
					wantFile(t, result.Path, raw)
					wantOnly(t, folder, test.wanted.Source.File)
				} else {
					wantNot(t, folder, test.wanted.Source.File)
				}
			})
		})
	}
}

// wantNot expects that what failed left nothing under the name of a whole file.
func wantNot(t *testing.T, folder, name string) {
	t.Helper()
	if _, err := os.Stat(filepath.Join(folder, name)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("%s lies in the folder", name)
	}
}

// TestGoesOn breaks a run off and goes on in the next, by the version noted.
func TestGoesOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		raw := long(200 << 10)
		wanted := release("2020-04-17", "long file.txt", raw)
		ctx, cancel := context.WithCancel(t.Context())
		client, got := serve(t, func(w http.ResponseWriter, r *http.Request, nth int) {
			if nth == 1 {
				w.Header().Set("ETag", `"one"`)
				w.Header().Set("Content-Length", fmt.Sprint(len(raw)))
				w.Write(raw[:150<<10])
				http.NewResponseController(w).Flush()
				time.Sleep(time.Second)
				cancel()
				<-r.Context().Done()
				return
			}
			content(w, r, `"one"`, raw)
		})
		f := &Fetcher{Folder: t.TempDir(), Client: client}
		s, err := f.Fetch(ctx, []archive.Release{wanted})
		if !errors.Is(err, context.Canceled) || s.Results[0].Outcome != Failed || !strings.Contains(s.Results[0].Reason, "interrupted") {
			t.Fatalf("interrupted: %v, %+v", err, s.Results[0])
		}
		wantOnly(t, f.Folder, "long file.txt.part", "long file.txt.part.json")
		result := fetchOne(t, f, wanted)
		if result.Outcome != Fetched {
			t.Fatalf("%s: %s", result.Outcome, result.Reason)
		}
		wantFile(t, result.Path, raw)
		wantOnly(t, f.Folder, "long file.txt")
		second := got.list()[1].header
		if second.Get("Range") != fmt.Sprintf("bytes=%d-", 150<<10) || second.Get("If-Range") != `"one"` {
			t.Errorf("the second run asks with %v", second)
		}
	})
}

// TestOtherAddress does not go on with what another address began.
func TestOtherAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		iko, raw := sample(t)
		client, got := serve(t, func(w http.ResponseWriter, r *http.Request, nth int) {
			if nth <= maxTries {
				breakOff(w, `"one"`, raw, 100)
			}
			content(w, r, `"one"`, raw)
		})
		f := &Fetcher{Folder: t.TempDir(), Client: client}
		if result := fetchOne(t, f, iko); result.Outcome != Failed || !strings.Contains(result.Reason, "broke off") {
			t.Fatalf("%s: %s", result.Outcome, result.Reason)
		}
		f.From = "http://mirror.example"
		if result := fetchOne(t, f, iko); result.Outcome != Fetched {
			t.Fatalf("%s: %s", result.Outcome, result.Reason)
		}
		if last := got.list()[maxTries]; last.header.Get("Range") != "" {
			t.Errorf("the mirror was asked for %s", last.header.Get("Range"))
		}
	})
}

// TestSlowButSteady lets a server break off as often as it likes while each try
// gets further.
func TestSlowButSteady(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		raw := long(10 * further)
		client, got := serve(t, func(w http.ResponseWriter, r *http.Request, nth int) {
			w.Header().Set("ETag", `"one"`)
			if nth < 10 {
				from := (nth - 1) * further
				if nth > 1 {
					w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, len(raw)-1, len(raw)))
				}
				w.Header().Set("Content-Length", fmt.Sprint(len(raw)-from))
				if nth > 1 {
					w.WriteHeader(http.StatusPartialContent)
				}
				w.Write(raw[from : from+further])
				http.NewResponseController(w).Flush()
				panic(http.ErrAbortHandler)
			}
			content(w, r, `"one"`, raw)
		})
		result := fetchOne(t, &Fetcher{Folder: t.TempDir(), Client: client}, release("2020-04-17", "long.txt", raw))
		if result.Outcome != Fetched || len(got.list()) != 10 {
			t.Errorf("%s after %d requests: %s", result.Outcome, len(got.list()), result.Reason)
		}
	})
}

// TestNeverTwice asks for nothing that is there or held.
func TestNeverTwice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		iko, raw := sample(t)
		client, got := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { content(w, r, "", raw) })
		f := &Fetcher{Folder: t.TempDir(), Client: client, Check: reads}
		fetchOne(t, f, iko)
		for _, again := range []archive.Release{iko, hashless(iko)} {
			if result := fetchOne(t, f, again); result.Outcome != Kept || result.Path == "" {
				t.Errorf("%s: %s", result.Outcome, result.Reason)
			}
		}
		held := iko
		held.Held = true
		if result := fetchOne(t, &Fetcher{Folder: t.TempDir(), Client: client}, held); result.Outcome != Held || result.Path != "" {
			t.Errorf("held: %+v", result)
		}
		if len(got.list()) != 1 {
			t.Errorf("%d requests, want 1", len(got.list()))
		}
		held.Excerpt = true // a piece is not the release
		if result := fetchOne(t, &Fetcher{Folder: t.TempDir(), Client: client}, held); result.Outcome != Fetched {
			t.Errorf("excerpt: %+v", result)
		}
	})
}

// TestByURL takes a file that no catalog knows, and learns its day from it.
func TestByURL(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, raw := sample(t)
		client, got := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { content(w, r, "", raw) })
		wanted, err := ByURL(address + "New%20Rules.txt?v=2")
		if err != nil {
			t.Fatal(err)
		}
		f := &Fetcher{Folder: t.TempDir(), From: "http://mirror.example/", Client: client, Check: reads}
		result := fetchOne(t, f, wanted)
		if result.Outcome != Fetched || result.Release.Effective.String() != "2020-04-17" {
			t.Errorf("%+v", result)
		}
		wantOnly(t, f.Folder, "New Rules.txt")
		if result := fetchOne(t, f, wanted); result.Outcome != Fetched || result.Reason != "" || len(got.list()) != 2 {
			t.Errorf("again: %+v after %d requests", result, len(got.list()))
		}
		wantOnly(t, f.Folder, "New Rules.txt")
	})
}

func TestByURLRefuses(t *testing.T) {
	for _, bad := range []string{"", "IKO", "ftp://a.example/rules.txt", "https://", "https://a.example", "https://a.example/",
		"https://a.example/..", "https://a.example/%2e%2e", "https://a.example/.rules", "https://a.example/a%5Cb.txt",
		"https://a.example/a%0Ab.txt", "https://a.example/c:rules.txt", "%zz"} {
		if r, err := ByURL(bad); err == nil {
			t.Errorf("ByURL(%q) is %q", bad, r.Source.File)
		}
	}
}

// TestFrom looks for files where --from says.
func TestFrom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		iko, raw := sample(t)
		spaced := iko
		spaced.Source.File, spaced.Source.URL = "Rules 100%.txt", ""
		client, got := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { content(w, r, "", raw) })

		if result := fetchOne(t, &Fetcher{Folder: t.TempDir(), Client: client}, spaced); result.Outcome != Unaddressed || !strings.Contains(result.Reason, "--from") {
			t.Errorf("without address: %+v", result)
		}
		if result := fetchOne(t, &Fetcher{Folder: t.TempDir(), Client: client, From: "http://mirror.example/a%20b/"}, spaced); result.Outcome != Fetched {
			t.Errorf("mirror: %+v", result)
		}
		if len(got.list()) != 1 || got.list()[0].path != "/a b/Rules 100%.txt" {
			t.Errorf("the mirror was asked for %+v", got.list())
		}

		from := t.TempDir()
		f := &Fetcher{Folder: t.TempDir(), From: from, Check: reads}
		if result := fetchOne(t, f, spaced); result.Outcome != Missing {
			t.Errorf("an empty folder: %+v", result)
		}
		path := filepath.Join(from, spaced.Source.File)
		os.WriteFile(path, raw[:100], 0o644)
		if result := fetchOne(t, f, spaced); result.Outcome != Failed || !strings.Contains(result.Reason, short(spaced.Source.SHA256)) {
			t.Errorf("a torn file: %+v", result)
		}
		wantOnly(t, f.Folder)
		os.WriteFile(path, raw, 0o644)
		result := fetchOne(t, f, spaced)
		if result.Outcome != Fetched || result.Address != path {
			t.Errorf("folder: %+v", result)
		}
		wantFile(t, result.Path, raw)
		wantOnly(t, f.Folder, spaced.Source.File)
	})
}

func TestFromRefuses(t *testing.T) {
	for _, bad := range []string{"ftp://a.example", "https://", "https://a.example/?file=", "https://%zz/"} {
		if _, err := (&Fetcher{Folder: t.TempDir(), From: bad}).Fetch(t.Context(), nil); err == nil {
			t.Errorf("--from %q is taken", bad)
		}
	}
}

// TestOtherBytesThere keeps a file aside whose name a published one takes.
func TestOtherBytesThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		iko, raw := sample(t)
		client, _ := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) { content(w, r, "", raw) })
		f := &Fetcher{Folder: t.TempDir(), Client: client}
		path := filepath.Join(f.Folder, iko.Source.File)
		os.WriteFile(path, []byte("mine"), 0o644)
		result := fetchOne(t, f, iko)
		aside := iko.Source.File + ".old-3fd30542fe3f" // sha256 of "mine"
		if result.Outcome != Fetched || !strings.Contains(result.Reason, aside) {
			t.Errorf("%+v", result)
		}
		wantFile(t, path, raw)
		wantFile(t, filepath.Join(f.Folder, aside), []byte("mine"))
	})
}

// TestMany fetches several files, one of them missing: in order, a few at a time,
// and apart.
func TestMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, raw := sample(t)
		var under, most atomic.Int32
		client, got := serve(t, func(w http.ResponseWriter, r *http.Request, _ int) {
			most.Store(max(most.Load(), under.Add(1)))
			defer under.Add(-1)
			time.Sleep(5 * time.Second)
			if strings.HasSuffix(r.URL.Path, "3.txt") {
				http.NotFound(w, r)
				return
			}
			content(w, r, "", raw)
		})
		var wanted []archive.Release
		for i := range 8 {
			wanted = append(wanted, release(fmt.Sprintf("2020-01-%02d", i+1), fmt.Sprintf("%d.txt", i), raw))
		}
		wanted = append(wanted, wanted[0]) // the same name
		var last Event
		f := &Fetcher{Folder: t.TempDir(), Client: client, Agent: "rulebook/test", Progress: func(e Event) {
			if e.Done < last.Done || e.Bytes > int64(len(raw)) {
				t.Errorf("%+v after %+v", e, last)
			}
			last = e
		}}
		s, err := f.Fetch(t.Context(), wanted)
		if err != nil {
			t.Fatal(err)
		}
		for i, result := range s.Results {
			want := Fetched
			switch i {
			case 3:
				want = Missing
			case 8:
				want = Failed
			}
			if result.Outcome != want || result.Release.Source.File != wanted[i].Source.File {
				t.Errorf("%d: %s is %s: %s", i, result.Release.Source.File, result.Outcome, result.Reason)
			}
		}
		if s.Count(Fetched) != 7 || len(s.Files()) != 7 || last.Done != 9 || last.Total != 9 {
			t.Errorf("%d fetched, %d files, the last event is %+v", s.Count(Fetched), len(s.Files()), last)
		}
		if most.Load() != parallel {
			t.Errorf("%d requests at a time, want %d", most.Load(), parallel)
		}
		for i, r := range got.list() {
			if r.header.Get("User-Agent") != "rulebook/test" || r.header.Get("Accept-Encoding") != "identity" {
				t.Errorf("a request has %v", r.header)
			}
			if i > 0 && r.at.Sub(got.list()[i-1].at) < hostPause {
				t.Errorf("request %d came %s after the one before", i, r.at.Sub(got.list()[i-1].at))
			}
		}
	})
}

// TestPauses grow, are told, and keep every file back when the server asks.
func TestPauses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, raw := sample(t)
		client, _ := serve(t, func(w http.ResponseWriter, _ *http.Request, _ int) { w.WriteHeader(http.StatusBadGateway) })
		var waits []time.Duration
		f := &Fetcher{Folder: t.TempDir(), Client: client, Progress: func(e Event) {
			if e.Wait > 0 {
				waits = append(waits, e.Wait)
			}
		}}
		fetchOne(t, f, release("2020-04-17", "a.txt", raw))
		if len(waits) != maxTries-1 {
			t.Fatalf("pauses %v", waits)
		}
		for i, wait := range waits {
			if full := firstPause << i; wait < full/2 || wait >= full {
				t.Errorf("pause %d is %s, want between %s and %s", i, wait, full/2, full)
			}
		}
	})
	synctest.Test(t, func(t *testing.T) {
		_, raw := sample(t)
		client, got := serve(t, func(w http.ResponseWriter, r *http.Request, nth int) {
			if nth == 1 {
				w.Header().Set("Retry-After", "90")
				w.WriteHeader(http.StatusTooManyRequests)
				return
			}
			content(w, r, "", raw)
		})
		f := &Fetcher{Folder: t.TempDir(), Client: client}
		if s, err := f.Fetch(t.Context(), []archive.Release{release("2020-01-01", "a.txt", raw), release("2020-01-02", "b.txt", raw)}); err != nil || s.Count(Fetched) != 2 {
			t.Fatalf("%+v, %v", s, err)
		}
		for _, r := range got.list()[1:] {
			if wait := r.at.Sub(got.list()[0].at); wait < 90*time.Second {
				t.Errorf("a request came %s after the server asked for 90 s", wait)
			}
		}
	})
}

// TestUnreachable tries one round of files and leaves the host alone afterwards.
func TestUnreachable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, raw := sample(t)
		var dialled atomic.Int32
		refused := errors.New("no route to host")
		client := &http.Client{Transport: roundTrip(func(*http.Request) (*http.Response, error) {
			dialled.Add(1)
			return nil, refused
		})}
		var wanted []archive.Release
		for i := range 20 {
			wanted = append(wanted, release(fmt.Sprintf("2020-01-%02d", i+1), fmt.Sprintf("%d.txt", i), raw))
		}
		s, err := (&Fetcher{Folder: t.TempDir(), Client: client}).Fetch(t.Context(), wanted)
		if err != nil || s.Count(Failed) != len(wanted) {
			t.Fatalf("%+v, %v", s, err)
		}
		if most := int32(parallel * maxTries); dialled.Load() > most {
			t.Errorf("%d attempts, want at most %d", dialled.Load(), most)
		}
		for _, result := range s.Results {
			if !strings.Contains(result.Reason, "rules.example cannot be reached (no route to host)") {
				t.Errorf("%s: %q", result.Release.Source.File, result.Reason)
			}
		}
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestRealConnection does it all over the loopback of the system: the server
// stands outside the bubble, so only its connections take time.
func TestRealConnection(t *testing.T) {
	raw := long(300 << 10)
	var nth atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if nth.Add(1) == 1 {
			breakOff(w, `"one"`, raw, 100<<10)
		}
		content(w, r, `"one"`, raw)
	}))
	defer server.Close()
	synctest.Test(t, func(t *testing.T) {
		client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
		f := &Fetcher{Folder: t.TempDir(), From: server.URL, Client: client}
		result := fetchOne(t, f, release("2020-04-17", "long file.txt", raw))
		if result.Outcome != Fetched || nth.Load() != 2 {
			t.Fatalf("%s after %d requests: %s", result.Outcome, nth.Load(), result.Reason)
		}
		wantFile(t, result.Path, raw)
	})
}
