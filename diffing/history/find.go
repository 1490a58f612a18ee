package history

import (
	"cmp"
	"context"
	"slices"

	"rulebook/archive"
)

// Asked is what a history was asked for: a number or a glossary term, and the
// release in which it was found to mean this rule.
type Asked struct {
	Number  archive.Number `json:"number"`
	Term    string         `json:"term"`
	Release Release        `json:"release"`
}

// Name is the number or the term.
func (a Asked) Name() string {
	if a.Number.IsZero() {
		return a.Term
	}
	return a.Number.String()
}

// Found is the rule that a name means, and who else bore the name.
type Found struct {
	Asked
	Lineage archive.LineageID

	// Tenures are all stretches in which anyone bore the name, oldest first; nil
	// until ReadTenures.
	Tenures []archive.Tenure

	names Names
}

// ReadTenures looks for all who bore the name, which takes a look through every
// release: who wants the rule alone is spared it.
func (f *Found) ReadTenures(ctx context.Context) (err error) {
	switch {
	case f.Tenures != nil || f.names == nil:
	case f.Number.IsZero():
		f.Tenures, err = f.names.TermTenures(ctx, f.Term)
	default:
		f.Tenures, err = f.names.NumberTenures(ctx, f.Number)
	}
	return err
}

// Find finds who bears a number, or else a glossary term, in the release of day d.
// The zero day means the newest release in which anyone bore it, so that a rule
// that is gone is found by its last number. It returns a *archive.NotFoundError when
// nobody did.
func Find(ctx context.Context, s Store, names Names, n archive.Number, term string, d archive.Date) (*Found, error) {
	t, err := readTimeline(ctx, s)
	if err != nil {
		return nil, err
	}
	what := "glossary term"
	f := &Found{Asked: Asked{Number: n, Term: term}, names: names}
	if !n.IsZero() {
		what, f.Term = "rule", ""
		day := cmp.Or(d, t.newest().Effective)
		bearers, err := s.Bearers(ctx, day, []archive.Number{n})
		if err != nil {
			return nil, err
		}
		if ids := bearers[n]; len(ids) > 0 {
			f.Lineage, f.Release = ids[0], NameOf(t.at(day))
			return f, nil
		}
	}
	if err := f.ReadTenures(ctx); err != nil {
		return nil, err
	}
	tenures := f.Tenures
	missing := &archive.NotFoundError{What: what, Asked: f.Name()}
	if len(tenures) == 0 {
		missing.Where = "in any release held"
		return nil, missing
	}
	at := -1
	for i := range tenures {
		switch {
		case d.IsZero():
			// The first printed of those that bore it last.
			if at < 0 || tenures[at].To.Before(tenures[i].To) {
				at = i
			}
		case tenures[i].At(d) && at < 0:
			at = i
		}
	}
	if at < 0 {
		missing.Where = "in " + t.at(d).Label()
		nearest := nearestTenure(t, tenures, d)
		missing.Hint = "it stood from " + nearest.From.String() + " to " + nearest.To.String() + "; ask for " +
			f.Name() + "@" + nearest.To.String()
		return nil, missing
	}
	f.Lineage = tenures[at].Lineage
	if f.Number.IsZero() {
		f.Term = tenures[at].Term
	}
	f.Release = NameOf(t.at(cmp.Or(d, tenures[at].To)))
	return f, nil
}

// nearestTenure is the one fewest releases away from a day in which nobody bore
// the name.
func nearestTenure(t *timeline, tenures []archive.Tenure, d archive.Date) archive.Tenure {
	at := t.index(d)
	far := func(u archive.Tenure) int { return min(abs(t.index(u.From)-at), abs(t.index(u.To)-at)) }
	return slices.MinFunc(tenures, func(a, b archive.Tenure) int { return cmp.Compare(far(a), far(b)) })
}

func abs(n int) int { return max(n, -n) }
