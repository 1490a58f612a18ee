package history

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
)

// timeline is the releases that are known, in date order.
type timeline struct{ known, held []archive.Release }

func readTimeline(ctx context.Context, s Store) (*timeline, error) {
	releases, err := s.Releases(ctx)
	if err != nil {
		return nil, err
	}
	t := &timeline{known: releases}
	for _, r := range releases {
		if r.Held {
			t.held = append(t.held, r)
		}
	}
	if len(t.held) == 0 {
		return nil, archive.ErrEmpty
	}
	return t, nil
}

// index is the place of a held release, or -1.
func (t *timeline) index(d archive.Date) int {
	at, found := slices.BinarySearchFunc(t.held, d, func(r archive.Release, d archive.Date) int { return r.Effective.Compare(d) })
	if !found {
		return -1
	}
	return at
}

// at is the held release of a day.
func (t *timeline) at(d archive.Date) archive.Release {
	if i := t.index(d); i >= 0 {
		return t.held[i]
	}
	return archive.Release{Effective: d}
}

// before is the held release before that of a day, and whether there is one.
func (t *timeline) before(d archive.Date) (archive.Release, bool) {
	if i := t.index(d); i > 0 {
		return t.held[i-1], true
	}
	return archive.Release{}, false
}

// after is the held release after that of a day, and whether there is one.
func (t *timeline) after(d archive.Date) (archive.Release, bool) {
	if i := t.index(d); i >= 0 && i+1 < len(t.held) {
		return t.held[i+1], true
	}
	return archive.Release{}, false
}

func (t *timeline) first() archive.Release  { return t.held[0] }
func (t *timeline) newest() archive.Release { return t.held[len(t.held)-1] }

// count is how many held releases a stretch has.
func (t *timeline) count(from, to archive.Date) int { return t.index(to) - t.index(from) + 1 }

// gap is what is not held between a held release and the next, or nil. Whatever
// is first seen in the release of day d may have come with any of them.
func (t *timeline) gap(d archive.Date) *Gap {
	g := &Gap{}
	if before, ok := t.before(d); ok {
		g.After = before.Effective
	}
	for _, r := range t.known {
		if !r.Held && g.After.Before(r.Effective) && r.Effective.Before(d) {
			g.Missing = append(g.Missing, NameOf(r))
		}
	}
	if len(g.Missing) == 0 {
		return nil
	}
	return g
}

// later are the releases known to be newer than the newest held.
func (t *timeline) later() []Release {
	var all []Release
	for _, r := range t.known {
		if !r.Held && t.newest().Effective.Before(r.Effective) {
			all = append(all, NameOf(r))
		}
	}
	return all
}

// Release names a release in the documents of this package.
type Release struct {
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Name      string       `json:"name"`
}

// NameOf names a release.
func NameOf(r archive.Release) Release { return Release{r.Effective, r.Code, r.Name} }

// Short is the code, or the date of a release without.
func (r Release) Short() string {
	if r.Code == "" {
		return r.Effective.String()
	}
	return r.Code
}

// Gap says that a change is not known to the release: those in Missing, between the
// last held release before it and the one in which it is first seen, are not held.
type Gap struct {
	// After is the last held release without the change; zero when none is held
	// before.
	After   archive.Date `json:"after"`
	Missing []Release    `json:"missing"`
}

// Between says when a change happened that is first seen on day seen: "between
// 2023-04-14 and 2023-10-13 (LTR and WOE not held)".
func (g *Gap) Between(seen archive.Date) string {
	names := make([]string, len(g.Missing))
	for i, m := range g.Missing {
		names[i] = m.Short()
	}
	missing := strings.Join(names, ", ")
	if n := len(names); n > 1 {
		missing = strings.Join(names[:n-1], ", ") + " and " + names[n-1]
	}
	if g.After.IsZero() {
		return fmt.Sprintf("%s or earlier (%s not held)", seen, missing)
	}
	return fmt.Sprintf("between %s and %s (%s not held)", g.After, seen, missing)
}
