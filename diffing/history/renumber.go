package history

import (
	"context"
	"slices"

	"rulebook/archive"
)

// cited is a rule number that a text cites, with the words that make it.
type cited struct {
	number archive.Number
	lo, hi int
}

// citations are the citations among words lo to hi, in order.
func (s *strand) citations(lo, hi int) []cited {
	if lo >= hi {
		return nil
	}
	var all []cited
	for _, c := range archive.Citations(s.text) {
		first := slices.IndexFunc(s.words, func(w word) bool { return c.Start < w.end && w.start < c.End })
		if first < lo || first >= hi {
			continue
		}
		end := first + 1
		for end < hi && s.words[end].start < c.End {
			end++
		}
		all = append(all, cited{c.Number, first, end})
	}
	return all
}

// renumber marks the numbers in cross-references that changed because the rule they
// name was renumbered between two releases: they are credited to the release that
// did it.
func (t *tracer) renumber(ctx context.Context, old, s *strand, hunks []hunk, before, d archive.Date) error {
	for _, h := range hunks {
		now := s.citations(h.new0, h.new1)
		if len(now) == 0 {
			continue
		}
		was := old.citations(h.old0, h.old1)
		if len(was) == 0 {
			continue
		}
		bearers, err := t.store.Bearers(ctx, d, numbersOf(now))
		if err != nil {
			return err
		}
		borne, err := t.store.Bearers(ctx, before, numbersOf(was))
		if err != nil {
			return err
		}
		for _, c := range now {
			if namesOneOf(c, was, bearers, borne) {
				for i := c.lo; i < c.hi; i++ {
					s.words[i].source = source{settled: true, since: t.time.index(d), renumbered: true}
				}
			}
		}
	}
	return nil
}

// namesOneOf reports whether a citation names, under a new number, a rule that was
// cited before.
func namesOneOf(c cited, was []cited, bearers, borne map[archive.Number][]archive.LineageID) bool {
	for _, before := range was {
		if before.number == c.number {
			continue
		}
		for _, id := range bearers[c.number] {
			if slices.Contains(borne[before.number], id) {
				return true
			}
		}
	}
	return false
}

func numbersOf(all []cited) []archive.Number {
	numbers := make([]archive.Number, len(all))
	for i, c := range all {
		numbers[i] = c.number
	}
	return numbers
}
