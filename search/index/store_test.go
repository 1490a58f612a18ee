package index

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulebook/search"
)

// TestBatches: an index made in many batches answers as one made in one.
func TestBatches(t *testing.T) {
	src := smallBook(t)
	x, dir := open(t, src), t.TempDir()
	y := open(t, src)
	documents, err := gather(context.Background(), src, x.held)
	if err != nil {
		t.Fatal(err)
	}
	last := 0
	err = writeStore(context.Background(), dir, documents, 5, newStemmer(), func(done, total int) {
		if done > total || total != len(documents) {
			t.Errorf("progress %d of %d", done, total)
		}
		last = done
	})
	if err != nil {
		t.Fatal(err)
	}
	if last != len(documents) {
		t.Errorf("progress ended at %d of %d", last, len(documents))
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("%d files left, want one", len(files))
	}
	y.engine.Close()
	if y.engine, err = openEngine(filepath.Dir(filepath.Join(dir, storeName))); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"the", "trample", `"as though"`, "damage -excess", "kind:heading", "702.19"} {
		want, got := hitNames(ask(t, x, query, search.Options{})), hitNames(ask(t, y, query, search.Options{}))
		if got != want {
			t.Errorf("%s: %s in batches, %s at once", query, got, want)
		}
	}
}

// A batch ends at so many documents, or where its text grows too long.
func TestBatchOf(t *testing.T) {
	long := &document{versions: []version{{text: strings.Repeat("a", batchText/2+1)}}}
	short := &document{versions: []version{{text: "a"}}}
	for _, c := range []struct {
		documents []*document
		want      int
	}{
		{[]*document{short}, 1}, {[]*document{short, short, short}, 3}, {[]*document{short, short, short, short}, 3},
		{[]*document{long, short, long}, 2}, {[]*document{long, long}, 1},
	} {
		if got := batchOf(c.documents, 3); got != c.want {
			t.Errorf("%d of %d, want %d", got, len(c.documents), c.want)
		}
	}
}
