package parse

import (
	"bytes"
	"strings"
	"unicode"

	"rulebook/archive"
)

// MaxBytes bounds one file; more is refused without a look at it. The largest
// release published so far has 1.7 MB (UTF-16, every letter two bytes); ten times
// that is no rulebook, and reading it would only cost memory.
const MaxBytes = 16 << 20

// notText are the beginnings of files that people take for a rulebook's text,
// letter case apart.
var notText = []struct{ begins, reason string }{
	{"%PDF-", "this is a PDF; import the TXT or DOCX that the publisher offers beside it"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "this is an old Word file (.doc) or a locked one; save it as DOCX or as text and import that"},
	{"{\\rtf", "this is RTF; save it as DOCX or as text and import that"},
	{"<!doctype", webPage},
	{"<html", webPage},
	{"<head", webPage},
	{"<body", webPage},
	{"<?xml", "this is XML; import the TXT or DOCX that the publisher offers"},
	{"\xff\xfe\x00\x00", utf32},
	{"\x00\x00\xfe\xff", utf32},
	{"\x89PNG", image},
	{"\xff\xd8\xff", image},
	{"GIF8", image},
	{"II*\x00", image},
	{"MM\x00*", image},
	{"RIFF", image},
	{"\x1f\x8b", "this is a gzip file; unpack it and import what is in it"},
	{"SQLite format 3", "this is an SQLite database; import the published files"},
}

const (
	webPage = "this is a web page (HTML); import the TXT or DOCX that it links to"
	utf32   = "this is UTF-32; save it as UTF-8 and import that"
	image   = "this is an image; import the TXT or DOCX that the publisher offers"
)

// refuse names what cannot be a rulebook by its size in bytes.
func refuse(size int64) error {
	if size > MaxBytes {
		return refusedf("the file has more than %d MB, which is the limit; no release has more than 2", MaxBytes>>20)
	}
	return nil
}

// refuseBeginning names what cannot be a rulebook by the bytes that it begins with.
func refuseBeginning(raw []byte) error {
	const most = 32 // bytes; more than any of the beginnings has
	raw = bytes.TrimLeft(raw, " \t\r\n")
	beginning := string(raw[:min(len(raw), most)])
	for _, n := range notText {
		if len(beginning) >= len(n.begins) && strings.EqualFold(beginning[:len(n.begins)], n.begins) {
			return &RefusedError{n.reason}
		}
	}
	return nil
}

// maxEntries bounds how many rules and terms a book has; all of them are held against
// those of its neighbours. Published ones have up to 3,949.
const maxEntries = 40_000

// maxEntry bounds the bytes that one rule or term says with its examples: comparing
// two texts of millions of words takes minutes. The longest published so far has 3,500.
const maxEntry = 100_000

// maxExamples bounds the examples of one rule, each of which is held against each of
// the other release's. Published ones have up to four.
const maxExamples = 100

// refuseEntries refuses a book with more entries by far than any, or with one that is
// larger.
func refuseEntries(s *archive.Snapshot) error {
	if n := len(s.Entries); n > maxEntries {
		return refusedf("it has %d rules and terms; no release has more than 4000, and %d is the limit", n, maxEntries)
	}
	for i := range s.Entries {
		if err := refuseEntry(&s.Entries[i]); err != nil {
			return err
		}
	}
	return nil
}

// refuseEntry refuses an entry that is larger by far than any. The contents list is
// not compared.
func refuseEntry(e *archive.Entry) error {
	if e.Kind == archive.Contents {
		return nil
	}
	if n := len(e.Examples); n > maxExamples {
		return refusedf("%s has %d examples; none has more than 4, and %d is the limit", e.Name(), n, maxExamples)
	}
	if said := len(e.Term) + len(e.Wording()); said > maxEntry {
		return refusedf("%s has %d bytes of text; none has more than 3500, and %d is the limit", e.Name(), said, maxEntry)
	}
	return nil
}

// refuseText names what shows to be no rulebook only after decoding.
func refuseText(s string) error {
	s = strings.TrimLeftFunc(s, unicode.IsSpace)
	switch {
	case s == "":
		return &RefusedError{"the file is empty"}
	case isZip([]byte(s[:min(len(s), 4)])):
		return &RefusedError{"this is a zip file that was saved as text; get it again"}
	}
	return refuseBeginning([]byte(s[:min(len(s), 64)]))
}
