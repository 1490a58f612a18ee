package archive

import (
	"fmt"
	"reflect"
	"slices"
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
		{Source: Source{File: "b.txt"}, Blocks: []ExcerptBlock{{Date: day, Rules: []Excerpted{excerpted("702.10b", "Second, whole.", false), excerpted("702.11a", "Third", true)}}}},
		{Blocks: []ExcerptBlock{{Date: day, Rules: []Excerpted{excerpted("702.9a", "First.", false), excerpted("702.10b", "Second, other.", false)}}}},
	}
	s := ExcerptsOn(excerpts, day)
	var got []string
	for _, e := range s.Entries {
		got = append(got, e.Number.String()+" "+e.Text)
	}
	if want := []string{"702.9a First.", "702.10b Second, whole.", "702.11a Third"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if r := s.Release; !r.Excerpt || r.Held || r.Name != "Innistrad" || !slices.Equal(r.Flags, []string{
		"excerpts differ in 702.10b; that of b.txt is shown", "702.11a breaks off in mid-sentence"}) {
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

func TestWithExcerpts(t *testing.T) {
	first, second, third := Date{2011, 9, 30}, Date{2012, 5, 1}, Date{2013, 1, 1}
	releases := []Release{{Effective: first, Code: "ONE"}, {Effective: third, Code: "THREE", Held: true}}
	excerpts := []Excerpt{{Blocks: []ExcerptBlock{
		{Date: third, Rules: []Excerpted{excerpted("100.1a", "C.", false)}},
		{Date: second, Set: "Two", Rules: []Excerpted{excerpted("100.1a", "B", true)}},
		{Date: first, Set: "One", Rules: []Excerpted{excerpted("100.1a", "A.", false), excerpted("100.1b", "A.", false)}},
		{Rules: []Excerpted{excerpted("100.1a", "No date.", false)}},
	}}}
	var got []string
	for _, r := range WithExcerpts(releases, excerpts) {
		got = append(got, fmt.Sprintf("%s %s%s held %t, excerpt %t, %d rules, %d flags", r.Effective, r.Code, r.Name, r.Held, r.Excerpt, r.Counts.Rules, len(r.Flags)))
	}
	want := []string{
		"2011-09-30 ONE held false, excerpt true, 2 rules, 0 flags",
		"2012-05-01 Two held false, excerpt true, 1 rules, 1 flags",
		"2013-01-01 THREE held true, excerpt false, 0 rules, 0 flags",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if releases[0].Excerpt {
		t.Error("the releases given were changed")
	}
}
