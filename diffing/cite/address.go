package cite

import (
	"strings"

	"rulebook/archive"
	"unicode/utf8"
)

// A number inside an address or a name of a file is what something out there is
// called: it leads there by these very letters, whatever became of the rule.

const (
	anAddress = "an address"
	aFile     = "the name of a file or folder"
)

var (
	// anchorBefore is what stands before the name of an anchor, or a link to one.
	anchorBefore = archive.Pattern("(?:\\]\\(|\\b(?:href|src|id|name)\\s?=\\s?[\"'`]?)#?[\\w-]*$")
	// pathBefore ends in a folder or page, a mark, and what may stand between it and
	// the number: docs/cr-702.19b, ../702.19b, rules.html#702.19b, ?rule=702.19b.
	pathBefore = archive.Pattern(`(?:[\w.~%-]/+|^/|[a-z]:\\|[a-z]\.[a-z]{2,5}#|[?&][\w.-]+=)[\w.~%-]*$`)
	// pathBehind is a folder that goes on, or the ending of a file.
	pathBehind = archive.Pattern(`^(?:/\w{2}|/?\.[a-z][a-z0-9]{0,4}\b)`)
	// ruleBefore is a list of rules that slashes part: CR 702.19b/702.19c.
	ruleBefore = archive.Pattern(`(?:^|[/#])(?:cr|rules?)?[1-9][0-9]{2}(?:\.[1-9][0-9]{0,2}[a-z]{0,2})?/$`)
	numberNext = archive.Pattern(`^/[1-9][0-9]{2}\.[1-9]`)
)

// How far before a number is looked, in bytes: for where its address begins, and for
// the folder or page before it.
const (
	farthestBegin = 1024
	farthestPath  = 64
)

// heldBy says in what kind of name the number between two bytes of a text stands, or
// nothing. The text is also given in lower case, byte for byte.
func heldBy(text, lower string, start, end int) string {
	before := lower[max(0, start-farthestBegin):start]
	behind := lower[end:min(len(lower), end+len("/12.3.html"))]
	token := lastToken(before[max(0, len(before)-farthestPath):], spacing+"'()[]{},;")
	isSentence := behind != "" && behind[0] == '.' && text[end+1:] != "" && text[end+1] != lower[end+1] // CR 702.19b.Then
	switch {
	case inWebAddress(lastToken(before, spacing)),
		anchorBefore().MatchString(before[max(0, len(before)-len("href = \"#cr-rule-702-")):]):
		return anAddress
	case pathBehind().MatchString(behind) && !numberNext().MatchString(behind) && !isSentence,
		pathBefore().MatchString(token) && !ruleBefore().MatchString(token):
		return aFile
	}
	return ""
}

// spacing is what no address holds.
const spacing = " \t\r\n\u00a0\"<>`|"

// lastToken is the end of a text behind the last of some marks.
func lastToken(s, marks string) string {
	at := strings.LastIndexAny(s, marks)
	if at < 0 {
		return s
	}
	_, width := utf8.DecodeRuneInString(s[at:])
	return s[at+width:]
}

// inWebAddress reports whether an address begins in a text without space and is not
// over at its end.
func inWebAddress(s string) bool {
	for _, sign := range []string{"://", "www.", "mailto:"} {
		for at := 0; ; at += len(sign) {
			next := strings.Index(s[at:], sign)
			if next < 0 {
				break
			}
			at += next
			if !closes(s[at:]) {
				return true
			}
		}
	}
	return false
}

// closes reports whether a bracket is closed that was not opened: an address that
// stands in brackets ends there.
func closes(s string) bool {
	open := 0
	for _, c := range s {
		switch c {
		case '(', '[', '{':
			open++
		case ')', ']', '}':
			if open--; open < 0 {
				return true
			}
		}
	}
	return false
}
