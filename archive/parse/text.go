package parse

import (
	"fmt"

	"rulebook/archive"
)

// text is a file read as far as its lines.
type text struct {
	lines    []line
	format   string // "txt" or "docx"
	encoding string
	lost     int // marks lost before the file reached us, U+FFFD in its text
	warnings []archive.Warning
}

// read turns the bytes of a file of either format into lines.
func read(raw []byte, encoding string) (text, error) {
	d, err := decode(raw, encoding)
	if err != nil {
		return text{}, err
	}
	return text{lines: splitLines(d.text), format: "txt", encoding: d.encoding, lost: d.lost}, nil
}

func lostFlag(n int) string {
	if n == 1 {
		return "1 character was lost before the file was published (U+FFFD)"
	}
	return fmt.Sprintf("%d characters were lost before the file was published (U+FFFD)", n)
}
