package web

import (
	"context"

	"rulebook/archive"
	"rulebook/diffing"
)

// summary is what the chart and the lists of releases say of one release against
// the held one before it.
type summary struct {
	before archive.Date
	counts diffing.Counts
	shifts []diffing.Shift
}

func newSummary(r *diffing.Report) summary {
	return summary{before: r.Old.Effective, counts: r.Counts, shifts: r.Shifts}
}

// changed counts the entries whose own words changed. Those that only refer to the same
// rules under their new numbers are counted apart, as the comparison's page does.
func (s *summary) changed() int { return s.counts.Changed - s.references() }

func (s *summary) references() int { return s.counts.ByClass[diffing.References] }

// up and down are what the chart shows above and below its line.
func (s *summary) up() int   { return s.changed() + s.counts.Added + s.counts.Split }
func (s *summary) down() int { return s.counts.Removed + s.counts.Merged }

// stay tells from which to which held release glossaries had a term, as indices among
// those held.
type stay struct{ first, last int }

// warm reckons the summaries of all releases, the newest first, and notes which
// terms were in use when. It reads each release once and keeps none,
// so that readers' own books stay on their shelf. It stops when wanted says that
// a newer generation has come.
func (lib *library) warm(ctx context.Context, wanted func() bool) error {
	var after *archive.Snapshot
	for at := len(lib.held) - 1; at >= 0 && wanted(); at-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		s, err := lib.read(ctx, lib.held[at].Effective)
		if err != nil {
			return err
		}
		lib.noteStays(newBook(s), at)
		if after != nil {
			r, err := diffing.Kept(ctx, lib.archive, s.Release, after.Release)
			if err == nil && r == nil {
				r, err = lib.report(ctx, s, after)
			}
			if err != nil {
				return err
			}
			lib.mu.Lock()
			lib.summaries[after.Release.Effective] = newSummary(r)
			lib.mu.Unlock()
		}
		after = s
	}
	return nil
}

func (lib *library) noteStays(b *book, at int) {
	lib.mu.Lock()
	defer lib.mu.Unlock()
	note := func(key string) {
		s, seen := lib.stays[key]
		if !seen {
			s = stay{first: at, last: at}
		}
		lib.stays[key] = stay{first: min(s.first, at), last: max(s.last, at)}
	}
	for s := range b.slugs {
		note(s)
	}
}

// summary returns a release's summary if it is known by now.
func (lib *library) summary(d archive.Date) (summary, bool) {
	lib.mu.Lock()
	defer lib.mu.Unlock()
	s, ok := lib.summaries[d]
	return s, ok
}

// warmth counts the summaries that are there; pages that show them change with it.
func (lib *library) warmth() int {
	lib.mu.Lock()
	defer lib.mu.Unlock()
	return len(lib.summaries)
}

// stay returns when glossaries had the term of an address, if that is known by now.
func (lib *library) stay(key string) (first, last archive.Release, ok bool) {
	lib.mu.Lock()
	defer lib.mu.Unlock()
	s, ok := lib.stays[key]
	if !ok {
		return first, last, false
	}
	return lib.held[s.first], lib.held[s.last], true
}
