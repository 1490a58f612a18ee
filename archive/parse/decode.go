package parse

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// The names of encodings, as Source.Encoding reports and --encoding accepts them.
const (
	ascii    = "ASCII"
	utf8Name = "UTF-8"
	utf16LE  = "UTF-16 LE"
	utf16BE  = "UTF-16 BE"
	cp1252   = "Windows-1252"
	cp437    = "CP437"
	cp850    = "CP850"
	macRoman = "Mac Roman"

	withBOM = " with BOM"
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

// Encodings lists the names that Options.Encoding accepts; letter case, spaces,
// hyphens and underscores in them do not matter.
func Encodings() []string {
	return []string{utf8Name, utf16LE, utf16BE, cp1252, cp437, cp850, macRoman}
}

// decoded is a file's text and how it was come by.
type decoded struct {
	text     string
	encoding string
	lost     int // U+FFFD in the text: marks that were lost before the file reached us
}

// decode turns bytes into text. Text that is valid UTF-8 is never decoded again.
func decode(raw []byte, encoding string) (decoded, error) {
	if encoding != "" {
		return decodeAs(raw, encoding)
	}
	var d decoded
	switch {
	case bytes.HasPrefix(raw, []byte("\xef\xbb\xbf")):
		d = decoded{text: strings.ToValidUTF8(string(raw[3:]), "\ufffd"), encoding: utf8Name + withBOM}
	case bytes.HasPrefix(raw, []byte("\xff\xfe")):
		d = decoded{text: decodeUTF16(raw[2:], binary.LittleEndian), encoding: utf16LE + withBOM}
	case bytes.HasPrefix(raw, []byte("\xfe\xff")):
		d = decoded{text: decodeUTF16(raw[2:], binary.BigEndian), encoding: utf16BE + withBOM}
	case utf8.Valid(raw):
		d = decoded{text: string(raw), encoding: utf8Name}
		if isASCII(raw) {
			d.encoding = ascii
		}
	default:
		d = decodeByEvidence(raw)
	}
	d.lost = strings.Count(d.text, "\ufffd")
	return d, nil
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// decodeAs decodes with the encoding that the user named.
func decodeAs(raw []byte, name string) (decoded, error) {
	plain := strings.NewReplacer(" ", "", "-", "", "_", "")
	want := strings.ToLower(plain.Replace(name))
	for _, known := range Encodings() {
		if strings.ToLower(plain.Replace(known)) != want {
			continue
		}
		d := decoded{encoding: known}
		switch known {
		case utf8Name:
			d.text = strings.ToValidUTF8(string(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))), "\ufffd")
		case utf16LE:
			d.text = decodeUTF16(bytes.TrimPrefix(raw, []byte("\xff\xfe")), binary.LittleEndian)
		case utf16BE:
			d.text = decodeUTF16(bytes.TrimPrefix(raw, []byte("\xfe\xff")), binary.BigEndian)
		default:
			d.text = decodeTable(raw, tableNamed(known))
		}
		d.lost = strings.Count(d.text, "\ufffd")
		return d, nil
	}
	return decoded{}, fmt.Errorf("%q is no encoding known here; use one of %s", name, strings.Join(Encodings(), ", "))
}

func tableNamed(name string) *charmap.Charmap {
	for _, t := range tables {
		if t.name == name {
			return t.table
		}
	}
	return nil
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

// decodeUTF16 reads UTF-16 without its byte order mark. An unpaired surrogate and
// an odd byte at the end each become U+FFFD.
func decodeUTF16(raw []byte, order binary.ByteOrder) string {
	var b strings.Builder
	b.Grow(len(raw)/2 + len(raw)/32)
	for ; len(raw) >= 2; raw = raw[2:] {
		u := order.Uint16(raw)
		switch {
		case u < utf8.RuneSelf:
			b.WriteByte(byte(u))
		case utf16.IsSurrogate(rune(u)) && len(raw) >= 4:
			r := utf16.DecodeRune(rune(u), rune(order.Uint16(raw[2:])))
			b.WriteRune(r)
			if r != utf8.RuneError {
				raw = raw[2:]
			}
		default:
			b.WriteRune(rune(u))
		}
	}
	if len(raw) == 1 {
		b.WriteRune(utf8.RuneError)
	}
	return b.String()
}
