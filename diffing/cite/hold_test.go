package cite_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/archive/ingest"
	"rulebook/diffing/cite"
)

// checkMeanings holds the fixes of a text against their law: a number that they write
// is cited nowhere in the text in another meaning, and what is left says why.
func checkMeanings(t *testing.T, text string, checked cite.Checked) {
	t.Helper()
	written := make(map[archive.Number]bool)
	for i := range checked.Findings {
		if f := &checked.Findings[i]; f.IsMended() {
			written[f.To] = true
		}
	}
	for i := range checked.Findings {
		f := &checked.Findings[i]
		if !f.IsMended() && f.To != f.Number && written[f.Number] {
			t.Errorf("%q: %s is written by a fix, and line %d goes on citing it as another rule", text, f.Number, f.Line)
		}
		if f.Verdict == cite.Moved && f.IsMended() == (f.Doubt != "") {
			t.Errorf("%q: %s is mended (%t), and its doubt is %q", text, f.Number, f.IsMended(), f.Doubt)
		}
	}
}

// TestFixesKeepMeanings holds texts of citations by chance against the law, forwards
// and backwards in time.
func TestFixesKeepMeanings(t *testing.T) {
	s := archivetest.Sample(t)
	mended := 0
	for _, between := range [][2]string{{"IKO", "MOM"}, {"WAR", "IKO"}, {"MOM", "EOE"}, {"M14", "EOE"}, {"EOE", "M14"}} {
		mended += mendByChance(t, s, between[0], between[1])
	}
	if mended < 200 {
		t.Errorf("only %d citations were mended: the texts say little", mended)
	}
}

// mendByChance holds texts by chance against the law and counts what was mended.
func mendByChance(t *testing.T, s archivetest.Store, asOf, to string) (mended int) {
	t.Helper()
	random := rand.New(rand.NewPCG(8, 702))
	j := judge(t, s, asOf, to)
	var numbers []archive.Number
	for _, e := range archivetest.Snapshot(t, s, asOf).Entries {
		if e.Number.Rule != 0 && e.Kind != archive.Contents {
			numbers = append(numbers, e.Number)
		}
	}
	for range 500 {
		text := byChance(random, numbers)
		checked := j.Check(text, nil)
		checkMeanings(t, text, checked)
		mended += checked.Fixes()
	}
	return mended
}

// byChance is a text that cites rules near one another, as rules, ranges and in
// addresses.
func byChance(random *rand.Rand, numbers []archive.Number) string {
	var b strings.Builder
	at := random.IntN(len(numbers))
	for range 2 + random.IntN(8) {
		n := numbers[(at+random.IntN(12))%len(numbers)]
		switch random.IntN(6) {
		case 0:
			to := numbers[(at+random.IntN(12))%len(numbers)]
			fmt.Fprintf(&b, "rules %s–%s\n", n, to)
		case 1:
			fmt.Fprintf(&b, "https://a.example/%s\n", n)
		case 2:
			fmt.Fprintf(&b, "CR %sl, or z: %sz\n", n.Parent(), n.Parent())
		default:
			fmt.Fprintf(&b, "CR %s\n", n)
		}
	}
	return b.String()
}

// TestHeldBack: 702.6d of Strixhaven went, and 702.6e took its number.
func TestHeldBack(t *testing.T) {
	s := archivetest.Open(t)
	var files []ingest.File
	for _, f := range archivetest.Published(t) {
		if strings.Contains(f.Name, "20210419") || strings.Contains(f.Name, "20210609") || strings.Contains(f.Name, "20210712") {
			files = append(files, f)
		}
	}
	archivetest.ImportPublished(t, s, files)
	j := judge(t, s, "STX", "AFR")
	for _, c := range []struct{ text, want, doubt string }{
		{"See CR 702.6e", "See CR 702.6d", ""},
		{"See CR 702.6e\nand CR 702.6d", "See CR 702.6e\nand CR 702.6d", "702.6d is cited in line 2 too, where it stays and means something else"},
		{"See CR 702.6e/f", "See CR 702.6e/f", "the f behind it may be another subrule"},
		{"See http://a.example/702.6e and 702.6e", "See http://a.example/702.6e and 702.6d", "it stands in an address"},
	} {
		checked := j.Check(c.text, nil)
		checkMeanings(t, c.text, checked)
		if got := checked.Apply(c.text); got != c.want {
			t.Errorf("%q became %q, want %q", c.text, got, c.want)
		}
		if doubt := checked.Findings[0].Doubt; doubt != c.doubt {
			t.Errorf("%q: the doubt is %q, want %q", c.text, doubt, c.doubt)
		}
	}
	mendByChance(t, s, "STX", "AFR")
	mendByChance(t, s, "AFR", "STX")
}
