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

	// rareOpen is in how many open entries a word or phrase may stand to suggest a
	// pair of entries in different places.
	rareOpen = 40
	// suggested is how many entries are looked at for the words they share.
	suggested = 6
	// leastSuggested is the part of an entry's words that has to be so shared.
	leastSuggested = 0.25
	// enoughShared is the weight of what two entries in different places have to share.
	enoughShared = 25
	// window is how far from its place among the open siblings an entry is looked for.
	window = 4
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
		if at := [2]int{o, n}; !known[at] && family(a.old.Entries[o].Kind) == family(a.new.Entries[n].Kind) {
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
	alike, shared = a.words.likeness(a.old.words[o], a.new.words[n])
	opening := (a.words.within(a.old.openings[o], a.new.words[n]) + a.words.within(a.new.openings[n], a.old.words[o])) / 2
	alike += ofOpening * (opening - alike)
	if a.old.samples[o].weight > 0 && a.new.samples[n].weight > 0 {
		samples, _ := a.words.likeness(a.old.samples[o], a.new.samples[n])
		alike += ofExamples * (samples - alike)
	}
	return alike, shared
}

// byNumber adds the pairs that bear one number.
func (a *alignment) byNumber(add func(o, n int)) {
	numbered := make(map[archive.Number][]int)
	for _, n := range a.openNew {
		if number := a.new.Entries[n].Number; !number.IsZero() {
			numbered[number] = append(numbered[number], n)
		}
	}
	for _, o := range a.openOld {
		for _, n := range numbered[a.old.Entries[o].Number] {
			add(o, n)
		}
	}
}

// byPlace adds the open siblings that stand between the same paired siblings.
func (a *alignment) byPlace(add func(o, n int)) {
	type gap struct {
		family        archive.Kind
		parent, elder int // of the new book
	}
	gaps := make(map[gap][]int)
	for _, n := range a.openNew {
		at := gap{family(a.new.Entries[n].Kind), a.new.parent[n], a.new.elder(n)}
		gaps[at] = append(gaps[at], n)
	}
	place := make(map[gap]int)
	for _, o := range a.openOld {
		at := gap{family(a.old.Entries[o].Kind), a.old.parent[o], a.old.elder(o)}
		if at.parent != none {
			if at.parent = a.old.pair[at.parent]; at.parent == none {
				continue
			}
		}
		if at.elder != none {
			at.elder = a.old.pair[at.elder]
		}
		index := place[at]
		place[at]++
		near := gaps[at]
		for _, n := range near[min(len(near), max(0, index-window)):min(len(near), index+window+1)] {
			add(o, n)
		}
	}
}

// elder is the last sibling before entry i that is paired, or none.
func (b *edition) elder(i int) int {
	for i = b.before[i]; i != none && b.pair[i] == none; {
		i = b.before[i]
	}
	return i
}

// byWords adds the pairs that share most of their rare words, seen from either side.
func (a *alignment) byWords(add func(o, n int)) {
	for _, o := range a.openOld {
		for _, n := range a.nearest(a.old, o, a.new) {
			add(o, int(n))
		}
	}
	for _, n := range a.openNew {
		for _, o := range a.nearest(a.new, n, a.old) {
			add(int(o), n)
		}
	}
}

// nearest are the open entries of the other book that share most of the rare
// words of entry i.
func (a *alignment) nearest(b *edition, i int, other *edition) []int32 {
	weight := make(map[int32]float64)
	f := b.words[i]
	for at, id := range f.ids {
		if len(other.holders[id]) > rareOpen {
			continue
		}
		for _, j := range other.holders[id] {
			weight[j] += a.words.weights[id] * float64(f.counts[at])
		}
	}
	var near []int32
	for j, w := range weight {
		if w >= leastSuggested*min(f.weight, other.words[j].weight) {
			near = append(near, j)
		}
	}
	slices.SortFunc(near, func(j, k int32) int {
		return cmp.Or(cmp.Compare(weight[k], weight[j]), cmp.Compare(j, k))
	})
	return near[:min(len(near), suggested)]
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

// place weighs where two entries stand.
func (a *alignment) place(r *rating) float64 {
	oldUp, newUp := a.old.parent[r.old], a.new.parent[r.new]
	oldNumber, newNumber := a.old.Entries[r.old].Number, a.new.Entries[r.new].Number
	s := a.neighbours(r.old, r.new)
	switch {
	case a.paired(oldUp, newUp):
		s += sameParent
		if sameLabels(oldNumber, newNumber) {
			s += sameLabel
		}
		return s
	case oldNumber == newNumber && a.unpaired(oldUp, newUp):
		return s + sameParent + sameLabel
	case a.sunk(oldNumber, oldUp, newUp):
		return s + under(a.new.pair[newUp])
	case a.risen(newNumber, oldUp, newUp):
		return s + under(a.old.pair[oldUp])
	case a.kin(r.old, r.new):
		return s + kin + muchShared*min(1, r.shared/enoughShared/4)
	}
	if oldNumber.Kind() != newNumber.Kind() {
		s += otherKind
	}
	switch {
	case r.shared < enoughShared:
		return -1
	case a.paired(a.old.heading(r.old), a.new.heading(r.new)):
		return s + sameHeading
	}
	return s + elsewhere*min(1, 2*enoughShared/r.shared)
}

// sunk reports whether a rule went under one that now bears its number.
func (a *alignment) sunk(number archive.Number, oldUp, newUp int) bool {
	return oldUp != none && newUp != none && a.new.Entries[newUp].Number == number && a.paired(oldUp, a.new.parent[newUp])
}

// risen is sunk seen from the newer book.
func (a *alignment) risen(number archive.Number, oldUp, newUp int) bool {
	return oldUp != none && newUp != none && a.old.Entries[oldUp].Number == number && a.paired(a.old.parent[oldUp], newUp)
}

// under weighs that a rule went under one that bears its number: another rule
// that took it, whose partner is given, or a new one.
func under(partner int) float64 {
	if partner != none {
		return inItsPlace
	}
	return underNumber
}

// kin reports whether one entry stands beside the other's parent, or beside what
// that parent became: a rule went under what was its sibling, or came from there.
func (a *alignment) kin(o, n int) bool {
	oldUp, newUp := a.old.parent[o], a.new.parent[n]
	if oldUp == none || newUp == none {
		return false
	}
	if a.paired(a.old.parent[oldUp], newUp) || a.paired(oldUp, a.new.parent[newUp]) {
		return true
	}
	m, p := a.old.pair[oldUp], a.new.pair[newUp]
	return m != none && a.new.parent[m] == newUp || p != none && a.old.parent[p] == oldUp
}

// paired reports whether two entries are paired with each other, or both are none.
func (a *alignment) paired(o, n int) bool {
	if o == none || n == none {
		return o == n
	}
	return a.old.pair[o] == n
}

// unpaired reports whether neither of two entries is paired.
func (a *alignment) unpaired(o, n int) bool {
	return o != none && n != none && a.old.pair[o] == none && a.new.pair[n] == none
}

// heading is the heading or section that an entry stands under, or itself.
func (b *edition) heading(i int) int {
	for b.Entries[i].Number.Rule != 0 && b.parent[i] != none {
		i = b.parent[i]
	}
	return i
}

// neighbours weighs whether two entries stand next to siblings that are paired
// with each other; under paired parents, where neither has one is as good.
func (a *alignment) neighbours(o, n int) float64 {
	return a.nextTo(a.old.before, o, a.new.before, n) + a.nextTo(a.old.after, o, a.new.after, n)
}

// nextTo weighs one side. Siblings that have no partner, or one under another
// parent, came, went or moved, and are passed over.
func (a *alignment) nextTo(oldNext []int, o int, newNext []int, n int) float64 {
	oldUp, newUp := a.old.parent[o], a.new.parent[n]
	switch {
	case oldNext[o] == none && newNext[n] == none:
		if a.paired(oldUp, newUp) || a.unpaired(oldUp, newUp) {
			return nextToPaired
		}
		return 0
	case a.paired(oldNext[o], newNext[n]):
		return nextToPaired
	}
	for o = oldNext[o]; o != none && (a.old.pair[o] == none || a.new.parent[a.old.pair[o]] != newUp); {
		o = oldNext[o]
	}
	for n = newNext[n]; n != none && (a.new.pair[n] == none || a.old.parent[a.new.pair[n]] != oldUp); {
		n = newNext[n]
	}
	if o != none && a.paired(o, n) {
		return nearPaired
	}
	return 0
}

// solve pairs the open entries anew: the believed pairs of the greatest sum.
func (a *alignment) solve() {
	for _, o := range a.openOld {
		a.old.pair[o] = none
	}
	for _, n := range a.openNew {
		a.new.pair[n] = none
	}
	oldAt, newAt := places(a.openOld), places(a.openNew)
	const millionths = 1e6
	var edges []edge
	for _, r := range a.rated {
		if worth := int(millionths * (r.score - believed)); worth > 0 {
			// Among equals the one that moved less.
			far := a.old.rank[r.old] - a.new.rank[r.new]
			edges = append(edges, edge{oldAt[r.old], newAt[r.new], max(1, worth-max(far, -far))})
		}
	}
	for at, chosen := range assign(len(a.openOld), len(a.openNew), edges) {
		if chosen != none {
			o, n := a.openOld[at], a.openNew[chosen]
			a.old.pair[o], a.new.pair[n] = n, o
		}
	}
}

// places tells where each entry stands in a list.
func places(list []int) map[int]int {
	at := make(map[int]int, len(list))
	for i, entry := range list {
		at[entry] = i
	}
	return at
}
