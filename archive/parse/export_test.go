package parse

import "strings"

// Printed is what a file prints, line by line, before any structure is seen in it.
func Printed(raw []byte, o Options) (string, error) {
	t, err := read(raw, o.Encoding)
	var lines strings.Builder
	for _, l := range t.lines {
		lines.WriteString(l.text + "\n")
	}
	return lines.String(), err
}
