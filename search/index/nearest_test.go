package index

import (
	"testing"
	"time"

	"rulebook/archive"
	"rulebook/search"
)

// A misspelling stands for the words nearest to it: travel is two slips from
// trampel, trample one.
func TestNearerSpellingWins(t *testing.T) {
	number := func(rule int) archive.Number { return archive.Number{Section: 7, Heading: 701, Rule: rule} }
	x := open(t, newMemory(&archive.Snapshot{
		Release: archive.Release{Effective: archive.Date{Year: 2001, Month: time.May, Day: 1}},
		Entries: []archive.Entry{
			{Kind: archive.Rule, Number: number(1), Text: "Travel"},
			{Kind: archive.Rule, Number: number(2), Text: "Trample"},
		},
	}))
	for query, want := range map[string]string{"trampel~": "701.2", "travle~": "701.1", "trample~": "701.2"} {
		r := ask(t, x, query, search.Options{})
		if r.Total != 1 || r.Hits[0].Number.String() != want {
			t.Errorf("%s: %d hits, want %s alone", query, r.Total, want)
		}
	}
	if r := ask(t, x, "trampel~1", search.Options{}); r.Total != 1 {
		t.Errorf("trampel~1: %d hits, want 1", r.Total)
	}
}
