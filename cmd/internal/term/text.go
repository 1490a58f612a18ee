package term

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Clean makes a text from outside harmless: a control character, and a mark that
// reorders what is shown, is replaced by U+FFFD, so that no file can move the
// cursor, recolour the screen or hide words. Line breaks stay, tabs become spaces.
func Clean(s string) string {
	if isHarmless(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n':
			return r
		case r == '\t':
			return ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Bidi_Control, unicode.Noncharacter_Code_Point):
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// isHarmless is the quick way out for the texts that Clean leaves as they are: all
// but very few.
func isHarmless(s string) bool {
	for i := 0; i < len(s); {
		if b := s[i]; b >= ' ' && b < 0x7f || b == '\n' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r >= 0xa0 && r < 0x061c, r >= 0x2010 && r < 0x2028, r >= 0x2030 && r < 0x2060, r == '™', r == '−':
		default:
			return false
		}
		i += size
	}
	return true
}

// Columns is the room a text of one line takes on the screen.
func Columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case r < 0x300: // Latin: the most of every rulebook
			n++
		case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Noncharacter_Code_Point):
		case isWide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func isWide(r rune) bool {
	kind := width.LookupRune(r).Kind()
	return kind == width.EastAsianWide || kind == width.EastAsianFullwidth
}

// Wrap breaks one paragraph into lines of at most columns. It breaks at spaces,
// and inside a word only where a whole line would not hold it. The result has at
// least one line.
func Wrap(paragraph string, columns int) []string {
	columns = max(columns, 1)
	var lines []string
	var line strings.Builder
	used := 0
	end := func() {
		lines = append(lines, line.String())
		line.Reset()
		used = 0
	}
	for _, word := range strings.FieldsFunc(paragraph, isBreak) {
		size := Columns(word)
		if line.Len() > 0 && used+1+size > columns {
			end()
		}
		for size > columns {
			head, tail := cut(word, columns)
			line.WriteString(head)
			end()
			word, size = tail, size-Columns(head)
		}
		if word == "" {
			continue
		}
		if line.Len() > 0 {
			line.WriteByte(' ')
			used++
		}
		line.WriteString(word)
		used += size
	}
	if line.Len() > 0 || len(lines) == 0 {
		end()
	}
	return lines
}

// isBreak reports whether a line may be broken at r; never at a no-break space.
func isBreak(r rune) bool {
	return unicode.IsSpace(r) && r != '\u00a0' && r != '\u202f' && r != '\u2007'
}

// cut splits a word so that its head takes at most columns, and at least one rune.
func cut(word string, columns int) (head, tail string) {
	n := 0
	for i, r := range word {
		n += Columns(string(r))
		if i > 0 && n > columns {
			return word[:i], word[i:]
		}
	}
	return word, ""
}

// Shorten cuts a text of one line to columns, with an ellipsis for what is lost.
func Shorten(s string, columns int) string {
	if Columns(s) <= columns {
		return s
	}
	head, _ := cut(s, max(columns-1, 1))
	return strings.TrimRight(head, " ") + "…"
}

// Pad fills a text of one line with spaces up to columns.
func Pad(s string, columns int) string {
	return s + strings.Repeat(" ", max(0, columns-Columns(s)))
}
