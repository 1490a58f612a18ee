package history

import (
	"context"
	"slices"

	"rulebook/archive"
	"rulebook/diffing"
)

// History is one rule's life: its wordings newest first, where it came from and
// what became of it.
type History struct {
	Asked Asked `json:"asked"`
	// Others are the other rules that the number or term meant, oldest first.
	Others []Other   `json:"others"`
	Fate   Fate      `json:"fate"`
	Spans  []Wording `json:"spans"`
	// LeftOut counts the wordings that did not hold in the time asked for.
	LeftOut *LeftOut `json:"left_out,omitempty"`
	Origin  Origin   `json:"origin"`
	// Sample says that the bundled sample was asked, not the published rules.
	Sample bool `json:"sample,omitempty"`
}

// Other is another rule that bore the name asked for, with the stretch in which it did.
type Other struct {
	From Release `json:"from"`
	To   Release `json:"to"`
	// Number and Term are what that rule bears in its last release.
	Number archive.Number `json:"number"`
	Term   string         `json:"term"`
	Gone   bool           `json:"gone"` // it is no longer in force
}

// LeftOut counts what is not shown since it was before or after the time asked for.
type LeftOut struct {
	Newer int `json:"newer"`
	Older int `json:"older"`
}

// Options steer a history. The zero Options give all of it, with changes of typography
// and of examples folded into the wording that they left as it was.
type Options struct {
	Typography   bool         // typographic versions one by one
	Examples     bool         // changes of examples one by one
	Since, Until archive.Date // only wordings that held between; zero for no bound
}

// Of follows the rule that was found through time.
func Of(ctx context.Context, s Store, f *Found, o Options) (*History, error) {
	// Who else bore the name is looked for beside the rest.
	searched := make(chan error, 1)
	go func() { searched <- f.ReadTenures(ctx) }()
	h, c, err := follow(ctx, s, f, o)
	if searchErr := <-searched; err == nil {
		err = searchErr
	}
	if err != nil {
		return nil, err
	}
	h.Others, err = c.others(ctx, f)
	return h, err
}

// follow makes a history without what else its name meant.
func follow(ctx context.Context, s Store, f *Found, o Options) (*History, *comparer, error) {
	c, l, err := newComparer(ctx, s, f.Lineage)
	if err != nil {
		return nil, nil, err
	}
	h := &History{Asked: f.Asked, Sample: c.time.newest().Sample}
	all, err := c.wordings(ctx, l, o)
	if err != nil {
		return nil, nil, err
	}
	if h.Origin, err = c.origin(ctx, l); err != nil {
		return nil, nil, err
	}
	last := &all[len(all)-1].last
	if h.Fate, err = c.fate(ctx, l, last, f.Asked); err != nil {
		return nil, nil, err
	}
	h.Spans, h.LeftOut = o.within(all, c.time)
	slices.Reverse(h.Spans)
	return h, c, nil
}

func newComparer(ctx context.Context, s Store, id archive.LineageID) (*comparer, archive.Lineage, error) {
	t, err := readTimeline(ctx, s)
	if err != nil {
		return nil, archive.Lineage{}, err
	}
	l, err := s.Lineage(ctx, id)
	if err != nil {
		return nil, l, err
	}
	relatives, err := s.Relatives(ctx, id)
	return &comparer{store: s, time: t, relatives: relatives}, l, err
}

// wordings are all wordings of a lineage, oldest first, each compared with the one
// before.
func (c *comparer) wordings(ctx context.Context, l archive.Lineage, o Options) ([]Wording, error) {
	spans, err := c.store.Spans(ctx, l.ID)
	if err != nil {
		return nil, err
	}
	all := stretches(spans, c.time, o)
	first := &all[0]
	first.Class = diffing.Whole
	first.Edits = []diffing.Edit{{Op: diffing.Equal, Text: first.Text}}
	switch {
	case l.Born == c.time.first().Effective:
		first.Kind = Born
	case l.From != 0:
		first.Kind = diffing.Split
	default:
		first.Kind = diffing.Added
	}
	for i := 1; i < len(all); i++ {
		if err := c.compare(ctx, &all[i-1], &all[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// within are the wordings, given oldest first, that held at any time between Since
// and Until, and how many others there are; nil for none.
func (o Options) within(all []Wording, t *timeline) (kept []Wording, out *LeftOut) {
	kept, out = []Wording{}, &LeftOut{}
	for _, w := range all {
		switch {
		case o.isOver(w.To, t):
			out.Older++
		case !o.Until.IsZero() && o.Until.Before(w.From):
			out.Newer++
		default:
			kept = append(kept, w)
		}
	}
	if *out == (LeftOut{}) {
		return kept, nil
	}
	return kept, out
}

// isOver reports whether what the release of day to was the last to have ended
// before Since: it held until the next release.
func (o Options) isOver(to archive.Date, t *timeline) bool {
	after, ended := t.after(to)
	return ended && !o.Since.Before(after.Effective)
}

// others are the tenures of the name by other lineages.
func (c *comparer) others(ctx context.Context, f *Found) ([]Other, error) {
	others := []Other{}
	for _, tenure := range f.Tenures {
		if tenure.Lineage == f.Lineage {
			continue
		}
		l, err := c.store.Lineage(ctx, tenure.Lineage)
		if err != nil {
			return nil, err
		}
		o := Other{From: NameOf(c.time.at(tenure.From)), To: NameOf(c.time.at(tenure.To)), Gone: !l.Gone.IsZero(), Term: tenure.Term}
		numbers, err := c.store.NumbersAt(ctx, l.Last, []archive.LineageID{l.ID})
		if err != nil {
			return nil, err
		}
		o.Number = numbers[l.ID]
		others = append(others, o)
	}
	return others, nil
}
