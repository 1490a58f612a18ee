package fetch

import (
	"path/filepath"
	"testing"

	"rulebook/archive/archivetest"
	"rulebook/data"
)

// TestCorpus takes every release of the catalog from the folder of published
// files: all that were ever seen are there and right, the others are said.
func TestCorpus(t *testing.T) {
	published := filepath.Join(archivetest.Corpus(t), "published")
	catalog, err := data.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	f := &Fetcher{Folder: t.TempDir(), From: published, Check: reads}
	for _, want := range []Outcome{Fetched, Kept} {
		s, err := f.Fetch(t.Context(), catalog)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range s.Results {
			switch known := r.Release.Source.SHA256 != ""; {
			case known && r.Outcome != want, !known && r.Outcome != Missing:
				t.Errorf("%s: %s: %s", r.Release.Label(), r.Outcome, r.Reason)
			}
		}
		if s.Count(want) != 71 {
			t.Errorf("%d are %s, want 71", s.Count(want), want)
		}
	}
}
