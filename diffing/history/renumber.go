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

// citations are the citations of a strand, in order.
func (s *strand) citations() []cited {
	var all []cited
	at := 0
	for _, c := range archive.Citations(s.text) {
		for at < len(s.words) && s.words[at].end <= c.Start {
			at++
		}
		end := at
		for end < len(s.words) && s.words[end].start < c.End {
			end++
		}
		all = append(all, cited{c.Number, at, end})
	}
	return all
}

// among are the citations that begin among words lo to hi.
func among(all []cited, lo, hi int) []cited {
	begins := func(c cited, word int) int { return c.lo - word }
	first, _ := slices.BinarySearchFunc(all, lo, begins)
	last, _ := slices.BinarySearchFunc(all, max(lo, hi), begins)
	return all[first:last]
}

// renumber marks the numbers in cross-references that changed because the rule they
// name was renumbered between two releases: they are credited to the release that
// did it.
func (t *tracer) renumber(ctx context.Context, old, s *strand, hunks []hunk, before, d archive.Date) error {
	if len(hunks) == 0 {
		return nil
	}
	allNow, allWas := s.citations(), old.citations()
	for _, h := range hunks {
		now, was := among(allNow, h.new0, h.new1), among(allWas, h.old0, h.old1)
		if len(now) == 0 || len(was) == 0 {
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
		numbered := make(map[archive.LineageID]archive.Number) // the rules that were cited
		for _, c := range was {
			for _, id := range borne[c.number] {
				numbered[id] = c.number
			}
		}
		for _, c := range now {
			if !slices.ContainsFunc(bearers[c.number], func(id archive.LineageID) bool {
				number, cited := numbered[id]
				return cited && number != c.number
			}) {
				continue
			}
			for i := c.lo; i < min(c.hi, h.new1); i++ {
				s.words[i].source = source{settled: true, since: t.time.index(d), renumbered: true}
			}
		}
	}
	return nil
}

func numbersOf(all []cited) []archive.Number {
	numbers := make([]archive.Number, len(all))
	for i, c := range all {
		numbers[i] = c.number
	}
	return numbers
}
