package archive

import (
	"fmt"
	"slices"
	"testing"
)

func evidenceLines(found []Evidence) []string {
	var lines []string
	for _, e := range found {
		same := "no words held"
		if e.Same != nil {
			same = "the words since " + e.Same.From.String()
		}
		lines = append(lines, fmt.Sprintf("%s %s: %s", e.Date, e.Rule.Number, same))
	}
	return lines
}

// A rule that was 100.1a until 2014 and then 100.2a: what an excerpt shows of it is
// what stands under its number on days between, or has its words.
func TestEvidence(t *testing.T) {
	day := func(year int) Date { return Date{year, 1, 1} }
	var releases []Release
	for _, year := range []int{2012, 2013, 2014, 2015, 2016} {
		releases = append(releases, Release{Effective: day(year), Held: year != 2013})
	}
	number := func(s string) Number { return excerpted(s, "", false).Number }
	spans := []Span{
		{Number: number("100.1a"), Text: "It hops.", From: day(2012), To: day(2014)},
		{Number: number("100.2a"), Text: "It hops — twice.", From: day(2015), To: day(2016)},
	}
	block := func(d Date, rules ...Excerpted) Excerpt {
		return Excerpt{Blocks: []ExcerptBlock{{Date: d, Rules: rules}}}
	}
	excerpts := []Excerpt{
		block(day(2010), excerpted("100.1a", "It walks.", false), excerpted("100.2a", "It swims.", false), excerpted("100.3a", "It hops.", false)),
		block(Date{}, excerpted("100.2a", "It hops", true), excerpted("100.9a", "It walks.", false)),
		block(day(2013), excerpted("100.1a", "It hops a bit.", false), excerpted("100.2a", "It swims.", false)),
		block(day(2014), excerpted("100.1a", "It is held.", false)),
		block(Date{2014, 5, 1}, excerpted("100.1a", "A.", false), excerpted("100.2a", "It hops - twice.", false)),
		block(day(2017), excerpted("100.2a", "It hops at last.", false), excerpted("100.1a", "It swims.", false)),
	}
	if got, want := evidenceLines(EvidenceOf(excerpts, releases, spans)), []string{
		"2017-01-01 100.2a: no words held",
		"2014-05-01 100.1a: no words held",
		"2014-05-01 100.2a: the words since 2015-01-01",
		"2013-01-01 100.1a: no words held",
		"2010-01-01 100.1a: no words held",
		"2010-01-01 100.3a: the words since 2012-01-01",
		" 100.2a: the words since 2015-01-01",
	}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	if got, want := evidenceLines(EvidenceUnder(excerpts, releases, number("100.2a"))), []string{
		"2017-01-01 100.2a: no words held", "2014-05-01 100.2a: no words held", "2013-01-01 100.2a: no words held",
		"2010-01-01 100.2a: no words held", " 100.2a: no words held",
	}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
