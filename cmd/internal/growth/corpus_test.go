//go:build linux

package main

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"rulebook/archive"
	"rulebook/data"
)

// TestCorpus makes three times as many releases as the sample has: every date is
// another, every text can be read, and hardly a text returns.
func TestCorpus(t *testing.T) {
	books := sampleBooks(t)
	folder := filepath.Join(t.TempDir(), "texts")
	dates, err := writeCorpus(folder, books, 3*len(books))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.IsSortedFunc(dates, archive.Date.Compare) || len(slices.Compact(slices.Clone(dates))) != 3*len(books) {
		t.Errorf("the dates are no order of releases: %v", dates)
	}
	again, err := readBooks(folder)
	if err != nil {
		t.Fatal(err)
	}
	for i, book := range again {
		if book.Release.Effective != dates[i] {
			t.Errorf("release %d is of %s, want %s", i, book.Release.Effective, dates[i])
		}
		was := books[i%len(books)]
		if len(book.Entries) != len(was.Entries) {
			t.Errorf("%s has %d entries, want the %d of %s", dates[i], len(book.Entries), len(was.Entries), was.Release.Effective)
		}
	}
	oldest, newest := again[0], again[2*len(books)]
	if same := equalRules(oldest, newest); same == 0 || same == len(oldest.Entries) {
		t.Errorf("%d of %d entries say the same two rounds later; want some, not all", same, len(oldest.Entries))
	}
}

func TestEdited(t *testing.T) {
	const text = "702.1a: A creature with this ability attacks."
	once, twice := edited(text, 7, 1), edited(text, 7, 2)
	if once == text || twice == text || once == twice {
		t.Errorf("an edit leaves the text as it was: %q, %q", once, twice)
	}
	if got := edited("A 1/1.", 7, 1); got != "A 1/1." {
		t.Errorf("a text without plain words became %q", got)
	}
}

// sampleBooks are the releases of the sample, oldest first.
func sampleBooks(t *testing.T) []*archive.Snapshot {
	t.Helper()
	files, err := data.Sample()
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for _, f := range files {
		if err := os.WriteFile(filepath.Join(folder, f.Name), f.Bytes, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	books, err := readBooks(folder)
	if err != nil {
		t.Fatal(err)
	}
	return books
}

func equalRules(a, b *archive.Snapshot) (n int) {
	for i := range a.Entries {
		if a.Entries[i].Wording() == b.Entries[i].Wording() {
			n++
		}
	}
	return n
}
