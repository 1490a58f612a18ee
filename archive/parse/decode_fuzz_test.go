package parse

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzDecode: text is valid UTF-8 without NUL, valid UTF-8 comes through unchanged,
// and a failure is a refusal.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{"Lim-D\xfbl\x92s", "Dand\x83n", "\xff\xfea\x00b\x00", "\xfe\xff\x00a\x00b", "a\x00b\x00c\x00\r\n\x00", "\ufeff\u2028Æther", "\xef\xbb\xbf\xff"} {
		f.Add([]byte(seed), "")
		for _, name := range Encodings() {
			f.Add([]byte(seed), name)
		}
	}
	f.Fuzz(func(t *testing.T, raw []byte, name string) {
		d, err := decode(raw, name)
		if err != nil {
			if _, known := encodingNamed(name); (known || name == "") && !errors.As(err, new(*RefusedError)) {
				t.Fatalf("not a refusal: %v", err)
			}
			return
		}
		if !utf8.ValidString(d.text) || strings.Contains(d.text, "\x00") {
			t.Fatalf("not clean text: %q", d.text)
		}
		if name == "" && utf8.Valid(raw) && !strings.Contains(string(raw), "\x00") && !strings.Contains(string(raw), byteOrderMark) && d.text != string(raw) {
			t.Fatalf("valid UTF-8 was decoded again: %q became %q", raw, d.text)
		}
		for _, l := range splitLines(d.text) {
			if strings.ContainsAny(l.text, "\r\n\u2028\u2029\u0085") {
				t.Fatalf("a line end inside a line: %q", l.text)
			}
		}
	})
}
