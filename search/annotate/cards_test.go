package annotate_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulebook/archive/archivetest"
	"rulebook/archive/ingest"
	"rulebook/search/annotate"
)

var update = flag.Bool("update", false, "write what is found into testdata")

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

// TestCards annotates texts of our own with the terms of the published rules, and
// holds what is found against the list kept beside each text: the words in the text,
// and the term where that is another.
func TestCards(t *testing.T) {
	l := edge(t)
	path := filepath.Join("testdata", "cards.txt")
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, block := range strings.Split(string(raw), "=== ")[1:] {
		name, rest, _ := strings.Cut(block, "\n")
		text, want, _ := strings.Cut(rest, "--- ")
		text = strings.TrimSuffix(text, "\n")
		a, err := l.Annotate(text)
		if err != nil {
			t.Fatal(err)
		}
		got := found(a)
		if want = strings.TrimSuffix(want, "\n"); got != want && !*update {
			t.Errorf("%s\n%s\n got %s\nwant %s", name, text, got, want)
		}
		fmt.Fprintf(&out, "=== %s\n%s\n--- %s\n", name, text, got)
	}
	if *update {
		if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// found lists the marks of an annotation: "plays (Play), land".
func found(a *annotate.Annotation) string {
	var all []string
	for _, m := range a.Marks {
		text, term := a.Text[m.Start:m.End], a.Notes[m.Note].Term.Name
		if !strings.EqualFold(text, term) {
			text += " (" + term + ")"
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}
