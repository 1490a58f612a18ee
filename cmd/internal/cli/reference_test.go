package cli

import (
	"strings"
	"testing"

	"rulebook/archive"
)

// referenceBook is a small release.
func referenceBook() *archive.Snapshot {
	number := func(s string) archive.Number {
		n, err := archive.ParseNumber(s)
		if err != nil {
			panic(err)
		}
		return n
	}
	return &archive.Snapshot{Release: archive.Release{Effective: archive.Date{Year: 2020, Month: 4, Day: 17}, Name: "Ikoria"},
		Entries: []archive.Entry{
			{Kind: archive.Introduction, Text: "Hello."},
			{Kind: archive.Section, Number: number("7"), Text: "Additional Rules"},
			{Kind: archive.Heading, Number: number("702"), Text: "Keyword Abilities"},
			{Kind: archive.Rule, Number: number("702.9"), Text: "Flying"},
			{Kind: archive.Subrule, Number: number("702.9a"), Text: "It flies."},
			{Kind: archive.Rule, Number: number("702.10"), Text: "Haste"},
			{Kind: archive.Subrule, Number: number("702.10a"), Text: "It is quick."},
			{Kind: archive.Subrule, Number: number("702.10b"), Text: "Very."},
			{Kind: archive.Heading, Number: number("704"), Text: "State-Based Actions"},
			{Kind: archive.Rule, Number: number("704.1"), Text: "They happen."},
			{Kind: archive.Term, Term: "Flying", Text: "A keyword ability."},
			{Kind: archive.Term, Term: "Ma’rûk", Text: "A name."},
		}}
}

func TestReferences(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"702.10", "702.10 702.10a 702.10b"},
		{"702.9", "702.9 702.9a"},
		{"CR 702.9A.", "702.9a"},
		{"rule 704", "704 704.1"},
		{"flying", "Flying"},
		{"ma'rûk", "Ma’rûk"},
		{"state–based ACTIONS", "704 704.1"},
		{"keyword abilities", "702 702.9 702.9a 702.10 702.10a 702.10b"},
		{"introduction", "introduction"},
		{"glossary", "Flying Ma’rûk"},
	} {
		r, err := parseReference(strings.Fields(c.args), "")
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
			continue
		}
		entries, err := r.find(referenceBook())
		if err != nil {
			t.Errorf("%s: %v", c.args, err)
		}
		var names []string
		for _, e := range entries {
			names = append(names, e.Name())
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s names %s, want %s", c.args, got, c.want)
		}
	}
}

func TestReferencesToNothing(t *testing.T) {
	for _, c := range []struct{ asked, want string }{
		{"702.10l", "nearest are 702.10a, 702.10b; the letters l and o do not exist"},
		{"702.10z", "nearest are 702.10a, 702.10b"},
		{"702.11a", "nearest are 702.9, 702.10"},
		{"703", "nearest are 702, 704"},
		{"703.5", "nearest are 702, 704"},
		{"8", "nearest are 7"},
		{"702.1.1", "a rule number looks like 702, 702.19 or 702.19b"},
		{"fliyng", "nearest are Flying; to look inside the rules: rulebook search fliyng"},
		{"it's gone", `rulebook search 'it'\''s gone'`},
		{"credits", `no glossary term or title "credits"`},
	} {
		r, err := parseReference([]string{c.asked}, "")
		if err != nil {
			t.Errorf("%s: %v", c.asked, err)
			continue
		}
		if _, err := r.find(referenceBook()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v\nwant %s", c.asked, err, c.want)
		}
	}
}

func FuzzReference(f *testing.F) {
	for _, seed := range []string{"702.19b", "mana value", "702@IKO", "@", "9", "0.0", "\x00", "ⅸ", "rule ", "702.19l"} {
		f.Add(seed)
	}
	s := referenceBook()
	f.Fuzz(func(t *testing.T, asked string) {
		r, err := parseReference([]string{asked}, "")
		if err != nil {
			return
		}
		if entries, err := r.find(s); err == nil && len(entries) == 0 {
			t.Errorf("%q names nothing, and that is no error", asked)
		} else if err != nil && err.Error() == "" {
			t.Errorf("%q: an error without words", asked)
		}
	})
}
