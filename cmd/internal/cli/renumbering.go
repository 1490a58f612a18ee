package cli

import (
	"math"

	"rulebook/archive"
)

// renumbering is one row of a map: a rule or heading of the newer release, or one
// of the older that has no successor.
type renumbering struct {
	Old        string  `json:"old"` // "-" for none
	New        string  `json:"new"` // "-" for none
	Relation   string  `json:"relation"`
	Confidence float64 `json:"confidence"`
	ByHand     bool    `json:"by_hand,omitempty"`

	oldNumber, newNumber archive.Number
}

// The relations of a row.
const (
	relationSame         = "same"
	relationChanged      = "changed"
	relationMoved        = "moved"
	relationMovedChanged = "moved-changed"
	relationAdded        = "added"
	relationRemoved      = "removed"
	relationSplitFrom    = "split-from"
	relationMergedInto   = "merged-into"
)

// renumberings are the rows of a comparison: each rule and heading of the newer
// release in one, in the book's order, then each of the older without a successor.
func (c *comparison) renumberings() []renumbering {
	born := make([]renumbering, len(c.new.Entries))
	ended := make([]renumbering, len(c.old.Entries))
	for _, p := range c.pairs {
		switch p.Relation {
		case archive.Removed, archive.MergedInto:
			if bearsNumber(&c.old.Entries[p.Old]) {
				ended[p.Old] = c.row(p)
			}
		default:
			if bearsNumber(&c.new.Entries[p.New]) {
				born[p.New] = c.row(p)
			}
		}
	}
	var rows []renumbering
	for _, list := range [][]renumbering{born, ended} {
		for _, row := range list {
			if row.Relation != "" {
				rows = append(rows, row)
			}
		}
	}
	return rows
}

// bearsNumber reports whether an entry is a rule or heading.
func bearsNumber(e *archive.Entry) bool {
	return e.Kind == archive.Heading || e.Kind == archive.Rule || e.Kind == archive.Subrule
}

func (c *comparison) row(p archive.Pair) renumbering {
	const places = 1000 // of the confidence, three decimals
	row := renumbering{Old: "-", New: "-", ByHand: p.Link.ByHand, Confidence: math.Round(p.Link.Score*places) / places}
	if p.Relation != archive.Added {
		row.oldNumber = c.old.Entries[p.Old].Number
		row.Old = row.oldNumber.String()
	}
	if p.Relation != archive.Removed {
		row.newNumber = c.new.Entries[p.New].Number
		row.New = row.newNumber.String()
	}
	switch p.Relation {
	case archive.Added:
		row.Relation = relationAdded
	case archive.Removed:
		row.Relation = relationRemoved
	case archive.SplitFrom:
		row.Relation = relationSplitFrom
	case archive.MergedInto:
		row.Relation = relationMergedInto
	case archive.Continues:
		row.Relation = continued(&c.old.Entries[p.Old], &c.new.Entries[p.New])
	}
	return row
}

// continued tells what happened to a rule that goes on.
func continued(old, new *archive.Entry) string {
	moved := old.Number != new.Number
	changed := archive.Fold(old.Wording()) != archive.Fold(new.Wording())
	switch {
	case moved && changed:
		return relationMovedChanged
	case moved:
		return relationMoved
	case changed:
		return relationChanged
	}
	return relationSame
}
