package annotate_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulebook/archive/archivetest"
	"rulebook/archive/ingest"
	"rulebook/search/annotate"
)

var update = flag.Bool("update", false, "write what is measured into testdata")

// edge annotates with the terms of Edge of Eternities, as published.
func edge(t testing.TB) *annotate.Lexicon {
	t.Helper()
	for _, f := range archivetest.Published(t) {
		if strings.Contains(f.Name, "20250725") {
			s := archivetest.Open(t)
			archivetest.ImportPublished(t, s, []ingest.File{f})
			return annotate.NewLexicon(archivetest.Snapshot(t, s, "EOE"))
		}
	}
	t.Skip("Edge of Eternities is not on this machine")
	return nil
}

// TestTexts annotates texts of our own with the terms of the published rules. Beside
// each text stands what a reader expects: the words in the text, and the term where
// that is another. What is found beyond that is silly, and what is not found is
// missed: testdata/measured.txt tells both, with precision and recall over all.
// The expectations are written by hand only; -update writes the measure.
func TestTexts(t *testing.T) {
	l := edge(t)
	raw, err := os.ReadFile(filepath.Join("testdata", "texts.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	var all tally
	texts := strings.Split(string(raw), "=== ")[1:]
	for _, block := range texts {
		name, rest, _ := strings.Cut(block, "\n")
		text, want, cut := strings.Cut(rest, "\n--- ")
		if !cut {
			t.Fatalf("%s has no expectation", name)
		}
		a := mustAnnotate(t, l, text)
		checkLaws(t, text, a)
		one := compare(found(a), expected(want))
		all.add(one)
		if len(one.silly)+len(one.missed) > 0 {
			fmt.Fprintf(&out, "%s\n", name)
			one.write(&out)
		}
	}
	measured := fmt.Sprintf("%d texts, %d terms expected: precision %.3f, recall %.3f\n\n%s",
		len(texts), all.right+len(all.missed), all.precision(), all.recall(), out.String())
	path := filepath.Join("testdata", "measured.txt")
	if *update {
		if err := os.WriteFile(path, []byte(measured), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	golden, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if measured != string(golden) {
		t.Errorf("measured\n%s\nwant\n%s", measured, golden)
	}
}

// tally is how what was found differs from what was expected.
type tally struct {
	right         int
	silly, missed []string
}

// compare holds what was found against what was expected, both in order.
func compare(found, expected []string) tally {
	var t tally
	left := slices.Clone(expected)
	for _, f := range found {
		if at := slices.Index(left, f); at >= 0 {
			t.right++
			left = slices.Delete(left, at, at+1)
		} else {
			t.silly = append(t.silly, f)
		}
	}
	t.missed = left
	return t
}

func (t *tally) add(o tally) {
	t.right += o.right
	t.silly = append(t.silly, o.silly...)
	t.missed = append(t.missed, o.missed...)
}

func (t *tally) precision() float64 { return float64(t.right) / float64(t.right+len(t.silly)) }
func (t *tally) recall() float64    { return float64(t.right) / float64(t.right+len(t.missed)) }

func (t *tally) write(out *strings.Builder) {
	for _, list := range []struct {
		name  string
		terms []string
	}{{"silly", t.silly}, {"missed", t.missed}} {
		if len(list.terms) > 0 {
			fmt.Fprintf(out, "  %-6s  %s\n", list.name, strings.Join(list.terms, ", "))
		}
	}
}

// expected reads a list of marks as found gives it.
func expected(list string) []string {
	list = strings.TrimSpace(strings.ReplaceAll(list, "\n", " "))
	if list == "none" {
		return nil
	}
	return strings.Split(list, ", ")
}

// found lists the marks of an annotation: "plays (Play)", "land". A cost that stands
// behind its mark follows in brackets, with semicolons for commas; what a keyword action
// is called like is told from the action: "counter (thing: Counter)".
func found(a *annotate.Annotation) []string {
	var all []string
	for _, m := range a.Marks {
		text, term := a.Text[m.Start:m.End], a.Notes[m.Note].Term.Name
		text = strings.Join(strings.Fields(text), " ")
		switch {
		case a.Notes[m.Note].Term.IsThing():
			text += " (thing: " + term + ")"
		case !strings.EqualFold(text, term):
			text += " (" + term + ")"
		}
		if m.To > m.End {
			text += " [" + strings.ReplaceAll(m.Cost(a.Text), ",", ";") + "]"
		}
		all = append(all, text)
	}
	return all
}
