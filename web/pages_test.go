package web

import (
	"encoding/xml"
	"net/http"
	"strings"
	"testing"
)

// expectation is what a page must say at a selector.
type expectation struct {
	selector string
	says     string // in any of the elements selected
}

func TestPagesOfTheSample(t *testing.T) {
	s := sample(t)
	for _, c := range []struct {
		path string
		want []expectation
	}{
		{"/", []expectation{
			{"h1", "Sample Rulebook in Our Own Words, as of any day"},
			{"main form[role=search] input[name=q]", ""},
			{".chart svg a[href='/diff/2019-05-03/2020-04-17'] .tip", "Ikoria"},
			{".newest a[href='/r/2025-07-25']", "Edge of Eternities"},
			{".shift del", "discard pile"},
			{".addresses code", "/r/latest/702.19b"},
		}},
		{"/releases", []expectation{
			{"tbody th a[href='/r/2020-04-17']", "Ikoria: Lair of Behemoths"},
			{"tbody tr .tag", "newest"},
		}},
		{"/r/2020-04-17", []expectation{
			{"h1", "Ikoria: Lair of Behemoths"},
			{".when", "IKO · April 17, 2020"},
			{".band.past a[href='/r/2025-07-25']", "Edge of Eternities"},
			{".contents a[href='/r/2020-04-17/702']", "Keyword Abilities"},
			{".contents a[href='/r/2020-04-17/all']", "whole book"},
			{".changed a[href='/diff/2019-05-03/2020-04-17']", "changes"},
			{".source .hash", ""},
		}},
		{"/r/2020-04-17/all", []expectation{
			{"[id='702.19b'] .no", "702.19b"},
			{"[id='702.19b'] .body", "excess damage"},
			{"#part-Glossary", "Glossary"},
			{"h2.heading[id='702'] .body", "Keyword Abilities"},
		}},
		{"/r/2020-04-17/702", []expectation{
			{"h1", "702 Keyword Abilities"},
			{"h2.keyword[id='702.19'] .body", "Trample"},
			{"[id='702.19b'] .body", "excess"},
		}},
		{"/r/2020-04-17/702.19", []expectation{
			{"h1", "702.19 Trample"},
			{".crumbs li", "702 Keyword Abilities"},
			{"[id='702.19b'] a.no[href='/r/2020-04-17/702.19b']", "702.19b"},
		}},
		{"/r/2020-04-17/702.19b", []expectation{
			{"h1", "702.19b"},
			{".when a[href='/r/2020-04-17']", "Ikoria: Lair of Behemoths"},
			{".band.past", "A past release, in force until April 14, 2023."},
			{".band.past a[href='/r/2025-07-25/702.19b']", "Today: 702.19b"},
			{".here .body", "excess"},
			{".crumbs a[href='/r/2020-04-17/702.19']", "702.19 Trample"},
			{".strip svg", ""},
			{".life-words a[href='/history/2020-04-17/702.19b']", "wordings in all"},
			{".copies input[value*='/r/2020-04-17/702.19b']", ""},
			{"link[rel=alternate][href='/history/2020-04-17/702.19b?format=atom']", ""},
		}},
		{"/r/2025-07-25/702.19b", []expectation{
			{".when b", "newest held"},
			{".ways a[rel=prev][href='/r/2023-04-14/702.19b']", "MOM"},
		}},
		{"/r/2020-04-17/introduction", []expectation{{"h1", "Introduction"}}},
		{"/r/2020-04-17/credits", []expectation{{"h1", "Credits"}}},
		{"/r/2020-04-17/glossary", []expectation{
			{"h1", "Glossary"},
			{"#term-trample .term a[href='/r/2020-04-17/glossary/trample']", "Trample"},
			{".letters a[href='#letter-T']", "T"},
		}},
		{"/r/2020-04-17/glossary/trample", []expectation{
			{"link[rel=alternate][href='/history/2020-04-17/glossary/trample?format=atom']", ""},
			{"h1", "Trample"},
			{".side a[href='/r/2020-04-17/702.19']", "702.19"},
		}},
		{"/diff", []expectation{{"select[name=old] option[selected]", "March of the Machine"}}},
		{"/diff/2019-05-03/2020-04-17", []expectation{
			{"h1", "War of the Spark to Ikoria: Lair of Behemoths"},
			{"[id='702.19b'] del", "remaining"},
			{"[id='702.19b'] ins", "excess"},
			{"h2.sticky", "Keyword Abilities"},
			{".filters a[href$='only=added']", "added"},
			{".folded a[href$='only=references']", "refer to the same rules under their new numbers"},
			{".moves summary", "renumbered and nothing else"},
			{".views a[href='/diff/2020-04-17/2019-05-03']", "the other way round"},
			{".views a[href$='view=side']", "Side by side"},
		}},
		{"/diff/2019-05-03/2020-04-17?context=1", []expectation{
			{".unchanged [id='near-702.19a'] .body", ""}, {".views a[href='/diff/2019-05-03/2020-04-17']", "without unchanged neighbours"},
		}},
		{"/diff/2014-02-01/2019-01-25?view=side&context=1", []expectation{{".unchanged .body", ""}}},
		{"/diff/2019-05-03/2020-04-17?only=references", []expectation{{".change .note", "refers to the same rules"}}},
		{"/diff/2020-04-17/2019-05-03", []expectation{
			{"[id='702.19b'] del", "excess"},
			{"[id='702.19b'] ins", "remaining"},
		}},
		{"/diff/2019-05-03/2020-04-17?view=side", []expectation{
			{"[id='702.19b'] .older del", "remaining"},
			{"[id='702.19b'] .newer ins", "excess"},
		}},
		{"/diff/2019-05-03/2020-04-17/702.19b", []expectation{{".lede", "Only 702.19b"}}},
		{"/diff/2020-04-17/2020-04-17", []expectation{{".lede", "nothing changed"}}},
		{"/diff/2014-02-01/2019-01-25", []expectation{{".views a[href$='marks=show']", "of quotes and dashes hidden"}}},
		{"/diff/2014-02-01/2019-01-25?only=typography", []expectation{{".change ins.marks, .change del.marks", ""}}},
		{"/history/2020-04-17/702.19b", []expectation{
			{"h1", "History of 702.19b Trample"},
			{"section.reign[id='2023-04-14'] ins", "battle"},
			{"section.reign[id='2020-04-17'] del", "remaining"},
			{"section.reign[id='2013-07-13'] .note", "the first wording held"},
			{".fate", "In force as 702.19b"},
		}},
		{"/history/2020-04-17/glossary/trample", []expectation{{"h1", "Trample"}}},
		{"/search", []expectation{{".syntax code", "702.19b"}}},
		{"/search?q=%22excess+damage%22&in=all", []expectation{
			{"main input[name=q][value='\"excess damage\"']", ""},
			{".hit a[href$='/702.19b']", "702.19b"},
			{".hit mark", "excess"},
			{".hit .interval", "Ikoria"},
			{".narrow", "Additional Rules"},
		}},
		{"/search?q=%28", []expectation{{"main", ""}}},
		{"/search?q=zzzzqqq", []expectation{{".found", "Nothing found"}, {".syntax dd", ""}}},
		{"/r/2025-07-25/glossary/trample?age=words", []expectation{{".here a[href='/r/2025-07-25/702.19']", "702.19"}}},
		{"/r/2025-07-25/702.19b?age=words", []expectation{
			{".here .body [class^=age-]", "battle"},
			{".here .example", ""},
			{".legend li", "Magic 2014"},
			{".life-words a[href='/r/2025-07-25/702.19b']", "without their age"},
		}},
		{"/trend", []expectation{{".tries a", "battle"}}},
		{"/trend?q=discard+pile,+graveyard", []expectation{
			{".line-key", "discard pile last in March of the Machine"},
			{".trend svg .term-2 line", ""},
			{"tbody th", "Ikoria"},
			{"a[href^='/trend.csv']", "CSV"},
		}},
		{"/trend?q=%22%22", []expectation{{".problem", "no words to count"}}},
		{"/trend?q=a,b,c,d,e,f,g", []expectation{{".problem", "One to 6 terms"}}},
		{"/keywords", []expectation{
			{"h1", "Keywords"}, {".when b", "newest held"},
			{".keyword-list a[href='/keyword/trample']", "Trample"}, {".keyword-list li", "since Magic 2014 or before"},
		}},
		{"/keywords?in=IKO", []expectation{{".band.past a[href='/keywords']", ""}, {".keyword-list a[href='/keyword/trample?in=2020-04-17']", "Trample"}}},
		{"/keyword/trample", []expectation{
			{"h1", "Trample"}, {".lede", "Keyword ability. Since Magic 2014 or before"}, {"[id='702.19b'] .body", "excess"},
			{".reign .note", "reworded"}, {".reign del", "remaining"}, {".glossary .term", "Trample"},
			{".ways a[rel=prev][href='/keyword/trample?in=2023-04-14']", "MOM"},
		}},
		{"/r/2025-07-25/702.19", []expectation{{".side a[href='/keyword/trample']", "keyword"}}},
		{"/annotate", []expectation{{"form.annotate textarea[name=text]", ""}}},
		{"/annotate?text=Trample.+Discard+a+card.", []expectation{
			{".card-text a[href='#note-1']", "Trample"}, {"#note-1 [id='note-1-702.19b']", "excess"}, {"textarea", "Discard a card."},
		}},
		{"/annotate?text=%3Cscript%3E", []expectation{{".card-text", "<script>"}, {"main", "No word of it"}}},
		{"/about", []expectation{{"h1", "About"}, {"#addresses", "Addresses"}, {".lede", "own words"}}},
	} {
		check(t, s, c.path, c.want)
	}
}

// check opens a page and looks for what it must say.
func check(t *testing.T, s http.Handler, path string, want []expectation) {
	t.Helper()
	doc := open(t, s, path)
	for _, w := range want {
		found := doc.Find(w.selector)
		if found.Length() == 0 {
			t.Errorf("%s: nothing at %s", path, w.selector)
		} else if !strings.Contains(text(found), w.says) {
			t.Errorf("%s: %s says %.200q, want %q in it", path, w.selector, text(found), w.says)
		}
	}
}

func TestAddresses(t *testing.T) {
	s := sample(t)
	for _, c := range []struct {
		path   string
		status int
		to     string
	}{
		{"/r/IKO", 302, "/r/2020-04-17"},
		{"/r/iko/702.19b", 302, "/r/2020-04-17/702.19b"},
		{"/r/latest", 302, "/r/2025-07-25"},
		{"/r/latest/702.19b", 302, "/r/2025-07-25/702.19b"},
		{"/r/2020-12-24/702.19b", 302, "/r/2020-04-17/702.19b"},
		{"/r/IKO~1", 302, "/r/2019-05-03"},
		{"/r/2020-04-17/702.19B.", 302, "/r/2020-04-17/702.19b"},
		{"/r/2020-04-17/rule%20702.19b", 302, "/r/2020-04-17/702.19b"},
		{"/r/2020-04-17/702.19b/", 302, "/r/2020-04-17/702.19b"},
		{"/r/IKO/all", 302, "/r/2020-04-17/all"},
		{"/r/IKO/glossary", 302, "/r/2020-04-17/glossary"},
		{"/r/IKO/glossary/Trample", 302, "/r/2020-04-17/glossary/trample"},
		{"/r/2020-04-17/glossary/TRAMPLE", 302, "/r/2020-04-17/glossary/trample"},
		{"/glossary", 302, "/r/2025-07-25/glossary"},
		{"/glossary/trample", 302, "/r/2025-07-25/glossary/trample"},
		{"/diff/war/iko", 302, "/diff/2019-05-03/2020-04-17"},
		{"/diff/WAR/2020-04-17/702.19B?view=side", 302, "/diff/2019-05-03/2020-04-17/702.19b?view=side"},
		{"/diff?old=WAR&new=IKO", 302, "/diff/2019-05-03/2020-04-17"},
		{"/history/IKO/702.19b", 302, "/history/2020-04-17/702.19b"},
		{"/r/2020-04-17/702.19b?utm_source=x", 200, ""},

		{"/r/XYZ", 404, ""},
		{"/r/1999-01-01", 404, ""},
		{"/r/2020-04-17/702.999", 404, ""},
		{"/r/2020-04-17/nonsense", 404, ""},
		{"/r/2020-04-17/contents", 404, ""},
		{"/r/2020-04-17/glossary/tramplee", 404, ""},
		{"/glossary/nosuchterm", 404, ""},
		{"/history/2020-04-17/702.999", 404, ""},
		{"/diff/WAR/XYZ", 404, ""},
		{"/diff/2019-05-03/2020-04-17/x", 404, ""},
		{"/diff/2019-05-03/2020-04-17?only=nonsense", 400, ""},
		{"/search?q=damage&from=0", 400, ""},
		{"/search?q=damage&in=XYZ", 404, ""},
		{"/nowhere", 404, ""},
		{"//evil.example/", 307, "/evil.example/"},
		{"/static/none.css", 404, ""},
		{"/keyword/Trample", 302, "/keyword/trample"},
		{"/keyword/TRAMPLE?in=IKO", 302, "/keyword/trample?in=2020-04-17"},
		{"/keyword/nonsense", 404, ""},
		{"/keyword/trample?in=XYZ", 404, ""},
		{"/keyword/%2B", 404, ""},
	} {
		r := get(t, s, c.path)
		if r.StatusCode != c.status || r.Header.Get("Location") != c.to {
			t.Errorf("GET %s: %d to %q, want %d to %q", c.path, r.StatusCode, r.Header.Get("Location"), c.status, c.to)
		}
	}
}

// An error page says what was asked, what is near it and how to go on.
func TestErrorPages(t *testing.T) {
	s := sample(t)
	for _, c := range []struct{ path, says, near string }{
		{"/r/IKA", "There is no release “IKA”", "/r/2020-04-17"},
		{"/r/2013-01-01", "No release held was in force on January 1, 2013", "/r/2013-07-13"},
		{"/r/2020-04-17/702.19x", "have no 702.19x", "/r/2020-04-17/702.19"},
		{"/r/2020-04-17/glossary/tramplee", "no term “tramplee”", "/r/2020-04-17/glossary/trample"},
		{"/r/2013-07-13/310", "The number was in use from March of the Machine", ""},
		{"/r/2025-07-25/glossary/discard-pile", "Glossaries had it from Magic 2014 to March of the Machine. What bore it is Graveyard here.", "/r/2025-07-25/glossary/graveyard"},
		{"/r/2014-02-01/310", "What bears it came in March of the Machine.", ""},
		{"/keyword/tramplee", "has no keyword “tramplee”", "/keyword/trample"},
		{"/nowhere", "There is nothing at “/nowhere”", ""},
	} {
		r := get(t, s, c.path)
		doc := parsed(t, r)
		if r.StatusCode != http.StatusNotFound || !strings.Contains(text(doc.Find("main")), c.says) {
			t.Errorf("%s: %d %.300q, want %q in it", c.path, r.StatusCode, text(doc.Find("main")), c.says)
		}
		if c.near != "" && doc.Find(".near a[href='"+c.near+"']").Length() == 0 {
			t.Errorf("%s: does not lead to %s", c.path, c.near)
		}
		if doc.Find(".near a").Length() == 0 {
			t.Errorf("%s: leads nowhere", c.path)
		}
		if r.Header.Get("ETag") != "" {
			t.Errorf("%s: an error page has an ETag", c.path)
		}
	}
}

func TestFeeds(t *testing.T) {
	s := sample(t)
	for path, says := range map[string]string{
		"/feed.xml": "Ikoria: Lair of Behemoths",
		"/history/2020-04-17/702.19b?format=atom":          "702.19b: reworded",
		"/history/2020-04-17/glossary/trample?format=atom": "the first wording held",
	} {
		r := get(t, s, path)
		feed := body(t, r)
		if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/atom+xml") || !strings.Contains(feed, says) {
			t.Errorf("%s: %s %s %.300s", path, r.Status, r.Header.Get("Content-Type"), feed)
		}
		var f atomFeed
		if err := xml.Unmarshal([]byte(feed), &f); err != nil || len(f.Entries) == 0 || f.Updated == "" {
			t.Errorf("%s: %d entries, updated %q, %v", path, len(f.Entries), f.Updated, err)
		}
	}
}
