package history

import (
	"context"
	"slices"

	"rulebook/archive"
	"rulebook/diffing"
)

// ByNumber is what stood under one number through time, newest first.
type ByNumber struct {
	Asked     Asked      `json:"asked"`
	Occupants []Occupant `json:"occupants"`
	// LeftOut counts the rules that did not stand here in the time asked for.
	LeftOut *LeftOut `json:"left_out,omitempty"`
	Sample  bool     `json:"sample,omitempty"`
}

// Occupant is a rule under the number for as long as it stood there.
type Occupant struct {
	From Release `json:"from"`
	To   Release `json:"to"`
	// Before is the number under which the rule stood before it came here; zero when
	// Origin says where it came from.
	Before archive.Number `json:"before"`
	Origin *Origin        `json:"origin,omitempty"`
	// After is the number to which it moved from here; zero when it stands here still
	// or Fate says what became of it.
	After archive.Number `json:"after"`
	// Left is the first held release in which it stood here no longer; zero while it does.
	Left archive.Date `json:"left"`
	Fate *Fate        `json:"fate,omitempty"`
	Gap  *Gap         `json:"gap,omitempty"` // not held before it came
	// LeftGap is what is not held before it was seen to have left.
	LeftGap *Gap      `json:"left_gap,omitempty"`
	Spans   []Wording `json:"spans"`
	// LeftOut counts its wordings here that did not hold in the time asked for.
	LeftOut *LeftOut `json:"left_out,omitempty"`
}

// Under lists what stood under the number that was found.
func Under(ctx context.Context, s Store, f *Found, o Options) (*ByNumber, error) {
	b := &ByNumber{Asked: f.Asked, Occupants: []Occupant{}}
	if err := f.ReadTenures(ctx); err != nil {
		return nil, err
	}
	out := LeftOut{}
	for _, tenure := range f.Tenures {
		c, l, err := newComparer(ctx, s, tenure.Lineage)
		if err != nil {
			return nil, err
		}
		b.Sample = c.time.newest().Sample
		all, err := c.wordings(ctx, l, o)
		if err != nil {
			return nil, err
		}
		occupant, err := c.occupant(ctx, l, tenure, all, f.Asked)
		if err != nil {
			return nil, err
		}
		occupant.Spans, occupant.LeftOut = o.within(occupant.Spans, c.time)
		slices.Reverse(occupant.Spans)
		switch {
		case len(occupant.Spans) > 0:
			b.Occupants = append(b.Occupants, occupant)
		case o.isOver(tenure.To, c.time):
			out.Older++
		default:
			out.Newer++
		}
	}
	if out != (LeftOut{}) {
		b.LeftOut = &out
	}
	slices.Reverse(b.Occupants)
	return b, nil
}

func (c *comparer) occupant(ctx context.Context, l archive.Lineage, tenure archive.Tenure, all []Wording, asked Asked) (Occupant, error) {
	o := Occupant{From: NameOf(c.time.at(tenure.From)), To: NameOf(c.time.at(tenure.To)), Gap: c.time.gap(tenure.From)}
	for _, w := range all {
		switch {
		case w.To.Before(tenure.From):
			o.Before = w.Number
		case tenure.To.Before(w.From):
			if o.Left.IsZero() {
				o.After, o.Left = w.Number, w.From
			}
		default:
			if w.From == tenure.From && !w.Was.IsZero() {
				w = arrived(w)
			}
			o.Spans = append(o.Spans, w)
		}
	}
	if o.Before.IsZero() {
		origin, err := c.origin(ctx, l)
		if err != nil {
			return o, err
		}
		o.Origin = &origin
	}
	if o.After.IsZero() && !l.Gone.IsZero() {
		fate, err := c.fate(ctx, l, &all[len(all)-1].last, asked)
		if err != nil {
			return o, err
		}
		o.Fate, o.Left = &fate, l.Gone
	}
	if !o.Left.IsZero() {
		o.LeftGap = c.time.gap(o.Left)
	}
	return o, nil
}

// arrived is the first wording under the number of a rule that stood elsewhere
// before: here it is shown whole.
func arrived(w Wording) Wording {
	w.Kind, w.Class, w.ExampleEdits, w.Members = diffing.Moved, diffing.Whole, nil, nil
	w.Edits = []diffing.Edit{{Op: diffing.Equal, Text: w.Text}}
	return w
}
