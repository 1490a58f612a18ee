package cli

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// A file far beyond any rulebook is refused by its size, by every command that reads
// one, without being read.
func TestHugeFiles(t *testing.T) {
	sample := withSample(t)
	folder := t.TempDir()
	gig := filepath.Join(folder, "gig.txt")
	if err := os.WriteFile(gig, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(gig, 1<<30); err != nil {
		t.Skip("no such large files here: ", err)
	}
	own := program{archive: filepath.Join(folder, "own.db")}
	for _, c := range []struct {
		p    program
		args []string
	}{
		{own, []string{"import", gig}},
		{own, []string{"import", folder}},
		{own, []string{"import", "--excerpt", gig}},
		{sample, []string{"verify", "--excerpt", gig}},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		code, _, stderr := c.p.run(t, context.Background(), c.args...)
		runtime.ReadMemStats(&after)
		if code != exitFailed || !strings.Contains(stderr, "more than 16 MB") {
			t.Errorf("%q ended with %d: %s", c.args, code, stderr)
		}
		if allocated := (after.TotalAlloc - before.TotalAlloc) >> 20; allocated > 64 {
			t.Errorf("%q took %d MB", c.args, allocated)
		}
	}
}

// A pipe can be read only once, and is imported as a file is.
func TestImportFromPipe(t *testing.T) {
	text := withSample(t).must(t, "raw", "IKO")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	path := fmt.Sprintf("/dev/fd/%d", r.Fd())
	if _, err := os.Stat(path); err != nil {
		t.Skip("no files for open pipes here")
	}
	go func() {
		defer w.Close()
		w.WriteString(text)
	}()
	p := program{archive: filepath.Join(t.TempDir(), "own.db")}
	if out := p.must(t, "import", path); !strings.Contains(out, "1 release imported") {
		t.Errorf("import of a pipe: %s", out)
	}
}
