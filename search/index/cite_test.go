package index

import (
	"context"
	"testing"
	"time"

	"rulebook/archive"
)

// A term that cites a number, another, and the first again means each time the rule
// that bore the number then: what bore it in between is not meant.
func TestDefinesInItsTime(t *testing.T) {
	day := func(year int) archive.Date { return archive.Date{Year: year, Month: time.May, Day: 1} }
	number := func(s string) archive.Number {
		n, err := archive.ParseNumber(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	m := &memory{generation: 1}
	for year := 2001; year <= 2003; year++ {
		m.releases = append(m.releases, archive.Release{Effective: day(year), Held: true})
	}
	heading := func(id archive.LineageID, year int, n, title string) archive.Span {
		return archive.Span{Lineage: id, Kind: archive.Heading, Number: number(n), Text: title, From: day(year), To: day(year), InForce: year == 2003}
	}
	term := func(year int, n string) archive.Span {
		return archive.Span{Lineage: 3, Kind: archive.Term, Term: "Crown", Text: "Who leads. See rule " + n + ".", From: day(year), To: day(year), InForce: year == 2003}
	}
	m.spans = []archive.Span{
		heading(1, 2001, "721", "The Crown"), heading(1, 2002, "722", "The Crown"), heading(1, 2003, "721", "The Crown"),
		heading(2, 2001, "720", "Ends of Turns"), heading(2, 2002, "721", "Ends of Turns"), heading(2, 2003, "720", "Ends of Turns"),
		term(2001, "721"), term(2002, "722"), term(2003, "721"),
	}
	documents, err := gather(context.Background(), m, m.releases)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range documents {
		if d.kind != archive.Heading {
			continue
		}
		if got, want := len(d.defines) > 0, d.newest().text == "The Crown"; got != want {
			t.Errorf("%s defines %q", d.newest().text, d.defines)
		}
	}
}
