package parse

// line is one line of the text without its end, and where it stood.
type line struct {
	text string
	at   int // line of the source, counted from 1
}

// The bounds on a file's lines.
const (
	// maxLines bounds how many are looked at, blank ones too: a file of nothing but
	// line ends would take many times its size. Published files have up to 9,140.
	maxLines = 1_000_000
	// maxPrinted bounds those that hold text, maxText the bytes in them. Published
	// files have up to 5,300 with 0.95 MB.
	maxPrinted = 200_000
	maxText    = 4 << 20
)

// refuseLines refuses a text that is larger by far than a rulebook. Blank lines do
// not count, so that what Format writes of a text is within the bounds too.
func refuseLines(lines []line) error {
	printed, bytes := 0, 0
	for _, l := range lines {
		if !isBlank(l.text) {
			printed++
			bytes += len(l.text)
		}
	}
	switch {
	case len(lines) > maxLines:
		return refusedf("it has more than %d lines, which no rulebook does", maxLines)
	case printed > maxPrinted:
		return refusedf("it has %d lines of text, which no rulebook does", printed)
	case bytes > maxText:
		return refusedf("it holds %d MB of text; no release has more than 1, and %d is the limit", bytes>>20, maxText>>20)
	}
	return nil
}

// splitLines cuts a text at every line end there is: LF, CR, CRLF (one end, not
// two), and Unicode's NEL, VT, FF, LS and PS. The lines are slices of s. At most one
// more than maxLines is returned.
func splitLines(s string) []line {
	const usual = 110 // bytes a line in the published files, blank ones included
	lines := make([]line, 0, min(len(s)/usual+1, maxLines))
	at, start := 1, 0
	for i := 0; i < len(s) && at <= maxLines; {
		if c := s[i]; c > '\r' && c != 0xc2 && c != 0xe2 {
			i++ // no line end begins with this byte
			continue
		}
		size := lineEnd(s, i)
		if size == 0 {
			i++
			continue
		}
		lines = append(lines, line{s[start:i], at})
		at++
		i += size
		start = i
	}
	if start < len(s) {
		lines = append(lines, line{s[start:], at})
	}
	return lines
}

// lineEnd is the length in bytes of the line end at s[i:], 0 when there is none.
func lineEnd(s string, i int) int {
	switch c := s[i]; {
	case c == '\r':
		if i+1 < len(s) && s[i+1] == '\n' {
			return 2
		}
		return 1
	case c >= '\n' && c < '\r':
		return 1
	case c == 0xc2 && i+1 < len(s) && s[i+1] == 0x85:
		return 2
	case c == 0xe2 && i+2 < len(s) && s[i+1] == 0x80 && (s[i+2] == 0xa8 || s[i+2] == 0xa9):
		return 3
	}
	return 0
}
