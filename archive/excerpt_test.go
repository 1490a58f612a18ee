package archive

import (
	"reflect"
	"testing"
)

func excerpted(number, text string, cut bool) Excerpted {
	n, err := ParseNumber(number)
	if err != nil {
		panic(err)
	}
	return Excerpted{Entry: Entry{Kind: Subrule, Number: n, Text: text}, Cut: cut}
}

func TestExcerptsOn(t *testing.T) {
	day, other := Date{2011, 9, 30}, Date{2012, 5, 1}
	excerpts := []Excerpt{
		{Blocks: []ExcerptBlock{
			{Date: day, Set: "Innistrad", Rules: []Excerpted{excerpted("702.10b", "Second, cut", true), excerpted("702.9a", "First.", false)}},
			{Date: other, Rules: []Excerpted{excerpted("100.1a", "Elsewhere.", false)}},
			{Rules: []Excerpted{excerpted("100.1b", "Undated.", false)}},
		}},
		{Blocks: []ExcerptBlock{{Date: day, Rules: []Excerpted{excerpted("702.10b", "Second, whole.", false), excerpted("702.11a", "Third", true)}}}},
	}
	s := ExcerptsOn(excerpts, day)
	var got []string
	for _, e := range s.Entries {
		got = append(got, e.Number.String()+" "+e.Text)
	}
	if want := []string{"702.9a First.", "702.10b Second, whole.", "702.11a Third"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if r := s.Release; !r.Excerpt || r.Held || r.Name != "Innistrad" || len(r.Flags) != 1 || r.Flags[0] != "702.11a breaks off in mid-sentence" {
		t.Errorf("release %+v", r)
	}
	for _, d := range []Date{{2013, 1, 1}, {}} {
		if s := ExcerptsOn(excerpts, d); s != nil {
			t.Errorf("of %s there is %v", d, s)
		}
	}
	dates, undated := excerpts[0].Dates()
	if !reflect.DeepEqual(dates, []Date{day, other}) || !undated || excerpts[0].Rules() != 4 {
		t.Errorf("dates %v, undated %t, %d rules", dates, undated, excerpts[0].Rules())
	}
}
