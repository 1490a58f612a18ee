package parse_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"golang.org/x/text/encoding/charmap"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// marked is the small book with marks above ASCII of all kinds in it.
func marked() string {
	s := strings.Replace(small, "A card has two sides.", "A player’s card — Lim-Dûl or Jötun – can’t have “two” sides… but 1½.", 1)
	return strings.Replace(s, "To be above", "Æther, Dandân and Juzám are above", 1)
}

// inTable encodes a text in an 8-bit table, with ASCII for what the table lacks.
func inTable(t *testing.T, table *charmap.Charmap, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	for _, r := range text {
		c, ok := table.EncodeRune(r)
		if !ok {
			c = map[rune]byte{'’': '\'', '“': '"', '”': '"', '—': '-', '–': '-', '…': '.'}[r]
		}
		if c == 0 {
			t.Fatalf("%q is not in the table", r)
		}
		b.WriteByte(c)
	}
	return b.Bytes()
}

// inUTF16 encodes a text in UTF-16.
func inUTF16(order binary.AppendByteOrder, text string) []byte {
	var b []byte
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return b
}

func TestEncodings(t *testing.T) {
	le, be := inUTF16(binary.LittleEndian, marked()), inUTF16(binary.BigEndian, marked())
	for _, c := range []struct {
		name, encoding string
		raw            []byte
	}{
		{"ASCII", "ASCII", inTable(t, charmap.Windows1252, strings.NewReplacer("“", `"`, "”", `"`).Replace(small))},
		{"UTF-8", "UTF-8", []byte(marked())},
		{"UTF-8 with mark", "UTF-8 with BOM", []byte("\ufeff" + marked())},
		{"UTF-8 with two marks", "UTF-8 with BOM", []byte("\ufeff\r\n\ufeff" + marked())},
		{"UTF-16 LE with mark", "UTF-16 LE with BOM", append([]byte{0xff, 0xfe}, le...)},
		{"UTF-16 BE with mark", "UTF-16 BE with BOM", append([]byte{0xfe, 0xff}, be...)},
		{"UTF-16 LE", "UTF-16 LE", le},
		{"UTF-16 BE", "UTF-16 BE", be},
		{"Windows-1252", "Windows-1252", inTable(t, charmap.Windows1252, marked())},
		{"CP437", "CP437", inTable(t, charmap.CodePage437, marked())},
		{"CP850", "CP850", inTable(t, charmap.CodePage850, strings.Replace(marked(), "½", "½ Ågot-Ølve São", 1))},
		{"Mac Roman", "Mac Roman", inTable(t, charmap.Macintosh, strings.Replace(marked(), "½", "/2 Martín", 1))},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, err := parse.Parse(c.raw, parse.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Release.Source.Encoding; got != c.encoding {
				t.Errorf("encoding %s, want %s", got, c.encoding)
			}
			if c.name != "ASCII" {
				for _, word := range []string{"Lim-Dûl", "Jötun"} {
					if got := entry(t, s, "101.1").Text; !strings.Contains(got, word) {
						t.Errorf("no %s in %q", word, got)
					}
				}
				if got := entry(t, s, "Flying").Text; !strings.HasPrefix(got, "Æther, Dandân and Juzám") {
					t.Errorf("got %q", got)
				}
			}
			for _, e := range s.Entries {
				if strings.Contains(e.Wording(), "\ufffd") {
					t.Errorf("a lost character in %s", e.Name())
				}
			}
			checkRoundTrip(t, s, parse.Options{})
		})
	}
}

func TestEncodingNamed(t *testing.T) {
	raw := inTable(t, charmap.Macintosh, "\n\n"+strings.Replace(small, "A card has", "A l’Ile has", 1))
	for _, name := range []string{"Mac Roman", "mac-roman", "MACROMAN"} {
		s, err := parse.Parse(raw, parse.Options{Encoding: name})
		if err != nil {
			t.Fatal(err)
		}
		if got := entry(t, s, "101.1").Text; !strings.HasPrefix(got, "A l’Ile") || s.Release.Source.Encoding != "Mac Roman" {
			t.Errorf("%s: %q in %s", name, got, s.Release.Source.Encoding)
		}
	}
	for _, name := range parse.Encodings() {
		if _, err := parse.Parse([]byte(small), parse.Options{Encoding: name}); err != nil && !errors.As(err, new(*parse.RefusedError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
	_, err := parse.Parse(raw, parse.Options{Encoding: "EBCDIC"})
	if err == nil || !strings.Contains(err.Error(), "Mac Roman") {
		t.Errorf("an unknown encoding: %v", err)
	}
}

// A NUL in a text of single bytes stands for something that cannot be told.
func TestNULs(t *testing.T) {
	raw := []byte(strings.Replace(small, "two sides", "two\x00sides", 1))
	if _, err := parse.Parse(raw, parse.Options{}); !errors.As(err, new(*parse.RefusedError)) {
		t.Errorf("one among many: %v", err)
	}
}

// In four published files the marks are those of code page 437. The names are right
// in every release that has them.
func TestNamesInPublished(t *testing.T) {
	dir := corpus(t, "published")
	spoiled := regexp.MustCompile(`Lim-D[^u\s]+l\b|J[^o\s]+tun\b|Dand[^a\s]+n\b|[^A-Za-z\s(“"‘'{>/.—-]ther\b`)
	seen := make(map[string]int)
	for _, r := range releases(t) {
		s := mustParse(t, filepath.Join(dir, r.file))
		for _, wrong := range []string{"\ufffd", "ƒ", "Ã", "â€"} {
			if holds(s, wrong) {
				t.Errorf("%s: %q in it", r.code, wrong)
			}
		}
		for _, name := range spoiled.FindAllString(string(parse.Format(s)), -1) {
			if !slices.Contains([]string{"Lim-Dûl", "Jötun", "Dandân", "Æther"}, name) {
				t.Errorf("%s: %s in it", r.code, name)
			}
			seen[name]++
		}
		names := []string{"Dandân", "El-Hajjâj", "Ghazbán", "Junún", "Juzám", "Khabál", "Ma'rûf"}
		switch r.code {
		case "M14":
			names = append(names, "Æther")
		case "THS", "C13", "RNA":
		default:
			continue
		}
		if got := s.Release.Source.Encoding; got != "CP437" {
			t.Errorf("%s: encoding %s", r.code, got)
		}
		for _, name := range names {
			if !holds(s, name) {
				t.Errorf("%s: no %s", r.code, name)
			}
		}
	}
	if seen["Dandân"] != len(releases(t)) || seen["Æther"] == 0 {
		t.Errorf("names that were seen: %v", seen)
	}
}

func holds(s *archive.Snapshot, words string) bool {
	for _, e := range s.Entries {
		if strings.Contains(e.Term, words) || strings.Contains(e.Wording(), words) {
			return true
		}
	}
	return false
}

func TestLineEnds(t *testing.T) {
	want := bare(readBook(t, small))
	twelve := strings.Replace(small, "\n", "\r\n", 12)
	for name, text := range map[string]string{
		"CRLF":                strings.ReplaceAll(small, "\n", "\r\n"),
		"CR":                  strings.ReplaceAll(small, "\n", "\r"),
		"CR and twelve CRLF":  strings.ReplaceAll(strings.ReplaceAll(twelve, "\r\n", "\x01"), "\n", "\r"),
		"line separators":     strings.ReplaceAll(small, "\n", "\u2028"),
		"paragraph separator": strings.ReplaceAll(small, "\n", "\u2029"),
		"next line":           strings.ReplaceAll(small, "\n", "\u0085"),
		"form feeds":          strings.ReplaceAll(small, "\n\n", "\n\f"),
		"no end at the end":   strings.TrimSuffix(small, "\n"),
		"blanks with spaces":  strings.ReplaceAll(small, "\n\n", "\n \t\n"),
	} {
		s := readBook(t, strings.ReplaceAll(text, "\x01", "\r\n"))
		if got := bare(s); !equal(got, want) {
			t.Errorf("%s: read differently: %+v", name, got.Release.Counts)
		}
		if got := entry(t, s, "Table").Line; got != lineOf(small, "Table\n") {
			t.Errorf("%s: the table is in line %d", name, got)
		}
	}
}
