package parse_test

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// wordHyphen is a hyphen between letters, where programs that wrap may break.
var wordHyphen = regexp.MustCompile(`(\pL)-(\pL)`)

// wrapAt wraps a text's lines at a column, at its spaces and, as many programs do,
// behind the hyphens of its words.
func wrapAt(text string, column int, hyphens bool) string {
	var b strings.Builder
	for l := range strings.Lines(text) {
		indent := l[:len(l)-len(strings.TrimLeft(l, " "))]
		width := len(indent)
		b.WriteString(indent)
		space := ""
		for _, word := range strings.Fields(l) {
			parts := []string{word}
			if hyphens {
				parts = strings.SplitAfter(wordHyphen.ReplaceAllString(word, "$1-\x00$2"), "\x00")
			}
			for _, part := range parts {
				part = strings.TrimSuffix(part, "\x00")
				n := len([]rune(part))
				if width > len(indent) && width+len(space)+n > column {
					b.WriteString("\n")
					space, width = "", 0
				}
				b.WriteString(space + part)
				width += len(space) + n
				space = ""
			}
			space = " "
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Releases wrapped at a column come back as they were: every entry, but for the
// line breaks of the contents list.
func TestUnwrapPublished(t *testing.T) {
	dir := corpus(t, "published")
	for _, file := range []string{"MagicCompRules 20250725.txt", "MagicCompRules_20130711.txt", "MagicCompRules 20180608.txt"} {
		whole := mustParse(t, filepath.Join(dir, file))
		for _, column := range []int{66, 75, 80} {
			for _, hyphens := range []bool{false, true} {
				wrapped, err := parse.Parse([]byte(wrapAt(string(parse.Format(whole)), column, hyphens)), parse.Options{})
				if err != nil {
					t.Fatal(err)
				}
				compareUnwrapped(t, whole, wrapped)
			}
		}
	}
}

func compareUnwrapped(t *testing.T, whole, wrapped *archive.Snapshot) {
	t.Helper()
	if wrapped.Release.Counts != whole.Release.Counts {
		t.Fatalf("wrapped it has %+v, else %+v", wrapped.Release.Counts, whole.Release.Counts)
	}
	for i, a := range whole.Entries {
		b := wrapped.Entries[i]
		if a.Name() != b.Name() || a.Kind != archive.Contents && archive.Fold(a.Wording()) != archive.Fold(b.Wording()) {
			t.Errorf("%s differs:\nwhole   %q\nwrapped %q", a.Name(), a.Wording(), b.Wording())
		}
	}
}

// A line that begins with a number is a rule only where a rule can begin. The
// rules of this book have no blank lines between them, and their words are such
// that each of the numbers in them begins a line sooner or later.
func TestUnwrapNumbersInSentences(t *testing.T) {
	const rules = 40
	var whole strings.Builder
	whole.WriteString("These rules are effective as of April 17, 2020.\n\n100. General\n")
	for i := range rules {
		whole.WriteString("100." + strconv.Itoa(i+1) + ". " + strings.Repeat("o", i+1) +
			" A player who holds a card may look at it at any time (see rule 401.4), any number of times, and show it to all, as in rule" +
			" 401.4. and, of old, in 102.1, and that is why cards have two sides; nobody looks at both.\n")
	}
	want, got := readBook(t, whole.String()), readBook(t, wrapAt(whole.String(), 72, false))
	if !warns(got, 0, "wrapped at column 72") {
		t.Errorf("not taken for wrapped: %v", got.Warnings)
	}
	compareUnwrapped(t, want, got)
}
