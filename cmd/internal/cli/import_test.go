package cli

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rulebook/cmd/internal/term"
)

// A first import that is interrupted, at whatever moment, leaves no archive behind.
func TestInterruptedFirstImport(t *testing.T) {
	folder := t.TempDir()
	p := program{archive: filepath.Join(folder, "archive.db")}
	for moment := time.Duration(0); moment < 50*time.Millisecond; moment += 7 * time.Millisecond {
		ctx, cancel := context.WithCancel(context.Background())
		stop := time.AfterFunc(moment, cancel)
		if moment == 0 {
			cancel()
		}
		code := p.app(&term.Streams{Out: io.Discard, Err: io.Discard}).run(ctx, []string{"sample"})
		stop.Stop()
		cancel()
		left, err := os.ReadDir(folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range left {
			if code != exitDone && strings.HasPrefix(f.Name(), "archive.db") && !held(t, p) {
				t.Fatalf("interrupted after %s, %s is left behind", moment, f.Name())
			}
		}
		if err := os.RemoveAll(p.archive); err != nil {
			t.Fatal(err)
		}
		os.RemoveAll(indexPath(p.archive))
	}
}

// held reports whether the archive holds the sample: the interrupt came after it was
// taken in, while the index was built.
func held(t *testing.T, p program) bool {
	t.Helper()
	return strings.Contains(p.must(t, "releases"), "7 held")
}
