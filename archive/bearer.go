package archive

import "strings"

// Bearer is a rule that bears certain words.
type Bearer struct {
	Release Release
	Name    string // number or glossary term
	Heading string // chain of titles it stands under
}

// Sought are words whose bearer is sought.
type Sought struct {
	Text string // in any typography; empty where no bearer is sought
	Cut  bool   // they are only the beginning
	Day  Date   // in force; the zero Date is the newest
}

// FindBearers finds, for each of the words sought, the rule that bears them in the held
// release nearest to their day; nil where none does. each gives every stretch of every
// rule (EachSpan of the store), and is called only where something is to be found.
func FindBearers(sought []Sought, releases []Release, each func(yield func(Span) error) error) ([]*Bearer, error) {
	found := make([]*Bearer, len(sought))
	away := make([]int, len(sought)) // of the nearest bearer so far, in releases
	wanted := make([]string, len(sought))
	any := false
	for i := range sought {
		wanted[i] = Fold(sought[i].Text)
		any = any || wanted[i] != ""
	}
	if !any {
		return found, nil
	}
	return found, each(func(s Span) error {
		words := Fold(s.Text)
		for i := range sought {
			if wanted[i] == "" || words != wanted[i] && !(sought[i].Cut && strings.HasPrefix(words, wanted[i])) {
				continue
			}
			release, far := nearestWithin(s, sought[i].Day, releases)
			if found[i] != nil && away[i] <= far {
				continue
			}
			name := s.Term
			if !s.Number.IsZero() {
				name = s.Number.String()
			}
			found[i], away[i] = &Bearer{Release: release, Name: name, Heading: s.Heading}, far
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
