package cite

import (
	"strings"

	"rulebook/archive"
)

// Place is a number of a rule in a text.
type Place struct {
	archive.Citation
	// Led says that a word before it says that it is a rule: "CR 702.19b". Without
	// one it may be any number, such as 100.5f.
	Led bool
	// Held says in what name it stands, such as an address; empty where in none.
	Held string
	// Lettered is the letter of another subrule that follows without its number, as
	// in 702.19b/c; else empty.
	Lettered string

	against archive.Date // the release against which an earlier fix wrote it, if one did
}

// isLetter reports whether it is the far end of a range without its number.
func (p *Place) isLetter() bool { return p.End-p.Start <= len("aa") }

// The words before a number that say that a rule follows. Those of weak do so only
// for a number with a period: people see other things than rules, and laws and
// licences have sections too.
var (
	leads = map[string]bool{"cr": true, "rule": true, "rules": true}
	weak  = map[string]bool{"see": true, "cf": true, "per": true, "section": true, "sections": true}
)

// Find finds the rules that a text or a source cites, in order: "CR 702.19b",
// "rule 510.1c", "(See rule 116)", "702.19b–d", lists included. A number alone
// counts where it has the letter of a subrule. Letter case does not matter, and the
// text need not be UTF-8.
func Find(text string) []Place {
	var found []Place
	lower := lowerASCII(text)
	for at := 0; at < len(lower); {
		if !startsNumber(lower, at) {
			at++
			continue
		}
		list, end := listAt(lower, at)
		for i := range list {
			c := &list[i]
			c.Held, c.Lettered = heldBy(text, lower, c.Start, c.End), letterBehind(text, c)
			if i > 0 && c.Held == "" && text[list[i-1].End:c.Start] == "/" {
				c.Held = list[i-1].Held // docs/702.19b/702.19c
			}
		}
		found = append(found, list...)
		at = max(end, at+1)
	}
	return found
}

// startsNumber is the quick test that most bytes of a source fail: three digits
// that are not part of a longer number.
func startsNumber(s string, at int) bool {
	return isDigit(s[at]) && s[at] != '0' && at+2 < len(s) && isDigit(s[at+1]) && isDigit(s[at+2]) &&
		(at+3 == len(s) || !isDigit(s[at+3])) && (at == 0 || !isDigit(s[at-1]))
}

// listAt returns the citations of the list that begins with the number at a byte,
// or none when that number is no citation.
func listAt(s string, at int) (list []Place, end int) {
	lead, gap := leadBefore(s, at)
	cited, end := citedAt(s, at, strings.HasSuffix(lead, "s"))
	if len(cited) == 0 {
		return nil, at
	}
	first := cited[0]
	led := leads[lead] || weak[lead] && first.Number.Rule != 0
	switch {
	case led && first.Number.Rule == 0 && strings.Trim(gap, " \t\n\r\u00a0#") != "":
		return nil, at + len("702") // cr - 128
	case led:
	case first.Number.Letter == "" || lead == attached:
		return nil, at + len("702")
	case len(first.Number.Letter) > 1 && first.Number.Letter[0] != first.Number.Letter[1]:
		return nil, first.End // 100.5px, 120.5ms
	}
	for i, c := range cited {
		if goesOn(s, c.End) {
			return list, c.End // 702.19.3 is no rule
		}
		if i > 0 && c.Through && len(list) == 0 {
			break
		}
		list = append(list, Place{Citation: c, Led: led})
	}
	return list, end
}

// markJoin joins citations by a mark alone: 702.19b/702.19c, 702.19b & 702.19c.
var markJoin = archive.Pattern(`^ ?[/&+] ?`)

// citedAt reads the list of numbers at a byte, those included that only a mark joins.
func citedAt(s string, at int, plural bool) (list []archive.Citation, end int) {
	list, end = archive.CitedList(s, at, plural)
	for len(list) > 0 {
		join := len(markJoin().FindString(s[end:]))
		if join == 0 {
			break
		}
		more, next := archive.CitedList(s, end+join, plural)
		if len(more) == 0 || more[0].Number.Rule == 0 && !plural {
			break
		}
		list, end = append(list, more...), next
	}
	return list, end
}

// goesOn reports whether a number does not end where it seems to: 1.702.19.3,
// 100.5%, 702.19_x.
func goesOn(s string, end int) bool {
	if end == len(s) {
		return false
	}
	switch c := s[end]; {
	case c == '.':
		return end+1 < len(s) && isDigit(s[end+1])
	case c == '_' || c == '%':
		return true
	default:
		return isDigit(c) || 'a' <= c && c <= 'z'
	}
}

// nextLetter is a letter alone behind a number, as lists are shortened: b, c and d.
var nextLetter = archive.Pattern(`^(?:[/,&+]|, |,? (?:and|or|&) )([a-zA-Z])\b(?:[^.\w'’-]|\.(?:\W|$)|$)`)

// letterBehind is the letter of a later subrule that follows a citation without its
// number, or "". It is written as the citation's own, so that "I" is none, and comes
// later, so that an article is none.
func letterBehind(text string, c *Place) string {
	m := nextLetter().FindStringSubmatch(text[c.End:min(len(text), c.End+len(", and c. "))])
	if m == nil || c.Number.Letter == "" || spelled(m[1], text[c.Start:c.End]) != m[1] || strings.ToLower(m[1]) <= c.Number.Letter {
		return ""
	}
	return m[1]
}

// attached stands for the lead of a number that hangs on something before it.
const attached = "-"

// leadBefore is the word before the number at a byte, in lower case: "cr" of
// "CR 702.19b", "CR702.19b", "cr: 702.19b" and "[CR #702.19b". It is empty where
// none stands there, and attached where the number is the end of something else;
// gap is what stands between.
func leadBefore(s string, at int) (lead, gap string) {
	end := at
	for end > 0 && isSeparator(s[end-1]) && at-end < longestGap {
		end--
	}
	begin := end
	for begin > 0 && 'a' <= s[begin-1] && s[begin-1] <= 'z' {
		begin--
	}
	word := s[begin:end]
	gap = s[end:at]
	if strings.Contains(gap, "§") {
		return "see", gap // § 702.19b
	}
	switch {
	case begin > 0 && isDigit(s[begin-1]) && strings.Trim(gap, hanging) == "":
		return attached, gap // 192.168-110.5a
	case begin > 0 && word == "" && end == at && strings.IndexByte("._$@\\", s[begin-1]) >= 0:
		return attached, gap
	case end == at && word != "" && !leads[word]:
		return attached, gap // v702.19b
	}
	return word, gap
}

// longestGap bounds what may stand between a lead and its number, in bytes.
const longestGap = 4

// hanging are the separators that keep two numbers one thing.
const hanging = "-/:_=~#"

// isSeparator reports whether a byte may stand between a lead and its number: a
// space, a no-break space, a comment's or a link's marks.
func isSeparator(c byte) bool {
	return strings.IndexByte(" \t\n\r:#(['\"`*_~=-/\xc2\xa0\xa7", c) >= 0
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// lowerASCII keeps every byte in its place.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
