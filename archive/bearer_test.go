package archive

import "testing"

// Of two rules with the words sought, the one counts that bore them in a release nearer
// to the day.
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
	sought := []Sought{
		{Text: "It walks.", Day: day(2011)},
		{Text: "It walks."},
		{Text: "It hops - ", Cut: true, Day: day(2011)},
		{Text: "It swims.", Day: day(2011)},
		{},
	}
	found, err := FindBearers(sought, releases, each)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"Walk 2012-01-01", "100.9a 2016-01-01", "Hop 2014-01-01", "", ""} {
		got := ""
		if b := found[i]; b != nil {
			got = b.Name + " " + b.Release.Effective.String()
		}
		if got != want {
			t.Errorf("%d: borne by %q, want %q", i, got, want)
		}
	}
	if _, err := FindBearers(sought[4:], releases, each); err != nil || asked != 1 {
		t.Errorf("%v; the stretches were read %d times", err, asked)
	}
}

// What the rule asked for has said itself needs no bearer.
func TestNameBearers(t *testing.T) {
	span := Span{Term: "Walk", Text: "It walks."}
	found := []Evidence{{Rule: excerpted("100.1a", "It walks.", false)}, {Rule: excerpted("100.1a", "It walks.", false), Same: &span}}
	err := NameBearers(found, []Release{{Held: true}}, func(yield func(Span) error) error { return yield(span) })
	if err != nil || found[0].Bearer == nil || found[0].Bearer.Name != "Walk" || found[1].Bearer != nil {
		t.Errorf("%v, %+v", err, found)
	}
}
