package archive_test

import (
	"testing"

	"rulebook/archive"
)

// Between releases that are no neighbours a pair says how sure its least sure step
// was; seen backwards, what came went.
func TestPairByLineageSaysWhy(t *testing.T) {
	snapshot := func(ids ...archive.LineageID) *archive.Snapshot {
		s := &archive.Snapshot{}
		for _, id := range ids {
			s.Entries = append(s.Entries, archive.Entry{Kind: archive.Rule, Lineage: id})
		}
		return s
	}
	old, new := snapshot(1, 2, 3, 4, 5), snapshot(1, 2, 3, 6, 7)
	kin := []archive.Lineage{
		{ID: 5, Fate: archive.Link{Reason: "pinned by hand", Score: 1, ByHand: true}},
		{ID: 7, From: 1, Origin: archive.Link{Reason: "split off: most of its words are the other's", Score: 0.9}},
	}
	weakest := map[archive.LineageID]archive.Link{
		2: {Reason: "reworded, same number", Score: 0.6},
		3: {Reason: "pinned by hand", Score: 1, ByHand: true},
	}
	pairs := archive.PairByLineage(old, new, kin, weakest)
	forth := []string{
		"same rule in every release between", "at the least certain step between: reworded, same number", "pinned by hand",
		"no rule before it", "split off: most of its words are the other's", "no rule after it", "pinned by hand",
	}
	back := []string{
		forth[0], forth[1], forth[2],
		"no rule after it", "taken in: most of its words are the other's", "no rule before it", "pinned by hand",
	}
	if len(pairs) != len(forth) {
		t.Fatalf("%d pairs, want %d", len(pairs), len(forth))
	}
	mirrored := archive.Mirror(pairs)
	for i := range pairs {
		if got := pairs[i].Link; got.Reason != forth[i] || got.ByHand != (got.Reason == "pinned by hand") {
			t.Errorf("pair %d: %q, by hand %v; want %q", i, got.Reason, got.ByHand, forth[i])
		}
		if got := mirrored[i].Link.Reason; got != back[i] {
			t.Errorf("pair %d seen backwards: %q, want %q", i, got, back[i])
		}
	}
}
