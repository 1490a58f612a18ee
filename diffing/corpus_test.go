package diffing_test

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// corpus is the folder with the published releases and the truth beside it, or
// skips the test.
func corpus(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("RULEBOOK_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "corpus")
	}
	if _, err := os.Stat(filepath.Join(dir, "published")); err != nil {
		t.Skip("no published releases here; set RULEBOOK_CORPUS to a folder that holds them")
	}
	return dir
}

// readCorpus parses every published release, once for all tests.
var readCorpus = sync.OnceValues(func() ([]*archive.Snapshot, error) {
	dir := os.Getenv("RULEBOOK_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "shared", "corpus")
	}
	files, err := os.ReadDir(filepath.Join(dir, "published"))
	if err != nil {
		return nil, err
	}
	var all []*archive.Snapshot
	for _, f := range files {
		raw, err := os.ReadFile(filepath.Join(dir, "published", f.Name()))
		if err != nil {
			return nil, err
		}
		s, err := parse.Parse(raw, parse.Options{File: f.Name()})
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	slices.SortFunc(all, func(a, b *archive.Snapshot) int {
		return cmp.Or(a.Release.Effective.Compare(b.Release.Effective), cmp.Compare(a.Release.Source.File, b.Release.Source.File))
	})
	return all, nil
})

// published are all published releases in the order of time.
func published(t testing.TB) []*archive.Snapshot {
	t.Helper()
	corpus(t)
	all, err := readCorpus()
	if err != nil {
		t.Fatal(err)
	}
	return all
}
