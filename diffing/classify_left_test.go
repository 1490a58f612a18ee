package diffing_test

import (
	"slices"
	"testing"

	"rulebook/archive"
	"rulebook/diffing"
)

// A text that stays while the rule it cites is renumbered cites another rule.
func TestReferencesLeftBehind(t *testing.T) {
	entry := func(number_, text string, examples ...string) archive.Entry {
		n := number(t, number_)
		kind := archive.Rule
		if n.Letter != "" {
			kind = archive.Subrule
		}
		return archive.Entry{Kind: kind, Number: n, Text: text, Examples: examples}
	}
	old := &archive.Snapshot{Entries: []archive.Entry{
		entry("201.1", "The lanterns are lit at dusk and doused at dawn."),
		entry("201.2", "A keeper walks the wall until the bell rings; see rule 201.1."),
		entry("305.1", "Who is late follows rule 201.2 all night.", "A guest arrives late (see rule 201.1)."),
		entry("305.2", "Nobody follows rule 201.9."),
	}}
	new := &archive.Snapshot{Entries: []archive.Entry{
		entry("201.1", "No stranger passes the gate after the third bell."),
		entry("201.2", "The lanterns are lit at dusk and doused at dawn."),
		entry("201.3", "A keeper walks the wall until the bell rings; see rule 201.2."),
		entry("305.1", "Who is late follows rule 201.2 all night.", "A guest arrives late (see rule 201.1)."),
		entry("305.2", "Nobody follows rule 201.9."),
	}}
	pairs := []archive.Pair{
		{Old: -1, New: 0, Relation: archive.Added},
		{Old: 0, New: 1}, {Old: 1, New: 2}, {Old: 2, New: 3}, {Old: 3, New: 4},
	}
	r := diffing.Compare(old, new, pairs)
	left := change(t, r, "305.1")
	want := []diffing.Target{{Cited: "201.2", Became: "201.3"}, {Cited: "201.1", Became: "201.2"}}
	if left.Class != diffing.ReferenceTarget || left.Kind != diffing.Changed || !slices.Equal(left.Targets, want) {
		t.Errorf("the rule left behind is %s, %s, and cites %v; want %v", left.Kind, left.Class, left.Targets, want)
	}
	if got := replaced(left.Edits); len(got) > 0 {
		t.Errorf("its words changed: %q", got)
	}
	if followed := change(t, r, "201.3"); followed.Class != diffing.References || followed.Targets != nil {
		t.Errorf("the rule that follows is %s and cites %v", followed.Class, followed.Targets)
	}
	if len(r.Changes) != 4 {
		t.Errorf("%d changes, want the new rule, the two that moved, and the one left behind", len(r.Changes))
	}
}

// On the published releases: 502.2, Day and Daybound cited 727 when it had become 728.
func TestPublishedReferencesLeftBehind(t *testing.T) {
	left := make(map[string]string)
	eachPair(t, func(t *testing.T, old, new *archive.Snapshot, r *diffing.Report) {
		for i := range r.Changes {
			for _, target := range r.Changes[i].Targets {
				left[r.Changes[i].New.Number+r.Changes[i].New.Term+" "+target.Cited] = target.Became
			}
		}
	})
	if testing.Short() {
		return
	}
	for cites, became := range map[string]string{
		"712.4d 903.9a": "903.9c", "502.2 727": "728", "Daybound 727": "728", "724.6 724": "725", "903.13g 903.11": "903.11a",
	} {
		if left[cites] != became {
			t.Errorf("%s is not known to have become %s but %q", cites, became, left[cites])
		}
	}
}
