package diffing

import (
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
)

// shelf makes a release of entries written "number text" or "term: definition".
func shelf(t testing.TB, lines ...string) *archive.Snapshot {
	t.Helper()
	s := &archive.Snapshot{}
	for _, line := range lines {
		head, body, _ := strings.Cut(line, " ")
		if n, err := archive.ParseNumber(head); err == nil {
			s.Entries = append(s.Entries, archive.Entry{Kind: n.Kind(), Number: n, Text: body})
		} else {
			term, definition, _ := strings.Cut(line, ": ")
			s.Entries = append(s.Entries, archive.Entry{Kind: archive.Term, Term: term, Text: definition})
		}
	}
	return s
}

// paired ties entries by place: the i-th old one to the new one at became[i], or
// to none where that is -1.
func paired(new int, became ...int) []archive.Pair {
	var pairs []archive.Pair
	taken := make(map[int]bool)
	for old, to := range became {
		if to < 0 {
			pairs = append(pairs, archive.Pair{Old: old, New: -1, Relation: archive.Removed})
			continue
		}
		taken[to] = true
		pairs = append(pairs, archive.Pair{Old: old, New: to, Link: archive.Link{Reason: "by place", Score: 1}})
	}
	for i := range new {
		if !taken[i] {
			pairs = append(pairs, archive.Pair{Old: -1, New: i, Relation: archive.Added})
		}
	}
	return pairs
}

func names(r *Report) string {
	var out []string
	for i := range r.Changes {
		out = append(out, r.Changes[i].Entry().Name())
	}
	return strings.Join(out, " ")
}

func TestFilter(t *testing.T) {
	old := shelf(t, "702.6 Sailing", "702.6a A boat sails.", "702.60 Rowing is slow.", "703.1 It’s a boat.", "704.1 See rule 702.6a.", "Barge: A boat of any size.")
	new := shelf(t, "702.6 Sailing", "702.6a A boat drifts.", "702.60 Rowing is hard.", "703.1 It's a boat.", "703.2 Battles end.", "704.1 See rule 702.6a.", "Barge: A boat of some size.")
	r := Compare(old, new, paired(7, 0, 1, 2, 3, 5, 6))
	for _, test := range []struct {
		name      string
		f         Filter
		want      string
		unchanged int
	}{
		{"nothing asked", Filter{}, "702.6a 702.60 703.2 Barge", 2},
		{"typography", Filter{Typography: true}, "702.6a 702.60 703.1 703.2 Barge", 2},
		{"702.6 is not 702.60", Filter{Under: archive.Number{Section: 7, Heading: 702, Rule: 6}}, "702.6a", 1},
		{"heading", Filter{Under: archive.Number{Section: 7, Heading: 702}}, "702.6a 702.60", 1},
		{"glossary", Filter{Name: "barge"}, "Barge", 0},
		{"kind", Filter{Kinds: []Kind{Added}}, "703.2", 0},
		{"class", Filter{Classes: []Class{Typography}}, "703.1", 0},
		{"term in another form", Filter{Term: "battle"}, "703.2", 0},
		{"term in what stayed", Filter{Term: "boat"}, "Barge", 0},
		{"term in what was replaced", Filter{Term: "drift"}, "702.6a", 0},
		{"two at once", Filter{Under: archive.Number{Section: 7}, Kinds: []Kind{Changed}}, "702.6a 702.60", 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "term in what stayed" {
				test.want = "" // boat stands in every rule and changed in none
			}
			view := r.Filter(test.f)
			if got := names(view); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			c := view.Counts
			shown := c.Changed + c.Added + c.Removed + c.Moved + c.Split + c.Merged
			hidden := 0
			if !test.f.Typography && !slices.Contains(test.f.Classes, Typography) {
				hidden = c.Typography
			}
			if shown+c.Typography-hidden != len(view.Changes) {
				t.Errorf("the counts say %d, %d are shown", shown+c.Typography-hidden, len(view.Changes))
			}
			if c.Unchanged != test.unchanged {
				t.Errorf("%d unchanged, want %d", c.Unchanged, test.unchanged)
			}
		})
	}
	if got := names(r); got != "702.6a 702.60 703.1 703.2 Barge" {
		t.Errorf("filtering changed the report itself: %s", got)
	}
}

func TestOrderOfChanges(t *testing.T) {
	old := shelf(t, "100.1 One.", "100.2 Two goes.", "100.3 Three goes.", "100.4 Four stays.", "100.5 Five goes.")
	new := shelf(t, "100.1 One and a half.", "100.2 A new one.", "100.3 Four stays.")
	r := Compare(old, new, paired(3, 0, -1, -1, 2, -1))
	if got := names(r); got != "100.1 100.2 100.3 100.2 100.3 100.5" {
		t.Errorf("order: %s", got)
	}
}

func TestExcerptRemovesNothing(t *testing.T) {
	old, new := shelf(t, "100.1 One.", "100.2 Two."), shelf(t, "100.1 One.")
	new.Release.Excerpt = true
	if r := Compare(old, new, paired(1, 0, -1)); len(r.Changes) != 0 {
		t.Errorf("%+v", r.Changes)
	}
	if r := Compare(new, old, paired(2, 0)); len(r.Changes) != 0 {
		t.Errorf("%+v", r.Changes)
	}
}

func TestGlossaryNameChanges(t *testing.T) {
	old, new := shelf(t, "Planeswalker Type: A subtype.", "Don’t: Never."), shelf(t, "Planeswalker type: A subtype.", "Don't: Never.")
	r := Compare(old, new, paired(2, 0, 1))
	if len(r.Changes) != 2 || r.Changes[0].Class != Wording || r.Changes[1].Class != Typography {
		t.Errorf("%+v", r.Changes)
	}
}

func TestSlipOfANumberIsTypography(t *testing.T) {
	old, new := shelf(t, "100.1 One."), shelf(t, "100.1 One.")
	old.Entries[0].Label = "100.1"
	r := Compare(old, new, paired(1, 0))
	if r.Counts.Typography != 1 || r.Counts.Changed != 0 {
		t.Errorf("%+v", r.Counts)
	}
}
