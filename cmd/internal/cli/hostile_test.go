package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
)

// A file with terminal codes in its text is shown harmless by every command that
// is read on a terminal.
func TestTerminalCodesInARulebook(t *testing.T) {
	sample := withSample(t)
	folder := t.TempDir()
	evil := strings.NewReplacer(
		"remaining damage", "remaining \x1b]0;owned\x07\x1b[2Jdamage \u202e",
		"Trample", "Trample\x1b[31m",
		"War of", "War\x1b[5m of",
	)
	for _, release := range []string{"M14", "IKO"} {
		text := evil.Replace(sample.must(t, "raw", release))
		if err := os.WriteFile(filepath.Join(folder, release+".txt"), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	p := program{archive: filepath.Join(t.TempDir(), "evil.db")}
	p.must(t, "import", folder)
	for _, args := range [][]string{
		{"releases", "--long"}, {"show", "702.19@M14"}, {"show", "702.19@IKO"}, {"show", "glossary"}, {"show", "\x1b[31mx"},
		{"diff", "M14", "IKO", "--unfold"}, {"diff", "M14", "IKO", "--format", "unified"}, {"diff", "IKO", "M14", "--format", "side-by-side"},
		{"diff", "M14", "IKO", "--format", "markdown"}, {"diff", "M14", "IKO", "--stat"}, {"diff", "M14", "IKO", "--summary"},
		{"terms", "M14", "IKO"}, {"map", "--from", "M14"}, {"search", "trample", "--all"}, {"search", "remaining \x1b[31m", "--all"},
		{"show", "702", "--in", "\x1b[2J"}, {"\x1b[2J"}, {"import", "\x1b[2J.txt"},
	} {
		_, stdout, stderr := p.run(t, context.Background(), args...)
		if stdout+stderr == "" {
			t.Errorf("%q says nothing", args)
		}
		for _, r := range stdout + stderr {
			if r != '\n' && (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) {
				t.Errorf("%q lets %U through", args, r)
				break
			}
		}
	}
}
