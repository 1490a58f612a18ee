package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulebook/diffing/cite"
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

// What --fix wrote is remembered of each file by where it lies, without files that are
// gone; a memory that cannot be read or written says so.
func TestCiteMemory(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "archive.db.cited.json")
	write := func(name string) string {
		full := filepath.Join(folder, name)
		if err := os.WriteFile(full, []byte("CR 702.19b"), 0o644); err != nil {
			t.Fatal(err)
		}
		return full
	}
	kept, gone := write("kept"), write("gone")
	memory, err := openCiteMemory(path)
	if err != nil || memory.of(kept) != nil {
		t.Fatalf("a first run remembers %v, %v", memory.of(kept), err)
	}
	for _, file := range []string{kept, gone} {
		if err := memory.put(file, &cite.Memory{Numbers: []cite.Remembered{{Text: "702.19b"}}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(gone); err != nil {
		t.Fatal(err)
	}
	if err := memory.save(); err != nil {
		t.Fatal(err)
	}
	t.Chdir(folder)
	memory, err = openCiteMemory(path)
	if err != nil || len(memory.Files) != 1 || memory.of("kept") == nil || memory.of("kept").Numbers[0].Text != "702.19b" {
		t.Errorf("remembered: %+v, %v", memory, err)
	}

	if !memory.lies("archive.db.cited.json") || memory.lies("kept") || memory.lies(filepath.Join("nowhere", "archive.db.cited.json")) {
		t.Error("the memory does not know itself")
	}

	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openCiteMemory(path); err == nil || !strings.HasSuffix(err.Error(), "; delete it to go on without") {
		t.Errorf("a broken memory: %v", err)
	}
	memory.path = filepath.Join(folder, "nowhere", "cited.json")
	if err := memory.save(); err == nil || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("a memory without a folder: %v", err)
	}
}

// A memory that holds nothing is one to write into.
func TestEmptyCiteMemory(t *testing.T) {
	folder := t.TempDir()
	for _, holds := range []string{"null", "{}", `{"files": null}`, `{"files": {}}`} {
		path := filepath.Join(folder, "archive.db.cited.json")
		if err := os.WriteFile(path, []byte(holds), 0o644); err != nil {
			t.Fatal(err)
		}
		memory, err := openCiteMemory(path)
		if err != nil {
			t.Fatalf("%s: %v", holds, err)
		}
		if err := memory.put(path, &cite.Memory{}); err != nil || memory.of(path) == nil {
			t.Errorf("%s: %v, and nothing is remembered", holds, err)
		}
	}
}
