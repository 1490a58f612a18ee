package diffing_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/diffing"
)

// leastRight is the part of the sure rows that has to be right.
const leastRight = 0.995

// truthRow is one row of truth/pairs.tsv: what a reader of both texts says of a rule.
type truthRow struct {
	old, new             archive.Date
	oldNumber, newNumber string // "-" for none
	relation             string
	sure                 bool
	alternatives         []string
}

func truth(t testing.TB) []truthRow {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(corpus(t), "..", "truth", "pairs.tsv"))
	if err != nil {
		t.Skip("no true pairs beside the published releases: ", err)
	}
	var rows []truthRow
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		f := append(strings.Split(strings.TrimRight(line, "\r"), "\t"), "", "")
		row := truthRow{newNumber: f[2], oldNumber: f[3], relation: f[4], sure: f[5] == "sure"}
		if row.old, err = archive.ParseDate(f[0]); err == nil {
			row.new, err = archive.ParseDate(f[1])
		}
		if err != nil {
			t.Fatal(err)
		}
		if f[6] != "" {
			row.alternatives = strings.Split(f[6], ",")
		}
		rows = append(rows, row)
	}
	return rows
}

// fates are the pairs of two releases by the numbers in them.
type fates struct {
	old, new *archive.Snapshot
	of       map[string]archive.Pair // by new number, the pair that says where it came from
	to       map[string]archive.Pair // by old number, the pair that says where it went
}

func alignFates(old, new *archive.Snapshot) fates {
	f := fates{old: old, new: new, of: map[string]archive.Pair{}, to: map[string]archive.Pair{}}
	for _, p := range diffing.Align(old, new, nil) {
		if p.New >= 0 && p.Relation != archive.Removed && p.Relation != archive.MergedInto {
			f.of[new.Entries[p.New].Name()] = p
		}
		if p.Old >= 0 && p.Relation != archive.Added && p.Relation != archive.SplitFrom {
			f.to[old.Entries[p.Old].Name()] = p
		}
	}
	return f
}

// answer is what the alignment says to a row, in the row's words.
func (f fates) answer(row truthRow) (relation archive.Relation, number string) {
	if row.newNumber == "-" {
		p := f.to[row.oldNumber]
		if p.Relation == archive.Removed || p.New < 0 {
			return p.Relation, "-"
		}
		return p.Relation, f.new.Entries[p.New].Name()
	}
	p := f.of[row.newNumber]
	if p.Relation == archive.Added || p.Old < 0 {
		return p.Relation, "-"
	}
	return p.Relation, f.old.Entries[p.Old].Name()
}

// right tells whether the alignment's answer to a row is right.
func (f fates) right(row truthRow) bool {
	relation, number := f.answer(row)
	if row.newNumber == "-" {
		return relation == archive.Removed || slices.Contains(row.alternatives, number)
	}
	want := map[string]archive.Relation{"added": archive.Added, "split-from": archive.SplitFrom}
	if relation == want[row.relation] && number == row.oldNumber {
		return true
	}
	return slices.Contains(row.alternatives, number)
}

// TestTruth scores the alignment on the rows judged by readers. With -v it prints
// the score, each relation's figures, and the misses with both texts.
func TestTruth(t *testing.T) {
	type score struct{ right, all int }
	byDate := map[archive.Date]*archive.Snapshot{}
	for _, s := range published(t) {
		byDate[s.Release.Effective] = s
	}
	aligned := map[[2]archive.Date]fates{}
	figures := map[string]*score{}
	var sure, ambiguous score
	for _, row := range truth(t) {
		between := [2]archive.Date{row.old, row.new}
		f, done := aligned[between]
		if !done {
			f = alignFates(byDate[row.old], byDate[row.new])
			aligned[between] = f
		}
		right := f.right(row)
		count(&sure.right, &sure.all, row.sure, right)
		count(&ambiguous.right, &ambiguous.all, !row.sure, right)
		if figures[row.relation] == nil {
			figures[row.relation] = &score{}
		}
		count(&figures[row.relation].right, &figures[row.relation].all, true, right)
		if !right {
			t.Log(f.miss(row))
		}
	}
	for _, relation := range slices.Sorted(maps.Keys(figures)) {
		t.Logf("%-20s %3d of %3d", relation, figures[relation].right, figures[relation].all)
	}
	part := float64(sure.right) / float64(sure.all)
	t.Logf("sure: %d of %d right, %.2f %%; ambiguous: %d of %d right", sure.right, sure.all, 100*part, ambiguous.right, ambiguous.all)
	if part < leastRight {
		t.Errorf("%.2f %% of the sure rows are right, want %.2f %%", 100*part, 100*leastRight)
	}
	if ambiguous.right < ambiguous.all {
		t.Errorf("%d ambiguous rows are outside their alternatives", ambiguous.all-ambiguous.right)
	}
}

func count(right, all *int, counts, isRight bool) {
	if counts {
		*all++
		if isRight {
			*right++
		}
	}
}

// miss says what was wrong, with the beginnings of the texts.
func (f fates) miss(row truthRow) string {
	relation, number := f.answer(row)
	var b strings.Builder
	fmt.Fprintf(&b, "%s -> %s: %s from %s is %s", row.old, row.new, row.newNumber, row.oldNumber, row.relation)
	if !row.sure {
		fmt.Fprintf(&b, " (or %s)", strings.Join(row.alternatives, ", "))
	}
	fmt.Fprintf(&b, "; the answer is %s %s", relation, number)
	excerpt := func(what string, s *archive.Snapshot, name string) {
		const most = 160 // runes of an excerpt
		n, err := archive.ParseNumber(name)
		if err != nil {
			return
		}
		if i := s.Find(n); i >= 0 {
			text := []rune(s.Entries[i].Wording())
			fmt.Fprintf(&b, "\n    %s %s: %s", what, name, string(text[:min(most, len(text))]))
		}
	}
	excerpt("old", f.old, row.oldNumber)
	excerpt("new", f.new, row.newNumber)
	if number != row.oldNumber && number != row.newNumber {
		if row.newNumber == "-" {
			excerpt("answered new", f.new, number)
		} else {
			excerpt("answered old", f.old, number)
		}
	}
	return b.String()
}
