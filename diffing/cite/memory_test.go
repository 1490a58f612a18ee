package cite_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/diffing/cite"
)

// remembered is what is remembered of a text once its fixes are written, read back.
func remembered(t *testing.T, checked cite.Checked, text string, to archive.Date) *cite.Memory {
	t.Helper()
	raw, err := json.Marshal(checked.Memory(text, to, nil))
	if err != nil {
		t.Fatal(err)
	}
	var m cite.Memory
	if err := json.Unmarshal(raw, &m); err != nil {
		t.Fatal(err)
	}
	return &m
}

// TestFixedTwice: what a first run moved, a second one with the same releases moves no
// more, although the text was edited; a text that was taken back is mended as at first.
func TestFixedTwice(t *testing.T) {
	s := archivetest.Sample(t)
	random := rand.New(rand.NewPCG(701, 8))
	for _, between := range [][2]string{{"IKO", "MOM"}, {"MOM", "EOE"}, {"EOE", "IKO"}} {
		j := judge(t, s, between[0], between[1])
		to := archivetest.Snapshot(t, s, between[1]).Release.Effective
		var numbers []archive.Number
		for _, e := range archivetest.Snapshot(t, s, between[0]).Entries {
			if e.Number.Rule != 0 && e.Kind != archive.Contents {
				numbers = append(numbers, e.Number)
			}
		}
		for range 300 {
			text := byChance(random, numbers)
			first := j.Check(text, nil)
			memory, is := remembered(t, first, text, to), first.Apply(text)
			second := j.Check(is, memory)
			if again := second.Apply(is); again != is {
				t.Fatalf("%q was mended to %q, and then to %q", text, is, again)
			}
			edited := is + "See rule 100.1 first.\n"
			third := j.Check(edited, memory)
			if again := third.Apply(edited); again != edited {
				t.Fatalf("%q was mended to %q after an edit", edited, again)
			}
			back := j.Check(text, memory)
			if again := back.Apply(text); again != is {
				t.Fatalf("%q was taken back and mended to %q, at first to %q", text, again, is)
			}
		}
	}
}

func TestMemory(t *testing.T) {
	s := archivetest.Sample(t)
	const text = "CR 701.8a, CR 702.17a, rules 701.7–701.9, CR 701.9a"
	mom := archivetest.Snapshot(t, s, "MOM").Release.Effective
	j := judge(t, s, "IKO", "MOM")
	first := j.Check(text, nil)
	memory, is := remembered(t, first, text, mom), first.Apply(text)

	// A number that came since is mended, beside those that were.
	edited := strings.Replace(is, "CR 702.17a", "CR 702.17a, CR 701.7a", 1)
	second := j.Check(edited, memory)
	if got, want := second.Apply(edited), strings.Replace(is, "CR 702.17a", "CR 702.17a, CR 701.8a", 1); got != want {
		t.Errorf("%q became %q, want %q", edited, got, want)
	}
	// As of a release before the one that they were written against, they are in doubt.
	third := judge(t, s, "IKO", "EOE").Check(is, memory)
	if f := third.Findings[0]; f.Fix != "" || f.Verdict != cite.Moved || f.Doubt != "--fix wrote it against 2023-04-14" {
		t.Errorf("as of IKO: %+v", f)
	}
	// As of the release that they were written against, all is as ever.
	fourth := judge(t, s, "MOM", "IKO").Check(is, memory)
	if got := fourth.Apply(is); got != text {
		t.Errorf("back again: %q, want %q", got, text)
	}
}
