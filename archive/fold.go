package archive

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold reduces a text to what decides whether its wording changed. Two texts
// with equal folds differ in typography only. What is folded, and nothing else:
//
//   - curly, low and angled quotes and primes become straight; apostrophes too
//   - en dash, em dash, minus, no-break and other hyphens, and "--" become "-"
//   - ® becomes "(r)", ™ "(tm)", … "..."
//   - underscores around a word (_Magic_) go
//   - every run of white space, line breaks and no-break spaces included,
//     becomes one space; none at the ends
//   - soft hyphens, zero-width marks and byte order marks go
//   - letters with marks are composed (Unicode NFC)
//
// Letter case is kept: Planeswalker to planeswalker is a change of wording.
func Fold(s string) string {
	if isFolded(s) {
		return s
	}
	if strings.ContainsFunc(s, isInvisible) {
		s = strings.Map(dropInvisible, s) // first: the letters around them may compose
	}
	s = norm.NFC.String(s)
	var b strings.Builder
	b.Grow(len(s))
	space := false // a space is due before the next mark
	prev := rune(0)
	due := func() {
		if space && b.Len() > 0 {
			b.WriteByte(' ')
			prev = ' '
		}
		space = false
	}
	put := func(r rune) {
		due()
		if r == '-' && prev == '-' {
			return
		}
		b.WriteRune(r)
		prev = r
	}
	runes := s
	for len(runes) > 0 {
		if n := plainLength(runes); n > 0 {
			due()
			b.WriteString(runes[:n])
			prev, runes = rune(runes[n-1]), runes[n:]
			continue
		}
		r, size := utf8.DecodeRuneInString(runes)
		runes = runes[size:]
		switch r {
		case '‘', '’', '‚', '‛', '′', '´', '`', 'ʼ':
			put('\'')
		case '“', '”', '„', '‟', '″', '«', '»':
			put('"')
		case '‐', '‑', '‒', '–', '—', '―', '−', '-':
			put('-')
		case '®':
			put('(')
			put('r')
			put(')')
		case '™':
			put('(')
			put('t')
			put('m')
			put(')')
		case '…':
			put('.')
			put('.')
			put('.')
		case '_':
			rest := strings.TrimLeft(runes, "_")
			next, _ := utf8.DecodeRuneInString(rest)
			before := prev
			if space {
				before = ' '
			}
			if unicode.IsLetter(before) == unicode.IsLetter(next) {
				for range 1 + len(runes) - len(rest) {
					put(r)
				}
			}
			runes = rest
		default:
			if unicode.IsSpace(r) {
				space = true
				continue
			}
			put(r)
		}
	}
	return norm.NFC.String(b.String())
}

// plainLength is how many bytes a text begins with that fold to themselves.
func plainLength(s string) int {
	n := 0
	for n < len(s) && plainBytes[s[n]] {
		n++
	}
	return n
}

var plainBytes = func() (set [256]bool) {
	for c := byte('!'); c <= '~'; c++ {
		set[c] = c != '-' && c != '_' && c != '`'
	}
	return set
}()

// isInvisible reports whether a mark has no width: the soft hyphen, the zero-width
// spaces and joiners, the byte order mark.
func isInvisible(r rune) bool {
	switch r {
	case '\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff':
		return true
	}
	return false
}

func dropInvisible(r rune) rune {
	if isInvisible(r) {
		return -1
	}
	return r
}

// isFolded is the quick way out for the many texts that need no folding.
func isFolded(s string) bool {
	for i := range len(s) {
		switch c := s[i]; {
		case c >= utf8.RuneSelf, c == '_', c == '`', c < ' ':
			return false
		case c == ' ' && (i == 0 || i == len(s)-1 || s[i-1] == ' '):
			return false
		case c == '-' && i > 0 && s[i-1] == '-':
			return false
		}
	}
	return true
}

// FoldCase folds like Fold and lower-cases besides: for finding, not for deciding
// whether a wording changed.
func FoldCase(s string) string { return strings.ToLower(Fold(s)) }
