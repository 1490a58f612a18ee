package archive

import (
	"strings"
	"unicode"
)

// Harmless makes a text from outside fit to stand inside another one, as a page or a
// quotation does: a control character that is no line break or tab, and a mark that
// turns the direction of writing, is replaced by U+FFFD, so that no text can change
// how what follows it is shown. A text that has none of them is returned as it is.
func Harmless(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\t':
			return r
		case unicode.IsControl(r), unicode.In(r, unicode.Bidi_Control, unicode.Noncharacter_Code_Point):
			return unicode.ReplacementChar
		}
		return r
	}, s)
}
