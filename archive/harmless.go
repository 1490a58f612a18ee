package archive

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// Harmless makes a text from outside fit to stand inside another one, as a page or a
// quotation does: a control character that is no line break or tab, and a mark that
// turns the direction of writing, is replaced by U+FFFD, and so is a byte that is not
// UTF-8: no text can change how what follows it is shown. A text that has none of them is
// returned as it is.
func Harmless(s string) string {
	return strings.Map(func(r rune) rune {
		if deceives(r) {
			return unicode.ReplacementChar
		}
		return r
	}, s)
}

// deceives reports whether a character changes how what is around it is shown.
func deceives(r rune) bool {
	switch {
	case r >= ' ' && r < 0x7f, r == '\n', r == '\r', r == '\t':
		return false
	}
	return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Noncharacter_Code_Point)
}

// HarmlessWriter passes on to w what is written to it, as Harmless makes it. No
// character may be written in pieces.
func HarmlessWriter(w io.Writer) io.Writer {
	return escaping{w, func(b *bytes.Buffer, _ rune) { b.WriteRune(unicode.ReplacementChar) }}
}

// HarmlessJSON passes on to w the JSON that is written to it, with what Harmless would
// replace as escapes: read by a program it says the same, and a person who looks at it is
// not deceived. No character may be written in pieces; a json.Encoder does not.
func HarmlessJSON(w io.Writer) io.Writer {
	return escaping{w, func(b *bytes.Buffer, r rune) {
		if high, low := utf16.EncodeRune(r); high != unicode.ReplacementChar {
			fmt.Fprintf(b, `\u%04x\u%04x`, high, low)
		} else {
			fmt.Fprintf(b, `\u%04x`, r)
		}
	}}
}

// escaping is a writer that writes characters which deceive in another way.
type escaping struct {
	w      io.Writer
	escape func(*bytes.Buffer, rune)
}

func (e escaping) Write(p []byte) (int, error) {
	at := nextDeceiving(p)
	if at == len(p) { // as nearly always
		return e.w.Write(p)
	}
	var b bytes.Buffer
	for rest := p; len(rest) > 0; at = nextDeceiving(rest) {
		b.Write(rest[:at])
		if rest = rest[at:]; len(rest) > 0 {
			r, size := utf8.DecodeRune(rest)
			e.escape(&b, r)
			rest = rest[size:]
		}
	}
	if _, err := e.w.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(p), nil
}

// nextDeceiving is where the first character that deceives begins, or the first byte that
// belongs to none; len(p) where there is nothing of the kind.
func nextDeceiving(p []byte) int {
	for at := 0; at < len(p); {
		if c := p[at]; c >= ' ' && c < 0x7f {
			at++
			continue
		}
		r, size := utf8.DecodeRune(p[at:])
		if deceives(r) || r == utf8.RuneError && size == 1 {
			return at
		}
		at += size
	}
	return len(p)
}
