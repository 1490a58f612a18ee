package parse

import (
	"fmt"
	"strings"

	"rulebook/archive"
)

// text is a file read as far as its lines.
type text struct {
	lines    []line
	format   string // "txt" or "docx"
	encoding string
	flags    []string
	warnings []archive.Warning
}

// read turns the bytes of a file of either format into lines.
func read(raw []byte, encoding string) (text, error) {
	if isZip(raw) {
		return readDOCX(raw)
	}
	if err := refuseBeginning(raw); err != nil {
		return text{}, err
	}
	d, err := decode(raw, encoding)
	if err != nil {
		return text{}, err
	}
	if err := refuseText(d.text); err != nil {
		return text{}, err
	}
	t := text{lines: splitLines(d.text), format: "txt", encoding: d.encoding, flags: damage(d.text)}
	if strings.HasSuffix(d.encoding, damaged) {
		t.warnings = append(t.warnings, warning(0, "it is UTF-16 that was damaged on its way; NUL bytes were taken from between its letters"))
	}
	return t, nil
}

// damage flags what was broken before the file reached us and cannot be mended.
func damage(s string) []string {
	var flags []string
	switch n := strings.Count(s, "\ufffd"); {
	case n == 1:
		flags = append(flags, "1 character of the source is lost (U+FFFD)")
	case n > 1:
		flags = append(flags, fmt.Sprintf("%d characters of the source are lost (U+FFFD)", n))
	}
	if strings.Contains(s, "â€™") || strings.Contains(s, "â€œ") {
		flags = append(flags, "the source was decoded twice: its quotes are printed as â€™")
	}
	return flags
}
