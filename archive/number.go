package archive

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// Number is a parsed rule number. The zero Number is none (glossary terms,
// introduction and credits bear none).
//
//	section  {Section: 7}                                      7
//	heading  {Section: 7, Heading: 702}                        702
//	rule     {Section: 7, Heading: 702, Rule: 19}              702.19
//	subrule  {Section: 7, Heading: 702, Rule: 19, Letter: "b"} 702.19b
//
// A Number is comparable and may be a map key.
type Number struct {
	Section int
	Heading int
	Rule    int
	Letter  string
}

// ParseNumber reads the plain spelling that String writes: ParseNumber(n.String())
// is n. It returns an error for every other spelling, a trailing period included;
// ParseCitation is the lenient reader.
func ParseNumber(s string) (Number, error) {
	bad := func() (Number, error) {
		return Number{}, fmt.Errorf("%q is not a rule number such as 702, 702.19 or 702.19b", s)
	}
	head, tail, hasRule := strings.Cut(s, ".")
	h, ok := plainInt(head, 3)
	if !ok || h == 0 {
		return bad()
	}
	var n Number
	switch {
	case len(head) == 1:
		n.Section = h
	case len(head) == 3:
		n.Section, n.Heading = h/100, h
	default:
		return bad()
	}
	if !hasRule {
		return n, nil
	}
	if n.Heading == 0 {
		return bad()
	}
	digits := strings.TrimRight(tail, "abcdefghijklmnopqrstuvwxyz")
	if n.Rule, ok = plainInt(digits, 3); !ok || n.Rule == 0 {
		return bad()
	}
	n.Letter = tail[len(digits):]
	if len(n.Letter) > 2 {
		return bad()
	}
	return n, nil
}

// plainInt reads at most max decimal digits without a leading zero.
func plainInt(s string, max int) (int, bool) {
	if s == "" || len(s) > max || s[0] == '0' {
		return 0, false
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
	}
	v, err := strconv.Atoi(s)
	return v, err == nil
}

// IsZero reports whether n is no number.
func (n Number) IsZero() bool { return n == Number{} }

// String is the number without a trailing period: 7, 702, 702.19, 702.19b.
func (n Number) String() string {
	switch {
	case n.IsZero():
		return ""
	case n.Heading == 0:
		return strconv.Itoa(n.Section)
	case n.Rule == 0:
		return strconv.Itoa(n.Heading)
	}
	return strconv.Itoa(n.Heading) + "." + strconv.Itoa(n.Rule) + n.Letter
}

// Printed is the number as the book prints it: a period follows all but subrules.
func (n Number) Printed() string {
	if n.IsZero() || n.Letter != "" {
		return n.String()
	}
	return n.String() + "."
}

// Kind tells which kind of entry bears such a number; None for the zero Number.
func (n Number) Kind() Kind {
	switch {
	case n.IsZero():
		return None
	case n.Heading == 0:
		return Section
	case n.Rule == 0:
		return Heading
	case n.Letter == "":
		return Rule
	}
	return Subrule
}

// Compare orders numbers as the book does: 702.9 before 702.10, a rule before
// its subrules, a heading before its rules.
func (n Number) Compare(m Number) int {
	return cmp.Or(
		cmp.Compare(n.Section, m.Section),
		cmp.Compare(n.Heading, m.Heading),
		cmp.Compare(n.Rule, m.Rule),
		cmp.Compare(len(n.Letter), len(m.Letter)),
		cmp.Compare(n.Letter, m.Letter),
	)
}

// Parent is the number that n stands under: 702.19 for 702.19b, 702 for 702.19,
// 7 for 702, and the zero Number for a section.
func (n Number) Parent() Number {
	switch {
	case n.Letter != "":
		n.Letter = ""
	case n.Rule != 0:
		n.Rule = 0
	case n.Heading != 0:
		n.Heading = 0
	default:
		return Number{}
	}
	return n
}

// Contains reports whether m is n or stands anywhere under it. 702.6 contains
// 702.6a but neither 702.60 nor 702.
func (n Number) Contains(m Number) bool {
	for !m.IsZero() {
		if m == n {
			return true
		}
		m = m.Parent()
	}
	return false
}

// Skipped reports whether the number's letter is one that the book never uses
// (l and o, too like the digits 1 and 0).
func (n Number) Skipped() bool { return strings.ContainsAny(n.Letter, "lo") }

// MarshalText writes String.
func (n Number) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads what MarshalText writes; empty text is the zero Number.
func (n *Number) UnmarshalText(b []byte) error {
	if len(b) == 0 {
		*n = Number{}
		return nil
	}
	v, err := ParseNumber(string(b))
	if err != nil {
		return err
	}
	*n = v
	return nil
}

// ParseCitation reads a rule number in any spelling that people use for one
// rule: "702.19b", "702.19b.", "CR 702.19b", "rule 702.19", "Rule 702." and
// upper-case letters. ok is false when s is not one rule's number and nothing else.
func ParseCitation(s string) (n Number, ok bool) {
	s = strings.ToLower(strings.TrimSpace(s))
	for _, word := range []string{"comprehensive rules", "comprehensive rule", "rules", "rule", "section", "cr"} {
		if rest, found := strings.CutPrefix(s, word); found {
			s = strings.TrimLeft(rest, " \t\u00a0")
			break
		}
	}
	n, err := ParseNumber(strings.TrimSuffix(s, "."))
	return n, err == nil
}
