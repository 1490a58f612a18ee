package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// One file that cannot be written leaves all as they were: what is written against
// two releases could be mended no more.
func TestRewriteAllOrNone(t *testing.T) {
	folder := t.TempDir()
	var files []rewrite
	for _, name := range []string{"a", "b", "c"} {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, []byte("old "+name), 0o644); err != nil {
			t.Fatal(err)
		}
		files = append(files, rewrite{path, "old " + name, "new " + name})
	}
	if err := os.WriteFile(files[1].path, []byte("someone else's"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := rewriteAll(files)
	if err == nil || !strings.HasSuffix(err.Error(), "no file was rewritten") {
		t.Errorf("the error is %v", err)
	}
	for i, want := range []string{"old a", "someone else's", "old c"} {
		if got, err := os.ReadFile(files[i].path); err != nil || string(got) != want {
			t.Errorf("%s holds %q (%v), want %q", files[i].path, got, err, want)
		}
	}
}
