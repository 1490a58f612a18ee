package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
)

// numbered is a line that begins with a rule number.
type numbered struct {
	number archive.Number
	label  string // the number as printed, where it differs from number.Printed(); else empty
	text   string // what follows the number and the one space after it
	glued  bool   // no space stood between number and text
}

// readNumber reads the number that a line begins with, in the book's shape
// (7. 702. 702.19. 702.19b) or with one of the editors' slips: a period missing
// (606.5 If), one too many (119.1d. In), no space (901.4.All).
func readNumber(s string) (n numbered, ok bool) {
	printed, rest := cutNumber(strings.TrimLeftFunc(s, unicode.IsSpace))
	if printed == "" {
		return numbered{}, false
	}
	number, err := archive.ParseNumber(strings.TrimSuffix(printed, "."))
	if err != nil {
		return numbered{}, false
	}
	n.number = number
	if printed != number.Printed() {
		n.label = printed
	}
	if number.Rule == 0 && n.label != "" {
		return numbered{}, false // "100 cards": too like a sentence that begins with a count
	}
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case rest == "":
	case unicode.IsSpace(r):
		rest = rest[size:]
	case number.Heading != 0 && beginsText(r):
		n.glued = true
	default:
		return numbered{}, false
	}
	n.text = rest
	return n, true
}

// cutNumber cuts off what looks like a number with its period: digits, and with a
// further period more digits and letters. Empty when s does not begin with a digit.
func cutNumber(s string) (printed, rest string) {
	i := digits(s, 0)
	if i == 0 {
		return "", s
	}
	if i < len(s) && s[i] == '.' {
		if j := digits(s, i+1); j > i+1 {
			i = j
			for i < len(s) && s[i] >= 'a' && s[i] <= 'z' {
				i++
			}
			if i < len(s) && s[i] == '.' {
				i++
			}
		} else {
			i++
		}
	}
	return s[:i], s[i:]
}

// digits returns the index behind the digits that stand at s[i:].
func digits(s string, i int) int {
	for i < len(s) && s[i] >= '0' && s[i] <= '9' {
		i++
	}
	return i
}

// beginsText reports whether a rule's text may begin with r although no space
// stands before it: a capital, a quotation mark or a symbol's brace. A rule's
// number inside a sentence is followed by none of these.
func beginsText(r rune) bool {
	return unicode.IsUpper(r) || strings.ContainsRune("“\"‘'{[", r)
}
