package parse_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulebook/archive/parse"
)

// orders are UTF-16's byte orders, with the byte order mark of each.
var orders = []struct {
	name  string
	order binary.AppendByteOrder
	mark  string
}{
	{"UTF-16 LE", binary.LittleEndian, "\xff\xfe"},
	{"UTF-16 BE", binary.BigEndian, "\xfe\xff"},
}

// Several losses are counted, each.
func TestLostBytesCounted(t *testing.T) {
	for _, o := range orders {
		raw := inUTF16(o.order, marked())
		for _, part := range []int{5, 3, 2} {
			raw = slices.Delete(raw, len(raw)/part, len(raw)/part+1)
		}
		s, err := parse.Parse(raw, parse.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if want := []string{"3 characters of the source are lost (U+FFFD)"}; !slices.Equal(s.Release.Flags, want) {
			t.Errorf("%s: flags %q", o.name, s.Release.Flags)
		}
		if got := s.Release.Source.Encoding; got != o.name+" damaged" || !warns(s, 0, "in 3 places") {
			t.Errorf("%s: encoding %s, warnings %v", o.name, got, s.Warnings)
		}
	}
}

// Line ends that were changed or written byte by byte put UTF-16 out of step at each
// line; nothing is lost by it.
func TestLineEndsOfSingleBytes(t *testing.T) {
	for _, o := range orders {
		unit := string(o.order.AppendUint16(nil, '\n'))
		for name, end := range map[string]string{"CR before LF": strings.Replace(unit, "\n", "\r\n", 1), "LF": "\n", "CRLF": "\r\n"} {
			raw := bytes.ReplaceAll(inUTF16(o.order, marked()), []byte(unit), []byte(end))
			s, err := parse.Parse(raw, parse.Options{})
			if err != nil {
				t.Errorf("%s, %s: %v", o.name, name, err)
				continue
			}
			if !equal(bare(s), bare(readBook(t, marked()))) {
				t.Errorf("%s, %s: read differently, with flags %q:\n%s", o.name, name, s.Release.Flags, parse.Format(s))
			}
			if s.Release.Source.Encoding != o.name+" damaged" || !warns(s, 0, "line ends were written as single bytes") {
				t.Errorf("%s, %s: encoding %s, warnings %v", o.name, name, s.Release.Source.Encoding, s.Warnings)
			}
		}
	}
}

// What is strange in English text but whole stays as it is.
func TestStrangeCharacters(t *testing.T) {
	for _, word := range []string{"(トランプル)", "攻撃", "🂡", "e⁴", "Ω"} {
		text := strings.Replace(small, "A card has", word+" A card "+word+" has", 1)
		for _, o := range orders {
			s, err := parse.Parse(inUTF16(o.order, text), parse.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if !equal(bare(s), bare(readBook(t, text))) || s.Release.Source.Encoding != o.name {
				t.Errorf("%s: %s became %q, %s", o.name, word, entry(t, s, "101.1").Text, s.Release.Source.Encoding)
			}
		}
	}
}

// What is damaged throughout is refused, not taken in as something else.
func TestUTF16Refused(t *testing.T) {
	le := inUTF16(binary.LittleEndian, marked())
	every := func(n int) []byte {
		var out []byte
		for part := range slices.Chunk(le, n) {
			out = append(out, part[:len(part)-1]...)
		}
		return out
	}
	for name, raw := range map[string][]byte{
		"half of it in single bytes": append(slices.Clone(le), small...),
		"marked, half of it":         slices.Concat([]byte("\xff\xfe"), le, []byte(small)),
		"every 21st byte lost":       every(21),
		"every 100th byte lost":      every(100),
	} {
		s, err := parse.Parse(raw, parse.Options{})
		if !errors.As(err, new(*parse.RefusedError)) || !strings.Contains(err.Error(), "import the file as published") {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

// A published release as UTF-16 that lost a byte is the release.
func TestLostBytesOfPublished(t *testing.T) {
	dir := corpus(t, "published")
	for _, r := range releases(t) {
		if r.code != "WAR" {
			continue
		}
		whole := mustParse(t, filepath.Join(dir, r.file))
		for _, o := range orders {
			raw := inUTF16(o.order, string(parse.Format(whole)))
			for _, at := range []int{0, len(raw)/2 + 1} {
				s, err := parse.Parse(slices.Concat(raw[:at], raw[at+1:]), parse.Options{})
				if err != nil {
					t.Fatal(err)
				}
				differ := 0
				for i := range min(len(s.Entries), len(whole.Entries)) {
					if s.Entries[i].Wording() != whole.Entries[i].Wording() {
						differ++
					}
				}
				if differ > 1 || s.Release.Counts != whole.Release.Counts {
					t.Errorf("%s without byte %d: %d entries differ, %+v", o.name, at, differ, s.Release.Counts)
				}
				if len(s.Release.Flags) != 1 || s.Release.Flags[0] != "1 character of the source is lost (U+FFFD)" {
					t.Errorf("%s without byte %d: flags %q", o.name, at, s.Release.Flags)
				}
			}
		}
	}
}
