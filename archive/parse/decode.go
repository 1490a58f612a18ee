package parse

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// The names of encodings, as Source.Encoding reports and --encoding accepts them.
const (
	asciiName = "ASCII"
	utf8Name  = "UTF-8"
	utf16LE   = "UTF-16 LE"
	utf16BE   = "UTF-16 BE"
	cp1252    = "Windows-1252"
	cp437     = "CP437"
	cp850     = "CP850"
	macRoman  = "Mac Roman"

	withBOM = " with BOM"
	damaged = " damaged"
)

// tables are the 8-bit tables that the evidence chooses among. Where two of them
// explain a file equally well the earlier one is taken: they differ in nothing
// that the file holds.
var tables = []struct {
	name  string
	table *charmap.Charmap
}{
	{cp1252, charmap.Windows1252},
	{cp437, charmap.CodePage437},
	{cp850, charmap.CodePage850},
	{macRoman, charmap.Macintosh},
}

// byteOrderMark is what encodings of Unicode may begin with. It is no text.
const byteOrderMark = "\ufeff"

// Encodings lists the names that Options.Encoding accepts; letter case, spaces,
// hyphens and underscores in them do not matter.
func Encodings() []string {
	return []string{utf8Name, utf16LE, utf16BE, cp1252, cp437, cp850, macRoman}
}

// decoded is a file's text and how it was come by.
type decoded struct {
	text     string
	encoding string
	note     string // what had to be mended, for a warning; empty mostly
}

// decode turns bytes into text, with the encoding that is named or, without a
// name, the one that the bytes give evidence of. The text is valid UTF-8 without
// NUL and without a byte order mark at its beginning.
func decode(raw []byte, name string) (decoded, error) {
	var d decoded
	var err error
	if name == "" {
		d, err = decodeAny(raw)
	} else {
		d, err = decodeAs(raw, name)
	}
	if err != nil {
		return decoded{}, err
	}
	if strings.IndexByte(d.text, 0) >= 0 {
		return decoded{}, &RefusedError{"NUL bytes stand in the text, and what was there cannot be told; import the file as published"}
	}
	d.text = cutMark(d.text)
	return d, nil
}

// decodeAny finds the encoding. Text that is valid UTF-8 is never decoded again.
func decodeAny(raw []byte) (decoded, error) {
	switch {
	case bytes.HasPrefix(raw, []byte(byteOrderMark)):
		return decoded{text: validUTF8(raw), encoding: utf8Name + withBOM}, nil
	case bytes.HasPrefix(raw, []byte("\xff\xfe")):
		return fromUTF16(decodeUTF16(raw[2:], binary.LittleEndian), utf16LE+withBOM)
	case bytes.HasPrefix(raw, []byte("\xfe\xff")):
		return fromUTF16(decodeUTF16(raw[2:], binary.BigEndian), utf16BE+withBOM)
	case bytes.IndexByte(raw, 0) >= 0:
		return decodeNULs(raw)
	case isASCII(raw):
		return decoded{text: string(raw), encoding: asciiName}, nil
	case utf8.Valid(raw):
		return decoded{text: string(raw), encoding: utf8Name}, nil
	}
	name := tableByEvidence(raw)
	return decoded{text: decodeTable(raw, tableNamed(name)), encoding: name}, nil
}

// decodeAs decodes with the encoding that the user named.
func decodeAs(raw []byte, name string) (decoded, error) {
	known, ok := encodingNamed(name)
	if !ok {
		return decoded{}, fmt.Errorf("%q is no encoding known here; use one of %s", name, strings.Join(Encodings(), ", "))
	}
	switch known {
	case utf8Name:
		return decoded{text: validUTF8(raw), encoding: known}, nil
	case utf16LE:
		return fromUTF16(decodeUTF16(raw, binary.LittleEndian), known)
	case utf16BE:
		return fromUTF16(decodeUTF16(raw, binary.BigEndian), known)
	}
	return decoded{text: decodeTable(raw, tableNamed(known)), encoding: known}, nil
}

func encodingNamed(name string) (known string, ok bool) {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "_", "").Replace(s))
	}
	for _, known := range Encodings() {
		if plain(known) == plain(name) {
			return known, true
		}
	}
	return "", false
}

func tableNamed(name string) *charmap.Charmap {
	for _, t := range tables {
		if t.name == name {
			return t.table
		}
	}
	return nil
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func validUTF8(raw []byte) string { return strings.ToValidUTF8(string(raw), "\ufffd") }

// cutMark cuts the byte order marks off that stand before the first word.
func cutMark(s string) string {
	word := strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
	if blank := s[:len(s)-len(word)]; strings.Contains(blank, byteOrderMark) {
		return strings.ReplaceAll(blank, byteOrderMark, "") + word
	}
	return s
}

func decodeTable(raw []byte, table *charmap.Charmap) string {
	var b strings.Builder
	b.Grow(len(raw) + len(raw)/32)
	for i := 0; i < len(raw); {
		start := i
		for i < len(raw) && raw[i] < utf8.RuneSelf {
			i++
		}
		b.Write(raw[start:i])
		if i < len(raw) {
			b.WriteRune(table.DecodeByte(raw[i]))
			i++
		}
	}
	return b.String()
}
