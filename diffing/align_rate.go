package diffing

import (
	"cmp"
	"slices"

	"rulebook/archive"
)

// The evidence and what it weighs. The likeness of two texts counts 1 when they
// have the same words; a pair is believed when all its evidence together reaches
// believed. The weights were set by reading pairs of releases, the doubtful ones
// first, and asking of each what a reader goes by.
const (
	believed = 0.66
	// leastLikeness is the likeness without which no place, however much the same,
	// makes one rule of two.
	leastLikeness = 0.24

	sameParent  = 0.20 // the parents are paired with each other
	inItsPlace  = 0.34 // a rule went under another that took its number
	underNumber = 0.24 // a rule went under a new one that bears its number
	kin         = 0.10 // one stands where the other's parent does, or under where the other does
	muchShared  = 0.08 // at most, for kin, the more they share
	sameHeading = -0.05
	elsewhere   = -0.20 // less the more they share, for chance makes no long texts alike
	// enoughShared is the weight of what two entries in different places have to share.
	enoughShared = 25

	sameLabel    = 0.14 // under paired parents both are the b, or the .9
	nextToPaired = 0.08 // the siblings before (behind) are paired with each other
	nearPaired   = 0.06 // they are but for some that came, went, or moved elsewhere
	otherKind    = -0.05
	// titleOver and ruleOver are what the children count that are paired with each
	// other, when all are: a title is little else than what stands under it.
	titleOver = 0.60
	ruleOver  = 0.15
	// termNextToPaired is nextToPaired in the glossary, where the alphabet decides the order.
	termNextToPaired = 0.03
)

// rating is a possible pair of open entries.
type rating struct {
	old, new int
	alike    float64 // likeness of the texts
	shared   float64 // weight of what they share
	score    float64 // all evidence
}

// rate finds the possible pairs of open entries and rates them by the evidence,
// what the round before has paired included.
func (a *alignment) rate() {
	known := make(map[[2]int]bool, len(a.rated))
	for _, r := range a.rated {
		known[[2]int{r.old, r.new}] = true
	}
	add := func(o, n int) {
		if at := [2]int{o, n}; !known[at] && !a.old.settled[o] && !a.new.settled[n] && family(a.old.Entries[o].Kind) == family(a.new.Entries[n].Kind) {
			known[at] = true
			r := rating{old: o, new: n}
			r.alike, r.shared = a.likeness(o, n)
			a.rated = append(a.rated, r)
		}
	}
	if len(a.rated) == 0 {
		a.byNumber(add)
		a.byWords(add)
	}
	a.byPlace(add)
	children := a.pairedChildren()
	for i := range a.rated {
		a.rated[i].score = a.score(&a.rated[i], children)
	}
	slices.SortFunc(a.rated, func(r, s rating) int {
		return cmp.Or(cmp.Compare(r.old, s.old), cmp.Compare(r.new, s.new))
	})
}

// likeness tells how alike two entries are, and the weight of what they share.
// What the first sentence says defines a rule, so that it counts more than the
// rest: when a rule is split, the part that keeps it is the rule. Where both
// entries have examples, those count a little.
func (a *alignment) likeness(o, n int) (alike, shared float64) {
	const ofOpening, ofExamples = 0.2, 0.3
	alike, shared = a.words.likeness(a.old.texts[o].words, a.new.texts[n].words)
	opening := (a.words.within(a.old.texts[o].opening, a.new.texts[n].words) + a.words.within(a.new.texts[n].opening, a.old.texts[o].words)) / 2
	alike += ofOpening * (opening - alike)
	if a.old.texts[o].examples.weight > 0 && a.new.texts[n].examples.weight > 0 {
		samples, _ := a.words.likeness(a.old.texts[o].examples, a.new.texts[n].examples)
		alike += ofExamples * (samples - alike)
	}
	return alike, shared
}

// pairedChildren counts how many children of an open old entry are paired with
// children of a new one.
func (a *alignment) pairedChildren() map[[2]int]int {
	count := make(map[[2]int]int)
	for o, n := range a.old.pair {
		if n == none {
			continue
		}
		if oldUp, newUp := a.old.parent[o], a.new.parent[n]; oldUp != none && newUp != none && !a.old.settled[oldUp] {
			count[[2]int{oldUp, newUp}]++
		}
	}
	return count
}

// score sums the evidence for a pair up.
func (a *alignment) score(r *rating, children map[[2]int]int) float64 {
	oldEntry, newEntry := &a.old.Entries[r.old], &a.new.Entries[r.new]
	if oldEntry.Kind == archive.Term {
		return r.alike + termNextToPaired/nextToPaired*a.neighbours(r.old, r.new)
	}
	s := r.alike + a.place(r)
	least := leastLikeness
	if n := children[[2]int{r.old, r.new}]; n > 0 {
		part := 2 * float64(n) / float64(a.old.under[r.old]+a.new.under[r.new])
		if oldEntry.IsTitle() && newEntry.IsTitle() {
			s += titleOver * part
			least = 0
		} else {
			s += ruleOver * part
		}
	}
	if r.alike < least {
		return min(s, believed)
	}
	return s
}
