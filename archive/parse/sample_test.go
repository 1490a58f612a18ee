package parse_test

import (
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// sampleRow is a row of the table in the sample's README: file, date, encoding, and
// six counts.
var sampleRow = regexp.MustCompile("(?m)^\\| `(sample-(\\d{4}-\\d\\d-\\d\\d)-\\w+\\.txt)` \\| ([^|]+) \\| [^|]+ " +
	`\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|`)

// The bundled sample holds what its README says, and nothing is wrong with it.
func TestSample(t *testing.T) {
	dir := filepath.Join("..", "..", "data", "sample")
	table := sampleRow.FindAllStringSubmatch(string(readFile(t, filepath.Join(dir, "README.md"))), -1)
	if len(table) != 7 {
		t.Fatalf("the table has %d rows", len(table))
	}
	for _, row := range table {
		s := mustParse(t, filepath.Join(dir, row[1]))
		if got := s.Release.Effective.String(); got != row[2] {
			t.Errorf("%s: effective %s", row[1], got)
		}
		if got := s.Release.Source.Encoding; got != row[3] {
			t.Errorf("%s: encoding %s, want %s", row[1], got, row[3])
		}
		n := func(i int) int {
			v, err := strconv.Atoi(row[i])
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		want := archive.Counts{Sections: n(4), Headings: n(5), Rules: n(6) + n(7), Examples: n(8), Glossary: n(9)}
		if s.Release.Counts != want {
			t.Errorf("%s: counts %+v, want %+v", row[1], s.Release.Counts, want)
		}
		if len(s.Warnings) > 0 || len(s.Release.Flags) > 0 {
			t.Errorf("%s: warnings %v, flags %q", row[1], s.Warnings, s.Release.Flags)
		}
		checkRoundTrip(t, s, parse.Options{File: row[1]})
	}
}

// The sample wrapped at a column is the sample.
func TestUnwrapSample(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "data", "sample", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal("no sample: ", err)
	}
	for _, f := range files {
		whole := mustParse(t, f)
		wrapped, err := parse.Parse([]byte(wrapAt(string(parse.Format(whole)), 72, false)), parse.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !warns(wrapped, 0, "wrapped at column 72") {
			t.Errorf("%s: warnings %v", f, wrapped.Warnings)
		}
		compareUnwrapped(t, whole, wrapped)
		checkRoundTrip(t, wrapped, parse.Options{})
	}
}
