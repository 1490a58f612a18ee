package archive

import "strings"

// Bearer is a rule that bears certain words.
type Bearer struct {
	Release Release
	Name    string // number or glossary term
	Heading string // chain of titles it stands under
}

// FindBearers names, for what excerpts show that the rule asked for never said, the
// rule that bears these words in the held release nearest to the day. each gives every
// stretch of every rule (EachSpan of the store), and is called only where something is
// to be found.
func FindBearers(found []Evidence, releases []Release, each func(yield func(Span) error) error) error {
	away := make([]int, len(found)) // of the nearest bearer so far, in releases
	wanted := make([]string, len(found))
	any := false
	for i := range found {
		if found[i].Same == nil {
			wanted[i] = Fold(found[i].Rule.Text)
			any = any || wanted[i] != ""
		}
	}
	if !any {
		return nil
	}
	return each(func(s Span) error {
		words := Fold(s.Text)
		for i := range found {
			e := &found[i]
			if wanted[i] == "" || words != wanted[i] && !(e.Rule.Cut && strings.HasPrefix(words, wanted[i])) {
				continue
			}
			release, far := nearestWithin(s, e.Date, releases)
			if e.Bearer != nil && away[i] <= far {
				continue
			}
			name := s.Term
			if !s.Number.IsZero() {
				name = s.Number.String()
			}
			e.Bearer, away[i] = &Bearer{Release: release, Name: name, Heading: s.Heading}, far
		}
		return nil
	})
}

// nearestWithin is the held release within a stretch that lies nearest to a day, and how
// many releases away; the earlier of two. The newest counts as nearest to no day at all.
func nearestWithin(s Span, d Date, releases []Release) (nearest Release, away int) {
	at := 0 // the release in force on that day
	for i, r := range releases {
		if d.IsZero() || r.Effective.Compare(d) <= 0 {
			at = i
		}
	}
	away = -1
	for i, r := range releases {
		within := s.From.Compare(r.Effective) <= 0 && r.Effective.Compare(s.To) <= 0
		far := max(i-at, at-i)
		if r.Held && within && (away < 0 || far < away) {
			nearest, away = r, far
		}
	}
	return nearest, away
}
