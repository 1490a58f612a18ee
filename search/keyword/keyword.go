package keyword

import (
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
)

// Kind tells what sort of keyword one is.
type Kind string

// The kinds of keyword.
const (
	Ability     Kind = "keyword ability" // 702.19 Trample
	Action      Kind = "keyword action"  // 701.9 Discard
	AbilityWord Kind = "ability word"    // landfall; it has no rule of its own
)

// Kinds are all kinds, in the order in which lists give them.
var Kinds = []Kind{Ability, Action, AbilityWord}

// Keyword is a keyword as one release defines it.
type Keyword struct {
	Kind Kind
	Name string // as the book writes it: "Trample", "Tap and Untap", "landfall"
	// Number is that of the rule which defines it. Ability words share the rule
	// that lists them.
	Number archive.Number
	// Lineage is that of the rule; 0 for an ability word, whose name is all it has.
	Lineage archive.LineageID
}

// The headings under which a book lists its keywords, folded.
var listHeadings = map[string]Kind{
	"keyword abilities": Ability,
	"keyword actions":   Action,
}

// List returns the keywords that a release defines: abilities, actions and ability
// words, each in the book's order.
func List(s *archive.Snapshot) []Keyword {
	var all []Keyword
	under := make(map[archive.Number]Kind)
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Kind == archive.Heading {
			if kind, lists := listHeadings[archive.FoldCase(e.Text)]; lists {
				under[e.Number] = kind
			}
			continue
		}
		if kind, listed := under[e.Number.Parent()]; listed && e.Kind == archive.Rule && e.IsTitle() {
			all = append(all, Keyword{kind, e.Text, e.Number, e.Lineage})
		}
		for _, name := range abilityWords(e.Text) {
			all = append(all, Keyword{Kind: AbilityWord, Name: name, Number: e.Number})
		}
	}
	slices.SortStableFunc(all, func(a, b Keyword) int {
		return slices.Index(Kinds, a.Kind) - slices.Index(Kinds, b.Kind)
	})
	return all
}

// abilityWordList is the sentence that lists the ability words.
var abilityWordList = archive.Pattern(`(?i)\bthe ability words are:? ([^.:;]+)\.`)

// abilityWords reads the ability words that a rule lists, or none.
func abilityWords(text string) []string {
	if !strings.Contains(text, "ability words are") { // saves reading most of the book
		return nil
	}
	m := abilityWordList().FindStringSubmatch(text)
	if m == nil || !strings.Contains(m[1], ",") {
		return nil
	}
	var words []string
	for part := range strings.SplitSeq(m[1], ",") {
		part = strings.TrimSpace(part)
		if part = strings.TrimSpace(strings.TrimPrefix(part, "and ")); part != "" {
			words = append(words, part)
		}
	}
	return words
}

// Names are the names that a keyword goes by: "Tap and Untap" are two, and the
// title of each other keyword is one.
func (k Keyword) Names() []string { return namesIn(k.Name) }

func namesIn(title string) []string {
	first, second, paired := strings.Cut(title, " and ")
	if paired && !strings.Contains(first+second, " ") {
		return []string{first, second}
	}
	return []string{title}
}

// isNamed reports whether a title, or one of the names in it, is what was asked
// for, folded.
func isNamed(title, asked string) bool {
	if archive.FoldCase(title) == asked {
		return true
	}
	return slices.ContainsFunc(namesIn(title), func(name string) bool { return archive.FoldCase(name) == asked })
}

// Find returns the keywords of a list that go by a name; letter case and marks do
// not matter. It returns a *archive.NotFoundError with what is near for none; in
// is the release that the list is of.
func Find(list []Keyword, name string, in archive.Release) ([]Keyword, error) {
	want := archive.FoldCase(name)
	var found []Keyword
	for _, k := range list {
		if isNamed(k.Name, want) {
			found = append(found, k)
		}
	}
	if len(found) > 0 {
		return found, nil
	}
	var names []string
	for _, k := range list {
		names = append(names, k.Names()...)
	}
	const most = 3
	return nil, &archive.NotFoundError{What: "keyword", Asked: name, Where: "in " + in.Label(),
		Near: archive.Nearest(name, names, most), Hint: fmt.Sprintf("rulebook keywords --in %s lists all", in.Effective)}
}

// Fitting returns the keywords of a list of one kind.
func Fitting(list []Keyword, kind Kind) []Keyword {
	var fitting []Keyword
	for _, k := range list {
		if k.Kind == kind {
			fitting = append(fitting, k)
		}
	}
	return fitting
}
