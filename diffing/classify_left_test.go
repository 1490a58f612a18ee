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
		entry("305.3", "See rules 202.1 and 202.3."),
		entry("305.4", "See rule 201.1. See rule 201.2."),
		entry("306.1", "Gifts are set down at the door."),
		entry("306.2", "See rule 306.1."),
		entry("202.1", "The moat is dredged each spring."),
		entry("202.3", "He walks it alone."),
	}}
	new := &archive.Snapshot{Entries: []archive.Entry{
		entry("201.1", "No stranger passes the gate after the third bell."),
		entry("201.2", "The lanterns are lit at dusk and doused at dawn."),
		entry("201.3", "A keeper walks the wall until the bell rings; see rule 201.2."),
		entry("305.1", "Who is late follows rule 201.2 all night.", "A guest arrives late (see rule 201.1)."),
		entry("305.2", "Nobody follows rule 201.9."),
		entry("305.3", "See rules 202.1 and 202.3."),
		entry("305.4", "See rule 201.1. See rule 201.3."),
		entry("306.1", "Guests are greeted."),
		entry("306.1a", "Gifts are set down at the door."),
		entry("306.2", "See rule 306.1."),
		entry("202.1", "Herons may be fed."),
		entry("202.3", "Swans may not."),
	}}
	pairs := []archive.Pair{
		{Old: -1, New: 0, Relation: archive.Added},
		{Old: 0, New: 1}, {Old: 1, New: 2}, {Old: 2, New: 3}, {Old: 3, New: 4}, {Old: 4, New: 5}, {Old: 5, New: 6},
		{Old: -1, New: 7, Relation: archive.Added}, {Old: 6, New: 8}, {Old: 7, New: 9},
		{Old: 8, New: -1, Relation: archive.Removed}, {Old: 9, New: 2, Relation: archive.MergedInto},
		{Old: -1, New: 10, Relation: archive.Added}, {Old: -1, New: 11, Relation: archive.Added},
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
	gone := change(t, r, "305.3")
	if want := []diffing.Target{{Cited: "202.1", Became: ""}, {Cited: "202.3", Became: "201.3"}}; gone.Class != diffing.ReferenceTarget || !slices.Equal(gone.Targets, want) {
		t.Errorf("the rule that cites rules that went is %s and cites %v, want %v", gone.Class, gone.Targets, want)
	}
	half := change(t, r, "305.4")
	if want := []diffing.Target{{Cited: "201.1", Became: "201.2"}}; half.Class != diffing.ReferenceTarget || !slices.Equal(half.Targets, want) {
		t.Errorf("the rule of which one reference followed is %s and cites %v, want %v", half.Class, half.Targets, want)
	}
	if len(r.Changes) != 12 {
		t.Errorf("%d changes, want the four new rules, the three that moved, the two that went, and the three left behind", len(r.Changes))
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
		"712.4d 903.9a": "903.9c", "502.2 727": "728", "Daybound 727": "728", "724.6 724": "725", "601.2 601.3": "601.4", "201.4e 713": "",
	} {
		if is, known := left[cites]; !known || is != became {
			t.Errorf("%s is not known to have become %q but %q", cites, became, is)
		}
	}
	// Who cites 903.11 cites 903.11a too, so it was not left behind.
	if is, known := left["903.13g 903.11"]; known {
		t.Errorf("903.13g is said to have been left behind by 903.11, which became %q", is)
	}
}
