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
//   - the space goes before a dash and behind it; but one stays before a sign (-1, -X)
//     and between two dashes
//   - ® and (R) become "(r)", ™ and (TM) "(tm)", without a space before; … "..."
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
	f := folder{rest: dropEmphasis(norm.NFC.String(s))}
	f.b.Grow(len(f.rest))
	for len(f.rest) > 0 {
		if n := plainLength(f.rest); n > 0 {
			f.put(f.rest[:n])
			f.rest = f.rest[n:]
			continue
		}
		if dashes := dashLength(f.rest); dashes > 0 {
			f.rest = f.rest[dashes:]
			f.dash()
			continue
		}
		f.fold()
	}
	return norm.NFC.String(f.b.String())
}

// dropEmphasis takes the underscores away that stand at the ends of words.
func dropEmphasis(s string) string {
	if !strings.Contains(s, "_") {
		return s
	}
	var b strings.Builder
	before := rune(0)
	for at := 0; at < len(s); {
		run := len(s[at:]) - len(strings.TrimLeft(s[at:], "_"))
		next, size := utf8.DecodeRuneInString(s[at+run:])
		if isLetter(before) == isLetter(next) || unicode.IsMark(next) { // an accent stands on the underscore
			b.WriteString(s[at : at+run])
		}
		at += run
		b.WriteString(s[at : at+size])
		at += size
		before = next
	}
	return b.String()
}

// isLetter reports whether r is a letter, and none that folds to an apostrophe.
func isLetter(r rune) bool { return unicode.IsLetter(r) && r != 'ʼ' }

// folder writes the folded form of a text.
type folder struct {
	rest   string // what is still to be folded
	b      strings.Builder
	space  bool // a space is due before the next mark
	dashed bool // the last mark is a dash
}

// put writes what folds to itself, behind the space that is due.
func (f *folder) put(s string) {
	if f.space && f.b.Len() > 0 && !f.dashed {
		f.b.WriteByte(' ')
	}
	f.join(s)
}

// join writes what no space stands before.
func (f *folder) join(s string) {
	f.space, f.dashed = false, false
	f.b.WriteString(s)
}

// dash writes the run of dashes before the rest as one.
func (f *folder) dash() {
	if f.space && f.b.Len() > 0 && (f.dashed || isAmount(f.rest)) {
		f.b.WriteByte(' ')
	}
	f.join("-")
	f.dashed = true
}

// isAmount reports whether a text begins with what a sign stands before.
func isAmount(s string) bool { return s != "" && strings.IndexByte("0123456789XYN*", s[0]) >= 0 }

// fold folds the first character of the rest.
func (f *folder) fold() {
	r, size := utf8.DecodeRuneInString(f.rest)
	mark := f.rest[:size]
	f.rest = f.rest[size:]
	switch r {
	case '‘', '’', '‚', '‛', '′', '´', '`', 'ʼ':
		f.put("'")
	case '“', '”', '„', '‟', '″', '«', '»':
		f.put(`"`)
	case '®':
		f.join("(r)")
	case '™':
		f.join("(tm)")
	case '(':
		if sign := tradeMark(mark + f.rest); sign != "" {
			f.join(strings.ToLower(sign))
			f.rest = f.rest[len(sign)-1:]
			return
		}
		f.put("(")
	case '…':
		f.put("...")
	default:
		if unicode.IsSpace(r) {
			f.space = true
			return
		}
		f.put(mark)
	}
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
		set[c] = c != '-' && c != '_' && c != '`' && c != '('
	}
	return set
}()

// dashLength is how many bytes of dashes a text begins with.
func dashLength(s string) int {
	for at, r := range s {
		switch r {
		case '-', '‐', '‑', '‒', '–', '—', '―', '−':
		default:
			return at
		}
	}
	return len(s)
}

// tradeMark is the sign (r) or (tm) that a text begins with, as it is written.
func tradeMark(s string) string {
	for _, sign := range []string{"(r)", "(tm)"} {
		if len(s) >= len(sign) && strings.EqualFold(s[:len(sign)], sign) {
			return s[:len(sign)]
		}
	}
	return ""
}

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
		case c == '-' && i > 0 && (s[i-1] == '-' || s[i-1] == ' ' && !isAmount(s[i+1:])):
			return false
		case c == ' ' && s[i-1] == '-':
			return false
		case c == '(':
			if sign := tradeMark(s[i:]); sign != strings.ToLower(sign) || sign != "" && i > 0 && s[i-1] == ' ' {
				return false
			}
		}
	}
	return true
}

// FoldCase folds like Fold and lower-cases besides: for finding, not for deciding
// whether a wording changed.
func FoldCase(s string) string { return strings.ToLower(Fold(s)) }
