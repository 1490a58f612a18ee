package history

import (
	"context"

	"rulebook/archive"
)

// OriginKind tells where a rule came from.
type OriginKind string

// The origins.
const (
	Earlier   OriginKind = "earlier" // it stood in the first release held
	New       OriginKind = "new"
	SplitFrom OriginKind = "split"
)

// Origin is where a rule came from.
type Origin struct {
	Kind    OriginKind `json:"kind"`
	Release Release    `json:"release"` // the first held with it
	// Number or Term names the rule that it was split from, in the release before.
	Number     archive.Number `json:"number"`
	Term       string         `json:"term"`
	Reason     string         `json:"reason"`
	Confidence float64        `json:"confidence"`
	Gap        *Gap           `json:"gap,omitempty"`
}

// FateKind tells what became of a rule.
type FateKind string

// The fates.
const (
	InForce    FateKind = "in-force" // under the number that was asked for
	MovedTo    FateKind = "moved"    // in force under another number or term
	RemovedIn  FateKind = "removed"
	MergedInto FateKind = "merged"
)

// Fate is what became of a rule.
type Fate struct {
	Kind FateKind `json:"kind"`
	// Release is the newest held for a rule in force, else the first without it.
	Release Release `json:"release"`
	// Number or Term is what it bears now, or names the rule that took it in.
	Number     archive.Number `json:"number"`
	Term       string         `json:"term"`
	Reason     string         `json:"reason,omitempty"`
	Confidence float64        `json:"confidence"`
	Gap        *Gap           `json:"gap,omitempty"`
	// Later are the releases known to be newer, of which nothing is held.
	Later []Release `json:"later,omitempty"`
}

// origin says where a lineage came from.
func (c *comparer) origin(ctx context.Context, l archive.Lineage) (Origin, error) {
	o := Origin{Kind: New, Release: NameOf(c.time.at(l.Born)), Reason: l.Origin.Reason, Confidence: l.Origin.Score, Gap: c.time.gap(l.Born)}
	if l.Born == c.time.first().Effective {
		o.Kind, o.Reason, o.Confidence = Earlier, "", 1
		return o, nil
	}
	before, _ := c.time.before(l.Born)
	if l.From != 0 {
		span, err := c.spanAt(ctx, l.From, before.Effective)
		if err != nil {
			return o, err
		}
		if span != nil {
			o.Kind, o.Number, o.Term = SplitFrom, span.Number, span.Term
		}
	}
	return o, nil
}

// fate says what became of a lineage whose newest wording is last.
func (c *comparer) fate(ctx context.Context, l archive.Lineage, last *archive.Span, asked Asked) (Fate, error) {
	if l.Gone.IsZero() {
		f := Fate{Kind: InForce, Release: NameOf(c.time.newest()), Number: last.Number, Term: last.Term, Confidence: 1, Later: c.time.later()}
		if !asked.Number.IsZero() && last.Number != asked.Number || archive.FoldCase(last.Term) != archive.FoldCase(asked.Term) && last.Term != "" {
			f.Kind = MovedTo
		}
		return f, nil
	}
	f := Fate{Kind: RemovedIn, Release: NameOf(c.time.at(l.Gone)), Reason: l.Fate.Reason, Confidence: l.Fate.Score, Gap: c.time.gap(l.Gone)}
	if l.Into != 0 {
		span, err := c.spanAt(ctx, l.Into, l.Gone)
		if err != nil {
			return f, err
		}
		if span != nil {
			f.Kind, f.Number, f.Term = MergedInto, span.Number, span.Term
		}
	}
	return f, nil
}

// spanAt is the span of a lineage in the release of a day, or nil.
func (c *comparer) spanAt(ctx context.Context, id archive.LineageID, d archive.Date) (*archive.Span, error) {
	spans, err := c.store.Spans(ctx, id)
	if err != nil {
		return nil, err
	}
	if at := spanIndex(spans, d); at >= 0 {
		return &spans[at], nil
	}
	return nil, nil
}

// spanIndex is the place of the span that a day lies in, or -1.
func spanIndex(spans []archive.Span, d archive.Date) int {
	for i := range spans {
		if spans[i].From.Compare(d) <= 0 && d.Compare(spans[i].To) <= 0 {
			return i
		}
	}
	return -1
}
