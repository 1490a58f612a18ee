package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An archive in a folder that its reader may not write to: a search says what to do
// where no index is, and uses the one that is there.
func TestSearchInAReadOnlyFolder(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	p := withSample(t)
	indexes := indexPath(p.archive)
	folder := filepath.Dir(p.archive)
	t.Cleanup(func() { os.Chmod(folder, 0o755); os.Chmod(indexes, 0o755) })
	closed := func(path string) {
		t.Helper()
		if err := os.Chmod(path, 0o555); err != nil {
			t.Fatal(err)
		}
	}
	closed(indexes)
	closed(folder)
	p.must(t, "search", "trample")

	os.Chmod(folder, 0o755)
	if err := os.Chmod(indexes, 0o000); err != nil {
		t.Fatal(err)
	}
	closed(folder)
	code, _, said := p.run(t, context.Background(), "search", "trample")
	if code != exitFailed || !strings.Contains(said, "let somebody who may write there search once, or copy the archive") {
		t.Errorf("a search without an index ended with %d: %s", code, said)
	}
	if out := p.must(t, "verify"); !strings.Contains(out, "all whole") {
		t.Errorf("the archive is whole without its index: %s", out)
	}
}
