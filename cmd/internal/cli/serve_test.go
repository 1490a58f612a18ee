package cli

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/search"
)

// serving is a server on a port of its own. Its stop returns the exit code.
func serving(t *testing.T, p program, flags ...string) (url string, stop func() int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	out, in := io.Pipe()
	a := p.app(&term.Streams{Out: in, Err: testWriter{t}, Width: 80})
	ended := make(chan int, 1)
	go func() {
		ended <- a.run(ctx, append([]string{"serve", "--addr", "127.0.0.1:0", "--json"}, flags...))
		in.Close()
	}()
	var said serveDocument
	if err := json.NewDecoder(out).Decode(&said); err != nil {
		t.Fatalf("serve said no address: %v", err)
	}
	go io.Copy(io.Discard, out)
	stop = func() int {
		cancel()
		return <-ended
	}
	t.Cleanup(cancel)
	return said.URL, stop
}

// A copy in a folder that nothing else is in, and nothing else after.
func TestServeReadOnly(t *testing.T) {
	p := withSample(t)
	bytes, err := os.ReadFile(p.archive)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	copied := program{archive: filepath.Join(folder, "copy.db")}
	if err := os.WriteFile(copied.archive, bytes, 0o444); err != nil {
		t.Fatal(err)
	}
	url, stop := serving(t, copied, "--read-only")
	for _, page := range []string{"", "search?q=trample", "diff/WAR/IKO", "healthz"} {
		if code, body := get(t, url+page); code != http.StatusOK {
			t.Errorf("%s: %d\n%.300s", page, code, body)
		}
	}
	if code := stop(); code != exitDone {
		t.Errorf("stopped with %d", code)
	}
	if beside, err := os.ReadDir(folder); err != nil || len(beside) != 1 {
		t.Errorf("beside the copy: %v, %v", beside, err)
	}
	if after, err := os.ReadFile(copied.archive); err != nil || string(after) != string(bytes) {
		t.Errorf("the copy was changed (%v)", err)
	}
	if err := os.WriteFile(copied.archive+"-wal", []byte("changes"), 0o444); err != nil {
		t.Fatal(err)
	}
	code, _, said := copied.run(t, context.Background(), "serve", "--read-only")
	if code != exitFailed || !strings.Contains(said, "VACUUM INTO") {
		t.Errorf("a copy with changes beside it: %d, %s", code, said)
	}
}

type testWriter struct{ t *testing.T }

func (w testWriter) Write(b []byte) (int, error) {
	w.t.Log(strings.TrimSpace(string(b)))
	return len(b), nil
}

func get(t *testing.T, url string) (int, string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

func TestServe(t *testing.T) {
	p := withSample(t)
	url, stop := serving(t, p)
	if code, body := get(t, url); code != http.StatusOK || !strings.Contains(body, "Edge of Eternities") {
		t.Errorf("home: %d\n%.300s", code, body)
	}
	// A search beside it works, and a second server says what to do.
	p.must(t, "search", "trample")
	addr := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	code, _, stderr := p.run(t, context.Background(), "serve", "--addr", addr)
	if code != exitFailed || !strings.Contains(stderr, "is in use by another program; try another port: rulebook serve --addr 127.0.0.1:") {
		t.Errorf("a second server ended with %d: %s", code, stderr)
	}
	if code := stop(); code != exitDone {
		t.Errorf("stopped with %d", code)
	}
}

func TestServeSaysWhatToTry(t *testing.T) {
	p := withSample(t)
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	said := &untilSaid{last: "Ctrl-C stops it", then: cancel}
	a := p.app(&term.Streams{Out: said, Err: testWriter{t}, Width: 80})
	code := a.run(ctx, []string{"serve", "--addr", "127.0.0.1:0", "--archive", p.archive})
	out := said.String()
	for _, want := range []string{"http://127.0.0.1:", sampleNotice, "  rulebook diff WAR IKO --archive " + p.archive, "Ctrl-C stops it"} {
		if !strings.Contains(out, want) {
			t.Errorf("serve does not say %q:\n%s", want, out)
		}
	}
	if code != exitDone {
		t.Errorf("ended with %d", code)
	}
}

// untilSaid keeps what is written and calls then after certain words.
type untilSaid struct {
	strings.Builder
	last string
	then func()
}

func (u *untilSaid) Write(b []byte) (int, error) {
	n, err := u.Builder.Write(b)
	if strings.Contains(u.String(), u.last) {
		u.then()
	}
	return n, err
}

// An import while a server answers: first the old archive is searched, then the new.
func TestSearchFollowsAnImport(t *testing.T) {
	sample := withSample(t)
	folder := t.TempDir()
	file := func(release string) string {
		path := filepath.Join(folder, release+".txt")
		if err := os.WriteFile(path, []byte(sample.must(t, "raw", release)), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	p := program{archive: filepath.Join(t.TempDir(), "own.db")}
	p.must(t, "import", file("WAR"))

	ctx := context.Background()
	a := p.app(&term.Streams{Out: io.Discard, Err: testWriter{t}})
	h, err := a.openHoldings(ctx)
	if err != nil {
		t.Fatal(err)
	}
	live, err := a.openLiveIndex(ctx, indexPath(p.archive), h, testLogger(t))
	if err != nil {
		t.Fatal(err)
	}
	defer live.Close()
	newest := func() archive.Date {
		t.Helper()
		results, err := live.Search(ctx, mustQuery(t, "702.19b"), searchAll)
		if err != nil || len(results.Hits) == 0 {
			t.Fatalf("%v, %v", results, err)
		}
		return results.Hits[0].To
	}
	war, iko := newest(), archive.Date{Year: 2020, Month: 4, Day: 17}
	p.must(t, "import", file("IKO"))
	for range 500 { // the first search still answers from the old index and has the new one built
		if day := newest(); day == iko {
			return
		} else if day != war {
			t.Fatalf("neither the old archive nor the new: %s", day)
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the index was never renewed")
}

var searchAll = search.Options{Scope: search.Scope{All: true}}

func mustQuery(t *testing.T, text string) search.Query {
	t.Helper()
	q, err := search.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return q
}

func testLogger(t *testing.T) *slog.Logger { return slog.New(slog.NewTextHandler(testWriter{t}, nil)) }

// What the addresses answer in JSON is what the commands write with --json, to the byte.
func TestServeAnswersWithTheDocumentsOfTheCommands(t *testing.T) {
	p := withSample(t)
	text := filepath.Join(t.TempDir(), "card.txt")
	if err := os.WriteFile(text, []byte("Trample. Discard a card."), 0o644); err != nil {
		t.Fatal(err)
	}
	url, stop := serving(t, p)
	defer stop()
	for address, args := range map[string][]string{
		"?format=json":                                         {"releases"},
		"api/releases":                                         {"releases"},
		"r/IKO?format=json":                                    {"releases", "IKO"},
		"api/show/IKO/702.19b":                                 {"show", "702.19b", "--in", "IKO"},
		"r/IKO/702?format=json":                                {"show", "702", "--in", "IKO"},
		"api/show/latest/introduction":                         {"show", "introduction"},
		"api/show/IKO/glossary/trample":                        {"show", "trample", "--in", "IKO"},
		"glossary/trample?format=json":                         {"show", "trample"},
		"api/diff/WAR/IKO":                                     {"diff", "WAR", "IKO"},
		"api/diff/IKO/M14":                                     {"diff", "IKO", "M14"},
		"api/diff/M14/EOE?marks=show":                          {"diff", "M14", "EOE", "--typography"},
		"api/diff/M14/EOE?only=typography":                     {"diff", "M14", "EOE", "--class", "typography"},
		"api/diff/M14/EOE?only=added":                          {"diff", "M14", "EOE", "--kind", "added"},
		"api/diff/M14/EOE?only=wording":                        {"diff", "M14", "EOE", "--kind", "changed", "--class", "wording"},
		"diff/M14/EOE?term=graveyard&format=json":              {"diff", "M14", "EOE", "--term", "graveyard"},
		"diff/M14/EOE/702.19?format=json":                      {"diff", "M14", "EOE", "--rule", "702.19"},
		"diff?old=WAR&new=IKO&format=json":                     {"diff", "WAR", "IKO"},
		"api/history/IKO/702.19b":                              {"history", "702.19b", "--in", "IKO"},
		"api/history/IKO/702.19b?examples=show&marks=show":     {"history", "702.19b", "--in", "IKO", "--examples", "--typography"},
		"api/history/latest/glossary/trample":                  {"history", "trample"},
		"api/trend?q=discard+pile,+graveyard":                  {"trend", "discard pile", "graveyard"},
		"api/keywords?in=IKO":                                  {"keywords", "--in", "IKO"},
		"keyword/trample?format=json":                          {"keyword", "trample"},
		"api/annotate?text=Trample.+Discard+a+card.&in=latest": {"annotate", text},
	} {
		code, answer := get(t, url+address)
		if want := p.must(t, append(args, "--json")...); code != http.StatusOK || answer != want {
			t.Errorf("%s: %d, other than rulebook %s --json:\n%.400s", address, code, strings.Join(args, " "), answer)
		}
	}
}
