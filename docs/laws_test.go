package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLaws fails on a law whose test is not where docs/laws.md says.
func TestLaws(t *testing.T) {
	text, err := os.ReadFile("laws.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| (.+) \| (\S+) \| (Test\S+) \|$`).FindAllStringSubmatch(string(text), -1)
	if len(rows) == 0 {
		t.Fatal("docs/laws.md has no table")
	}
	for _, row := range rows {
		room, test := row[2], row[3]
		files, err := filepath.Glob(filepath.Join("..", filepath.FromSlash(room), "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		var code strings.Builder
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			code.Write(b)
		}
		if !strings.Contains(code.String(), "\nfunc "+test+"(t *testing.T) {") {
			t.Errorf("%s: there is no %s in %s", row[1], test, room)
		}
	}
}
