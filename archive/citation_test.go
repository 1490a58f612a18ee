package archive

import (
	"strings"
	"testing"
)

func TestCitations(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"See rule 702.19b.", "702.19b"},
		{"(See rule 508, “Declare Attackers Step.”)", "508"},
		{"see rules 601.2a–h for more", "601.2a ..601.2h"},
		{"rules 903.6–903.11", "903.6 ..903.11"},
		{"rules 903.9b-c", "903.9b ..903.9c"},
		{"rules 509.1c, 509.1d, and 510", "509.1c 509.1d 510"},
		{"rules 702.2 through 702.5 apply", "702.2 ..702.5"},
		{"rule 103.4, 100 cards", "103.4"},
		{"exactly 100 cards", ""},
		{"a deck of 100, or rule 7 of the club", ""},
		{"section 7, “Additional Rules”", "7"},
		{"sections 7 and 8", "7 8"},
		{"section 9, 100 cards", "9"},
		{"(702.19b and 702.19c)", "702.19b 702.19c"},
		{"rule 702.19b or rule 704.5g", "702.19b 704.5g"},
		{"rule 601.2f‑h", "601.2f ..601.2h"},
		{"rule 702.19b – a long aside", "702.19b"},
		{"rule\u00a0100.1a", "100.1a"},
		{"the rules 1000.5 say", ""},
		{"rule 012.3", ""},
		{"Rules", ""},
		{"rules ", ""},
		{"", ""},
	} {
		var got []string
		for _, m := range Citations(c.text) {
			s := m.Number.String()
			if m.Through {
				s = ".." + s
			}
			if part := c.text[m.Start:m.End]; !strings.HasSuffix(m.Number.String(), part) {
				t.Errorf("%q: %q is no part of %s", c.text, part, m.Number)
			}
			got = append(got, s)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("Citations(%q) = %v, want %q", c.text, got, c.want)
		}
	}
}

func FuzzCitations(f *testing.F) {
	for _, seed := range []string{"rules 601.2a–h", "rule 7, 8 and 100.1", "section 9-", "rules 903.9b–", "\xff rule 702.1", "rules 1–2–3–4"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end := 0
		for _, c := range Citations(text) {
			if c.Start < end || c.End <= c.Start || c.End > len(text) {
				t.Fatalf("citation %+v out of order in %q", c, text)
			}
			if c.Number.IsZero() {
				t.Fatalf("citation without number in %q", text)
			}
			end = c.End
		}
	})
}
