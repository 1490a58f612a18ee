package diffing_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"rulebook/archive"
	"rulebook/diffing"
)

// only is a release with some of its entries alone.
func only(s *archive.Snapshot, positions []int) *archive.Snapshot {
	part := *s
	part.Entries = nil
	for _, at := range positions {
		part.Entries = append(part.Entries, s.Entries[at])
	}
	return &part
}

// Law: a report comes back out of its digest and the entries that changed.
func TestDigestIsTheReport(t *testing.T) {
	eachPair(t, func(t *testing.T, old, new *archive.Snapshot, _ *diffing.Report) {
		report := diffing.CompareWordings(old, new, diffing.Align(old, new, nil))
		want, digest := report.Filter(diffing.Filter{}), report.Digest()
		got, err := diffing.ReadDigest(only(old, digest.Old), only(new, digest.New), digest.Found)
		if err != nil {
			t.Fatal(err)
		}
		sameReport(t, got, want)
	})
}

func sameReport(t *testing.T, got, want *diffing.Report) {
	t.Helper()
	if g, w := inJSON(t, got), inJSON(t, want); g != w {
		t.Errorf("the report is\n%.2000s\nand should be\n%.2000s", g, w)
	}
	if !reflect.DeepEqual(got.Moves, want.Moves) || !reflect.DeepEqual(got.Titles, want.Titles) {
		t.Errorf("moves and titles are %v, %v and should be %v, %v", got.Moves, got.Titles, want.Moves, want.Titles)
	}
}

func inJSON(t *testing.T, r *diffing.Report) string {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
