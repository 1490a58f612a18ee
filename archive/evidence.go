package archive

import (
	"cmp"
	"slices"
	"strings"
)

// Evidence is a rule of an excerpt that speaks of a day of which no whole release
// is held. It shows what stood there then; that another rule did not is not shown.
type Evidence struct {
	File string // of the excerpt
	Date Date   // of its label; the zero Date where none stands
	Set  string // as the label prints it
	Rule Excerpted
	// Same is the stretch of the rule asked for that has the same words, the one
	// nearest before the day where several have; nil where none has.
	Same *Span
	// Bearer is another rule with these words, where NameBearers found one.
	Bearer *Bearer
}

// EvidenceOf is what excerpts show of one rule, newest first and at the end what
// bears no date: what they print under a number that the rule bore in the held
// release before or after, or at any time for what bears no date; and what has its
// words under another. spans are the stretches of the rule, oldest first, releases
// all that are known, in date order.
func EvidenceOf(excerpts []Excerpt, releases []Release, spans []Span) []Evidence {
	folds := make([]string, len(spans))
	for i := range spans {
		folds[i] = Fold(spans[i].Text)
	}
	return gatherEvidence(excerpts, releases, func(e *Evidence) bool {
		e.Same = sameWords(spans, folds, e)
		if e.Same != nil {
			return true
		}
		before, after := heldAround(releases, e.Date)
		return slices.ContainsFunc(spans, func(s Span) bool {
			at := func(d Date) bool { return !d.IsZero() && s.From.Compare(d) <= 0 && d.Compare(s.To) <= 0 }
			return s.Number == e.Rule.Number && (e.Date.IsZero() || at(before) || at(after))
		})
	})
}

// EvidenceUnder is what excerpts print under a number, whichever rule that was, in
// the order of EvidenceOf.
func EvidenceUnder(excerpts []Excerpt, releases []Release, n Number) []Evidence {
	return gatherEvidence(excerpts, releases, func(e *Evidence) bool { return e.Rule.Number == n })
}

// NameBearers names, for what the rule asked for never said, the rule that bears these
// words in the held release nearest to the day. each is as FindBearers wants it.
func NameBearers(found []Evidence, releases []Release, each func(yield func(Span) error) error) error {
	sought := make([]Sought, len(found))
	for i, e := range found {
		if e.Same == nil {
			sought[i] = Sought{e.Rule.Text, e.Rule.Cut, e.Date}
		}
	}
	bearers, err := FindBearers(sought, releases, each)
	if err != nil {
		return err
	}
	for i := range found {
		found[i].Bearer = bearers[i]
	}
	return nil
}

// Release is the release that the label names, called as it is among those known, or
// else as the label calls it.
func (e *Evidence) Release(known []Release) Release {
	r := Release{Effective: e.Date}
	for _, k := range known {
		if k.Effective == e.Date && !e.Date.IsZero() {
			r = k
		}
	}
	r.Name = cmp.Or(r.Name, e.Set)
	return r
}

// Repeats reports whether a rule of another excerpt says the same under the same
// number, marks aside.
func (e *Evidence) Repeats(other *Evidence) bool {
	return e.Rule.Number == other.Rule.Number && e.Rule.Cut == other.Rule.Cut && Fold(e.Rule.Wording()) == Fold(other.Rule.Wording())
}

func gatherEvidence(excerpts []Excerpt, releases []Release, wanted func(*Evidence) bool) []Evidence {
	held := make(map[Date]bool)
	for _, r := range releases {
		held[r.Effective] = r.Held
	}
	var found []Evidence
	for _, x := range excerpts {
		for _, b := range x.Blocks {
			for _, r := range b.Rules {
				e := Evidence{File: x.Source.File, Date: b.Date, Set: b.Set, Rule: r}
				if !held[b.Date] && wanted(&e) {
					found = append(found, e)
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Evidence) int { return b.Date.Compare(a.Date) })
	return found
}

// heldAround are the days of the held releases nearest before and after a day; zero
// where there is none.
func heldAround(releases []Release, d Date) (before, after Date) {
	for _, r := range releases {
		switch {
		case !r.Held:
		case r.Effective.Before(d):
			before = r.Effective
		case after.IsZero():
			after = r.Effective
		}
	}
	return before, after
}

// sameWords is the stretch with the words of a rule that was found; of several the
// last that began before its day, else the first.
func sameWords(spans []Span, folds []string, e *Evidence) *Span {
	words := Fold(e.Rule.Text)
	if words == "" {
		return nil
	}
	var same *Span
	for i := range spans {
		if folds[i] != words && !(e.Rule.Cut && strings.HasPrefix(folds[i], words)) {
			continue
		}
		if same == nil || e.Date.IsZero() || spans[i].From.Before(e.Date) {
			same = &spans[i]
		}
	}
	return same
}
