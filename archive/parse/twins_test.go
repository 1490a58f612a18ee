package parse_test

import (
	"path/filepath"
	"testing"

	"rulebook/archive"
)

// Two releases are held in both formats. Each format must give the same book: the
// rules, and with them every other entry, the glossary too. No difference in the
// glossary is left to explain: the last ones were blank lines.
func TestTwinsAreOneBook(t *testing.T) {
	dir := corpus(t, "")
	for _, name := range []string{"MagicCompRules 20200417", "MagicCompRules 20250725"} {
		t.Run(name, func(t *testing.T) {
			txt, docx := mustParse(t, filepath.Join(dir, "published", name+".txt")), mustParse(t, filepath.Join(dir, "twins", name+".docx"))
			if docx.Release.Source.Format != "docx" {
				t.Errorf("format is %q", docx.Release.Source.Format)
			}
			if len(txt.Entries) != len(docx.Entries) {
				t.Fatalf("%d entries in the TXT, %d in the DOCX", len(txt.Entries), len(docx.Entries))
			}
			for i, a := range txt.Entries {
				b := docx.Entries[i]
				if a.Kind != b.Kind || a.Number != b.Number || archive.Fold(a.Term) != archive.Fold(b.Term) {
					t.Fatalf("%s in the TXT, %s in the DOCX", a.Name(), b.Name())
				}
				if archive.Fold(a.Wording()) != archive.Fold(b.Wording()) {
					t.Errorf("%s differs:\nTXT  %s\nDOCX %s", a.Name(), a.Wording(), b.Wording())
				}
			}
		})
	}
}
