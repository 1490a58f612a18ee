package parse

import (
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// certain is how many of the known names must be garbled in one and the same way
// before a file counts as misread. One may be chance.
const certain = 2

// mend restores the known names in a text that somebody read with the wrong 8-bit
// table and saved again: Dandƒn is Dandân in code page 437 read as Windows-1252.
// Nothing but these names is touched, for nothing else is certain. It returns the
// names that it restored, none for a text that has one of them right.
func mend(s string) (mended string, names []string) {
	for _, name := range knownNames {
		if strings.Contains(s, name) {
			return s, nil
		}
	}
	var pairs []string // of the two tables that explain the most names
	for _, was := range tables {
		for _, read := range tables {
			if p := garbled(s, was.table, read.table); len(p) > len(pairs) {
				pairs = p
			}
		}
	}
	if len(pairs) < 2*certain {
		return s, nil
	}
	for i := 1; i < len(pairs); i += 2 {
		names = append(names, pairs[i])
	}
	return strings.NewReplacer(pairs...).Replace(s), names
}

// garbled lists the known names that a text has as one table's bytes read with
// another: each as it stands, then as it should.
func garbled(s string, was, read *charmap.Charmap) []string {
	var pairs []string
	for _, name := range knownNames {
		if wrong, ok := misread(name, was, read); ok && strings.Contains(s, wrong) {
			pairs = append(pairs, wrong, name)
		}
	}
	return pairs
}

// misread is what a name becomes when its bytes in one table are read with another.
func misread(name string, was, read *charmap.Charmap) (wrong string, ok bool) {
	var b strings.Builder
	for _, r := range name {
		c, ok := was.EncodeRune(r)
		if !ok {
			return "", false
		}
		b.WriteRune(read.DecodeByte(c))
	}
	return b.String(), b.String() != name
}
