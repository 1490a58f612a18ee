package parse

import (
	"strings"

	"golang.org/x/text/encoding/charmap"
)

// certain is how many of the known names must be garbled in one and the same way
// before a file counts as misread. One may be chance.
const certain = 2

// mend restores the known names in a text that somebody read with the wrong table
// and saved again: Dandƒn is Dandân in code page 437 read as Windows-1252, DandÃ¢n is
// Dandân in UTF-8. Nothing but these names is touched, for nothing else is certain. It
// returns the names that it restored, none for a text that has one of them right.
func mend(s string) (mended string, names []string) {
	for _, name := range knownNames {
		if strings.Contains(s, name) {
			return s, nil
		}
	}
	var pairs []string // of the two encodings that explain the most names
	for _, read := range tables {
		try := func(was func(string) (string, bool)) {
			if p := garbled(s, was, read.table); len(p) > len(pairs) {
				pairs = p
			}
		}
		for _, was := range tables {
			try(func(name string) (string, bool) { return encodeTable(name, was.table) })
		}
		try(func(name string) (string, bool) { return name, true }) // UTF-8
	}
	if len(pairs) < 2*certain {
		return s, nil
	}
	for i := 1; i < len(pairs); i += 2 {
		names = append(names, pairs[i])
	}
	return strings.NewReplacer(pairs...).Replace(s), names
}

// garbled lists the known names that a text has as the bytes of one encoding read
// with a table: each as it stands, then as it should.
func garbled(s string, was func(name string) (raw string, ok bool), read *charmap.Charmap) []string {
	var pairs []string
	for _, name := range knownNames {
		raw, ok := was(name)
		if wrong := decodeTable([]byte(raw), read); ok && wrong != name && strings.Contains(s, wrong) {
			pairs = append(pairs, wrong, name)
		}
	}
	return pairs
}

// encodeTable is a name's bytes in a table, if it has all the letters.
func encodeTable(name string, table *charmap.Charmap) (raw string, ok bool) {
	b := make([]byte, 0, len(name))
	for _, r := range name {
		c, ok := table.EncodeRune(r)
		if !ok {
			return "", false
		}
		b = append(b, c)
	}
	return string(b), true
}
