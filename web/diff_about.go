package web

import (
	"cmp"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// about says what a comparison was about. Each title and each term narrows the page to
// what it takes part in; more than a few of a kind are folded.
type about struct {
	Added, MoreAdded     []link // titles that came: "310 Battles"
	Removed, MoreRemoved []link
	Terms, MoreTerms     []termWords
}

// none reports whether there is nothing to say.
func (a about) None() bool { return len(a.Added)+len(a.Removed)+len(a.Terms) == 0 }

// about says what ran through a comparison.
func (v *visit) about(r *diffing.Report) about {
	const most = 8 // titles
	diff := v.to.diff(r.Old.Effective, r.New.Effective)
	var a about
	a.Added, a.MoreAdded = first(most, titleLinks(r.Titles.Added, diff))
	a.Removed, a.MoreRemoved = first(most, titleLinks(r.Titles.Removed, diff))
	all, _ := termsOf(r.Shifts, len(r.Shifts), diff)
	a.Terms, a.MoreTerms = first(shownTerms, all)
	return a
}

// termsOfChanges are the terms of a release that each change takes part in, by the
// change's sides: a script narrows the pages of an export to them.
func termsOfChanges(r *diffing.Report) map[[2]*diffing.Side][]string {
	of := make(map[[2]*diffing.Side][]string)
	for _, s := range r.Shifts {
		term := cmp.Or(s.To, s.From)
		for _, c := range r.Filter(diffing.Filter{Term: term, Typography: true}).Changes {
			sides := [2]*diffing.Side{c.Old, c.New}
			of[sides] = append(of[sides], term)
		}
	}
	return of
}

// titleLinks lead to what changed under each title, such as "310 Battles".
func titleLinks(titles []string, diff string) []link {
	var out []link
	for _, t := range titles {
		l := link{Href: diff, Label: t}
		number, _, _ := strings.Cut(t, " ")
		if n, err := archive.ParseNumber(number); err == nil {
			l.Href += "/" + n.String()
		}
		out = append(out, l)
	}
	return out
}

// first parts a list after most; a single one more is shown with them.
func first[T any](most int, list []T) (shown, more []T) {
	if len(list) <= most+1 {
		return list, nil
	}
	return list[:most], list[most:]
}
