package parse_test

import (
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// small is a rulebook in the published shape and in our own words, with the
// things in it that go wrong in published ones.
const small = `A Small Book

These rules are effective as of April 17, 2020.

Introduction

This book is made up for tests.

It has two parts.

Contents

1. Basics
100. General
101. Cards
7. More
702. Words

Glossary

Credits

1. Basics

100. General

100.1. Two people play. “Sit down,” says the older one.

100.1a The older one begins.
Example: Ann is older than Bob. Ann begins.
Example: Bob is older than Ann. Bob begins.

101. Cards

101.1. A card has two sides.
     A side may be empty.

101.1a {T} on a card means: turn it.

101.1b “Turn” is a verb here.

7. More

702. Words

702.9. Flying

702.9a A card that flies is above the table.

702.10. Haste

Glossary

Card
1. A piece of paper.
2. Half a piece of paper.
See rule 101.

Flying
To be above the table. See rule 702.9, “Flying.”

Table
What is below.

Credits

Written by nobody.
Printed nowhere.
`

// readBook parses a text that must be a rulebook.
func readBook(t testing.TB, text string) *archive.Snapshot {
	t.Helper()
	s, err := parse.Parse([]byte(text), parse.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// entry finds an entry by its name.
func entry(t testing.TB, s *archive.Snapshot, name string) archive.Entry {
	t.Helper()
	for _, e := range s.Entries {
		if e.Name() == name {
			return e
		}
	}
	t.Fatalf("no entry %s", name)
	return archive.Entry{}
}

// warns reports whether a warning for a line holds some words.
func warns(s *archive.Snapshot, line int, words string) bool {
	for _, w := range s.Warnings {
		if w.Line == line && strings.Contains(w.Message, words) {
			return true
		}
	}
	return false
}

// lineOf is the line of a text that some words stand in, counted from 1.
func lineOf(text, words string) int {
	before, _, _ := strings.Cut(text, words)
	return strings.Count(before, "\n") + 1
}

func TestSmallBook(t *testing.T) {
	s := readBook(t, small)
	if len(s.Warnings) > 0 || len(s.Release.Flags) > 0 {
		t.Errorf("a clean book has warnings %v, flags %q", s.Warnings, s.Release.Flags)
	}
	if want := (archive.Counts{Sections: 2, Headings: 3, Rules: 8, Examples: 2, Glossary: 3}); s.Release.Counts != want {
		t.Errorf("counts %+v, want %+v", s.Release.Counts, want)
	}
	if got := s.Release.Effective.String(); got != "2020-04-17" {
		t.Errorf("effective %s", got)
	}
	if got := strings.Join(s.Front, "|"); got != "A Small Book|These rules are effective as of April 17, 2020." {
		t.Errorf("front %q", got)
	}
	var kinds []string
	for _, e := range s.Entries {
		kinds = append(kinds, e.Kind.String())
	}
	const order = "introduction contents section heading rule subrule heading rule subrule subrule " +
		"section heading rule subrule rule glossary glossary glossary credits"
	if got := strings.Join(kinds, " "); got != order {
		t.Errorf("kinds\n%s, want\n%s", got, order)
	}
	for name, want := range map[string]string{
		"introduction": "This book is made up for tests.\nIt has two parts.",
		"100.1":        "Two people play. “Sit down,” says the older one.",
		"101.1":        "A card has two sides.\n     A side may be empty.",
		"101.1a":       "{T} on a card means: turn it.",
		"101.1b":       "“Turn” is a verb here.",
		"702.10":       "Haste",
		"Card":         "1. A piece of paper.\n2. Half a piece of paper.\nSee rule 101.",
		"Table":        "What is below.",
		"credits":      "Written by nobody.\nPrinted nowhere.",
	} {
		if got := entry(t, s, name).Text; got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if got := entry(t, s, "100.1a"); len(got.Examples) != 2 || got.Examples[1] != "Bob is older than Ann. Bob begins." || got.Line != lineOf(small, "100.1a The") {
		t.Errorf("100.1a is %+v", got)
	}
	checkRoundTrip(t, s, parse.Options{})
}

// Slips of the editors, each made in the small book: what is kept, under which
// name, and what is warned of.
func TestSlips(t *testing.T) {
	for _, c := range []struct {
		name, old, new string
		entry          string // that must hold the text
		label, text    string
		warning        string
	}{
		{"no space", "101.1. A card", "101.1.A card", "101.1", "", "A card has two sides.\n     A side may be empty.", "no space stands between"},
		{"no period", "702.10. Haste", "702.10 Haste", "702.10", "702.10", "Haste", `printed as "702.10"`},
		{"a period too many", "702.9a A card", "702.9a. A card", "702.9a", "702.9a.", "A card that flies is above the table.", `printed as "702.9a."`},
		{"no space before a quote", "101.1b “Turn”", "101.1b“Turn”", "101.1b", "", "“Turn” is a verb here.", "no space stands between"},
		{"no space before a symbol", "101.1a {T}", "101.1a{T}", "101.1a", "", "{T} on a card means: turn it.", "no space stands between"},
		{"two spaces", "702.10. Haste", "702.10.  Haste", "702.10", "", " Haste", ""},
		{"a no-break space", "702.10. Haste", "702.10.\u00a0Haste", "702.10", "", "Haste", ""},
		{"an indented rule", "702.10. Haste", "   702.10. Haste", "702.10", "", "Haste", ""},
		{"before its time", "702.9. Flying", "702.90. Flying", "702.90", "", "Flying", "702.90 stands out of order, before 702.9a"},
		{"after its place", "702.10. Haste", "702.8. Haste", "702.8", "", "Haste", "out of order, after 702.9a"},
		{"a letter that is skipped", "101.1b “Turn”", "101.1l “Turn”", "101.1l", "", "“Turn” is a verb here.", "a letter that the book skips"},
		{"no rule's number", "702.10. Haste", "702.10abc Haste", "702.9a", "", "A card that flies is above the table.\n702.10abc Haste", "its number cannot be read"},
		{"a number inside a sentence", "702.10. Haste", "702.10), any", "702.9a", "", "A card that flies is above the table.\n702.10), any", "its number cannot be read"},
		{"a lone letter", "702.10. Haste", "f", "702.9a", "", "A card that flies is above the table.\nf", `nothing but "f"`},
		{"a list of steps", "702.10. Haste", "1. Draw.\n2. Play.", "702.9a", "", "A card that flies is above the table.\n1. Draw.\n2. Play.", ""},
		{"a heading unlike the list", "101. Cards\n\n101.1", "101. Card\n\n101.1", "101", "", "Card", `headed "Card", but "Cards"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(small, c.old, c.new, 1)
			s := readBook(t, text)
			e := entry(t, s, c.entry)
			if e.Label != c.label || e.Text != c.text {
				t.Errorf("label %q, text %q", e.Label, e.Text)
			}
			if c.warning != "" && !warns(s, lineOf(small, c.old), c.warning) {
				t.Errorf("no warning %q for line %d in %v", c.warning, lineOf(small, c.old), s.Warnings)
			}
			checkRoundTrip(t, s, parse.Options{})
		})
	}
}

// A paragraph of the introduction may begin with a rule's number.
func TestNumberInIntroduction(t *testing.T) {
	s := readBook(t, strings.Replace(small, "It has two parts.", "100.1 is the first rule.", 1))
	if e := entry(t, s, "introduction"); !strings.HasSuffix(e.Text, "\n100.1 is the first rule.") || len(s.Warnings) > 0 {
		t.Errorf("%+v, warnings %v", e, s.Warnings)
	}
	checkRoundTrip(t, s, parse.Options{})
}

func TestNumberTwice(t *testing.T) {
	text := strings.Replace(small, "702.10. Haste", "702.9a It comes down again.", 1)
	s := readBook(t, text)
	at := s.FindAll(archive.Number{Section: 7, Heading: 702, Rule: 9, Letter: "a"})
	if len(at) != 2 || s.Entries[at[1]].Text != "It comes down again." {
		t.Errorf("702.9a is at %v", at)
	}
	if !warns(s, lineOf(text, "702.9a It"), "printed twice") {
		t.Errorf("warnings %v", s.Warnings)
	}
	checkRoundTrip(t, s, parse.Options{})
}

func TestExamples(t *testing.T) {
	for name, c := range map[string]struct {
		old, new string
		want     []string
	}{
		"after a blank line":      {"begins.\nExample: Bob", "begins.\n\nExample: Bob", []string{"Ann is older than Bob. Ann begins.", "Bob is older than Ann. Bob begins."}},
		"marked twice, unspaced":  {"Example: Bob", "Example:Example: Bob", []string{"Ann is older than Bob. Ann begins.", "Example: Bob is older than Ann. Bob begins."}},
		"in two paragraphs":       {"Bob begins.", "Bob\nbegins.", []string{"Ann is older than Bob. Ann begins.", "Bob is older than Ann. Bob\nbegins."}},
		"four":                    {"Example: Bob", "Example: 2\nExample: 3\nExample: Bob", []string{"Ann is older than Bob. Ann begins.", "2", "3", "Bob is older than Ann. Bob begins."}},
		"with a space at the end": {"Bob begins.", "Bob begins. ", []string{"Ann is older than Bob. Ann begins.", "Bob is older than Ann. Bob begins. "}},
	} {
		t.Run(name, func(t *testing.T) {
			s := readBook(t, strings.Replace(small, c.old, c.new, 1))
			got := entry(t, s, "100.1a").Examples
			if strings.Join(got, "|") != strings.Join(c.want, "|") {
				t.Errorf("got %q, want %q", got, c.want)
			}
			checkRoundTrip(t, s, parse.Options{})
		})
	}
}

func TestStrayParagraphs(t *testing.T) {
	text := strings.Replace(small, "702. Words\n\n702.9", "702. Words\n\nNobody numbered this.\n\nNor this.\n\n702.9", 1)
	s := readBook(t, text)
	e := entry(t, s, "stray")
	if e.Text != "Nobody numbered this.\nNor this." || !warns(s, lineOf(text, "Nobody"), "no rule is") {
		t.Errorf("got %+v, warnings %v", e, s.Warnings)
	}
	checkRoundTrip(t, s, parse.Options{})
}

// The word above a glossary that holds nothing is not lost.
func TestEmptyGlossary(t *testing.T) {
	before, after, _ := strings.Cut(small, "Glossary\n\nCard")
	_, credits, _ := strings.Cut(after, "Credits")
	s := readBook(t, before+"Glossary\n\nCredits"+credits)
	if e := entry(t, s, "stray"); e.Text != "Glossary" || s.Release.Counts.Glossary != 0 || s.Entries[len(s.Entries)-1].Kind != archive.Credits {
		t.Errorf("got %+v, %d entries", e, len(s.Entries))
	}
	checkRoundTrip(t, s, parse.Options{})
}

func TestContentsUnlikeTheBook(t *testing.T) {
	text := strings.Replace(small, "101. Cards\n7. More", "102. Chips\n7. More", 1)
	s := readBook(t, text)
	if !warns(s, lineOf(text, "101. Cards"), "lacks 101. Cards") || !warns(s, lineOf(text, "Contents"), "has 102. Chips") {
		t.Errorf("warnings %v", s.Warnings)
	}
}

// What the contents list names and the book lacks is a lasting flaw; another title,
// or another number for the same title, is none.
func TestMissingHeadings(t *testing.T) {
	cut := func(from, to string) string {
		body := strings.Index(small, "1. Basics\n\n")
		front, rest := small[:body], small[body:]
		before, after, _ := strings.Cut(rest, from)
		_, after, _ = strings.Cut(after, to)
		return front + before + to + after
	}
	for name, c := range map[string]struct{ text, want string }{
		"none":                     {small, ""},
		"a section":                {cut("7. More", "Glossary"), "7. More and 1 heading named in the contents are missing"},
		"the first section":        {cut("1. Basics", "7. More"), "1. Basics and 2 headings named in the contents are missing"},
		"a heading":                {cut("100. General", "101. Cards"), "100. General named in the contents is missing"},
		"headings":                 {strings.Replace(small, "7. More\n702.", "7. More\n700. A\n701. B\n702.", 1), "700. A and 1 more heading named in the contents are missing"},
		"sections":                 {strings.Replace(small, "7. More\n702.", "5. A\n500. B\n6. C\n7. More\n702.", 1), "5. A, 1 more section and 1 heading named in the contents are missing"},
		"only the heading's line":  {cut("101. Cards\n\n", "101.1."), "101. Cards named in the contents is missing"},
		"another title":            {strings.Replace(small, "101. Cards\n7.", "101. Chips\n7.", 1), ""},
		"another number":           {strings.Replace(small, "101. Cards\n7.", "102. Cards\n7.", 1), ""},
		"behind the end, cut":      {small[:strings.Index(small, "7. More\n\n")], "cut short: no credits at the end"},
		"before the end, cut":      {strings.Split(cut("100. General", "101. Cards"), "101.1b")[0], "100. General named in the contents is missing|cut short: no credits at the end"},
		"no contents list, no law": {strings.Replace(cut("7. More", "Glossary"), "\nContents\n", "\nIn short:\n", 1), ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := readBook(t, c.text)
			if got := strings.Join(s.Release.Flags, "|"); got != c.want {
				t.Errorf("flags %q, want %q", got, c.want)
			}
			checkRoundTrip(t, s, parse.Options{})
		})
	}
}

func TestGlossary(t *testing.T) {
	for name, c := range map[string]struct {
		old, new string
		terms    string
		warning  string
	}{
		"last entry before the credits": {"below.\n\nCredits", "below.\nCredits", "Card Flying Table", ""},
		"blank lines doubled":           {"\n\nFlying\nTo", "\n\n\nFlying\nTo", "Card Flying Table", ""},
		"blank line within an entry":    {"Flying\nTo", "Flying\n\nTo", "Card Flying Table", `breaks the glossary entry "Flying"`},
		"blank line before a sense":     {"paper.\n2.", "paper.\n\n2.", "Card Flying Table", `breaks the glossary entry "Card"`},
		"term and first sense on a line": {"Card\n1. A", "Card1. A", "Card Flying Table",
			`"Card" and its first sense`},
		"no blank line between entries": {"\n\nTable\nWhat", "\nTable\nWhat", "Card Flying", `hold another, "Table"`},
		"no definition":                 {"Table\nWhat is below.", "Table", "Card Flying Table", "has no definition"},
	} {
		t.Run(name, func(t *testing.T) {
			s := readBook(t, strings.Replace(small, c.old, c.new, 1))
			var terms []string
			for _, e := range s.Entries {
				if e.Kind == archive.Term {
					terms = append(terms, e.Term)
				}
			}
			if got := strings.Join(terms, " "); got != c.terms {
				t.Errorf("terms %s, want %s", got, c.terms)
			}
			found := c.warning == ""
			for _, w := range s.Warnings {
				found = found || strings.Contains(w.Message, c.warning)
			}
			if !found {
				t.Errorf("no warning %q in %v", c.warning, s.Warnings)
			}
			if e := entry(t, s, "Card"); !strings.HasPrefix(e.Text, "1. A piece") {
				t.Errorf("Card is %q", e.Text)
			}
			if got := len(s.Entries); s.Entries[got-1].Kind != archive.Credits {
				t.Errorf("the last entry is %+v", s.Entries[got-1])
			}
			checkRoundTrip(t, s, parse.Options{})
		})
	}
}

func TestDates(t *testing.T) {
	given := archive.Date{Year: 2003, Month: 7, Day: 1}
	for name, c := range map[string]struct {
		line    string
		o       parse.Options
		want    string // the date, or words of the refusal
		warning string
	}{
		"stated":               {"These rules are effective as of April 17, 2020.", parse.Options{}, "2020-04-17", ""},
		"as said until 2003":   {"These rules are current as of July 1, 2003", parse.Options{}, "2003-07-01", ""},
		"stated and given":     {"These rules are effective as of April 17, 2020.", parse.Options{Effective: given}, "2020-04-17", "and 2003-07-01 was given at import; the text counts"},
		"given only":           {"These rules are new.", parse.Options{Effective: given}, "2003-07-01", ""},
		"given, file differs":  {"These rules are new.", parse.Options{Effective: given, File: "Rules 20030801.txt"}, "2003-07-01", "the file name says 2003-08-01, at import was given 2003-07-01, which counts"},
		"neither":              {"These rules are new.", parse.Options{}, "--effective 2020-04-17", ""},
		"no such day":          {"These rules are effective as of April 31, 2020.", parse.Options{}, "--effective 2020-04-17", ""},
		"file name differs":    {"These rules are effective as of February 15, 2021.", parse.Options{File: "Rules 20210224.txt"}, "2021-02-15", "the file name says 2021-02-24"},
		"file name, day first": {"These rules are effective as of April 8, 2016.", parse.Options{File: "Rules_04092016.txt"}, "2016-04-08", "the file name says 2016-04-09"},
		"file name agrees":     {"These rules are effective as of April 8, 2016.", parse.Options{File: "Rules_04082016.txt"}, "2016-04-08", ""},
		"two dates": {"These rules are effective as of April 17, 2020.\n\nThese rules are effective as of April 18, 2020.",
			parse.Options{}, "2020-04-17", "effective 2020-04-18 here"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := parse.Parse([]byte(strings.Replace(small, "These rules are effective as of April 17, 2020.", c.line, 1)), c.o)
			if err != nil {
				if !strings.Contains(err.Error(), c.want) {
					t.Errorf("got %v, want %s", err, c.want)
				}
				return
			}
			if got := s.Release.Effective.String(); got != c.want {
				t.Errorf("effective %s, want %s", got, c.want)
			}
			if c.warning == "" && len(s.Warnings) > 0 {
				t.Errorf("warnings %v", s.Warnings)
			}
			if c.warning != "" && (len(s.Warnings) != 1 || !strings.Contains(s.Warnings[0].Message, c.warning)) {
				t.Errorf("warnings %v, want %q", s.Warnings, c.warning)
			}
		})
	}
}

func TestCutShort(t *testing.T) {
	upTo := func(words string) string {
		before, _, _ := strings.Cut(small, words)
		return before
	}
	for name, c := range map[string]struct{ text, flag string }{
		"whole":                 {small, ""},
		"no credits":            {upTo("Credits\n\nWritten"), "cut short: no credits at the end"},
		"inside a definition":   {upTo(" is below."), "cut short: no credits at the end, and Table breaks off in mid-sentence"},
		"inside a rule":         {upTo(" verb here."), "cut short: no credits at the end, and 101.1b breaks off in mid-sentence"},
		"no glossary":           {upTo("Glossary\n\nCard") + "Credits\n\nNobody.\n", "no glossary"},
		"lost characters":       {strings.Replace(small, "Sit down", "Sit\ufffd\ufffddown", 1), "2 characters of the source are lost (U+FFFD)"},
		"decoded twice":         {strings.Replace(small, "Sit", "Iâ€™ll sit", 1), "the source was decoded twice: its quotes are printed as â€™"},
		"glossary stops early":  {strings.Replace(small, "Table\nWhat is below.", manyTerms("Pa")+"\n\nPawn\nA piece.", 1), "the glossary ends early, with Pawn"},
		"glossary goes to wood": {strings.Replace(small, "Table\nWhat is below.", manyTerms("Pa")+"\n\nWood\nA stuff.", 1), ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := readBook(t, c.text)
			if got := strings.Join(s.Release.Flags, "|"); got != c.flag {
				t.Errorf("flags %q, want %q", got, c.flag)
			}
			checkRoundTrip(t, s, parse.Options{})
		})
	}
}

// manyTerms are a hundred glossary entries.
func manyTerms(term string) string {
	return strings.Repeat(term+"\nA word.\n\n", 100)
}
