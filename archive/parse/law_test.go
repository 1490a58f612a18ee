package parse_test

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// bare is a snapshot without what depends on the file and not on its text.
func bare(s *archive.Snapshot) archive.Snapshot {
	out := *s
	out.Warnings = nil
	out.Release.Source = archive.Source{}
	out.Entries = make([]archive.Entry, len(s.Entries))
	for i, e := range s.Entries {
		e.Line = 0
		out.Entries[i] = e
	}
	return out
}

func equal(a, b archive.Snapshot) bool { return reflect.DeepEqual(a, b) }

// checkRoundTrip states the law: a snapshot written out and read again is the same.
func checkRoundTrip(t *testing.T, s *archive.Snapshot, o parse.Options) {
	t.Helper()
	o.Encoding = ""
	written := parse.Format(s)
	again, err := parse.Parse(written, o)
	if err != nil {
		t.Fatalf("what Format wrote is refused: %v\n%s", err, written)
	}
	want, got := bare(s), bare(again)
	if equal(want, got) {
		return
	}
	for i := range min(len(want.Entries), len(got.Entries)) {
		if !reflect.DeepEqual(want.Entries[i], got.Entries[i]) {
			t.Fatalf("entry %d differs:\nread    %+v\nre-read %+v", i, want.Entries[i], got.Entries[i])
		}
	}
	want.Entries, got.Entries = want.Entries[min(len(want.Entries), len(got.Entries)):], got.Entries[min(len(want.Entries), len(got.Entries)):]
	t.Fatalf("differs:\nread    %+v\nre-read %+v", want, got)
}

// checkNothingLost states the law: what a file prints is what its snapshot prints,
// character by character and in order, white space aside.
func checkNothingLost(t *testing.T, raw []byte, s *archive.Snapshot, o parse.Options) {
	t.Helper()
	printed, err := parse.Printed(raw, o)
	if err != nil {
		t.Fatal(err)
	}
	want, got := withoutSpace(printed), withoutSpace(string(parse.Format(s)))
	if want == got {
		return
	}
	at := 0
	for at < min(len(want), len(got)) && want[at] == got[at] {
		at++
	}
	const around = 60 // bytes
	show := func(s string) string { return s[max(0, at-around):min(len(s), at+around)] }
	t.Errorf("at byte %d\nthe file prints %q\nits snapshot    %q", at, show(want), show(got))
}

func withoutSpace(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, s)
}

func TestNothingLost(t *testing.T) {
	dir := corpus(t, "")
	for _, folder := range []string{"published", "resaved", "twins"} {
		files, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			path := filepath.Join(dir, folder, f.Name())
			t.Run(f.Name(), func(t *testing.T) {
				checkNothingLost(t, readFile(t, path), mustParse(t, path), parse.Options{})
			})
		}
	}
}

func TestRoundTripPublished(t *testing.T) {
	dir := corpus(t, "published")
	for _, r := range releases(t) {
		checkRoundTrip(t, mustParse(t, filepath.Join(dir, r.file)), parse.Options{File: r.file})
	}
}

// bareExcerpt is an excerpt without what depends on the file and not on its text.
func bareExcerpt(e *archive.Excerpt) []archive.ExcerptBlock {
	blocks := make([]archive.ExcerptBlock, len(e.Blocks))
	for i, b := range e.Blocks {
		b.Line = 0
		b.Rules = slices.Clone(b.Rules)
		for j := range b.Rules {
			b.Rules[j].Line = 0
		}
		blocks[i] = b
	}
	return blocks
}

// writeExcerpt writes an excerpt as a page of its kind.
func writeExcerpt(e *archive.Excerpt) []byte {
	var w bytes.Buffer
	label := "From the Comprehensive Rules (%s)\n"
	bullet := "- "
	if !e.Rule.IsZero() {
		label, bullet = "%s\n", ""
	}
	for _, b := range e.Blocks {
		if !b.Date.IsZero() {
			says := b.Date.Long()
			if b.Set != "" {
				says += "—" + b.Set
			}
			fmt.Fprintf(&w, label, says)
		}
		for _, r := range b.Rules {
			fmt.Fprintln(&w, bullet+cmp.Or(r.Label, r.Number.Printed())+" "+r.Text)
			for _, example := range r.Examples {
				fmt.Fprintln(&w, "Example: "+example)
			}
		}
	}
	if dates, _ := e.Dates(); len(dates) == 0 {
		fmt.Fprintf(&w, label, "May 1, 2020") // that nothing follows makes no difference, that there is one does
	}
	return w.Bytes()
}

// checkExcerptRoundTrip states the law for excerpts.
func checkExcerptRoundTrip(t *testing.T, e *archive.Excerpt) {
	t.Helper()
	written := writeExcerpt(e)
	again, err := parse.ParseExcerpt(written, parse.ExcerptOptions{Rule: e.Rule})
	if err != nil {
		t.Fatalf("an excerpt written out is refused: %v\n%s", err, written)
	}
	if want, got := bareExcerpt(e), bareExcerpt(again); !reflect.DeepEqual(want, got) || e.Rule != again.Rule {
		t.Fatalf("differs:\nread    %+v\nre-read %+v\nof %q", want, got, written)
	}
}
