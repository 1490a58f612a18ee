package ingest

import (
	"context"
	"runtime"
	"slices"

	"golang.org/x/sync/errgroup"

	"rulebook/archive"
)

// relink aligns every release whose neighbour before it is no longer the one it
// was aligned with, and traces all lineages anew. before are the releases as they
// were, touched the dates whose entries were stored since, and ahead what was
// aligned meanwhile.
func (im *Importer) relink(ctx context.Context, w Writer, before []archive.Release, touched map[archive.Date]bool, ahead *ahead) error {
	releases, err := w.Releases(ctx)
	if err != nil {
		return err
	}
	days := heldDays(releases)
	stale := staleDays(heldDays(before), days, touched)
	steps, digests, err := im.steps(ctx, w, days, stale, ahead)
	if err != nil {
		return err
	}
	ids, lineages := archive.Trace(steps)
	set := func() error { return im.setSteps(ctx, w, steps, ids, stale, digests) }
	if 2*len(stale) > len(days) {
		err = w.SetManyPairs(ctx, set)
	} else {
		err = set()
	}
	if err != nil {
		return err
	}
	if err := w.SetLineages(ctx, lineages); err != nil {
		return err
	}
	return flagThin(ctx, w, releases)
}

// setSteps stores the steps whose pairs or lineages are others than before, and the digests
// of the stale ones.
func (im *Importer) setSteps(ctx context.Context, w Writer, steps []archive.Step, ids [][]archive.LineageID, stale map[archive.Date]bool, digests [][]byte) error {
	for i, step := range steps {
		im.tell(Event{Stage: Storing, Done: i + 1, Total: len(steps), Name: step.Release.String()})
		if !stale[step.Release] {
			stored, err := w.LineageIDs(ctx, step.Release)
			if err != nil {
				return err
			}
			if slices.Equal(stored, ids[i]) {
				continue
			}
		}
		if err := w.SetPairs(ctx, step.Release, step.Pairs, ids[i]); err != nil {
			return err
		}
		if !stale[step.Release] {
			continue // its lineages are counted otherwise, which no digest knows
		}
		if err := w.SetDigest(ctx, step.Release, digests[i]); err != nil {
			return err
		}
	}
	return nil
}

// Realign aligns the releases of the given dates with their neighbours again, as
// after a change of the pins.
func (im *Importer) Realign(ctx context.Context, w Writer, days ...archive.Date) error {
	releases, err := w.Releases(ctx)
	if err != nil {
		return err
	}
	touched := make(map[archive.Date]bool)
	for _, d := range days {
		touched[d] = true
	}
	return im.relink(ctx, w, releases, touched, newAhead(nil))
}

func heldDays(releases []archive.Release) []archive.Date {
	var days []archive.Date
	for _, r := range releases {
		if r.Held {
			days = append(days, r.Effective)
		}
	}
	return days
}

// staleDays are the days whose pairs with the day before no longer hold.
func staleDays(before, now []archive.Date, touched map[archive.Date]bool) map[archive.Date]bool {
	neighbour := make(map[archive.Date]archive.Date) // the day before each; of the first, zero
	previous := archive.Date{}
	for _, d := range before {
		neighbour[d], previous = previous, d
	}
	stale := make(map[archive.Date]bool)
	previous = archive.Date{}
	for _, d := range now {
		if was, known := neighbour[d]; !known || was != previous || touched[d] || touched[previous] {
			stale[d] = true
		}
		previous = d
	}
	return stale
}

// steps aligns and compares the stale days on all processors and reads the pairs of the
// others, of which no digest is returned. The transaction is read by this goroutine only.
func (im *Importer) steps(ctx context.Context, w Writer, days []archive.Date, stale map[archive.Date]bool, ahead *ahead) ([]archive.Step, [][]byte, error) {
	pins, err := w.Pins(ctx)
	if err != nil {
		return nil, nil, err
	}
	steps, digests := make([]archive.Step, len(days)), make([][]byte, len(days))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	var last *archive.Snapshot
	aligned := 0
	for i, d := range days {
		steps[i].Release = d
		if !stale[d] {
			if steps[i].Pairs, err = w.Pairs(ctx, d); err != nil {
				return nil, nil, err
			}
			last = nil
			continue
		}
		before := archive.Date{}
		if i > 0 {
			before = days[i-1]
		}
		aligned++
		im.tell(Event{Stage: Aligning, Done: aligned, Total: len(stale), Name: d.String()})
		if met, ready := ahead.neighbours(before, d); ready {
			steps[i].Pairs, digests[i], last = met.pairs, met.digest, nil
			continue
		}
		old := new(archive.Snapshot)
		if i > 0 {
			if old = last; old == nil {
				if old, err = w.Snapshot(ctx, days[i-1]); err != nil {
					return nil, nil, err
				}
			}
		}
		current, err := w.Snapshot(ctx, d)
		if err != nil {
			return nil, nil, err
		}
		last = current
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			met := meet(old, current, pinsBetween(pins, old, current))
			steps[i].Pairs, digests[i] = met.pairs, met.digest
			return nil
		})
	}
	return steps, digests, group.Wait()
}

func pinsBetween(pins []archive.Pin, old, new *archive.Snapshot) []archive.Pin {
	var between []archive.Pin
	for _, p := range pins {
		if p.FromRelease == old.Release.Effective && p.ToRelease == new.Release.Effective {
			between = append(between, p)
		}
	}
	return between
}

// thinFlag is the flag of a release that holds far less than both its neighbours.
const thinFlag = "far fewer entries than the releases before and after it"

// thinShare is the share of the smaller neighbour's entries below which a release
// is thought to be incomplete: the sharpest fall between published neighbours is
// under one per cent.
const thinShare = 0.9

// flagThin flags the releases that hold far fewer entries than both neighbours,
// and takes the flag from those that no longer do.
func flagThin(ctx context.Context, w Writer, releases []archive.Release) error {
	var held []archive.Release
	for _, r := range releases {
		if r.Held {
			held = append(held, r)
		}
	}
	entries := func(r archive.Release) float64 { return float64(r.Counts.Rules + r.Counts.Glossary) }
	for i, r := range held {
		flags := slices.DeleteFunc(slices.Clone(r.Flags), func(f string) bool { return f == thinFlag })
		if i > 0 && i+1 < len(held) && entries(r) < thinShare*min(entries(held[i-1]), entries(held[i+1])) {
			flags = append(flags, thinFlag)
		}
		if err := w.SetFlags(ctx, r.Effective, flags); err != nil {
			return err
		}
	}
	return nil
}
