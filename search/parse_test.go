package search

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// Each query with the plain form that it is read as.
var parseCases = []struct{ text, plain string }{
	{"trample", "trample"},
	{"Trample Damage", "trample damage"},
	{`"Excess Damage"`, `"excess damage"`},
	{"“as though”", `"as though"`},
	{`"can’t be"`, `"can't be"`},
	{"can’t", "can't"},
	{"Dandân", "dandan"},
	{"Æther", "aether"},
	{"state-based actions", "state-based actions"},
	{"double–faced", "double-faced"},
	{"-trample damage", "-trample damage"},
	{"damage NOT trample", "damage -trample"},
	{"damage -(trample OR menace)", "damage -(trample OR menace)"},
	{"--word", "word"},
	{"a - b", "a b"},
	{"trample OR menace", "trample OR menace"},
	{"a OR b c", "a OR b c"},
	{"(a OR b) c", "(a OR b) c"},
	{"((a)) (b)", "a b"},
	{"a AND b", "a b"},
	{"a or b", "a or b"},
	{"tramp*", "tramp*"},
	{"*ample", "*ample"},
	{"state-b*", "state b*"},
	{"*", "*"},
	{"trampel~", "trampel~2"},
	{"tramp~", "tramp~1"},
	{"tramp~2", "tramp~2"},
	{"life near/5 lose", "life near/5 lose"},
	{`"excess damage" NEAR/3 lethal`, `"excess damage" near/3 lethal`},
	{"a near/5 b near/2 c", "a near/5 b near/2 c"},
	{"a near/900 b", "a near/50 b"},
	{"702.19b", "702.19b"},
	{"702.6a.", "702.6a"},
	{"CR 702.19b.", "702.19b"},
	{"cr702.6a", "702.6a"},
	{"rule 702.19", "702.19"},
	{"rule rule 702.19", "702.19"},
	{"702", "rule 702"},
	{"rule 7", "rule 7"},
	{"100 cards", "100 cards"},
	{"rule 100 cards", "rule 100 cards"},
	{"702.19 excess", "702.19 excess"},
	{"601.2f–h", "601.2f-h"},
	{"{T}", "{t}"},
	{"{2/W}{U}", "{2/w}-{u}"},
	{"+1/+1", "+1/+1"},
	{"-1/-1 counter", "-1/-1 counter"},
	{"−1/−1", "-1/-1"},
	{"-(1/1)", "-(1/1)"},
	{"+1", "+1"},
	{"*/*", "*/*"},
	{"rule:702", "rule:702"},
	{"Rule:CR702.6a.", "rule:702.6a"},
	{"in:iko", "in:IKO"},
	{"since:2020 until:mom", "since:2020 until:MOM"},
	{"kind:Rules", "kind:rule"},
	{`heading:"Combat Damage"`, `heading:"combat damage"`},
	{"changed:IKO -kind:example", "changed:IKO -kind:example"},
	{"foo:bar", "foo-bar"},
	{"rule: trample", "rule trample"},
	{`"unbalanced`, `"unbalanced"`},
	{"(a b", "a b"},
	{"a) b", "a b"},
	{"OR a", "a"},
	{"a OR", "a"},
	{"near/5 a", "a"},
	{"a near/5 (b c)", "a b c"},
	{"creature(s)", "creature-s"},
	{"<b>bold</b>", "b-bold-b"},
}

func TestParse(t *testing.T) {
	for _, c := range parseCases {
		q, err := Parse(c.text)
		if err != nil {
			t.Errorf("Parse(%q): %v", c.text, err)
			continue
		}
		if got := q.String(); got != c.plain {
			t.Errorf("Parse(%q) is %s, want %s", c.text, got, c.plain)
		}
		checkLaw(t, c.text, q)
	}
}

// checkLaw: the plain form of a query reads as the same query, without notes.
func checkLaw(t *testing.T, text string, q Query) {
	t.Helper()
	again, err := Parse(q.String())
	if err != nil {
		if len(q.String()) > MaxQueryBytes {
			return
		}
		t.Fatalf("Parse(%q) is %q, which does not parse: %v", text, q.String(), err)
	}
	if !reflect.DeepEqual(again.Root, q.Root) {
		t.Fatalf("Parse(%q) is %#v, printed %q, read again %#v", text, q.Root, q.String(), again.Root)
	}
	if len(again.Notes) > 0 {
		t.Fatalf("the plain form %q of %q has notes: %q", q.String(), text, again.Notes)
	}
}

func TestParseNotes(t *testing.T) {
	for text, want := range map[string]string{
		`"unbalanced`:      "closing quotation mark is missing",
		"(a b":             "closing parenthesis is missing",
		"a) b":             "closing parenthesis too many",
		"foo:bar":          "foo: is no field",
		"in: IKO":          "needs a value",
		"a OR":             "OR stands between",
		"a near/5":         "near/N stands between",
		"a near/5 (b c)":   "near/N works between words",
		"a near/900 b":     "at most 50",
		"trample near/3 a": "",
	} {
		q, err := Parse(text)
		if err != nil {
			t.Errorf("Parse(%q): %v", text, err)
			continue
		}
		if got := strings.Join(q.Notes, "; "); !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("Parse(%q) notes %q, want %q", text, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                                     "nothing to search for;",
		"  ":                                   "nothing to search for;",
		"(":                                    `nothing to search for in "("`,
		`""`:                                   "nothing to search for",
		"!?":                                   "nothing to search for",
		"OR":                                   "nothing to search for",
		"rule:foo":                             "rule: takes a number",
		"kind:foo":                             "kind: takes one of rule, subrule",
		"in:?":                                 "in: takes a release",
		"heading:?":                            "heading: takes words",
		strings.Repeat("a", 10<<10):            "10240 bytes long, and at most 2000",
		strings.Repeat("word ", MaxTerms+1):    "has 65 words and fields, and at most 64",
		strings.Repeat("(", MaxDepth+5) + "a":  "more than 32 deep",
		strings.Repeat("-(", MaxDepth+5) + "a": "more than 32 deep",
	} {
		_, err := Parse(text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%.40q): %v, want a SyntaxError with %q", text, err, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range parseCases {
		f.Add(c.text)
	}
	for _, s := range []string{"\xff", "a\u0301", "ﬁ İ ǅ", `"`, "-\"", "((", "))", "x--1/-1", "near/5", "{", "{{t}}", "1+*/1+*", "~", "a~3", "'*", "\u00ad"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		q, err := Parse(text)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || !utf8.ValidString(err.Error()) {
				t.Fatalf("Parse(%q): %v", text, err)
			}
			return
		}
		checkLaw(t, text, q)
	})
}
