package archivetest

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

// published is the archive of all published releases, imported once a process.
var published struct {
	once         sync.Once
	folder, path string
	whole        bool
}

// PublishedStore opens an archive of all published releases. It is imported once for
// all tests of a package, whose TestMain is Main;
// RULEBOOK_TEST_ARCHIVE may name one that is there already.
func PublishedStore(t testing.TB) Store {
	t.Helper()
	if path := os.Getenv("RULEBOOK_TEST_ARCHIVE"); path != "" {
		return OpenAt(t, path)
	}
	files := Published(t)
	if testing.Short() {
		t.Skip("it takes all published releases, which -short leaves out")
	}
	published.once.Do(func() {
		folder, err := os.MkdirTemp("", "rulebook-published-")
		if err != nil {
			t.Fatal(err)
		}
		published.folder, published.path = folder, filepath.Join(folder, "archive.db")
		ImportPublished(t, OpenAt(t, published.path), files)
		published.whole = true
	})
	if !published.whole {
		t.Fatal("the published releases could not be imported, as another test tells")
	}
	return OpenAt(t, published.path)
}

// Main runs the tests of a package that uses PublishedStore and takes its archive away
// behind them; it does not return.
func Main(m *testing.M) {
	code := m.Run()
	if published.folder != "" {
		os.RemoveAll(published.folder)
	}
	os.Exit(code)
}
