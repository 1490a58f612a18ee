package parse

import (
	"bytes"
	"fmt"
)

// notText are the beginnings of files that people take for a rulebook's text.
var notText = []struct{ begins, reason string }{
	{"%PDF-", "this is a PDF; import the TXT or DOCX that the publisher offers beside it"},
	{"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "this is an old Word file (.doc); save it as DOCX or as text and import that"},
	{"{\\rtf", "this is RTF; save it as DOCX or as text and import that"},
	{"\x89PNG", "this is an image (PNG), not a text"},
	{"\xff\xd8\xff", "this is an image (JPEG), not a text"},
	{"GIF8", "this is an image (GIF), not a text"},
	{"\x1f\x8b", "this is a gzip file; unpack it and import what is in it"},
	{"SQLite format 3\x00", "this is an SQLite database, not a rulebook's text"},
}

// refuse names what cannot be a rulebook by its size and first bytes.
func refuse(raw []byte) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return &RefusedError{"the file is empty"}
	}
	if len(raw) > maxBytes {
		return &RefusedError{fmt.Sprintf("the file has %d MB; no release has more than 2, and the limit is %d", len(raw)>>20, maxBytes>>20)}
	}
	for _, n := range notText {
		if bytes.HasPrefix(raw, []byte(n.begins)) {
			return &RefusedError{n.reason}
		}
	}
	return nil
}
