package parse_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// corpus is the folder with the published releases, or skips the test.
func corpus(t testing.TB, sub string) string {
	t.Helper()
	dir := os.Getenv("RULEBOOK_CORPUS")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "corpus")
	}
	dir = filepath.Join(dir, sub)
	if _, err := os.Stat(dir); err != nil {
		t.Skip("no published releases here; set RULEBOOK_CORPUS to a folder that holds them")
	}
	return dir
}

// published is one row of the catalog and of the true counts.
type published struct {
	effective, code, file, format string
	counts                        archive.Counts
}

func rows(t testing.TB, path string) []map[string]string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Skip("no table of published releases here: ", err)
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	names := strings.Split(lines[0], "\t")
	var out []map[string]string
	for _, l := range lines[1:] {
		row := map[string]string{}
		for i, v := range strings.Split(l, "\t") {
			row[names[i]] = v
		}
		out = append(out, row)
	}
	return out
}

func releases(t testing.TB) []published {
	t.Helper()
	dir := corpus(t, "")
	counts := map[string]archive.Counts{}
	for _, r := range rows(t, filepath.Join(dir, "..", "truth", "counts.tsv")) {
		n := func(column string) int {
			v, err := strconv.Atoi(r[column])
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		counts[r["effective"]] = archive.Counts{Sections: n("sections"), Headings: n("headings"),
			Rules: n("rules"), Examples: n("examples"), Glossary: n("glossary")}
	}
	var out []published
	for _, r := range rows(t, filepath.Join(dir, "catalog.tsv")) {
		out = append(out, published{r["effective"], r["code"], r["file"], r["format"], counts[r["effective"]]})
	}
	return out
}

func readFile(t testing.TB, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// parsed holds the files that were read once: many tests look at all of them.
var parsed sync.Map

// mustParse reads a file under its own name. The snapshot is shared between tests.
func mustParse(t testing.TB, path string) *archive.Snapshot {
	t.Helper()
	if s, ok := parsed.Load(path); ok {
		return s.(*archive.Snapshot)
	}
	s, err := parse.Parse(readFile(t, path), parse.Options{File: filepath.Base(path)})
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	parsed.Store(path, s)
	return s
}

// uncounted is how many rules the table of true counts lacks of a release. It
// misses 901.4 where that is printed as "901.4.All", without the space; the rule
// is there, so it is counted.
func uncounted(s *archive.Snapshot) int {
	i := s.Find(archive.Number{Section: 9, Heading: 901, Rule: 4})
	for _, w := range s.Warnings {
		if w.Line == s.Entries[i].Line && strings.HasPrefix(w.Message, "no space stands between") {
			return 1
		}
	}
	return 0
}

func TestPublishedCounts(t *testing.T) {
	dir := corpus(t, "published")
	for _, r := range releases(t) {
		s := mustParse(t, filepath.Join(dir, r.file))
		if got := s.Release.Effective.String(); got != r.effective {
			t.Errorf("%s: effective %s, want %s", r.file, got, r.effective)
		}
		want := r.counts
		want.Rules += uncounted(s)
		if s.Release.Counts != want {
			t.Errorf("%s %s:\ngot  %+v\nwant %+v", r.code, r.file, s.Release.Counts, want)
		}
		if len(s.Release.Flags) > 0 {
			t.Errorf("%s is flagged: %q", r.file, s.Release.Flags)
		}
	}
}
