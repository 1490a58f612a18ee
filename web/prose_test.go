package web

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/diffing"
)

// textBook is a book of rules that say nothing.
func textBook(d string, numbers ...string) *book {
	s := &archive.Snapshot{}
	s.Release.Effective, _ = archive.ParseDate(d)
	for _, name := range numbers {
		n, _ := archive.ParseNumber(name)
		s.Entries = append(s.Entries, archive.Entry{Kind: n.Kind(), Number: n, Text: "x"})
	}
	return newBook(s)
}

func TestChangedTextsLink(t *testing.T) {
	older, newer := textBook("2019-01-25", "702.18", "510.1"), textBook("2020-04-17", "702.19", "510.1")
	const was = "See rule 702.18 and rule 510.1 & rule 999.9.\nAgain rule 702.18."
	const is = "Now see rule 702.19 and rule 510.1 & rule 999.9.\nAgain rule 702.19, twice.\nExample: rule 510.1."
	edits := diffing.Words(was, is)
	links := func(b *book) citationLinks { return b.links("") }
	for _, c := range []struct {
		side        side
		here, there []string // addresses that are linked and those that are not
		says        string
	}{
		{bothSides, []string{"/r/2019-01-25/702.18", "/r/2020-04-17/702.19", "/r/2020-04-17/510.1"}, []string{"999.9\""}, ""},
		{newSide, []string{"/r/2020-04-17/702.19", "/r/2020-04-17/510.1"}, []string{"702.18\""}, is},
		{oldSide, []string{"/r/2019-01-25/702.18", "/r/2019-01-25/510.1"}, []string{"702.19\""}, was},
	} {
		got := string(editedWith(edits, c.side, false, links(older), links(newer)))
		for _, want := range c.here {
			if !strings.Contains(got, `<a href="`+want+`">`) {
				t.Errorf("side %d: no link to %s in %s", c.side, want, got)
			}
		}
		for _, none := range c.there {
			if strings.Contains(got, none) {
				t.Errorf("side %d: a link to %s in %s", c.side, none, got)
			}
		}
		plain := html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(strings.ReplaceAll(got, "</p><p", "</p>\n<p"), ""))
		plain = strings.ReplaceAll(plain, "Example rule", "Example: rule")
		if c.says != "" && plain != c.says {
			t.Errorf("side %d says %q, want %q", c.side, plain, c.says)
		}
	}
}

// A term printed out of its place makes no second list of its letter.
func TestLettersOfAGlossary(t *testing.T) {
	for in, want := range map[string]string{
		"": "", "Ax Bow Cut": "ABC", "Ax Bow Bud Ask Cut Day": "ABBBCD", "Hut Jar Ice Ink Jet Kin": "HHIIJK", "Zoo Ax Bow": "AAB", "+1/+1 Ax Zoo Bow": "#AAB",
	} {
		s := &archive.Snapshot{}
		for _, term := range strings.Fields(in) {
			s.Entries = append(s.Entries, archive.Entry{Kind: archive.Term, Term: term})
		}
		if got := strings.Join(letters(newBook(s)), ""); got != want {
			t.Errorf("%s: %q, want %q", in, got, want)
		}
	}
}
