package web

import (
	"os"
	"path/filepath"
	"testing"
)

// TestTornJournal: wherever a kill tears the journal, what was torn belongs to
// nothing, the next time and the time after that.
func TestTornJournal(t *testing.T) {
	whole := journalTitle + "\nstate\thash\t5\tr/2025-07-25/index.html\nstate\thash\t5\tr/2025-07-25/702/index.html\n"
	for cut := range len(whole) + 1 {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, journalName), []byte(whole[:cut]), 0o644); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			j, err := openJournal(dir)
			if err != nil {
				t.Fatalf("cut at %d: %v", cut, err)
			}
			for file := range j.files {
				if filepath.Base(file) != "index.html" {
					t.Errorf("cut at %d: the journal speaks of %s", cut, file)
				}
			}
			j.files["about/index.html"] = noted{"state", "hash", 5}
			if err := j.note(j.lines, "about/index.html"); err != nil {
				t.Fatal(err)
			}
			if err := j.lines.Flush(); err != nil {
				t.Fatal(err)
			}
			j.out.Close()
		}
	}
}

// TestAnnouncedFiles: a kill between two lines leaves files that no export takes for
// its own pages, and that the next one removes when they do not belong to it.
func TestAnnouncedFiles(t *testing.T) {
	dir := t.TempDir()
	killed, err := openJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"r/gone/index.html", "r/kept/index.html"} {
		if _, err := killed.write(file, "state", []byte("as it was")); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "r/gone/index.html.part"), []byte("as"), 0o644); err != nil {
		t.Fatal(err)
	}
	killed.out.Close() // what is still in memory is lost

	next, err := openJournal(dir)
	if err != nil {
		t.Fatal(err)
	}
	if next.fresh("r/kept/index.html", "state") {
		t.Error("a file that was only announced is taken for a whole one")
	}
	if written, err := next.write("r/kept/index.html", "state", []byte("as it is!")); err != nil || !written {
		t.Error(written, err)
	}
	if _, err := next.sweep(); err != nil {
		t.Fatal(err)
	}
	if err := next.close(true); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "r/gone")); err == nil {
		t.Error("what the killed export began is left behind")
	}
	if b, _ := os.ReadFile(filepath.Join(dir, "r/kept/index.html")); string(b) != "as it is!" {
		t.Errorf("the page is %q", b)
	}
}
