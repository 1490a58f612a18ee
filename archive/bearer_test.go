package archive

import "testing"

// Of two rules with the words that an excerpt shows, the one counts that bore them in a
// release nearer to its day; what the rule itself said needs no bearer.
func TestFindBearers(t *testing.T) {
	day := func(year int) Date { return Date{year, 1, 1} }
	var releases []Release
	for year := 2012; year <= 2016; year++ {
		releases = append(releases, Release{Effective: day(year), Held: true})
	}
	spans := []Span{
		{Number: excerpted("100.9a", "", false).Number, Text: "It walks.", From: day(2015), To: day(2016)},
		{Term: "Walk", Heading: "Glossary", Text: "It walks.", From: day(2012), To: day(2013)},
		{Term: "Hop", Text: "It hops — twice.", From: day(2014), To: day(2014)},
	}
	asked := 0
	each := func(yield func(Span) error) error {
		asked++
		for _, s := range spans {
			if err := yield(s); err != nil {
				return err
			}
		}
		return nil
	}
	found := []Evidence{
		{Date: day(2011), Rule: excerpted("100.1a", "It walks.", false)},
		{Rule: excerpted("100.1a", "It walks.", false)},
		{Date: day(2011), Rule: excerpted("100.1a", "It hops - ", true)},
		{Date: day(2011), Rule: excerpted("100.1a", "It swims.", false)},
		{Date: day(2011), Rule: excerpted("100.1a", "It walks.", false), Same: &spans[0]},
	}
	if err := FindBearers(found, releases, each); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"Walk 2012-01-01", "100.9a 2016-01-01", "Hop 2014-01-01", "", ""} {
		got := ""
		if b := found[i].Bearer; b != nil {
			got = b.Name + " " + b.Release.Effective.String()
		}
		if got != want {
			t.Errorf("%d: borne by %q, want %q", i, got, want)
		}
	}
	if err := FindBearers(found[4:], releases, each); err != nil || asked != 1 {
		t.Errorf("%v; the stretches were read %d times", err, asked)
	}
}
