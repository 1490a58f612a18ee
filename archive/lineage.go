package archive

import (
	"fmt"
	"strings"
)

// LineageID is the permanent identity of a rule, apart from the number it bears.
// Lineages are numbered from 1 in the order of their first release and, within
// it, of printing, so that every order of import gives the same numbers.
type LineageID int64

// Link says how an entry was tied to its predecessor in the release before.
type Link struct {
	// Reason in plain words: "same text, same number", "pinned by hand".
	Reason string
	// Score is the confidence, 0 to 1.
	Score  float64
	ByHand bool
}

// Lineage is one rule's life: where it began, where it ended.
type Lineage struct {
	ID   LineageID
	Born Date      // first held release with it
	Last Date      // last held release with it
	Gone Date      // first held release without it; zero while it is in force
	From LineageID // the lineage it was split from, or 0
	Into LineageID // the lineage that took it in when it ended, or 0
	// Origin and Fate give reason and confidence of From and Into.
	Origin, Fate Link
}

// Relation tells what a Pair says of its entries.
type Relation uint8

// The relations between entries of an older and a newer release.
const (
	Continues  Relation = iota // Old became New
	Added                      // New has no predecessor; Old is the candidate that was not believed, or -1
	Removed                    // Old has no successor; New is the candidate that was not believed, or -1
	SplitFrom                  // New is the smaller part of a split of Old, and Old continues elsewhere
	MergedInto                 // Old went into New, and New continues another entry
)

var relationNames = [...]string{"continues", "added", "removed", "split-from", "merged-into"}

// String is the relation's name.
func (r Relation) String() string {
	if int(r) < len(relationNames) {
		return relationNames[r]
	}
	return fmt.Sprintf("relation(%d)", uint8(r))
}

// Pair ties an entry of an older release to one of a newer. Old and New are
// indices into Snapshot.Entries. In the pairs of two releases each entry of the
// newer stands in exactly one pair that is Continues, Added or SplitFrom, and
// each of the older in exactly one that is Continues, Removed or MergedInto.
// Contents and Stray entries are in none.
type Pair struct {
	Old, New int
	Relation Relation
	Link     Link
}

// Sound reports whether p ties entries that two releases of so many entries have.
func (p Pair) Sound(old, new int) bool {
	needsOld, needsNew := p.Relation != Added, p.Relation != Removed
	return p.Relation <= MergedInto &&
		p.Old < old && (p.Old >= 0 || p.Old == -1 && !needsOld) &&
		p.New < new && (p.New >= 0 || p.New == -1 && !needsNew)
}

// Pin is a pair corrected by hand between two releases, which alignment honours.
type Pin struct {
	FromRelease Date   // the older release
	From        string // the entry's name there: number or glossary term
	ToRelease   Date   // the newer release
	To          string // the entry's name there, or PinNone
}

// PinNone is what Pin.To says of an entry that has no successor.
const PinNone = "none"

// Mirror returns the pairs as seen from the newer release back to the older:
// what was added is removed, what was split is merged.
func Mirror(pairs []Pair) []Pair {
	mirrored := [...]Relation{Continues: Continues, Added: Removed, Removed: Added, SplitFrom: MergedInto, MergedInto: SplitFrom}
	out := make([]Pair, len(pairs))
	for i, p := range pairs {
		out[i] = Pair{Old: p.New, New: p.Old, Relation: mirrored[p.Relation], Link: p.Link}
		if p.Relation != Continues {
			out[i].Link.Reason = mirroredReasons.Replace(p.Link.Reason)
		}
	}
	return out
}

// mirroredReasons turn round what the reasons of a coming and a going say of time.
var mirroredReasons = strings.NewReplacer(
	"no rule before it", "no rule after it", "no rule after it", "no rule before it",
	"nothing like it before", "nothing like it after", "nothing like it after", "nothing like it before",
	"split off", "taken in", "taken in", "split off",
)

// Span is the stretch of releases over which a lineage kept one exact wording,
// one number and one place.
type Span struct {
	Lineage LineageID
	Kind    Kind
	Number  Number
	Term    string
	// Heading is the chain of titles it stood under in its last release.
	Heading  string
	Text     string
	Examples []string
	From, To Date // first and last held release of the stretch
	InForce  bool // To is the newest held release
}
