package diffing_test

import (
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
	"rulebook/data"
	"rulebook/diffing"
)

// checkPromise tests what archive.Pair promises of the pairs of two releases.
func checkPromise(t *testing.T, old, new *archive.Snapshot, pairs []archive.Pair) {
	t.Helper()
	olds, news := make([]int, len(old.Entries)), make([]int, len(new.Entries))
	continues := make([]int, len(old.Entries))
	taken := make([]int, len(new.Entries))
	for _, p := range pairs {
		if p.Old >= 0 && p.Relation == archive.Continues {
			continues[p.Old]++
			taken[p.New]++
		}
		switch p.Relation {
		case archive.Continues:
			olds[p.Old]++
			news[p.New]++
		case archive.Added, archive.SplitFrom:
			news[p.New]++
		case archive.Removed, archive.MergedInto:
			olds[p.Old]++
		}
		if p.Link.Reason == "" || p.Link.Score < 0 || p.Link.Score > 1 {
			t.Errorf("%s has the link %+v", describe(old, new, p), p.Link)
		}
	}
	for _, p := range pairs {
		if p.Relation == archive.SplitFrom && continues[p.Old] != 1 {
			t.Errorf("%s, but the old one does not continue", describe(old, new, p))
		}
		if p.Relation == archive.MergedInto && taken[p.New] != 1 {
			t.Errorf("%s, but the new one continues nothing", describe(old, new, p))
		}
	}
	once := func(s *archive.Snapshot, counts []int) {
		for i, n := range counts {
			kind := s.Entries[i].Kind
			want := 1
			if kind == archive.Contents || kind == archive.Stray {
				want = 0
			}
			if n != want {
				t.Errorf("%s: %s %q stands in %d pairs, want %d", s.Release.Effective, kind, s.Entries[i].Name(), n, want)
			}
		}
	}
	once(old, olds)
	once(new, news)
}

// rulebook makes a snapshot of lines such as "702.9 Flying": a number and a text,
// "term: text" for a glossary entry, "Example: text" for an example of the rule before.
func rulebook(t *testing.T, lines string) *archive.Snapshot {
	t.Helper()
	s := &archive.Snapshot{}
	for line := range strings.Lines(lines) {
		line = strings.TrimSpace(line)
		first, rest, _ := strings.Cut(line, " ")
		term, definition, isTerm := strings.Cut(line, ": ")
		n, err := archive.ParseNumber(strings.TrimSuffix(first, "."))
		switch {
		case line == "":
		case term == "Example":
			e := &s.Entries[len(s.Entries)-1]
			e.Examples = append(e.Examples, definition)
		case err == nil:
			s.Entries = append(s.Entries, archive.Entry{Kind: n.Kind(), Number: n, Text: rest})
		case isTerm:
			s.Entries = append(s.Entries, archive.Entry{Kind: archive.Term, Term: term, Text: definition})
		default:
			t.Fatalf("%q is no line of a rulebook", line)
		}
	}
	return s
}

const harbour = `
	1 Harbour
	100 General
	100.1 The harbour is open from dawn to dusk, and the lamp on the pier tells which it is.
	100.2 A boat that carries fish pays the master of the quay one coin for each basket.
	100.2a Baskets of eels count twice.
	100.3 No boat may anchor in the channel while the ferry crosses.
	101 Tolls
	101.1 See rule 100.2 for what fishing boats pay.
	101.2 Lighthouse
	101.2a Lighthouse tolls fall due when a boat passes the lighthouse by night.
	101.2b A boat that owes several tolls pays each of them apart.
	101.3 Breakwater
	101.3a Breakwater tolls fall due when a boat lies behind the breakwater for a night.
	101.3b A boat that owes several tolls pays each of them apart.
	Ferry: A boat that carries people. See rule 100.3.
	Quay: Where boats are made fast.`

func TestAlign(t *testing.T) {
	tests := []struct {
		name string
		edit []string // pairs of what is replaced and by what
		want []string // the pairs that are not under the same number, or not Continues
	}{
		{"nothing changed", nil, nil},
		{"typography", []string{"tells which it is", "tells which it  is"}, nil},
		{"reworded in its place", []string{"Baskets of eels count twice.", "A basket of eels counts as two baskets."}, nil},
		{
			"a rule put in between shifts the others",
			[]string{"100.3 No boat", "100.3 Ropes left on the pier belong to the finder.\n100.4 No boat"},
			[]string{"- added 100.3", "100.3 continues 100.4"},
		},
		{
			"a heading put in between keeps its twins apart",
			[]string{"101.2 Lighthouse", "101.2 Drawbridge\n101.2a The drawbridge opens thrice a day.\n101.3 Lighthouse",
				"101.2a Lighthouse", "101.3a Lighthouse", "101.2b A boat", "101.3b A boat",
				"101.3 Breakwater", "101.4 Breakwater", "101.3a Breakwater", "101.4a Breakwater", "behind the breakwater for a night.\n\t101.3b", "behind the breakwater for a night.\n\t101.4b"},
			[]string{"- added 101.2", "- added 101.2a", "101.2 continues 101.3", "101.2a continues 101.3a", "101.2b continues 101.3b",
				"101.3 continues 101.4", "101.3a continues 101.4a", "101.3b continues 101.4b"},
		},
		{
			"boilerplate steals nothing",
			[]string{"\t101.2b A boat that owes several tolls pays each of them apart.\n", ""},
			[]string{"101.2b removed -"},
		},
		{
			"another rule under the number",
			[]string{"Baskets of eels count twice.", "Dogs must be kept on a leash at all times."},
			[]string{"- added 100.2a", "100.2a removed -"},
		},
		{
			"moved to another heading",
			[]string{"\t100.3 No boat may anchor in the channel while the ferry crosses.\n", "",
				"\tFerry:", "\t101.4 No boat may anchor in the channel while the ferry crosses.\n\tFerry:"},
			[]string{"100.3 continues 101.4"},
		},
		{
			"split in two",
			[]string{"to dusk, and the lamp on the pier tells which it is.", "to dusk.\n100.1a The lamp on the pier tells which it is: dawn or dusk."},
			[]string{"100.1 split-from 100.1a"},
		},
		{
			"merged into one",
			[]string{"each basket.\n\t100.2a Baskets of eels count twice.", "each basket. Baskets of eels count twice."},
			[]string{"100.2a merged-into 100.2"},
		},
		{
			"a term renamed",
			[]string{"Quay: Where boats", "Berth: Where boats"},
			[]string{"Quay continues Berth"},
		},
		{
			"a term whose text was replaced",
			[]string{"Where boats are made fast.", "A street along the water."},
			nil,
		},
		{
			"a title replaced, what stands under it kept",
			[]string{"101 Tolls", "101 Dues"},
			nil,
		},
		{
			"a section came",
			[]string{"\tFerry:", "\t2 Market\n200 Stalls\n200.1 Stalls are let by the week.\n\tFerry:"},
			[]string{"- added 2", "- added 200", "- added 200.1"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old, new := rulebook(t, harbour), rulebook(t, strings.NewReplacer(tt.edit...).Replace(harbour))
			pairs := diffing.Align(old, new, nil)
			checkPromise(t, old, new, pairs)
			compareTold(t, told(old, new, pairs), tt.want)

			var backwards []string
			for _, p := range sorted(archive.Mirror(diffing.Align(new, old, nil))) {
				backwards = append(backwards, tell(old, new, p)...)
			}
			compareTold(t, backwards, told(old, new, sorted(pairs)))
		})
	}
}

// told names the pairs that are more than a rule which kept its number.
func told(old, new *archive.Snapshot, pairs []archive.Pair) []string {
	var out []string
	for _, p := range pairs {
		out = append(out, tell(old, new, p)...)
	}
	return out
}

func tell(old, new *archive.Snapshot, p archive.Pair) []string {
	if p.Relation == archive.Continues && old.Entries[p.Old].Name() == new.Entries[p.New].Name() {
		return nil
	}
	switch p.Relation {
	case archive.Added:
		p.Old = -1
	case archive.Removed:
		p.New = -1
	}
	return []string{describe(old, new, p)}
}

func compareTold(t *testing.T, got, want []string) {
	t.Helper()
	missing := map[string]int{}
	for _, s := range want {
		missing[s]++
	}
	for _, s := range got {
		if missing[s]--; missing[s] < 0 {
			t.Errorf("unexpected: %s", s)
		}
	}
	for s, n := range missing {
		if n > 0 {
			t.Errorf("missing: %s", s)
		}
	}
}

func TestAlignPins(t *testing.T) {
	tests := []struct {
		name     string
		from, to string
		want     string
	}{
		{"to another number", "100.3", "100.1", "100.3 continues 100.1"},
		{"to nothing", "100.3", archive.PinNone, "100.3 removed -"},
		{"of a term", "Quay", "Ferry", "Quay continues Ferry"},
		{"of a rule to a term", "100.3", "Ferry", ""},
		{"of what is not there", "999.9", "100.1", ""},
		{"to what is not there", "100.3", "999.9", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			old, new := rulebook(t, harbour), rulebook(t, harbour)
			pairs := diffing.Align(old, new, []archive.Pin{{From: tt.from, To: tt.to}})
			checkPromise(t, old, new, pairs)
			found := tt.want == ""
			for _, p := range pairs {
				if p.Link.ByHand && p.Link.Reason != "pinned by hand" {
					t.Errorf("%s is by hand and says %q", describe(old, new, p), p.Link.Reason)
				}
				if p.Link.ByHand && tt.want == "" {
					t.Errorf("%s is by hand", describe(old, new, p))
				}
				found = found || p.Link.ByHand && describe(old, new, p) == tt.want
			}
			if !found {
				t.Errorf("no pair by hand is %s", tt.want)
			}
		})
	}
}

func TestAlignOddBooks(t *testing.T) {
	twice := rulebook(t, harbour+"\n100.3 No boat may anchor in the channel while the ferry crosses.\n100.2a Baskets of eels count twice.")
	books := map[string]*archive.Snapshot{
		"whole": rulebook(t, harbour),
		"empty": {},
		"twice": twice,
		"bare":  rulebook(t, "702.9b A rule without heading.\nQuay: A word."),
		"odd": {Entries: []archive.Entry{
			{Kind: archive.Contents, Text: "100 General"}, {Kind: archive.Stray, Text: "lost"}, {Kind: archive.Credits}, {Kind: archive.Introduction, Text: "Hello."},
		}},
	}
	for oldName, old := range books {
		for newName, new := range books {
			t.Run(oldName+" to "+newName, func(t *testing.T) {
				checkPromise(t, old, new, diffing.Align(old, new, nil))
			})
		}
	}
}

// TestAlignSample is the example of docs/alignment.md.
func TestAlignSample(t *testing.T) {
	files, err := data.Sample()
	if err != nil {
		t.Fatal(err)
	}
	sample := map[string]*archive.Snapshot{}
	for _, f := range files {
		s, err := parse.Parse(f.Bytes, parse.Options{File: f.Name})
		if err != nil {
			t.Fatal(err)
		}
		sample[s.Release.Effective.String()] = s
	}
	old, new := sample["2023-04-14"], sample["2025-07-25"]
	got := map[string]string{}
	for _, p := range diffing.Align(old, new, nil) {
		if p.Relation != archive.Added {
			got[old.Entries[p.Old].Name()] = describe(old, new, p) + ": " + p.Link.Reason
		}
	}
	want := map[string]string{
		"508.2":         "508.2 continues 508.2: reworded, same number",
		"508.3":         "508.3 merged-into 508.2: taken in: most of its words are the other's",
		"509.2":         "509.2 removed -: nothing like it after",
		"509.3":         "509.3 continues 509.2: same text, under the same parent",
		"510.1c":        "510.1c continues 510.1c: reworded, same number",
		"Discard Pile":  "Discard Pile continues Graveyard: reworded, another term",
		"Blocker Order": "Blocker Order removed -: nothing like it after",
	}
	for name, pair := range want {
		if got[name] != pair {
			t.Errorf("got %q, want %q", got[name], pair)
		}
	}
}
