package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// What a text, a source or a rulebook holds to deceive the eye is harmless in every
// form that is looked at; byte offsets in JSON are those of the text as it is.
func TestDeceivingTexts(t *testing.T) {
	sample := withSample(t)
	folder := t.TempDir()
	evil := strings.NewReplacer("The attacker", "The \u202eattacker\x1b[2J", "Trample", "Trample\u2066")
	for _, release := range []string{"IKO", "MOM"} {
		if err := os.WriteFile(filepath.Join(folder, release+".txt"), []byte(evil.Replace(sample.must(t, "raw", release))), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := program{archive: filepath.Join(t.TempDir(), "evil.db")}
	p.must(t, "import", folder)
	card, source := filepath.Join(folder, "card.txt"), filepath.Join(folder, "source\u202e.go")
	for path, text := range map[string]string{
		card:   "Flying\u202e, trample\x1b[31m\nSacrifice a creature\u2067.\n",
		source: "\u202e\x1b[2J CR 701.9a, CR 702.19b, rule 702.19l\n",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"annotate", card}, {"annotate", card, "--format", "markdown"}, {"annotate", card, "--format", "html"},
		{"annotate", card, "--compare", "IKO", "MOM"},
		{"keyword", "702.19"}, {"keywords"},
		{"quote", "702.19"}, {"quote", "702.19", "--format", "markdown"}, {"quote", "702.19", "--format", "wikitext"},
		{"quote", "702.19", "--format", "html"}, {"quote", "702.19", "--if-changed-since", "2020-05-01"},
		{"cite", "check", source, "--as-of", "IKO"},
	} {
		_, stdout, stderr := p.run(t, context.Background(), args...)
		if stdout == "" {
			t.Errorf("%q says nothing but %s", args, stderr)
		}
		for _, r := range stdout + stderr {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
				t.Errorf("%q lets %U through", args, r)
				break
			}
		}
	}
	if got := p.must(t, "annotate", card, "--json"); !strings.Contains(got, `"start": 11,`) {
		t.Errorf("trample does not begin at byte 11 of the text: %s", got[:400])
	}
}
