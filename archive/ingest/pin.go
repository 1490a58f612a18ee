package ingest

import (
	"context"
	"fmt"
	"slices"

	"rulebook/archive"
)

// SetPins makes pins the pairs corrected by hand, in the place of those before,
// and aligns the releases they concern again. It returns a *archive.NotFoundError
// for an entry that its release does not hold, and an error for releases that are
// not neighbours in the archive or pins that contradict each other.
func (im *Importer) SetPins(ctx context.Context, pins []archive.Pin) error {
	return im.Store.Update(ctx, func(w Writer) error {
		before, err := w.Pins(ctx)
		if err != nil {
			return err
		}
		if err := checkPins(ctx, w, pins); err != nil {
			return err
		}
		var days []archive.Date
		for _, list := range [][]archive.Pin{before, pins} {
			for _, p := range list {
				if !slices.Contains(before, p) || !slices.Contains(pins, p) {
					days = append(days, p.ToRelease)
				}
			}
		}
		if len(days) == 0 {
			return nil
		}
		if err := w.SetPins(ctx, pins); err != nil {
			return err
		}
		return im.Realign(ctx, w, days...)
	})
}

func checkPins(ctx context.Context, w Writer, pins []archive.Pin) error {
	releases, err := w.Releases(ctx)
	if err != nil {
		return err
	}
	days := heldDays(releases)
	snapshots := make(map[archive.Date]*archive.Snapshot)
	find := func(d archive.Date, name string) (*archive.Entry, error) {
		if snapshots[d] == nil {
			if snapshots[d], err = w.Snapshot(ctx, d); err != nil {
				return nil, err
			}
		}
		at := EntryNamed(snapshots[d], name)
		if at < 0 {
			return nil, &archive.NotFoundError{What: "rule or glossary term", Asked: name, Where: "in " + snapshots[d].Release.Label()}
		}
		return &snapshots[d].Entries[at], nil
	}
	taken := make(map[archive.Pin]bool)
	for _, p := range pins {
		at := slices.Index(days, p.FromRelease)
		if at < 0 || at+1 >= len(days) || days[at+1] != p.ToRelease {
			return fmt.Errorf("a pin ties a release to the next one held, and %s is not the next after %s", p.ToRelease, p.FromRelease)
		}
		older, err := find(p.FromRelease, p.From)
		if err != nil {
			return err
		}
		from, to := archive.Pin{FromRelease: p.FromRelease, From: p.From}, archive.Pin{ToRelease: p.ToRelease, To: p.To}
		if p.To != archive.PinNone {
			newer, err := find(p.ToRelease, p.To)
			if err != nil {
				return err
			}
			if older.Number.IsZero() != newer.Number.IsZero() {
				return fmt.Errorf("%s is %s and %s is %s, and one never becomes the other; pin a rule to a rule, a term to a term",
					p.From, pinnable(older), p.To, pinnable(newer))
			}
		}
		if taken[from] || (p.To != archive.PinNone && taken[to]) {
			return fmt.Errorf("%s in %s or %s in %s is pinned twice; take one of the pins away", p.From, p.FromRelease, p.To, p.ToRelease)
		}
		taken[from], taken[to] = true, true
	}
	return nil
}

// pinnable is what an entry is, as far as pinning goes.
func pinnable(e *archive.Entry) string {
	if e.Number.IsZero() {
		return "a glossary term"
	}
	return "a rule"
}

// EntryNamed is the index of the entry that a pin names, a rule number or a
// glossary term, or -1.
func EntryNamed(s *archive.Snapshot, name string) int {
	if n, ok := archive.ParseCitation(name); ok {
		return s.Find(n)
	}
	return s.FindTerm(name)
}
