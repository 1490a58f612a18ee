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
	t, err := textOf(d.text)
	if err != nil {
		return text{}, err
	}
	t.format, t.encoding = "txt", d.encoding
	if d.note != "" {
		t.warnings = append(t.warnings, warning(0, "%s", d.note))
	}
	return t, nil
}

// textOf cuts decoded text into lines and says what is wrong with it.
func textOf(s string) (text, error) {
	if err := refuseText(s); err != nil {
		return text{}, err
	}
	var t text
	mended, names := mend(s)
	if len(names) > 0 {
		t.warnings = append(t.warnings, warning(0, "names that were garbled on their way, read with a wrong table, are restored: %s", strings.Join(names, ", ")))
	}
	t.lines, t.flags = splitLines(mended), damage(mended)
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
