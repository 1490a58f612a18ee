package search

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"
)

// TestNamesParse: each meaning is a query in its plain form, each name is as words
// are when they are searched, and none means itself.
func TestNamesParse(t *testing.T) {
	for name, meaning := range names {
		q, err := Parse(meaning)
		if err != nil || len(q.Notes) > 0 || q.String() != meaning {
			t.Errorf("%s: %q reads as %q, %v, %v", name, meaning, q.String(), q.Notes, err)
		}
		if got := strings.Join(words(name), " "); got != name {
			t.Errorf("the name %q would be searched as %q", name, got)
		}
		if again, _ := Expand(q.Root); !strings.Contains(again.String(), meaning) {
			t.Errorf("%s means %s, which means %s", name, meaning, again)
		}
	}
}

func TestExpand(t *testing.T) {
	for text, want := range map[string]string{
		"sba":              "state-based action",
		"check sba twice":  "check state-based action twice",
		"SBAs":             "state-based action",
		"cmc of a token":   `("mana value" OR "converted mana cost") of a token`,
		"an infinite loop": "an loop",
		`"sba"`:            `"sba"`,
		"-sba trample":     "-sba trample",
		"sba OR trample":   "state-based action OR trample",
		"trample":          "trample",
		"(sba OR etb) x":   `(state-based action OR "enters the battlefield" OR enters) x`,
	} {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, notes := Expand(q.Root)
		if got.String() != want {
			t.Errorf("%s expands to %s, want %s", text, got, want)
		}
		if changed := got.String() != q.String(); changed != (len(notes) > 0) {
			t.Errorf("%s: notes %q", text, notes)
		}
	}
}

// TestNamesDocumented: docs/query-syntax.md lists the names as they are.
func TestNamesDocumented(t *testing.T) {
	doc, err := os.ReadFile("../docs/query-syntax.md")
	if err != nil {
		t.Fatal(err)
	}
	byMeaning := map[string][]string{}
	for name, meaning := range names {
		byMeaning[meaning] = append(byMeaning[meaning], name)
	}
	var rows []string
	for meaning, all := range byMeaning {
		slices.Sort(all)
		rows = append(rows, fmt.Sprintf("| %s | `%s` |\n", strings.Join(all, ", "), meaning))
	}
	sort.Strings(rows)
	if want := strings.Join(rows, ""); !strings.Contains(string(doc), want) {
		t.Errorf("docs/query-syntax.md lacks this table of names:\n%s", want)
	}
}

// TestFieldsDocumented: every field and every kind stands in the user's page.
func TestFieldsDocumented(t *testing.T) {
	doc, err := os.ReadFile("../docs/query-syntax.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range fieldExamples {
		if !strings.Contains(string(doc), "| `"+f[1]+"` |") {
			t.Errorf("docs/query-syntax.md does not show %s", f[1])
		}
	}
	for _, k := range Kinds {
		if !strings.Contains(string(doc), "`"+k+"`") {
			t.Errorf("docs/query-syntax.md does not name the kind %s", k)
		}
	}
}
