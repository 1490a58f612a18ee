package diffing_test

import (
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/diffing"
)

// Law: a report comes back out of its digest.
func TestDigestIsTheReport(t *testing.T) {
	eachPair(t, func(t *testing.T, old, new *archive.Snapshot, _ *diffing.Report) {
		report := diffing.CompareWordings(old, new, diffing.Align(old, new, nil))
		want := report.Filter(diffing.Filter{})
		got, err := diffing.ReadDigest(old.Release, new.Release, report.Digest())
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

var update = flag.Bool("update", false, "write the golden files anew")

// What an older program kept is taken for what this one would find, unless the version
// says otherwise: what is found in the sample may not change without it.
func TestDigestVersion(t *testing.T) {
	const golden = "testdata/digests.txt"
	before, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	store := archivetest.Sample(t)
	var now strings.Builder
	releases := archivetest.Releases(t, store)
	for i, r := range releases[1:] {
		digest, err := store.Digest(t.Context(), releases[i].Effective, r.Effective)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&now, "version %d, %s to %s: %x\n", digest[0], releases[i].Effective, r.Effective, sha256.Sum256(digest))
	}
	head, _, _ := strings.Cut(now.String(), ",")
	switch {
	case now.String() == string(before):
	case strings.HasPrefix(string(before), head+","):
		t.Error("what is found when releases are compared has changed: count digestVersion up, and run make golden")
	case !*update:
		t.Error("digestVersion has changed: run make golden")
	default:
		if err := os.WriteFile(golden, []byte(now.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
