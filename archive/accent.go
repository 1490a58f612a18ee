package archive

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Unaccent is a letter without its accents, and the letters that a ligature is
// made of: Dandân is found as Dandan and Æther as Aether. It is for finding; Fold
// keeps accents, for a changed accent is a changed wording.
func Unaccent(r rune) string {
	switch r {
	case 'Æ', 'Ǽ', 'Ǣ':
		return "AE"
	case 'æ', 'ǽ', 'ǣ':
		return "ae"
	case 'Œ':
		return "OE"
	case 'œ':
		return "oe"
	case 'ß':
		return "ss"
	case 'ẞ':
		return "SS"
	case 'Ø', 'Ǿ':
		return "O"
	case 'ø', 'ǿ':
		return "o"
	case 'Đ', 'Ð':
		return "D"
	case 'đ', 'ð':
		return "d"
	case 'Ł':
		return "L"
	case 'ł':
		return "l"
	case 'Þ':
		return "Th"
	case 'þ':
		return "th"
	}
	if r < 0xc0 {
		return string(r)
	}
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.M, r) {
			return -1
		}
		return r
	}, norm.NFD.String(string(r)))
}
