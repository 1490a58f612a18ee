package render_test

import (
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/diffing"
)

// The two editions of a small rulebook of a game of boats. Between them happens
// once at least what a report can tell of. A line is an entry: its number and its
// text; "Example:" belongs to the entry above; a term has a colon behind it.
const (
	boats = `
1 The Harbour
100 General
100.1 Two captains play.
100.1a Each captain owns the boats that he or she launched. See rule 102.1.
100.2 A boat that leaks may still sail. It may not carry cargo. A boat without a captain drifts with the tide until a captain boards it.
Example: A leaking barge sails to the reef.
101 Boats
101.1 The boats are barge, canoe, and raft.
101.2 A captain may board any boat that he or she owns. He or she may leave it at any time.
101.3 A captain who has no boat is ashore. Cargo that is ashore belongs to no one.
101.4 "Wreck" means that a boat goes down.
102 Tides
102.1 The tide turns after each captain has had a turn. (See rule 101.3.)
102.2 If he or she is ashore at low tide, a captain waits.
102.3 A captain chooses where he or she sails at high tide.
102.4 A captain may not sail where he or she has sailed before.
102.5 A raft sails (up to three) leagues.
Ashore: In no boat. See rule 101.3.
Barge: A boat for cargo.
Credits: Written for this test.
`
	moreBoats = `
1 The Harbour
100 General
100.1 Two captains play.
100.1a Each captain owns the boats that they launched. See rule 103.1.
100.2 A boat that leaks may still sail. It may not carry freight.
Example: A leaking barge sails to the far reef.
Example: A sound barge sails to the reef with freight.
100.3 A boat without a captain drifts with the tide until a captain boards it.
101 Boats
101.1 The boats are barge, canoe, dhow, and raft.
101.2 A captain may board any boat that they own. They may leave it at any time.
101.3 Before the tide turns a captain may drop anchor.
101.4 A captain who has no boat is ashore. Cargo that is ashore belongs to no one.
101.5 “Wreck” means that a boat goes down.
102 Anchors
102.1 An anchored boat does not drift.
103 Tides
103.1 The tide turns after each captain has had a turn. (See rule 101.3.)
103.2 If they are ashore at low tide, a captain waits.
103.3 A captain chooses where they sail at high tide.
103.4 A captain may not sail where they have sailed before.
103.5 A raft sails (up to four) leagues.
Anchor: What keeps a boat in its place.
Ashore: In no boat. See rule 101.4.
Credits: Written for this test.
`
)

// edition reads an edition.
func edition(t *testing.T, text string, r archive.Release) *archive.Snapshot {
	t.Helper()
	s := &archive.Snapshot{Release: r}
	for _, line := range strings.Split(strings.TrimSpace(text), "\n") {
		head, body, _ := strings.Cut(line, " ")
		switch n, err := archive.ParseNumber(head); {
		case head == "Example:":
			last := &s.Entries[len(s.Entries)-1]
			last.Examples = append(last.Examples, body)
		case err == nil:
			s.Entries = append(s.Entries, archive.Entry{Kind: n.Kind(), Number: n, Text: body})
		case head == "Credits:":
			s.Entries = append(s.Entries, archive.Entry{Kind: archive.Credits, Text: body})
		default:
			s.Entries = append(s.Entries, archive.Entry{Kind: archive.Term, Term: strings.TrimSuffix(head, ":"), Text: body})
		}
	}
	return s
}

// boatReport compares the two editions. They are paired by hand: this is a test
// of what is said, not of what is found.
func boatReport(t *testing.T) *diffing.Report {
	t.Helper()
	old := edition(t, boats, archive.Release{Effective: archive.Date{Year: 2020, Month: 1, Day: 24}, Code: "ONE", Name: "First Edition", Held: true, Sample: true})
	new := edition(t, moreBoats, archive.Release{Effective: archive.Date{Year: 2020, Month: 4, Day: 17}, Code: "TWO", Name: "Second Edition", Held: true, Sample: true,
		Flags: []string{"cut short: no index at the end"}})
	at := func(s *archive.Snapshot, name string) int {
		for i := range s.Entries {
			if s.Entries[i].Name() == name {
				return i
			}
		}
		t.Fatalf("no entry %s", name)
		return -1
	}
	same := archive.Link{Reason: "same place", Score: 1}
	likely := archive.Link{Reason: "alike", Score: 0.9}
	became := map[string]string{
		"101.3": "101.4", "101.4": "101.5", "102": "103",
		"102.1": "103.1", "102.2": "103.2", "102.3": "103.3", "102.4": "103.4", "102.5": "103.5",
	}
	var pairs []archive.Pair
	taken := map[string]bool{}
	for i := range old.Entries {
		name := old.Entries[i].Name()
		if name == "Barge" {
			pairs = append(pairs, archive.Pair{Old: i, New: -1, Relation: archive.Removed})
			continue
		}
		to := name
		if became[name] != "" {
			to = became[name]
		}
		taken[to] = true
		pairs = append(pairs, archive.Pair{Old: i, New: at(new, to), Link: same})
	}
	for i := range new.Entries {
		switch name := new.Entries[i].Name(); {
		case name == "100.3":
			pairs = append(pairs, archive.Pair{Old: at(old, "100.2"), New: i, Relation: archive.SplitFrom, Link: likely})
		case name == "101.3":
			pairs = append(pairs, archive.Pair{Old: at(old, "101.3"), New: i, Relation: archive.Added})
		case !taken[name]:
			pairs = append(pairs, archive.Pair{Old: -1, New: i, Relation: archive.Added})
		}
	}
	return diffing.Compare(old, new, pairs)
}
