package archive

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// Kind tells what an entry of a release is.
type Kind uint8

// The kinds, in the order in which a release prints them.
const (
	None         Kind = iota
	Introduction      // the paragraphs before the contents list
	Contents          // the contents list, a line a heading; it repeats the headings and is never compared
	Section           // 7. Additional Rules
	Heading           // 702. Keyword Abilities
	Rule              // 702.19.
	Subrule           // 702.19b
	Term              // one glossary term with its definition
	Credits           // the paragraphs after the glossary
	Stray             // a paragraph that stands where none can be placed; kept with a warning
)

var kindNames = [...]string{"", "introduction", "contents", "section", "heading", "rule", "subrule", "glossary", "credits", "stray"}

// String is the kind's name in JSON and in the database.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

// ParseKind reads what String writes.
func ParseKind(s string) (Kind, error) {
	if i := slices.Index(kindNames[:], s); i > 0 {
		return Kind(i), nil
	}
	return None, fmt.Errorf("%q is no kind of entry; the kinds are %s", s, strings.Join(kindNames[1:], ", "))
}

// MarshalText writes String.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (k *Kind) UnmarshalText(b []byte) error {
	v, err := ParseKind(string(b))
	*k = v
	return err
}

// Entry is one thing that a release prints: a section or heading with its title,
// a rule or subrule with its text and examples, a glossary term with its
// definition, the introduction, the credits.
type Entry struct {
	Kind   Kind
	Number Number
	// Label is the number as printed where that differs from Number.Printed(),
	// a slip of the editors such as "606.5" without its period; else empty.
	Label string
	// Term is the glossary term as printed, else empty.
	Term string
	// Text is the exact text as published, paragraphs apart by "\n": a heading's
	// title, a rule's text, a term's definition.
	Text string
	// Examples are the exact texts of the rule's examples in printed order,
	// without their "Example: ".
	Examples []string
	// Line is the line of the source at which the entry begins, counted from 1;
	// 0 when it was not read from a file.
	Line int

	// Lineage is the entry's permanent identity, 0 until it was aligned and stored.
	Lineage LineageID
	// Link says how the entry was tied to its predecessor in the release before.
	Link Link
}

// Name is what people call the entry: its number, its glossary term, or its kind.
func (e *Entry) Name() string {
	switch {
	case !e.Number.IsZero():
		return e.Number.String()
	case e.Term != "":
		return e.Term
	}
	return e.Kind.String()
}

// Wording is the entry's text followed by its examples, a paragraph each, as the
// book prints them ("Example: …"). It is what a wording's identity rests on.
func (e *Entry) Wording() string {
	if len(e.Examples) == 0 {
		return e.Text
	}
	return e.Text + "\nExample: " + strings.Join(e.Examples, "\nExample: ")
}

// Snapshot is a release with all its entries in printed order.
type Snapshot struct {
	Release Release
	// Front is what stands before the introduction: the title and the line that
	// bears the effective date, a string each.
	Front   []string
	Entries []Entry
	// Warnings are what the reader of the file saw and did not lose.
	Warnings []Warning
}

// Warning is a flaw of a source that cost nothing but should be seen.
type Warning struct {
	Line    int    // of the source, counted from 1; 0 when it concerns the whole
	Message string // in plain words, lower case
}

func (w Warning) String() string {
	if w.Line == 0 {
		return w.Message
	}
	return fmt.Sprintf("line %d: %s", w.Line, w.Message)
}

// Counts says how much a release holds.
type Counts struct {
	Sections int `json:"sections"`
	Headings int `json:"headings"`
	Rules    int `json:"rules"` // rules and subrules
	Examples int `json:"examples"`
	Glossary int `json:"glossary"`
}

// Count counts the entries of s.
func (s *Snapshot) Count() Counts {
	var c Counts
	for i := range s.Entries {
		switch s.Entries[i].Kind {
		case Section:
			c.Sections++
		case Heading:
			c.Headings++
		case Rule, Subrule:
			c.Rules++
		case Term:
			c.Glossary++
		}
		c.Examples += len(s.Entries[i].Examples)
	}
	return c
}

// Find returns the index of the first entry that bears number n, or -1. A number
// printed twice has a second one, which FindAll also returns.
func (s *Snapshot) Find(n Number) int {
	return slices.IndexFunc(s.Entries, func(e Entry) bool { return e.Number == n })
}

// FindAll returns the indices of every entry that bears number n, in printed order.
func (s *Snapshot) FindAll(n Number) []int {
	var at []int
	for i := range s.Entries {
		if s.Entries[i].Number == n {
			at = append(at, i)
		}
	}
	return at
}

// FindTerm returns the index of the glossary entry for a term, or -1. Marks and
// letter case do not matter.
func (s *Snapshot) FindTerm(term string) int {
	want := FoldCase(term)
	return slices.IndexFunc(s.Entries, func(e Entry) bool {
		return e.Kind == Term && FoldCase(e.Term) == want
	})
}

// Under returns the entries that bear number n or stand under it, in printed order.
func (s *Snapshot) Under(n Number) []Entry {
	var out []Entry
	for _, e := range s.Entries {
		if !e.Number.IsZero() && n.Contains(e.Number) {
			out = append(out, e)
		}
	}
	return out
}

// Titles maps each section and heading number, and each rule whose whole text is
// a title (702.19 Trample), to that title.
func (s *Snapshot) Titles() map[Number]string {
	titles := make(map[Number]string)
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.IsTitle() {
			titles[e.Number] = e.Text
		}
	}
	return titles
}

// maxTitleRunes bounds what may be a rule's title: the longest published keyword
// name has 27 runes, the shortest full sentence of a rule ends in a period anyway.
const maxTitleRunes = 60

// IsTitle reports whether the entry's text is a title and no sentence: sections,
// headings, and rules such as "702.19. Trample".
func (e *Entry) IsTitle() bool {
	switch e.Kind {
	case Section, Heading:
		return true
	case Rule:
		// A title may end in an exclamation mark: Start Your Engines!
		last, _ := utf8.DecodeLastRuneInString(e.Text)
		return len(e.Examples) == 0 && len(e.Text) <= maxTitleRunes && e.Text != "" &&
			!strings.ContainsRune(".:?)”\"", last) && !strings.Contains(e.Text, "\n")
	}
	return false
}

// Chain is the titles that number n stands under and bears, outermost first,
// from Titles: "702 Keyword Abilities › 702.19 Trample" for 702.19b.
func Chain(titles map[Number]string, n Number) string {
	var parts []string
	for ; !n.IsZero() && n.Heading != 0; n = n.Parent() {
		if t := titles[n]; t != "" {
			parts = append(parts, n.String()+" "+t)
		}
	}
	slices.Reverse(parts)
	return strings.Join(parts, " › ")
}
