package ingest

import (
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"rulebook/archive"
	"rulebook/diffing"
)

// ahead aligns releases while others are still being read and stored. Files come
// in date order mostly, so that the release placed last is likely the neighbour of
// the next; where it turns out not to be, its pairs are not asked for.
type ahead struct {
	pins  []archive.Pin
	last  *archive.Snapshot
	given map[archive.Date]bool
	group errgroup.Group
	mu    sync.Mutex
	ready map[[2]archive.Date][]archive.Pair // by the dates of older and newer
}

func newAhead(pins []archive.Pin) *ahead {
	a := &ahead{pins: pins, last: new(archive.Snapshot), given: make(map[archive.Date]bool),
		ready: make(map[[2]archive.Date][]archive.Pair)}
	a.group.SetLimit(runtime.GOMAXPROCS(0))
	return a
}

// align pairs s with the release given before it, in the background. The snapshot
// must not change any more.
func (a *ahead) align(s *archive.Snapshot) {
	old := a.last
	a.last = s
	if a.given[s.Release.Effective] {
		a.forget(s.Release.Effective)
	}
	a.given[s.Release.Effective] = true
	if s.Release.Effective.Compare(old.Release.Effective) <= 0 {
		return
	}
	a.group.Go(func() error {
		pairs := diffing.Align(old, s, pinsBetween(a.pins, old, s))
		a.mu.Lock()
		defer a.mu.Unlock()
		a.ready[[2]archive.Date{old.Release.Effective, s.Release.Effective}] = pairs
		return nil
	})
}

// forget drops the pairs of a date whose release is put anew.
func (a *ahead) forget(d archive.Date) {
	a.wait()
	for days := range a.ready {
		if days[0] == d || days[1] == d {
			delete(a.ready, days)
		}
	}
}

// wait returns when nothing is being aligned any more.
func (a *ahead) wait() { _ = a.group.Wait() } // no alignment fails

// pairs are those of two releases, if they were aligned. The zero date before
// stands for no release.
func (a *ahead) pairs(before, d archive.Date) (pairs []archive.Pair, ready bool) {
	a.wait()
	pairs, ready = a.ready[[2]archive.Date{before, d}]
	return pairs, ready
}
