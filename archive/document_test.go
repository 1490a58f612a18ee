package archive

import (
	"encoding/json"
	"testing"
)

func TestReleaseDocumentHasNoNull(t *testing.T) {
	got, err := json.Marshal(NewReleaseDocument(Release{Effective: Date{2020, 4, 17}, Code: "IKO"}))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"effective":"2020-04-17","code":"IKO","name":"","held":false,"rules":0,"examples":0,"headings":0,"glossary":0,` +
		`"source":{"file":"","sha256":"","encoding":"","bytes":0},"flags":[]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestShowDocument(t *testing.T) {
	number := func(s string) Number {
		n, err := ParseNumber(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	s := &Snapshot{Release: Release{Effective: Date{2020, 4, 17}, Code: "IKO", Name: "Ikoria", Held: true, Sample: true}, Entries: []Entry{
		{Kind: Heading, Number: number("702"), Text: "Keyword Abilities"},
		{Kind: Rule, Number: number("702.19"), Text: "Trample"},
		{Kind: Subrule, Number: number("702.19b"), Text: "It goes on.", Examples: []string{"So."}},
	}}
	got, err := json.Marshal(NewShowDocument(s, s.Under(number("702.19b")), true))
	if err != nil {
		t.Fatal(err)
	}
	want := `{"release":{"effective":"2020-04-17","code":"IKO","name":"Ikoria","newest":true,"sample":true,"flags":[]},` +
		`"entries":[{"kind":"subrule","number":"702.19b","term":"","heading":"702 Keyword Abilities › 702.19 Trample",` +
		`"text":"It goes on.","examples":["So."]}]}`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
