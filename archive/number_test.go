package archive

import (
	"encoding/json"
	"slices"
	"testing"
)

func mustNumber(t testing.TB, s string) Number {
	t.Helper()
	n, err := ParseNumber(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestParseNumber(t *testing.T) {
	for _, c := range []struct {
		in      string
		kind    Kind
		printed string
		parent  string
	}{
		{"7", Section, "7.", ""},
		{"702", Heading, "702.", "7"},
		{"702.9", Rule, "702.9.", "702"},
		{"702.140", Rule, "702.140.", "702"},
		{"702.19b", Subrule, "702.19b", "702.19"},
		{"702.16aa", Subrule, "702.16aa", "702.16"},
	} {
		n, err := ParseNumber(c.in)
		if err != nil {
			t.Error(err)
			continue
		}
		if n.String() != c.in || n.Kind() != c.kind || n.Printed() != c.printed || n.Parent().String() != c.parent {
			t.Errorf("%s: %s, %s, printed %s, under %s", c.in, n, n.Kind(), n.Printed(), n.Parent())
		}
	}
	for _, bad := range []string{"", "0", "70", "7020", "702.", "702.0", "702.09", "702.1.2", "7.1", "702.19b.", "702.19B", "702.19abc", "702.1000",
		" 702", "702.b", "-702", "702.19b-c", "012", "70２"} {
		if n, err := ParseNumber(bad); err == nil {
			t.Errorf("%q was read as %s", bad, n)
		}
	}
}

// FuzzParseNumber: what is read prints as it was written.
func FuzzParseNumber(f *testing.F) {
	for _, seed := range []string{"7", "702", "702.19", "702.19b", "702.16aa", "702.", "0"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		n, err := ParseNumber(s)
		if err == nil && n.String() != s {
			t.Errorf("%q was read as %s", s, n)
		}
		if m, ok := ParseCitation(n.Printed()); err == nil && (!ok || m != n) {
			t.Errorf("%s, printed %s, is cited as %s", n, n.Printed(), m)
		}
	})
}

func TestNumbersInOrder(t *testing.T) {
	inOrder := []string{"1", "100", "100.1", "100.1a", "100.1b", "100.1z", "100.1aa", "100.2", "100.9", "100.10", "101", "2", "9", "905.6"}
	var numbers []Number
	for _, s := range inOrder {
		numbers = append(numbers, mustNumber(t, s))
	}
	if !slices.IsSortedFunc(numbers, Number.Compare) {
		t.Error("not in the book's order")
	}
	for i, n := range numbers {
		for j, m := range numbers {
			if got := n.Compare(m); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%s to %s is %d", n, m, got)
			}
		}
	}
}

func TestContains(t *testing.T) {
	for _, c := range []struct {
		outer, inner string
		want         bool
	}{
		{"702.6", "702.6", true},
		{"702.6", "702.6a", true},
		{"702", "702.6a", true},
		{"7", "702.6a", true},
		{"702.6", "702.60", false},
		{"702.6", "702.60a", false},
		{"702.6", "702", false},
		{"702.6a", "702.6", false},
		{"6", "702", false},
	} {
		if got := mustNumber(t, c.outer).Contains(mustNumber(t, c.inner)); got != c.want {
			t.Errorf("%s contains %s: %v", c.outer, c.inner, got)
		}
	}
	if (Number{}).Contains(mustNumber(t, "7")) || mustNumber(t, "7").Contains(Number{}) {
		t.Error("the zero number contains or is contained")
	}
}

func TestParseCitation(t *testing.T) {
	for in, want := range map[string]string{
		"702.6": "702.6", "702.6a.": "702.6a", "CR 702.6a": "702.6a", "rule 702.6": "702.6", "Rule 702.": "702", "cr702.6a": "702.6a",
		" 702.6A ": "702.6a", "section 7": "7", "Comprehensive Rule 702.6": "702.6",
		"702.6a–c": "", "702.6 and 702.7": "", "rule": "", "": "", "six": "",
	} {
		n, ok := ParseCitation(in)
		if n.String() != want || ok != (want != "") {
			t.Errorf("%q is cited as %q, %v; want %q", in, n, ok, want)
		}
	}
}

func TestSkippedLetters(t *testing.T) {
	for s, want := range map[string]bool{"704.5k": false, "704.5l": true, "704.5m": false, "704.5o": true, "704.5": false} {
		if got := mustNumber(t, s).Skipped(); got != want {
			t.Errorf("%s is skipped: %v", s, got)
		}
	}
}

func TestNumberInJSON(t *testing.T) {
	type rule struct{ Number, None Number }
	b, err := json.Marshal(rule{Number: mustNumber(t, "702.19b")})
	if err != nil || string(b) != `{"Number":"702.19b","None":""}` {
		t.Fatalf("%s, %v", b, err)
	}
	var back rule
	if err := json.Unmarshal(b, &back); err != nil || back.Number != mustNumber(t, "702.19b") || !back.None.IsZero() {
		t.Errorf("%+v, %v", back, err)
	}
	if err := json.Unmarshal([]byte(`{"Number":"x"}`), &back); err == nil {
		t.Error("x was read as a number")
	}
}
