package cli

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"rulebook/archive"
)

// reference names a part of a rulebook, and perhaps the release it is meant in:
// "702.19b", "702.19b@iko", "mana value", "credits".
type reference struct {
	asked   string         // without the release
	number  archive.Number // zero when it is no number
	release string         // as written; empty when none was
}

// parseReference reads the arguments that name one rule. The words of a term
// need no quotes. in is the value of --in and may be empty.
func parseReference(args []string, in string) (reference, error) {
	asked, release, dated := strings.Cut(strings.Join(args, " "), "@")
	r := reference{asked: strings.TrimSpace(asked), release: strings.TrimSpace(release)}
	if dated && r.release == "" {
		return reference{}, wrongUsage("name a release behind the @, such as %s@IKO, or leave it away for the newest", r.asked)
	}
	if r.release != "" && in != "" && r.release != in {
		return reference{}, wrongUsage("the release is named twice, by @%s and --in %s; give one of them", r.release, in)
	}
	r.release = cmp.Or(r.release, in)
	if r.asked == "" {
		return reference{}, wrongUsage("name a rule, such as 702.19b, or a glossary term")
	}
	if n, ok := archive.ParseCitation(r.asked); ok {
		r.number = n
		return r, nil
	}
	for _, arg := range args {
		if _, ok := archive.ParseCitation(arg); ok && len(args) > 1 {
			return reference{}, wrongUsage("name one rule at a time, such as %s", arg)
		}
	}
	return r, nil
}

// find returns the entries of s that the reference names: a number with all that
// stands under it, a glossary term, a title with all that stands under it, or the
// entries of a kind. It returns a *archive.NotFoundError, with what is near.
func (r reference) find(s *archive.Snapshot) ([]archive.Entry, error) {
	if !r.number.IsZero() {
		if found := s.Under(r.number); len(found) > 0 {
			return found, nil
		}
		return nil, r.noSuchNumber(s)
	}
	if i := s.FindTerm(r.asked); i >= 0 {
		return s.Entries[i : i+1], nil
	}
	want := archive.FoldCase(r.asked)
	for _, e := range s.Entries {
		if e.IsTitle() && archive.FoldCase(e.Text) == want {
			return s.Under(e.Number), nil
		}
	}
	if kind, err := archive.ParseKind(want); err == nil {
		var found []archive.Entry
		for _, e := range s.Entries {
			if e.Kind == kind {
				found = append(found, e)
			}
		}
		if len(found) > 0 {
			return found, nil
		}
	}
	return nil, r.noSuchTerm(s)
}

func (r reference) noSuchNumber(s *archive.Snapshot) error {
	e := &archive.NotFoundError{What: "rule", Asked: r.number.String(), Where: "in " + s.Release.Label(), Near: nearestNumbers(s, r.number)}
	switch {
	case r.number.Skipped():
		e.Hint = "the letters l and o do not exist in rule numbers, they look too much like 1 and 0"
	case s.Release.Excerpt:
		e.Hint = "only an excerpt of this release is held"
	}
	return e
}

func (r reference) noSuchTerm(s *archive.Snapshot) error {
	if first := r.asked[0]; '0' <= first && first <= '9' {
		return &archive.NotFoundError{What: "rule", Asked: r.asked, Where: "in " + s.Release.Label(),
			Hint: "a rule number looks like 702, 702.19 or 702.19b"}
	}
	var names []string
	for _, e := range s.Entries {
		switch {
		case e.Kind == archive.Term:
			names = append(names, e.Term)
		case e.IsTitle():
			names = append(names, e.Text)
		}
	}
	const most = 3
	return &archive.NotFoundError{What: "glossary term or title", Asked: r.asked, Where: "in " + s.Release.Label(),
		Near: dedupe(append(namesWith(r.asked, names), archive.Nearest(r.asked, names, 2*most)...), most),
		Hint: "to look inside the rules: rulebook search " + quoted(r.asked)}
}

// namesWith are the names that hold what was asked as a word or several, the shortest
// first: combat gives Combat Phase.
func namesWith(asked string, names []string) []string {
	plain := func(s string) string {
		return " " + strings.Join(strings.FieldsFunc(archive.FoldCase(s), isNoWord), " ") + " "
	}
	want := plain(asked)
	if strings.TrimSpace(want) == "" {
		return nil
	}
	var with []string
	for _, n := range names {
		if strings.Contains(plain(n), want) {
			with = append(with, n)
		}
	}
	slices.SortStableFunc(with, func(a, b string) int { return len(a) - len(b) })
	return with
}

func isNoWord(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != '\'' }

// dedupe keeps the first of equal names, and at most most.
func dedupe(names []string, most int) []string {
	var kept []string
	for _, n := range names {
		same := func(k string) bool { return strings.EqualFold(k, n) }
		if len(kept) < most && !slices.ContainsFunc(kept, same) {
			kept = append(kept, n)
		}
	}
	return kept
}

// quoted is how a shell wants a text as one word.
func quoted(s string) string {
	if strings.ContainsAny(s, " \t'\"\\$`!*?[](){}<>|&;#~") {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

// nearestNumbers are the numbers of s around n, in the book's order: its
// neighbours under the same parent, or failing that under the parent's.
func nearestNumbers(s *archive.Snapshot, n archive.Number) []string {
	const aside = 2 // on each side
	var siblings []archive.Number
	for parent := n.Parent(); ; parent = parent.Parent() {
		for _, e := range s.Entries {
			if !e.Number.IsZero() && e.Number.Parent() == parent {
				siblings = append(siblings, e.Number)
			}
		}
		if len(siblings) > 0 || parent.IsZero() {
			break
		}
		n = parent
	}
	slices.SortFunc(siblings, archive.Number.Compare)
	siblings = slices.Compact(siblings)
	at, _ := slices.BinarySearchFunc(siblings, n, archive.Number.Compare)
	var near []string
	for _, m := range siblings[max(0, at-aside):min(len(siblings), at+aside)] {
		near = append(near, m.String())
	}
	return near
}
