package history_test

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/diffing/history"
)

// The published releases are imported once for all tests of the package.
var published struct {
	once   sync.Once
	folder string
	path   string
	done   bool
}

func TestMain(m *testing.M) {
	code := m.Run()
	if published.folder != "" {
		os.RemoveAll(published.folder)
	}
	os.Exit(code)
}

// publishedStore is an archive of all published releases. RULEBOOK_TEST_ARCHIVE may
// name one that is there already.
func publishedStore(t testing.TB) archivetest.Store {
	t.Helper()
	if path := os.Getenv("RULEBOOK_TEST_ARCHIVE"); path != "" {
		return archivetest.OpenAt(t, path)
	}
	files := archivetest.Published(t)
	if testing.Short() {
		t.Skip("imports all published releases")
	}
	published.once.Do(func() {
		folder, err := os.MkdirTemp("", "rulebook-history-")
		if err != nil {
			t.Fatal(err)
		}
		published.folder = folder
		published.path = filepath.Join(folder, "archive.db")
		archivetest.ImportPublished(t, archivetest.OpenAt(t, published.path), files)
		published.done = true
	})
	if !published.done {
		t.Fatal("the published releases could not be imported")
	}
	return archivetest.OpenAt(t, published.path)
}

// find finds a rule or term of a release named as on the command line; an empty ref
// means the newest release that has it.
func find(t testing.TB, s archivetest.Store, name, ref string) *history.Found {
	t.Helper()
	var d archive.Date
	if ref != "" {
		r, err := archive.ResolveRelease(archivetest.Releases(t, s), ref)
		if err != nil {
			t.Fatal(err)
		}
		d = r.Effective
	}
	n, _ := archive.ParseCitation(name)
	f, err := history.Find(context.Background(), s, s, n, name, d)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func historyOf(t testing.TB, s archivetest.Store, name, ref string, o history.Options) *history.History {
	t.Helper()
	h, err := history.Of(context.Background(), s, find(t, s, name, ref), o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
