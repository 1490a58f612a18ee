package diffing_test

import (
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/diffing"
)

// TestTokenizeLosesNothing tests the laws of Tokenize on every published text.
func TestTokenizeLosesNothing(t *testing.T) {
	seen := map[string]bool{}
	check := func(text string) {
		if seen[text] {
			return
		}
		seen[text] = true
		var exact, fold strings.Builder
		for _, token := range diffing.Tokenize(text) {
			exact.WriteString(token.Text)
			fold.WriteString(token.Fold)
		}
		if exact.String() != text {
			t.Errorf("the tokens of %.80q make %.80q", text, exact.String())
		}
		if got, want := strings.ReplaceAll(fold.String(), " ", ""), strings.ReplaceAll(archive.Fold(text), " ", ""); got != want {
			t.Errorf("the folded tokens of %.80q make %.80q, its fold is %.80q", text, got, want)
		}
	}
	for _, s := range published(t) {
		for i := range s.Entries {
			check(s.Entries[i].Text)
			for _, example := range s.Entries[i].Examples {
				check(example)
			}
		}
	}
}
