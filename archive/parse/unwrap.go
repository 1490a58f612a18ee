package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
)

// The bounds within which a file is taken for hard-wrapped, as releases were
// before 2004.
const (
	// maxColumn is the widest column, in characters, that texts are wrapped at; the
	// lines of the releases that are not wrapped have up to 1,200.
	maxColumn = 132
	// minFull is how many lines must be full, that is, so long that the first word
	// of the next would not have fitted. Fewer may be chance.
	minFull = 20
	// fullShare is how many of all lines must be full: one in this many.
	fullShare = 4
	// longShare is how many lines may be longer than the column, an address or a
	// table's row: one in this many.
	longShare = 200
)

// unwrap joins the lines of a hard-wrapped file to paragraphs. It reports the
// column, 0 for a file that is not wrapped, whose lines it leaves alone.
func unwrap(lines []line) (paragraphs []line, column int) {
	column = wrapColumn(lines)
	if column == 0 {
		return lines, 0
	}
	hanging, glossary := hangs(lines, column), lastWord(lines, glossaryWord)
	for i := 0; i < len(lines); {
		begin := i
		isTerm := i > glossary && isBlank(lines[i-1].text)
		for i++; i < len(lines) && isFull(lines[i-1].text, lines[i].text, column) && runsOn(lines[i-1].text, lines[i].text, hanging); i++ {
			if isTerm && !continuesTermLine(lines[i].text) {
				break // a term's definition begins on a line of its own
			}
		}
		paragraphs = append(paragraphs, join(lines[begin:i]))
	}
	return paragraphs, column
}

// lastWord returns the index of the last line that holds nothing but a word; the
// number of lines when there is none.
func lastWord(lines []line, word string) int {
	for i := len(lines) - 1; i >= 0; i-- {
		if isWord(lines[i].text, word) {
			return i
		}
	}
	return len(lines)
}

// continuesTermLine reports whether a line is the rest of a term too long for the
// column, "(Obsolete)", and not the beginning of its definition.
func continuesTermLine(s string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(s, unicode.IsSpace))
	return unicode.IsLower(r) || r == '('
}

// wrapColumn returns the column at which a file's lines were wrapped, 0 when they
// were not.
func wrapColumn(lines []line) int {
	column, all := widest(lines)
	if column > maxColumn {
		return 0
	}
	full := 0
	for i := 1; i < len(lines); i++ {
		if isFull(lines[i-1].text, lines[i].text, column) {
			full++
		}
	}
	if full < minFull || full*fullShare < all {
		return 0
	}
	return column
}

// widest returns the length that all lines but a few have at most, in characters,
// and the number of lines that are not blank. Over maxColumn neither is exact.
func widest(lines []line) (column, all int) {
	var lengths [maxColumn + 2]int
	for _, l := range lines {
		if lengths[maxColumn+1] > len(lines)/longShare {
			return maxColumn + 1, all // enough is known of a file that is not wrapped
		}
		if !isBlank(l.text) {
			lengths[min(utf8.RuneCountInString(l.text), maxColumn+1)]++
			all++
		}
	}
	longer := 0
	for column = maxColumn + 1; column > 0; column-- {
		if longer += lengths[column]; longer*longShare > all {
			break
		}
	}
	return column, all
}

// isFull reports whether the first word of the next line would not have fitted on
// this one. Neither line is blank.
func isFull(s, next string, column int) bool {
	if isBlank(s) || isBlank(next) {
		return false
	}
	next = strings.TrimLeftFunc(next, unicode.IsSpace)
	if i := strings.IndexFunc(next, unicode.IsSpace); i >= 0 {
		next = next[:i]
	}
	space := 1
	if strings.HasSuffix(s, "-") {
		space = 0
	}
	return utf8.RuneCountInString(s)+space+utf8.RuneCountInString(next) > column
}

// hangs reports whether the file indents the lines that run on, and not those that
// begin a paragraph.
func hangs(lines []line, column int) bool {
	full, indented := 0, 0
	for i := 1; i < len(lines); i++ {
		if isFull(lines[i-1].text, lines[i].text, column) {
			full++
			if isIndented(lines[i].text) {
				indented++
			}
		}
	}
	return indented*2 > full
}

func isIndented(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(r)
}

// runsOn reports whether a line after a full one goes on with its paragraph. A line
// that begins with a number is a new rule only where a rule can begin: after the
// end of a sentence.
func runsOn(s, next string, hanging bool) bool {
	if isIndented(next) != hanging && (hanging || isIndented(next)) {
		return false
	}
	if _, example := readExample(next); example || isWord(next, glossaryWord) || isWord(next, creditsWord) {
		return false
	}
	if _, numbered := readNumber(next); numbered {
		return !endsSentence(s)
	}
	return true
}

// join makes one line of the lines of a paragraph. A word that was broken at its
// hyphen is one word again.
func join(lines []line) line {
	if len(lines) == 1 {
		return lines[0]
	}
	var b strings.Builder
	for i, l := range lines {
		s := l.text
		if i > 0 {
			s = strings.TrimLeftFunc(s, unicode.IsSpace)
		}
		if i == len(lines)-1 {
			b.WriteString(s)
			break
		}
		s = strings.TrimRightFunc(s, unicode.IsSpace)
		b.WriteString(s)
		if !breaksWord(s, strings.TrimLeftFunc(lines[i+1].text, unicode.IsSpace)) {
			b.WriteByte(' ')
		}
	}
	return line{b.String(), lines[0].at}
}

// breaksWord reports whether a line ends at the hyphen or dash inside a word. In
// "two- or three-player" the hyphen ends a word.
func breaksWord(s, next string) bool {
	mark, size := utf8.DecodeLastRuneInString(s)
	if mark != '-' && mark != '—' && mark != '–' {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(s[:len(s)-size])
	if !unicode.IsLetter(before) && !unicode.IsDigit(before) {
		return false
	}
	first, _, _ := strings.Cut(next, " ")
	return first != "or" && first != "and" && first != "to"
}

// staysWrapped reports whether the snapshot, written out, would be taken for
// wrapped still: then its paragraphs cannot be trusted. Only a text without long
// paragraphs is looked at; no published one is.
func staysWrapped(s *archive.Snapshot, paragraphs []line) bool {
	if column, _ := widest(paragraphs); column > maxColumn {
		return false
	}
	return wrapColumn(splitLines(string(Format(s)))) > 0
}
