package parse_test

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

func number(t testing.TB, s string) archive.Number {
	t.Helper()
	n, err := archive.ParseNumber(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func excerpt(t testing.TB, text string, rule archive.Number) *archive.Excerpt {
	t.Helper()
	e, err := parse.ParseExcerpt([]byte(text), parse.ExcerptOptions{Rule: rule})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// outline writes an excerpt in short: "date set: number text [+n examples] [cut]".
func outline(e *archive.Excerpt) string {
	var b strings.Builder
	for _, block := range e.Blocks {
		b.WriteString(block.Date.String() + " " + block.Set + ":\n")
		for _, r := range block.Rules {
			b.WriteString("  " + r.Number.String() + " " + strings.ReplaceAll(r.Wording(), "\n", " / "))
			if r.Cut {
				b.WriteString(" [cut]")
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

func TestKeywordPage(t *testing.T) {
	const page = `Hopping
Hopping is a fine thing.

From the Comprehensive Rules (November 8, 2024—Edge of Somewhere)
- 702.19. Hopping
- 702.19a Who hops, hops.
Example: A frog hops.
* 702.19b Nobody hops twice.
It would be too much.
• 702.19c “Hops” is a
In practice
Frogs are good at it. 702.19 says so.

From the Comprehensive Rules (April 17, 2020):
702.18a Who hops, hops far.

From the Comprehensive Rules (May 1, 2020)
Nothing here.
`
	const want = `2024-11-08 Edge of Somewhere:
  702.19 Hopping
  702.19a Who hops, hops. / Example: A frog hops.
  702.19b Nobody hops twice. / It would be too much.
  702.19c “Hops” is a [cut]
2020-04-17 :
  702.18a Who hops, hops far.
`
	e := excerpt(t, page, archive.Number{})
	if got := outline(e); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(e.Warnings) != 1 || !strings.Contains(e.Warnings[0].String(), "line 17: no rules follow") {
		t.Errorf("warnings %v", e.Warnings)
	}
	if e.Blocks[0].Line != 4 || e.Blocks[0].Rules[1].Line != 6 {
		t.Errorf("lines %d, %d", e.Blocks[0].Line, e.Blocks[0].Rules[1].Line)
	}
}

// Every numbered line below a label is a rule, in printed order, until prose begins;
// what is strange about one is a warning with its line.
func TestKeywordPageOrder(t *testing.T) {
	const label = "From the Comprehensive Rules (November 8, 2024—Here)\n"
	for name, c := range map[string]struct{ lines, want, warnings string }{
		"ascending": {"- 702.19a A.\n- 702.19b B.", "702.19a A. 702.19b B.", ""},
		"descending": {"- 702.19b B.\n- 702.19a A.", "702.19b B. 702.19a A.",
			"line 3: 702.19a stands out of order, after 702.19b; kept in the printed place"},
		"without bullets": {"702.19b B.\n702.19a A.", "702.19b B. 702.19a A.",
			"line 3: 702.19a stands out of order, after 702.19b; kept in the printed place"},
		"an intruder": {"- 702.50 Z.\n- 702.19a A.\n- 702.19b B.", "702.50 Z. 702.19a A. 702.19b B.",
			"line 2: 702.50 stands out of order, before 702.19a; kept in the printed place"},
		"after a second paragraph": {"- 702.19b B.\nMore of it.\n- 702.19a A.", "702.19b B. / More of it. 702.19a A.",
			"line 4: 702.19a stands out of order, after 702.19b; kept in the printed place"},
		"after an example": {"- 702.19b B.\nExample: C.\n- 702.19a A.", "702.19b B. / Example: C. 702.19a A.",
			"line 4: 702.19a stands out of order, after 702.19b; kept in the printed place"},
		"an example after a second paragraph": {"- 702.19b B.\nMore of it.\nExample: C.\nProse.", "702.19b B. / More of it. / Example: C.", ""},
		"twice": {"- 702.19a A.\n- 702.19a A2.", "702.19a A. 702.19a A2.",
			"line 3: 702.19a is printed twice, first in line 2; both are kept"},
		"in prose": {"- 702.19b B.\nIn practice\n702.19a is clear enough.\n- 702.19c C.", "702.19b B.",
			"line 4: 702.19a is not taken as a rule, for it stands in prose|line 5: 702.19c is not taken as a rule, for it stands in prose"},
		"after much prose": {"- 702.19b B.\nA.\nB.\nC.\nD.\n- 702.19c C.", "702.19b B.",
			"line 7: 702.19c is not taken as a rule, for it stands in prose"},
	} {
		t.Run(name, func(t *testing.T) {
			e := excerpt(t, label+c.lines, archive.Number{})
			var got []string
			for _, r := range e.Blocks[0].Rules {
				got = append(got, r.Number.String()+" "+strings.ReplaceAll(r.Wording(), "\n", " / "))
			}
			if strings.Join(got, " ") != c.want || len(e.Blocks) != 1 {
				t.Errorf("rules %q, want %q", got, c.want)
			}
			want := strings.Split(c.warnings, "|")
			if c.warnings == "" {
				want = nil
			}
			if len(e.Warnings) != len(want) {
				t.Fatalf("warnings %v, want %q", e.Warnings, want)
			}
			for i, w := range e.Warnings {
				if !strings.HasPrefix(w.String(), want[i]) {
					t.Errorf("warning %q, want %q", w, want[i])
				}
			}
		})
	}
}

func TestHistoryPage(t *testing.T) {
	const page = `702.19b
Hop once, or twice.
Example: Twice.
April 17, 2020 · Here
702.19b Hop once.
May 3, 2019 - There
Hop
February 30, 2019 · No such day
June 1, 2018
Hop at all.
`
	const want = ` :
  702.19b Hop once, or twice. / Example: Twice.
2020-04-17 Here:
  702.19b Hop once.
2019-05-03 There:
  702.19b Hop / February 30, 2019 · No such day [cut]
2018-06-01 :
  702.19b Hop at all.
`
	if got := outline(excerpt(t, page, number(t, "702.19b"))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// A page whose rules bear their numbers needs no rule told, and is the same with one.
func TestRuleNotNeeded(t *testing.T) {
	e := excerpt(t, "From the Comprehensive Rules (November 8, 2024)\n- 702.19a A.", number(t, "702.19b"))
	if !e.Rule.IsZero() || len(e.Blocks) != 1 || len(e.Warnings) != 1 || !strings.Contains(e.Warnings[0].String(), "not needed") {
		t.Errorf("%+v", e)
	}
}

func TestExcerptRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"prose":          {"Frogs hop.\n702.19a says so.", "no rules are in it below a line such as"},
		"a release":      {small, "import a whole release without --excerpt"},
		"nothing":        {"", "empty"},
		"no number":      {"April 17, 2020 · Here\nHop once.", "--rule 702.19b"},
		"labels only":    {"From the Comprehensive Rules (April 17, 2020)\nNothing.", "none of its rules follow"},
		"a PDF":          {"%PDF-1.4", "PDF"},
		"a card's words": {"HopHop is a way to go. (CR 702.19)\nSave this card", "no rules are in it"},
		"many examples":  {"From the Comprehensive Rules (April 17, 2020)\n- 702.19a A." + strings.Repeat("\nExample: So it is.", 101), "100 is the limit"},
		"one long rule":  {"From the Comprehensive Rules (April 17, 2020)\n- 702.19a A." + strings.Repeat(" It is so.", 20_000), "100000 is the limit"},
	} {
		_, err := parse.ParseExcerpt([]byte(c.text), parse.ExcerptOptions{})
		var refused *parse.RefusedError
		if !errors.As(err, &refused) || !strings.Contains(refused.Reason, c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestPublishedExcerpts(t *testing.T) {
	dir := corpus(t, "excerpts")
	read := func(file, rule string) *archive.Excerpt {
		o := parse.ExcerptOptions{File: file}
		if rule != "" {
			o.Rule = number(t, rule)
		}
		e, err := parse.ParseExcerpt(readFile(t, filepath.Join(dir, file)), o)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	page := read("keyword-page-trample.txt", "")
	if len(page.Blocks) != 1 || page.Blocks[0].Date.String() != "2024-11-08" || page.Blocks[0].Set != "Edge of Eternities" {
		t.Fatalf("blocks %+v", page.Blocks)
	}
	var got []string
	for _, r := range page.Blocks[0].Rules {
		if r.Cut {
			t.Errorf("%s is cut", r.Number)
		}
		got = append(got, r.Number.String()+strings.Repeat("+", len(r.Examples)))
	}
	if want := "702.19 702.19a 702.19b++ 702.19c+ 702.19d 702.19e 702.19f 702.19g"; strings.Join(got, " ") != want {
		t.Errorf("rules %v, want %s", got, want)
	}

	history := read("history-page-702.19b.txt", "702.19b")
	checkExcerptRoundTrip(t, page)
	checkExcerptRoundTrip(t, history)
	if history.Rule != number(t, "702.19b") || !page.Rule.IsZero() {
		t.Errorf("the pages are about %s and %s", history.Rule, page.Rule)
	}
	var dates []string
	for _, b := range history.Blocks {
		d := b.Date.String()
		if len(b.Rules) != 1 {
			t.Errorf("%s has %d rules", d, len(b.Rules))
		}
		if b.Rules[0].Cut {
			d += " cut"
		}
		dates = append(dates, d)
	}
	const want = "|2020-04-17|2019-05-03|2019-01-25|2014-02-01|2013-07-13|2011-09-30|2011-06-17 cut|2011-04-01|2011-02-04|2010-10-01 cut|2010-02-01"
	if got := strings.Join(dates, "|"); got != want {
		t.Errorf("dates %s, want %s", got, want)
	}
}
