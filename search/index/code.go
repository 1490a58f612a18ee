package index

import "rulebook/archive"

// code is a rule number in one integer that sorts as archive.Number.Compare does;
// 0 is no number.
type code uint64

// The bits of a code: section, heading, rule, letters.
const (
	ruleBits    = 10
	lettersBits = 10
	headingAt   = ruleBits + lettersBits
	sectionAt   = headingAt + 10
)

func encode(n archive.Number) code {
	return code(n.Section)<<sectionAt | code(n.Heading)<<headingAt | code(n.Rule)<<lettersBits | letters(n.Letter)
}

// letters numbers a to z from 1 and aa to zz from 27.
func letters(s string) code {
	switch len(s) {
	case 1:
		return code(s[0]-'a') + 1
	case 2:
		return (code(s[0]-'a')+1)*26 + code(s[1]-'a') + 1
	}
	return 0
}

func (c code) number() archive.Number {
	const ten = 1<<10 - 1
	n := archive.Number{Section: int(c >> sectionAt), Heading: int(c >> headingAt & ten), Rule: int(c >> lettersBits & ten)}
	switch l := int(c & ten); {
	case l > 26:
		n.Letter = string([]byte{byte('a' + (l-27)/26), byte('a' + (l-27)%26)})
	case l > 0:
		n.Letter = string([]byte{byte('a' + l - 1)})
	}
	return n
}

// under is the mask and value of the codes that stand under n, n itself taken in.
func under(n archive.Number) (mask, value code) {
	free := 0 // low bits that may be anything
	switch n.Kind() {
	case archive.Section:
		free = sectionAt
	case archive.Heading:
		free = headingAt
	case archive.Rule:
		free = lettersBits
	}
	return ^(code(1)<<free - 1), encode(n)
}
