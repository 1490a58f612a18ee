package web

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"rulebook/archive/archivetest"
)

// published is a site of the published releases, not warmed.
func published(b *testing.B) *Server {
	b.Helper()
	files := archivetest.Published(b)
	store := archivetest.Open(b)
	archivetest.ImportPublished(b, store, files)
	s, err := New(Options{Archive: store, Version: "bench", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		b.Fatal(err)
	}
	return s
}

// discard is a reader on an endless line.
type discard struct{ header http.Header }

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) WriteHeader(int)             {}
func (d *discard) Write(p []byte) (int, error) { return io.Discard.Write(p) }

func ask1(s http.Handler, r *http.Request) {
	s.ServeHTTP(&discard{header: make(http.Header)}, r)
}

func BenchmarkPages(b *testing.B) {
	s := published(b)
	for _, c := range []struct{ name, path string }{
		{"home", "/"}, {"rule", "/r/2025-07-25/702.19b"}, {"heading", "/r/2025-07-25/702"}, {"whole", "/r/2025-07-25/all"},
		{"release", "/r/2025-07-25"}, {"history", "/history/2025-07-25/702.19b"},
		{"diff", "/diff/2018-01-19/2018-04-27"}, {"widest", "/diff/2013-07-13/2025-07-25"},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, nil)
		r.Header.Set("Accept-Encoding", "gzip")
		ask1(s, r) // books, pairs and comparison are there from here on
		lib := s.library.Load()
		b.Run(c.name+"/drawn", func(b *testing.B) {
			for b.Loop() {
				lib.pages = newShelf[string](keptPageBytes, (*rendered).cost)
				ask1(s, r)
			}
		})
		b.Run(c.name+"/kept", func(b *testing.B) {
			for b.Loop() {
				ask1(s, r)
			}
		})
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		held := r.Clone(context.Background())
		held.Header.Set("If-None-Match", w.Result().Header.Get("ETag"))
		b.Run(c.name+"/unchanged", func(b *testing.B) {
			for b.Loop() {
				ask1(s, held)
			}
		})
	}
}
