package search

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"rulebook/archive"
)

// The fields of a query.
const (
	FieldRule    = "rule"    // a number and what stands under it
	FieldIn      = "in"      // stood in this release
	FieldSince   = "since"   // stood in this release or a later one
	FieldUntil   = "until"   // stood in this release or an earlier one
	FieldKind    = "kind"    // is a rule, example, glossary term, heading, …
	FieldHeading = "heading" // stands under a heading with these words
	FieldChanged = "changed" // the wording arrived with this release
	FieldGone    = "gone"    // the wording ended with this release
)

// fieldExamples are the fields in the order in which help lists them, each with
// an example of its use.
var fieldExamples = [...][2]string{
	{FieldRule, "rule:702.19"},
	{FieldIn, "in:IKO"},
	{FieldSince, "since:2020"},
	{FieldUntil, "until:MOM"},
	{FieldKind, "kind:glossary"},
	{FieldHeading, "heading:combat"},
	{FieldChanged, "changed:IKO"},
	{FieldGone, "gone:MOM"},
}

func exampleOf(name string) string {
	for _, f := range fieldExamples {
		if strings.EqualFold(f[0], name) {
			return f[1]
		}
	}
	return ""
}

func isFieldName(s string) bool { return exampleOf(s) != "" }

// Kinds are the values of kind:, in the order in which help lists them. rule
// takes in subrules, heading takes in sections and the names of keywords.
var Kinds = [...]string{"rule", "subrule", "example", "glossary", "heading", "section", "introduction", "credits", "stray"}

// newField checks a field's value and brings it to its plain form.
func newField(name, value string) (Node, error) {
	name = strings.ToLower(name)
	value = strings.TrimSpace(value)
	switch name {
	case FieldRule:
		n, ok := archive.ParseCitation(strings.TrimRight(value, ",;"))
		if !ok {
			return nil, &SyntaxError{fmt.Sprintf("rule: takes a number such as rule:702 or rule:702.19b, not %q", value)}
		}
		return Field{name, n.String()}, nil
	case FieldKind:
		kind := strings.ToLower(value)
		if !slices.Contains(Kinds[:], kind) {
			kind = strings.TrimSuffix(kind, "s") // rules, headings
		}
		if !slices.Contains(Kinds[:], kind) {
			return nil, &SyntaxError{fmt.Sprintf("kind: takes one of %s, not %q", strings.Join(Kinds[:], ", "), value)}
		}
		return Field{name, kind}, nil
	case FieldHeading:
		words := words(value)
		if len(words) == 0 {
			return nil, &SyntaxError{fmt.Sprintf("heading: takes words of a heading, as in heading:combat, not %q", value)}
		}
		return Field{name, strings.Join(words, " ")}, nil
	}
	ref := strings.ToUpper(value)
	if ref == "" || strings.ContainsFunc(ref, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(".~-_", r)
	}) {
		return nil, &SyntaxError{fmt.Sprintf("%s: takes a release by code, date or year, as in %s, not %q", name, exampleOf(name), value)}
	}
	return Field{name, ref}, nil
}

// words are the words of a text, as searched.
func words(text string) []string {
	tokens := Tokenize(text)
	out := make([]string, len(tokens))
	for i, t := range tokens {
		out[i] = t.Text
	}
	return out
}
