package parse_test

import (
	"path/filepath"
	"reflect"
	"testing"

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

func TestRoundTripPublished(t *testing.T) {
	dir := corpus(t, "published")
	for _, r := range releases(t) {
		checkRoundTrip(t, mustParse(t, filepath.Join(dir, r.file)), parse.Options{File: r.file})
	}
}
