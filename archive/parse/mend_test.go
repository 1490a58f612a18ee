package parse_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"rulebook/archive/parse"
)

// garble reads a text's bytes in one table with another.
func garble(t *testing.T, text string, was, read *charmap.Charmap) string {
	t.Helper()
	var b strings.Builder
	for _, c := range inTable(t, was, text) {
		b.WriteRune(read.DecodeByte(c))
	}
	return b.String()
}

// utf8As reads a text's UTF-8 with a table.
func utf8As(read *charmap.Charmap, text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		b.WriteRune(read.DecodeByte(c))
	}
	return b.String()
}

func TestNamesMended(t *testing.T) {
	const names = "Dandân, Junún, Juzám and Æther are above"
	book := strings.NewReplacer("“", `"`, "”", `"`, "To be above", names).Replace(small)
	for name, garbled := range map[string]string{
		"DOS as Windows":   garble(t, book, charmap.CodePage437, charmap.Windows1252),
		"Mac as Windows":   garble(t, book, charmap.Macintosh, charmap.Windows1252),
		"Windows as DOS":   garble(t, book, charmap.Windows1252, charmap.CodePage850),
		"UTF-8 as Windows": utf8As(charmap.Windows1252, book),
		"UTF-8 as Mac":     utf8As(charmap.Macintosh, book),
	} {
		s := readBook(t, garbled)
		if got := entry(t, s, "Flying").Text; !strings.HasPrefix(got, names) {
			t.Errorf("%s: %q", name, got)
		}
		if !warns(s, 0, "Dandân, Junún") {
			t.Errorf("%s: warnings %v", name, s.Warnings)
		}
		checkRoundTrip(t, s, parse.Options{})
	}
}

// Valid UTF-8 is not decoded again: one strange word, or strange words beside a
// right name, stay as they are.
func TestNothingElseMended(t *testing.T) {
	for _, words := range []string{"Dandƒn flies", "Dandƒn, Jun£n and Dandân fly", "DandÃ¢n flies", "ƒ £ – ’ are marks"} {
		s := readBook(t, strings.Replace(small, "To be above", words, 1))
		if got := entry(t, s, "Flying").Text; !strings.HasPrefix(got, words) {
			t.Errorf("%q became %q", words, got)
		}
		if len(s.Warnings) > 0 {
			t.Errorf("warnings %v", s.Warnings)
		}
	}
}
