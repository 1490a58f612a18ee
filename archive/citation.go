package archive

import (
	"regexp"
	"strings"
)

// Citation is a place in a text that names a rule: "702.19b" in "see rule
// 702.19b". Start and End are byte offsets of the number alone.
type Citation struct {
	Start, End int
	Number     Number
	// Through marks the far end of a range whose near end is the citation before
	// it: the "h" of "rules 601.2a–h", with Number 601.2h.
	Through bool
}

// In this grammar a whole list follows its lead word ("rules 509.1c, 509.1d and
// 510"), and a range may end in a letter alone ("601.2a–h"). A number with a
// period cites even without a lead word; one without ("exactly 100 cards")
// never does.
var (
	citationLead   = Pattern(`^(?i:(rules?|sections?))[\s\x{a0}]+`)
	citationNumber = Pattern(`^[1-9][0-9]{2}(\.[1-9][0-9]{0,2}[a-z]{0,2})?\b`)
	citedSection   = Pattern(`^[1-9]\b`)
	citationLetter = Pattern(`^[a-z]{1,2}\b`)
	citationJoin   = Pattern(`^(?:(?:[\s\x{a0}]*[,;])?[\s\x{a0}]+(?:and|or)[\s\x{a0}]+|[\s\x{a0}]*[,;][\s\x{a0}]+)`) // one ^: two would search the whole text
	citationRange  = Pattern(`^(?:[\s\x{a0}]*[-‐‑–—][\s\x{a0}]*|[\s\x{a0}]+(?:through|to)[\s\x{a0}]+)`)
	citationBare   = Pattern(`^[1-9][0-9]{2}\.[1-9][0-9]{0,2}[a-z]{0,2}\b`)
)

// Citations finds the rule numbers that a text cites, in order. Whether a rule of
// that number exists is for the caller to look up.
func Citations(text string) []Citation {
	if !strings.ContainsAny(text, "123456789") {
		return nil
	}
	leads, bares := words{text: text, like: citationLead(), begins: isLeadLetter}, words{text: text, like: citationBare(), begins: isLeadDigit}
	var found []Citation
	from := 0
	for {
		lead, bare := leads.next(from), bares.next(from)
		switch {
		case lead != nil && (bare == nil || lead[1] <= bare[0]):
			plural := strings.HasSuffix(strings.ToLower(text[lead[2]:lead[3]]), "s")
			section := text[lead[2]]|' ' == 's'
			list, end := citedList(text, lead[1], plural, section)
			found = append(found, list...)
			from = end
		case bare != nil:
			list, end := citedList(text, bare[0], false, false)
			found = append(found, list...)
			from = max(end, bare[1])
		default:
			return found
		}
	}
}

// words finds the words of a text that an anchored expression matches, one after the
// other. Trying the few places that can match is ten times as fast as letting the
// expression look for them; and each is tried once, however often it is asked for.
type words struct {
	text   string
	like   *regexp.Regexp
	begins func(byte) bool // whether a match can begin with such a byte

	found []int // the match found last
	tried int   // the byte before which there is no other
}

// next is the first match that begins at byte from or behind it, with the places of its
// groups; nil when there is none. From may only grow.
func (w *words) next(from int) []int {
	if w.found != nil && w.found[0] >= from {
		return w.found
	}
	w.found = nil
	for i := max(from, w.tried); i < len(w.text); i++ {
		if !w.begins(w.text[i]) || i > 0 && isWordByte(w.text[i-1]) {
			continue
		}
		if w.found = w.like.FindStringSubmatchIndex(w.text[i:]); w.found != nil {
			for k := range w.found {
				w.found[k] += i
			}
			w.tried = i + 1
			return w.found
		}
	}
	w.tried = len(w.text)
	return nil
}

func isLeadLetter(c byte) bool { return c == 'r' || c == 's' || c == 'R' || c == 'S' }

func isLeadDigit(c byte) bool { return '1' <= c && c <= '9' }

func isWordByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_'
}

// CitedList reads the list of numbers that begins at byte at of a text, and returns
// where it ends: at itself when none begins there. plural allows numbers without a
// period behind the first. It is for those who know by other signs than Citations
// that a list begins there.
func CitedList(text string, at int, plural bool) (list []Citation, end int) {
	return citedList(text, at, plural, false)
}

// citedList reads the numbers from at on, as far as the list goes. plural allows
// numbers without a period behind the first, section allows one digit.
func citedList(text string, at int, plural, section bool) (list []Citation, end int) {
	through := false
	for {
		width, n := citedNumber(text[at:], section)
		if width == 0 && through {
			width, n = citedLetter(text[at:], list[len(list)-1].Number)
		}
		follows := len(list) > 0 && !through
		if width == 0 || follows && n.Rule == 0 && !plural {
			return list, at
		}
		list = append(list, Citation{Start: at, End: at + width, Number: n, Through: through})
		end = at + width
		if m := citationRange().FindString(text[end:]); m != "" && !through {
			if endsRange(text[end+len(m):], m, n, section) {
				at, through = end+len(m), true
				continue
			}
		}
		m := citationJoin().FindString(text[end:])
		if m == "" {
			return list, end
		}
		if width, _ := citedNumber(text[end+len(m):], section); width == 0 {
			return list, end
		}
		at, through = end+len(m), false
	}
}

func citedNumber(s string, section bool) (width int, n Number) {
	m := citationNumber().FindString(s)
	if m == "" && section {
		m = citedSection().FindString(s)
	}
	n, err := ParseNumber(m)
	if err != nil {
		return 0, Number{}
	}
	return len(m), n
}

// citedLetter reads the letter that ends a range begun by near.
func citedLetter(s string, near Number) (width int, n Number) {
	m := citationLetter().FindString(s)
	if m == "" || near.Letter == "" {
		return 0, Number{}
	}
	near.Letter = m
	return len(m), near
}

// endsRange reports whether s, which follows near and the join, begins with the far
// end of a range. A letter alone stands directly behind its dash.
func endsRange(s, join string, near Number, section bool) bool {
	width, _ := citedNumber(s, section)
	if width == 0 && !strings.ContainsAny(join, " \t\n\u00a0") {
		width, _ = citedLetter(s, near)
	}
	return width > 0
}
