package history

import (
	"context"
	"slices"

	"rulebook/archive"
	"rulebook/diffing"
)

// comparer compares the wordings of one lineage, each with the one before. It has
// diffing.Compare see two books that hold no more than it takes: the rule, the rules
// that it cites, and those that came out of it or went into it.
type comparer struct {
	store     Store
	time      *timeline
	relatives []archive.Lineage
}

// compare fills in what changed from one wording to the next.
func (c *comparer) compare(ctx context.Context, old, new *Wording) error {
	a, b := &archive.Snapshot{Release: c.time.at(old.To)}, &archive.Snapshot{Release: c.time.at(new.From)}
	a.Entries = append(a.Entries, entryOf(&old.last))
	b.Entries = append(b.Entries, entryOf(&new.last))
	pairs := []archive.Pair{{Old: 0, New: 0, Relation: archive.Continues, Link: archive.Link{Score: 1}}}
	pairs, err := c.addCited(ctx, a, b, pairs)
	if err != nil {
		return err
	}
	if pairs, err = c.addRelatives(ctx, a, b, pairs); err != nil {
		return err
	}
	report := diffing.Compare(a, b, pairs)
	at := slices.IndexFunc(report.Changes, func(ch diffing.Change) bool {
		return ch.Old != nil && ch.New != nil && ch.New.Lineage == new.last.Lineage
	})
	if at < 0 { // the kind of entry alone changed
		new.Kind, new.Class = diffing.Changed, diffing.Typography
		new.Edits = []diffing.Edit{{Op: diffing.Equal, Text: new.Text}}
		return nil
	}
	change := &report.Changes[at]
	new.Kind, new.Class, new.Edits = change.Kind, change.Class, change.Edits
	new.ExampleEdits, new.Members = change.Examples, change.Members
	if old.Number != new.Number {
		new.Was = old.Number
	}
	if archive.Fold(old.Term) != archive.Fold(new.Term) {
		new.WasTerm = old.Term
	}
	return nil
}

// addCited adds the rules that either wording cites, as far as they stood in both
// releases: whether a citation still means the same rule decides the class of change.
func (c *comparer) addCited(ctx context.Context, a, b *archive.Snapshot, pairs []archive.Pair) ([]archive.Pair, error) {
	cited := citedBy(a.Entries[0].Wording())
	if len(cited) == 0 || archive.Fold(a.Entries[0].Wording()) == archive.Fold(b.Entries[0].Wording()) {
		return pairs, nil
	}
	bearers, err := c.store.Bearers(ctx, a.Release.Effective, cited)
	if err != nil {
		return nil, err
	}
	was := make(map[archive.LineageID]archive.Number)
	var ids []archive.LineageID
	for _, n := range cited {
		for _, id := range bearers[n] {
			if id != a.Entries[0].Lineage && was[id].IsZero() {
				was[id] = n
				ids = append(ids, id)
			}
		}
	}
	if len(ids) == 0 {
		return pairs, nil
	}
	now, err := c.store.NumbersAt(ctx, b.Release.Effective, ids)
	if err != nil {
		return nil, err
	}
	for _, id := range ids {
		if n, stands := now[id]; stands {
			pairs = append(pairs, archive.Pair{Old: len(a.Entries), New: len(b.Entries), Relation: archive.Continues})
			a.Entries = append(a.Entries, archive.Entry{Kind: was[id].Kind(), Number: was[id], Lineage: id})
			b.Entries = append(b.Entries, archive.Entry{Kind: n.Kind(), Number: n, Lineage: id})
		}
	}
	return pairs, nil
}

// citedBy are the numbers that a text cites, each once.
func citedBy(text string) []archive.Number {
	var cited []archive.Number
	for _, c := range archive.Citations(text) {
		if !slices.Contains(cited, c.Number) {
			cited = append(cited, c.Number)
		}
	}
	return cited
}

// addRelatives adds the rules that came out of the rule, or went into it, with the
// newer release, so that sentences are seen to move.
func (c *comparer) addRelatives(ctx context.Context, a, b *archive.Snapshot, pairs []archive.Pair) ([]archive.Pair, error) {
	id, d := a.Entries[0].Lineage, b.Release.Effective
	for _, r := range c.relatives {
		switch {
		case r.From == id && r.Born == d:
			spans, err := c.store.Spans(ctx, r.ID)
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, archive.Pair{Old: 0, New: len(b.Entries), Relation: archive.SplitFrom, Link: r.Origin})
			b.Entries = append(b.Entries, entryOf(&spans[0]))
		case r.Into == id && r.Gone == d:
			spans, err := c.store.Spans(ctx, r.ID)
			if err != nil {
				return nil, err
			}
			pairs = append(pairs, archive.Pair{Old: len(a.Entries), New: 0, Relation: archive.MergedInto, Link: r.Fate})
			a.Entries = append(a.Entries, entryOf(&spans[len(spans)-1]))
		}
	}
	return pairs, nil
}
