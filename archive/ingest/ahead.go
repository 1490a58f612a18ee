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
	ready map[[2]archive.Date]neighbours // by the dates of older and newer
}

// neighbours is how a release answers to the one before it.
type neighbours struct {
	pairs  []archive.Pair
	digest []byte // of what changed; none for the first release
}

func meet(old, new *archive.Snapshot, pins []archive.Pin) neighbours {
	n := neighbours{pairs: diffing.Align(old, new, pins)}
	if len(old.Entries) > 0 {
		n.digest = diffing.CompareWordings(old, new, n.pairs).Digest()
	}
	return n
}

func newAhead(pins []archive.Pin) *ahead {
	a := &ahead{pins: pins, last: new(archive.Snapshot), given: make(map[archive.Date]bool),
		ready: make(map[[2]archive.Date]neighbours)}
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
		met := meet(old, s, pinsBetween(a.pins, old, s))
		a.mu.Lock()
		defer a.mu.Unlock()
		a.ready[[2]archive.Date{old.Release.Effective, s.Release.Effective}] = met
		return nil
	})
}

// forget drops what is ready of a date whose release is put anew.
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

// neighbours are two releases, if they were aligned. The zero date before stands for
// no release.
func (a *ahead) neighbours(before, d archive.Date) (met neighbours, ready bool) {
	a.wait()
	met, ready = a.ready[[2]archive.Date{before, d}]
	return met, ready
}
