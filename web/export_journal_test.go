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
