package cite_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"rulebook/archive/archivetest"
	"rulebook/diffing/cite"
)

// judge judges from one release of the sample to another.
func judge(t testing.TB, s archivetest.Store, asOf, to string) *cite.Judge {
	t.Helper()
	old, new := archivetest.Snapshot(t, s, asOf), archivetest.Snapshot(t, s, to)
	pairs, err := s.Pairs(context.Background(), old, new)
	if err != nil {
		t.Fatal(err)
	}
	return cite.NewJudge(old, new, pairs)
}

func TestCheck(t *testing.T) {
	s := archivetest.Sample(t)
	for _, c := range []struct{ asOf, to, text, want string }{
		{"IKO", "MOM", "CR 702.17a", "702.17a right"},
		{"IKO", "MOM", "CR 702.19b", "702.19b reworded"},
		{"IKO", "MOM", "CR 701.9a", "701.9a moved 701.10a"},
		{"IKO", "MOM", "CR 701.9A", "701.9a moved 701.10A"},
		{"MOM", "EOE", "rule 509.3", "509.3 moved 509.2"},
		{"MOM", "EOE", "rule 509.2 and rule 509.3", "509.2 another-rule, 509.3 moved"},
		{"IKO", "MOM", "CR 701.9a and https://a.example/701.9a", "701.9a moved 701.10a, 701.9a moved"},
		{"MOM", "EOE", "rule 508.3", "508.3 gone"},
		{"M14", "EOE", "CR 702.19l, CR 702.19z, CR 999.1", "702.19l never, 702.19z never, 999.1 never"},
		{"WAR", "IKO", "rule 713, “Tokens.”", "713 moved 714"},
		{"WAR", "IKO", "rules 713.1–713.3", "713.1 moved 714.1, 713.2 moved inside, 713.3 moved 714.3"},
		{"WAR", "IKO", "rules 713–714", "713 moved 714, 714 moved 715"},
		{"IKO", "MOM", "CR 701.7–701.9", "701.7 moved 701.8, 701.8 moved inside, 701.9 moved 701.10"},
		{"IKO", "MOM", "CR 702.19a–d", "702.19a right, 702.19b reworded inside, 702.19c reworded inside, 702.19d right"},
		// A part of it went elsewhere, so that nobody but a person can tell.
		{"WAR", "IKO", "rule 104.5", "104.5 reworded"},
		// Numbers alone that no rule bears are passed over.
		{"M14", "EOE", "a length of 702.19f, 100.5f and 702.19c", "702.19c reworded"},
		{"EOE", "EOE", "CR 702.19b and 702.19f", "702.19b right, 702.19f never"},
		// Backwards in time.
		{"EOE", "IKO", "CR 701.10a", "701.10a moved 701.9a"},
	} {
		checked := judge(t, s, c.asOf, c.to).Check(c.text, nil)
		var got []string
		for _, f := range checked.Findings {
			fix := f.Fix
			if f.Inside {
				fix = "inside"
			}
			got = append(got, strings.TrimSpace(fmt.Sprintf("%s %s %s", f.Number, f.Verdict, fix)))
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s to %s, %q:\n got %s\nwant %s", c.asOf, c.to, c.text, strings.Join(got, ", "), c.want)
		}
	}
}

// TestRangeInDoubt: what a range spans did not move together, so that its ends alone
// say another thing than before.
func TestRangeInDoubt(t *testing.T) {
	j := judge(t, archivetest.Sample(t), "IKO", "MOM")
	checked := j.Check("rules 701.6–701.8", nil)
	if n := checked.Fixes(); n != 0 {
		t.Errorf("%d ends of a torn range were rewritten", n)
	}
	for _, f := range checked.Findings[1:] {
		if want := "; not rewritten because what the range spans did not move together"; f.Mended || !strings.HasSuffix(f.Unmended(), want) {
			t.Errorf("nothing says why %s is left: %s", f.Number, f.Unmended())
		}
	}
}

func TestPlaces(t *testing.T) {
	j := judge(t, archivetest.Sample(t), "IKO", "MOM")
	text := "first\r\näö CR 701.9a\rCR 701.9a\n\n  CR 701.9a"
	var got []string
	for _, f := range j.Check(text, nil).Findings {
		got = append(got, fmt.Sprintf("%d:%d-%d", f.Line, f.Column, f.EndColumn))
	}
	if want := "2:7-13 3:4-10 5:6-12"; strings.Join(got, " ") != want {
		t.Errorf("places %v, want %s", got, want)
	}
}

// TestApply: applying the fixes changes nothing but the citations, and what was
// mended is right when held against the newer release alone.
func TestApply(t *testing.T) {
	s := archivetest.Sample(t)
	const text = "a\r\n// CR 701.9a and rules 701.7–701.9, not 100.5f\r\nz \xff"
	checked := judge(t, s, "IKO", "MOM").Check(text, nil)
	is := checked.Apply(text)
	const want = "a\r\n// CR 701.10a and rules 701.8–701.10, not 100.5f\r\nz \xff"
	if is != want {
		t.Fatalf("mended %q, want %q", is, want)
	}
	for _, f := range judge(t, s, "MOM", "MOM").Check(is, nil).Findings {
		if f.Verdict != cite.Right {
			t.Errorf("mended %s is %s", f.Number, f.Verdict)
		}
	}
}

func TestPatch(t *testing.T) {
	j := judge(t, archivetest.Sample(t), "IKO", "MOM")
	text := "1\n2\n3\n4\nCR 701.9a\n6\n7\n8\n9\n10\n11\n12\nCR 701.8a"
	f := cite.File{Path: "src/a.txt", Checked: j.Check(text, nil)}
	const want = `--- a/src/a.txt
+++ b/src/a.txt
@@ -2,7 +2,7 @@
 2
 3
 4
-CR 701.9a
+CR 701.10a
 6
 7
 8
@@ -10,4 +10,4 @@
 10
 11
 12
-CR 701.8a
\ No newline at end of file
+CR 701.9a
\ No newline at end of file
`
	if got := f.Patch(text); got != want {
		t.Errorf("patch\n%s\nwant\n%s", got, want)
	}
	clean := cite.File{Path: "b", Checked: j.Check("CR 702.17a\n", nil)}
	if got := clean.Patch("CR 702.17a\n"); got != "" {
		t.Errorf("a patch of nothing: %q", got)
	}
}

// BenchmarkCiteCheck checks ten thousand citations from the oldest to the newest
// release, the comparison of the releases included.
func BenchmarkCiteCheck(b *testing.B) {
	s := archivetest.Open(b)
	archivetest.ImportPublished(b, s, firstAndLast(archivetest.Published(b)))
	old, new := archivetest.Snapshot(b, s, "M14"), archivetest.Snapshot(b, s, "EOE")
	pairs, err := s.Pairs(context.Background(), old, new)
	if err != nil {
		b.Fatal(err)
	}
	const citations = 10_000
	var text strings.Builder
	for written := 0; written < citations; {
		for i := range old.Entries {
			if n := old.Entries[i].Number; n.Rule != 0 && written < citations {
				fmt.Fprintf(&text, "\t// What happens here is told by rule %s of the book.\n\tif x := f(i); x > 0 { return x }\n", n)
				written++
			}
		}
	}
	for b.Loop() {
		checked := cite.NewJudge(old, new, pairs).Check(text.String(), nil)
		if len(checked.Findings) != citations {
			b.Fatalf("%d citations found, want %d", len(checked.Findings), citations)
		}
	}
}
