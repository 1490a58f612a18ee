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

func TestReleaseDocumentsWithExcerpts(t *testing.T) {
	day := Date{2011, 9, 30}
	excerpts := []Excerpt{{Source: Source{File: "page.txt", SHA256: "a1", Encoding: "UTF-8", Bytes: 9}, Rule: excerpted("100.1a", "", false).Number,
		Blocks: []ExcerptBlock{{Date: day, Set: "One", Rules: []Excerpted{excerpted("100.1a", "A.", false)}}, {Rules: []Excerpted{excerpted("100.1a", "B.", false)}}}}}
	got, err := json.Marshal(NewReleaseDocuments(nil, excerpts))
	if err != nil {
		t.Fatal(err)
	}
	const piece = `"held":false,"excerpt":true,"rules":1,"examples":0,"headings":0,"glossary":0,` +
		`"source":{"file":"","sha256":"","encoding":"","bytes":0},"flags":[],` +
		`"excerpts":[{"file":"page.txt","sha256":"a1","encoding":"UTF-8","bytes":9,"rule":"100.1a","rules":1}]}`
	want := `[{"effective":"2011-09-30","code":"","name":"One",` + piece + `,{"effective":"","code":"","name":"",` + piece + `]`
	if string(got) != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := NewReleaseDocuments(nil, nil); got == nil || len(got) != 0 {
		t.Errorf("of nothing there is %v", got)
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
