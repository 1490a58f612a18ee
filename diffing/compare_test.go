package diffing_test

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/diffing"
)

// between compares two published releases by their dates.
func between(t testing.TB, old, new string) *diffing.Report {
	t.Helper()
	all := published(t)
	find := func(date string) *archive.Snapshot {
		for _, s := range all {
			if s.Release.Effective.String() == date {
				return s
			}
		}
		t.Fatalf("no release of %s", date)
		return nil
	}
	o, n := find(old), find(new)
	return diffing.Compare(o, n, diffing.Align(o, n, nil))
}

// change returns the change of the rule that bears a number in the newer book.
func change(t *testing.T, r *diffing.Report, number string) *diffing.Change {
	t.Helper()
	for i := range r.Changes {
		if c := &r.Changes[i]; c.New != nil && c.New.Number == number {
			return c
		}
	}
	t.Fatalf("no change of %s", number)
	return nil
}

func number(t *testing.T, s string) archive.Number {
	t.Helper()
	n, err := archive.ParseNumber(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// replaced lists what the edits replace, as "old → new".
func replaced(edits []diffing.Edit) []string {
	var out []string
	for i, e := range edits {
		switch {
		case e.Typography:
		case e.Op == diffing.Delete && i+1 < len(edits) && edits[i+1].Op == diffing.Insert:
			out = append(out, e.Text+" → "+edits[i+1].Text)
		case e.Op == diffing.Delete:
			out = append(out, e.Text+" → ")
		case e.Op == diffing.Insert && (i == 0 || edits[i-1].Op != diffing.Delete):
			out = append(out, " → "+e.Text)
		}
	}
	return out
}

func TestOneWordOfTrample(t *testing.T) {
	for _, old := range []string{"2020-01-24", "2019-05-03"} {
		r := between(t, old, "2020-04-17").Filter(diffing.Filter{Under: number(t, "702.19b")})
		if len(r.Changes) != 1 {
			t.Fatalf("%d changes of one rule", len(r.Changes))
		}
		if got := replaced(r.Changes[0].Edits); !slices.Equal(got, []string{"remaining → excess"}) {
			t.Errorf("since %s: %q", old, got)
		}
	}
}

// A reference that now means another rule is shown as such; one whose target
// merely moved is not.
func TestReferenceThatMeansAnotherRule(t *testing.T) {
	r := between(t, "2022-09-08", "2022-10-07")
	if c := change(t, r, "713.4d"); c.Class != diffing.ReferenceTarget {
		t.Errorf("713.4d is %s", c.Class)
	} else if got := replaced(c.Edits); !slices.Equal(got, []string{"rule 903.9a → rules 903.9b–c"}) {
		t.Errorf("713.4d: %q", got)
	}
	references := 0
	for _, c := range r.Changes {
		if c.Kind == diffing.Changed && c.New.Number != "" && c.Old.Number == c.New.Number && onlyDigits(c.Edits) {
			references++
			if c.Class != diffing.References && c.Class != diffing.ReferenceTarget {
				t.Errorf("%s is %s: %q", c.New.Number, c.Class, replaced(c.Edits))
			}
		}
	}
	if references != 24 {
		t.Errorf("%d rules of unchanged number differ in the digits of references only, want 24", references)
	}
}

// onlyDigits reports whether edits change the numbers of rules and nothing else.
func onlyDigits(edits []diffing.Edit) bool {
	any := false
	for _, e := range edits {
		if e.Op == diffing.Equal || e.Typography {
			continue
		}
		for _, token := range diffing.Tokenize(e.Text) {
			if token.Kind != diffing.CitationToken && token.Kind != diffing.NumeralToken {
				return false
			}
			any = true
		}
	}
	return any
}

func TestRenumberingHidesNothing(t *testing.T) {
	r := between(t, "2025-04-04", "2025-06-06")
	if r.Counts.Renumbered != 259 {
		t.Errorf("%d renumbered, want 259", r.Counts.Renumbered)
	}
	r = between(t, "2022-09-08", "2022-10-07")
	var ranges []string
	moved := 0
	for _, m := range r.Moves {
		ranges = append(ranges, m.String())
		moved += m.Entries
	}
	if !slices.Contains(ranges, "718–727 → 719–728") {
		t.Errorf("the headings behind the new one are not one range: %v", ranges)
	}
	if moved != r.Counts.Moved {
		t.Errorf("the ranges hold %d entries, %d moved", moved, r.Counts.Moved)
	}
	if len(ranges) > 20 {
		t.Errorf("%d ranges for %d moves", len(ranges), moved)
	}
}

func TestThirteenAmongThousands(t *testing.T) {
	r := between(t, "2018-10-05", "2019-01-25")
	if c := r.Counts; c.Changed < 9 || c.Changed > 15 || c.Typography < 1379 {
		t.Errorf("%d changed and %d in typography", c.Changed, c.Typography)
	}
	view := r.Filter(diffing.Filter{})
	for _, c := range view.Changes {
		if c.Class == diffing.Typography {
			t.Fatalf("%s is shown", c.Entry().Name())
		}
	}
	if view.Counts.Typography != r.Counts.Typography || view.Counts.Changed != r.Counts.Changed {
		t.Errorf("counts of the view %+v", view.Counts)
	}
	if all := r.Filter(diffing.Filter{Typography: true}); len(all.Changes) != len(r.Changes) {
		t.Errorf("%d of %d shown with typography", len(all.Changes), len(r.Changes))
	}
}

func TestLongRule(t *testing.T) {
	c := change(t, between(t, "2022-11-18", "2023-04-14"), "120.4a")
	marked := 0
	for _, e := range c.Edits {
		if e.Op != diffing.Equal && !e.Typography {
			marked += len(strings.FieldsFunc(e.Text, func(r rune) bool { return r == ' ' }))
		}
	}
	if marked > 68 {
		t.Errorf("%d words are marked where 68 are needed\n%s", marked, plainMarks(c.Edits))
	}
}

func TestListsGainMembers(t *testing.T) {
	r := between(t, "2021-04-22", "2021-06-18")
	for rule, want := range map[string][]string{"205.3m": {"Ranger"}, "205.3j": {"Dakkon", "Dihada", "Grist"}} {
		c := change(t, r, rule)
		if c.Class != diffing.List || !slices.Equal(c.Members.Added, want) || len(c.Members.Removed) > 0 {
			t.Errorf("%s is %s, members %+v", rule, c.Class, c.Members)
		}
	}
	if view := r.Filter(diffing.Filter{Under: number(t, "205.3i")}); len(view.Changes) > 0 {
		t.Error("205.3i did not change")
	}
}

// A split is named, and what it left behind is not told as lost.
func TestSplitsAreNamed(t *testing.T) {
	r := between(t, "2020-06-01", "2020-07-03")
	if c := change(t, r, "610.3b"); c.Kind != diffing.Split || c.SplitFrom != "610.3a" {
		t.Errorf("610.3b is %s from %s", c.Kind, c.SplitFrom)
	}
	if c := change(t, r, "610.3a"); !keeps(c.Edits, ", the object doesn’t move.") {
		t.Errorf("610.3a: %s", plainMarks(c.Edits))
	}
}

func keeps(edits []diffing.Edit, text string) bool {
	return slices.ContainsFunc(edits, func(e diffing.Edit) bool { return e.Op == diffing.Equal && strings.Contains(e.Text, text) })
}

// A sentence that went from one changed rule to another is marked in both, though
// no split ties them and a few of its words are others; what stood around it stays.
func TestSentencesGoElsewhere(t *testing.T) {
	r := between(t, "2020-08-07", "2020-09-25")
	from, to := change(t, r, "711.9"), change(t, r, "711.9a")
	if got := elsewhere(from.Edits, diffing.Delete); !slices.Equal(got, []string{"711.9a reworded: If a spell"}) {
		t.Errorf("711.9: %q\n%s", got, plainMarks(from.Edits))
	}
	if got := elsewhere(to.Edits, diffing.Insert); !slices.Equal(got, []string{"711.8 reworded: If a spell"}) {
		t.Errorf("711.9a: %q\n%s", got, plainMarks(to.Edits))
	}
	if !keeps(from.Edits, " enters the battlefield with its front face up by default.") {
		t.Errorf("711.9: %s", plainMarks(from.Edits))
	}
	r = between(t, "2020-11-20", "2021-02-05")
	if got := elsewhere(change(t, r, "406.3").Edits, diffing.Delete); !slices.Equal(got, []string{"406.3a: A card exiled"}) {
		t.Errorf("406.3: %q", got)
	}
}

// elsewhere lists what went to other rules or came from them, by its first words.
func elsewhere(edits []diffing.Edit, op diffing.Op) []string {
	var out []string
	for _, e := range edits {
		if e.Op == op && e.Elsewhere != "" {
			name := e.Elsewhere
			if e.Reworded {
				name += " reworded"
			}
			out = append(out, name+": "+strings.Join(strings.Fields(e.Text)[:3], " "))
		}
	}
	return out
}

func TestEverythingIsCompared(t *testing.T) {
	all := published(t)
	r := diffing.Compare(all[0], all[len(all)-1], diffing.Align(all[0], all[len(all)-1], nil))
	seen := make(map[archive.Kind]bool)
	examples := false
	for _, c := range r.Changes {
		if c.Kind == diffing.Changed {
			seen[c.New.Kind] = true
			examples = examples || len(c.Examples) > 0
		}
	}
	for _, k := range []archive.Kind{archive.Introduction, archive.Heading, archive.Rule, archive.Subrule, archive.Term, archive.Credits} {
		if !seen[k] {
			t.Errorf("no %s is changed between the first and the last release", k)
		}
	}
	if !examples {
		t.Error("no example is changed between the first and the last release")
	}
}

// Every row of truth/terms.tsv is among the first five of its kind, and what is a
// matter of one rule is none.
func TestShiftsOfTruth(t *testing.T) {
	file, err := os.Open(filepath.Join(corpus(t), "..", "truth", "terms.tsv"))
	if err != nil {
		t.Skip("no truth/terms.tsv beside the corpus")
	}
	defer file.Close()
	rows := csv.NewReader(file)
	rows.Comma, rows.FieldsPerRecord, rows.LazyQuotes = '\t', -1, true
	table, err := rows.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	dates := datesByCode(t)
	reports := make(map[string]*diffing.Report)
	for _, row := range table[1:] {
		old, new, kind, from, to := dates[row[0]], dates[row[1]], row[2], row[3], row[4]
		if reports[row[1]] == nil {
			reports[row[1]] = between(t, old, new)
		}
		at := slices.IndexFunc(reports[row[1]].Shifts, func(s diffing.Shift) bool { return s.From == from && s.To == to })
		if kind == "rule-edit" {
			if at >= 0 {
				t.Errorf("%s to %s: %s → %s is said to be a mass change", row[0], row[1], from, to)
			}
			continue
		}
		place := 0
		for _, s := range reports[row[1]].Shifts {
			if string(s.Kind) == kind {
				if place++; s.From == from && s.To == to {
					break
				}
			}
		}
		if at < 0 || place > 5 {
			t.Errorf("%s to %s: %s %q → %q is not among the first five: %+v", row[0], row[1], kind, from, to, reports[row[1]].Shifts)
		}
	}
}

// datesByCode maps set codes, KHM.2 for the second release of one, to dates.
func datesByCode(t *testing.T) map[string]string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(corpus(t), "catalog.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	dates := make(map[string]string)
	for line := range strings.Lines(string(raw)) {
		date, rest, _ := strings.Cut(line, "\t")
		code, _, _ := strings.Cut(rest, "\t")
		if dates[code] != "" {
			code += ".2"
		}
		dates[code] = date
	}
	return dates
}

// A release without a mass change says so, and pairing makes none up.
func TestNoMassChange(t *testing.T) {
	for _, dates := range [][2]string{{"2020-01-24", "2020-04-17"}, {"2022-04-29", "2022-06-10"}, {"2022-06-10", "2022-07-08"}} {
		for _, s := range between(t, dates[0], dates[1]).Shifts {
			if s.Kind == diffing.Substitution {
				t.Errorf("%s: %s → %s", dates[1], s.From, s.To)
			}
		}
	}
}

// Edits that are a term of the whole release are marked so, and rules with no
// other edit can be folded.
func TestTermsAreMarked(t *testing.T) {
	r := between(t, "2021-02-15", "2021-04-22")
	marked, only := 0, 0
	for _, c := range r.Changes {
		for _, e := range c.Edits {
			if e.Term && e.Op == diffing.Delete && e.Text == "converted mana cost" {
				marked++
			}
		}
		if c.TermOnly {
			only++
		}
	}
	if marked < 25 || only < 8 {
		t.Errorf("%d edits are marked as the term, %d rules have no other", marked, only)
	}
}

func BenchmarkCompareNeighbour(b *testing.B) { benchmarkCompare(b, "2020-01-24", "2020-04-17") }
func BenchmarkCompareTypographic(b *testing.B) {
	benchmarkCompare(b, "2018-10-05", "2019-01-25")
}
func BenchmarkCompareWidest(b *testing.B) { benchmarkCompare(b, "2013-07-13", "2025-07-25") }

func benchmarkCompare(b *testing.B, old, new string) {
	all := published(b)
	var o, n *archive.Snapshot
	for _, s := range all {
		switch s.Release.Effective.String() {
		case old:
			o = s
		case new:
			n = s
		}
	}
	pairs := diffing.Align(o, n, nil)
	b.ReportAllocs()
	for b.Loop() {
		diffing.Compare(o, n, pairs)
	}
}
