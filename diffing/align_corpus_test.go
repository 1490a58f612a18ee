package diffing_test

import (
	"cmp"
	"slices"
	"sync"
	"testing"

	"rulebook/archive"
	"rulebook/diffing"
)

// release is the published release of a date.
func release(t testing.TB, day string) *archive.Snapshot {
	t.Helper()
	for _, s := range published(t) {
		if s.Release.Effective.String() == day {
			return s
		}
	}
	t.Fatalf("no release of %s among the published ones", day)
	return nil
}

// alignNeighbours aligns every two neighbouring releases, once for all tests.
var alignNeighbours = sync.OnceValue(func() [][]archive.Pair {
	all, err := readCorpus()
	if err != nil || len(all) == 0 {
		return nil
	}
	aligned := make([][]archive.Pair, len(all)-1)
	for i := range aligned {
		aligned[i] = diffing.Align(all[i], all[i+1], nil)
	}
	return aligned
})

// neighbours calls f with every two neighbouring releases and their pairs.
func neighbours(t *testing.T, f func(old, new *archive.Snapshot, pairs []archive.Pair)) {
	t.Helper()
	all := published(t)
	for i, pairs := range alignNeighbours() {
		f(all[i], all[i+1], pairs)
	}
}

func TestAlignKeepsItsPromise(t *testing.T) {
	neighbours(t, func(old, new *archive.Snapshot, pairs []archive.Pair) { checkPromise(t, old, new, pairs) })
	all := published(t)
	checkPromise(t, all[0], all[len(all)-1], diffing.Align(all[0], all[len(all)-1], nil))
}

func TestAlignIsDeterministic(t *testing.T) {
	const every = 10 // neighbouring pairs
	all := published(t)
	for i, pairs := range alignNeighbours() {
		if i%every == 0 && !slices.Equal(pairs, diffing.Align(all[i], all[i+1], nil)) {
			t.Errorf("%s -> %s: aligned twice, the pairs differ", all[i].Release.Effective, all[i+1].Release.Effective)
		}
	}
}

// leastMirrored is the part of the pairs that has to be the same from either side.
const leastMirrored = 0.9995

func TestAlignIsSymmetric(t *testing.T) {
	same, all := 0, 0
	neighbours(t, func(old, new *archive.Snapshot, pairs []archive.Pair) {
		forth := sorted(pairs)
		back := sorted(archive.Mirror(diffing.Align(new, old, nil)))
		all += len(forth)
		for i, p := range forth {
			at, found := slices.BinarySearchFunc(back, p, compareRelated)
			if found && back[at].Relation == p.Relation {
				same++
			} else {
				t.Logf("%s -> %s: %s, seen backwards %s", old.Release.Effective, new.Release.Effective,
					describe(old, new, forth[i]), describe(old, new, back[min(at, len(back)-1)]))
			}
		}
	})
	part := float64(same) / float64(all)
	t.Logf("%d of %d pairs are the same from either side, %.3f %%", same, all, 100*part)
	if part < leastMirrored {
		t.Errorf("%.3f %% of the pairs are the same from either side, want %.3f %%", 100*part, 100*leastMirrored)
	}
}

// sorted orders pairs by what they relate, candidates left out.
func sorted(pairs []archive.Pair) []archive.Pair {
	pairs = slices.Clone(pairs)
	for i := range pairs {
		switch pairs[i].Relation {
		case archive.Added:
			pairs[i].Old = -1
		case archive.Removed:
			pairs[i].New = -1
		}
	}
	slices.SortFunc(pairs, compareRelated)
	return pairs
}

func compareRelated(p, q archive.Pair) int {
	return cmp.Or(cmp.Compare(p.Old, q.Old), cmp.Compare(p.New, q.New))
}

func describe(old, new *archive.Snapshot, p archive.Pair) string {
	name := func(s *archive.Snapshot, i int) string {
		if i < 0 {
			return "-"
		}
		return s.Entries[i].Name()
	}
	return name(old, p.Old) + " " + p.Relation.String() + " " + name(new, p.New)
}

// leastChained is the part of the entries that the chain from the oldest release
// to the newest and the direct alignment of the two have to agree on.
const leastChained = 0.95

func TestAlignChainAgreesWithDirect(t *testing.T) {
	all := published(t)
	first, last := all[0], all[len(all)-1]
	origin := make([]int, len(first.Entries)) // of each entry of the release at hand, in the first
	for i := range origin {
		origin[i] = i
	}
	neighbours(t, func(_, new *archive.Snapshot, pairs []archive.Pair) {
		next := make([]int, len(new.Entries))
		for i := range next {
			next[i] = -1
		}
		for _, p := range pairs {
			if p.Relation == archive.Continues {
				next[p.New] = origin[p.Old]
			}
		}
		origin = next
	})
	agree, entries := 0, 0
	for _, p := range diffing.Align(first, last, nil) {
		var direct int
		switch p.Relation {
		case archive.Continues:
			direct = p.Old
		case archive.Added, archive.SplitFrom:
			direct = -1
		default:
			continue
		}
		entries++
		if direct == origin[p.New] {
			agree++
			continue
		}
		chained := archive.Pair{Old: origin[p.New], New: p.New}
		t.Logf("direct %s, chained from %s", describe(first, last, p), describe(first, last, chained))
	}
	part := float64(agree) / float64(entries)
	t.Logf("%s -> %s: %d of %d entries have one origin directly and by the chain, %.2f %%",
		first.Release.Effective, last.Release.Effective, agree, entries, 100*part)
	if part < leastChained {
		t.Errorf("%.2f %% agree, want %.2f %%", 100*part, 100*leastChained)
	}
}

// TestAlignCases are the pairs that were got wrong elsewhere.
func TestAlignCases(t *testing.T) {
	const none = "-"
	tests := []struct {
		name             string
		old, new         string // releases
		from, to         string // numbers
		relation         archive.Relation
		oldNext, newNext string // a second pair, of the same relation; may be empty
	}{
		{"a shortened rule keeps its history", "2021-04-22", "2021-06-18", "701.36a", "701.36a", archive.Continues, "", ""},
		{"the text it lost is a part of it", "2021-04-22", "2021-06-18", "701.36a", "111.10f", archive.SplitFrom, "", ""},
		{"a rule that went", "2021-04-22", "2021-06-18", "702.6d", none, archive.Removed, "", ""},
		{"the one behind takes its number", "2021-04-22", "2021-06-18", "702.6e", "702.6d", archive.Continues, "", ""},
		{"twins do not cross", "2021-06-18", "2021-07-23", "717.1a", "719.1a", archive.Continues, "717.2a", "719.2a"},
		{"a step's rule moves up", "2016-08-26", "2016-09-30", "505.5", "505.4", archive.Continues, "505.5a", "505.4a"},
		{"boilerplate of another step is no match", "2016-08-26", "2016-09-30", "505.4", none, archive.Removed, "", ""},
		{"one case becomes two", "2020-06-01", "2020-07-03", "610.3a", "610.3a", archive.Continues, "", ""},
		{"and the second is split from it", "2020-06-01", "2020-07-03", "610.3a", "610.3b", archive.SplitFrom, "", ""},
		{"a rule moves behind a new one", "2020-08-07", "2020-09-25", "711.8", "711.9", archive.Continues, "711.8a", "711.9a"},
		{"a long rule goes on", "2022-11-18", "2023-02-03", "120.4a", "120.4a", archive.Continues, "", ""},
		{"a keyword is renamed", "2024-03-08", "2024-06-07", "702.89", "702.89", archive.Continues, "", ""},
		{"a heading is renamed", "2024-03-08", "2024-06-07", "308", "308", archive.Continues, "", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := alignFates(release(t, tt.old), release(t, tt.new))
			check := func(from, to string, relation archive.Relation) {
				t.Helper()
				if to == none {
					if p := f.to[from]; p.Relation != relation {
						t.Errorf("%s is %s, want %s", from, p.Relation, relation)
					}
					return
				}
				got, number := f.answer(truthRow{newNumber: to})
				if got != relation || number != from {
					t.Errorf("%s is %s %s, want %s %s", to, got, number, relation, from)
				}
			}
			check(tt.from, tt.to, tt.relation)
			if tt.oldNext != "" {
				check(tt.oldNext, tt.newNext, tt.relation)
			}
		})
	}
}
