package web

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/PuerkitoBio/goquery"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/search/index"
)

// sample is a site of the bundled sample, with its search, all releases reckoned.
func sample(t testing.TB, change ...func(*Options)) *Server {
	t.Helper()
	return sampleOf(t, archivetest.Sample(t), change...)
}

// sampleOf is such a site of an archive.
func sampleOf(t testing.TB, store archivetest.Store, change ...func(*Options)) *Server {
	t.Helper()
	x, err := index.Open(context.Background(), filepath.Join(t.TempDir(), "index"), store, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	o := Options{Archive: store, Search: x, Version: "test", Raw: true}
	for _, c := range change {
		c(&o)
	}
	return serving(t, o)
}

func serving(t testing.TB, o Options) *Server {
	t.Helper()
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(failing{t}, &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Warm(context.Background()); err != nil {
		t.Fatal(err)
	}
	return s
}

// failing fails a test for whatever is logged as a warning or an error.
type failing struct{ t testing.TB }

func (f failing) Write(b []byte) (int, error) {
	f.t.Errorf("logged: %s", b)
	return len(b), nil
}

// get asks for a page; headers are names and values.
func get(t testing.TB, s http.Handler, path string, headers ...string) *http.Response {
	t.Helper()
	return ask(t, s, http.MethodGet, path, headers...)
}

func ask(t testing.TB, s http.Handler, method, path string, headers ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func body(t testing.TB, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// open asks for a page that must be there and reads it.
func open(t testing.TB, s http.Handler, path string) *goquery.Document {
	t.Helper()
	r := get(t, s, path)
	if r.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %s", path, r.Status)
	}
	return parsed(t, r)
}

func parsed(t testing.TB, r *http.Response) *goquery.Document {
	t.Helper()
	doc, err := goquery.NewDocumentFromReader(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// text is what a selection says, spaces folded.
func text(s *goquery.Selection) string { return strings.Join(strings.Fields(s.Text()), " ") }

// fake is an archive in memory, for texts that no published file would hold.
type fake struct {
	snapshots []*archive.Snapshot
	missing   []archive.Release
	excerpts  []archive.Excerpt
}

func (f *fake) Generation(context.Context) (int64, error) { return 1, nil }

func (f *fake) Releases(context.Context) ([]archive.Release, error) {
	var all []archive.Release
	for _, s := range f.snapshots {
		all = append(all, s.Release)
	}
	return append(all, f.missing...), nil
}

func (f *fake) Snapshot(_ context.Context, d archive.Date) (*archive.Snapshot, error) {
	for _, s := range f.snapshots {
		if s.Release.Effective == d {
			return s, nil
		}
	}
	return nil, &archive.NotFoundError{What: "release", Asked: d.String()}
}

// Digest keeps none.
func (f *fake) Digest(context.Context, archive.Date, archive.Date) ([]byte, error) { return nil, nil }

// Pairs ties the entries of equal lineage.
func (f *fake) Pairs(_ context.Context, old, new *archive.Snapshot) ([]archive.Pair, error) {
	return archive.PairByLineage(old, new, nil, nil), nil
}

func (f *fake) Lineage(_ context.Context, id archive.LineageID) (archive.Lineage, error) {
	l := archive.Lineage{ID: id}
	for _, s := range f.snapshots {
		for _, e := range s.Entries {
			if e.Lineage != id {
				continue
			}
			if l.Born.IsZero() {
				l.Born = s.Release.Effective
			}
			l.Last = s.Release.Effective
		}
	}
	return l, nil
}

func (f *fake) Spans(_ context.Context, id archive.LineageID) ([]archive.Span, error) {
	var spans []archive.Span
	for _, s := range f.snapshots {
		for _, e := range s.Entries {
			if e.Lineage == id {
				d := s.Release.Effective
				spans = append(spans, archive.Span{Lineage: id, Kind: e.Kind, Number: e.Number, Term: e.Term, Text: e.Text,
					Examples: e.Examples, From: d, To: d, InForce: s == f.snapshots[len(f.snapshots)-1]})
			}
		}
	}
	return spans, nil
}

func (f *fake) Excerpts(context.Context) ([]archive.Excerpt, error) { return f.excerpts, nil }

func (f *fake) Raw(context.Context, archive.Date) ([]byte, error) { return nil, nil }

func (f *fake) Relatives(context.Context, archive.LineageID) ([]archive.Lineage, error) {
	return nil, nil
}

func (f *fake) Bearers(context.Context, archive.Date, []archive.Number) (map[archive.Number][]archive.LineageID, error) {
	return nil, nil
}

func (f *fake) NumbersAt(context.Context, archive.Date, []archive.LineageID) (map[archive.LineageID]archive.Number, error) {
	return nil, nil
}

func (f *fake) Lost(context.Context, archive.Date, string) ([]archive.LineageID, error) {
	return nil, nil
}

func (f *fake) NumberTenures(context.Context, archive.Number) ([]archive.Tenure, error) {
	return nil, nil
}

func (f *fake) EachSpan(context.Context, func(archive.Span) error) error { return nil }

func (f *fake) TermTenures(context.Context, string) ([]archive.Tenure, error) { return nil, nil }

// Printing is every text of every release, equal ones not shared.
func (f *fake) Printing(context.Context) (*archive.Printing, error) {
	p := &archive.Printing{}
	for _, s := range f.snapshots {
		printed := archive.Printed{Release: s.Release.Effective}
		for i := range s.Entries {
			p.Texts = append(p.Texts, archive.Fold(s.Entries[i].Wording()))
			printed.Places = append(printed.Places, archive.Place{Position: i, Term: -1, Text: int32(len(p.Texts) - 1)})
		}
		p.Releases = append(p.Releases, printed)
	}
	return p, nil
}
