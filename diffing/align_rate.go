package diffing

import (
	"cmp"
	"slices"
)

// The evidence and what it weighs. The likeness of the texts counts 1 when they
// are equal; an entry is believed to continue when all its evidence reaches
// believed. The weights were set by reading pairs of releases, doubtful pairs
// first, and asking of each what a reader goes by.
const (
	believed = 0.60

	sameParent   = 0.20 // the parents are paired with each other
	otherParent  = 0.20 // against it: one's parent is paired, and not with the other's
	sameLabel    = 0.10 // under paired parents both are the b, or the .9
	nextToPaired = 0.08 // the siblings before (behind) are paired with each other
	otherKind    = 0.05 // against it: a rule and a subrule
	paired       = 0.50 // times the part of the children that are paired with each other

	// rareEntries is in how many entries of the older book a word or phrase may
	// stand to suggest a pair of entries that stand in different places.
	rareEntries = 12
	// suggested is how many entries are looked at for their rare words.
	suggested = 6
	// leastSuggested is the least likeness of a pair suggested by rare words.
	leastSuggested = 0.35
	// farAndShort is the weight of what two entries in different places have to share.
	farAndShort = 25
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
	seen := make(map[[2]int]rating, len(a.rated))
	for _, r := range a.rated {
		seen[[2]int{r.old, r.new}] = r
	}
	a.rated = a.rated[:0]
	had := make(map[[2]int]bool)
	add := func(o, n int) {
		at := [2]int{o, n}
		if o == none || n == none || had[at] || a.old.settled[o] || a.new.settled[n] ||
			family(a.old.Entries[o].Kind) != family(a.new.Entries[n].Kind) {
			return
		}
		had[at] = true
		r, known := seen[at]
		if !known {
			r = rating{old: o, new: n}
			r.alike, r.shared = a.words.likeness(a.old.words[o], a.new.words[n])
		}
		a.rated = append(a.rated, r)
	}
	a.byPlace(add)
	for _, o := range a.openOld {
		for _, n := range a.byWords(o) {
			add(o, n)
		}
	}
	children := a.pairedChildren()
	for i := range a.rated {
		a.rated[i].score = a.score(&a.rated[i], children)
	}
	slices.SortFunc(a.rated, func(r, s rating) int {
		return cmp.Or(cmp.Compare(r.old, s.old), cmp.Compare(r.new, s.new))
	})
}

// byPlace adds the pairs that their places suggest: one number, one label under
// paired parents, and the open siblings between the same paired siblings.
func (a *alignment) byPlace(add func(o, n int)) {
	byNumber := make(map[string][]int)
	for _, n := range a.openNew {
		name := a.new.Entries[n].Name()
		byNumber[name] = append(byNumber[name], n)
	}
	type spot struct{ parent, elder int }
	gaps := make(map[spot][]int) // open new entries by parent and by the last paired sibling before
	for _, n := range a.openNew {
		at := spot{a.new.parent[n], a.new.elder(n)}
		gaps[at] = append(gaps[at], n)
	}
	place := make(map[spot]int)
	for _, o := range a.openOld {
		for _, n := range byNumber[a.old.Entries[o].Name()] {
			add(o, n)
		}
		at := spot{a.old.parent[o], a.old.elder(o)}
		index := place[at]
		place[at]++
		if at.parent != none {
			if at.parent = a.old.pair[at.parent]; at.parent == none {
				continue
			}
		}
		if at.elder != none {
			at.elder = a.old.pair[at.elder]
		}
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

// byWords are the open new entries that share most of the rare words of an old one.
func (a *alignment) byWords(o int) []int {
	weight := make(map[int]float64)
	f := a.old.words[o]
	for _, id := range f.ids {
		if a.words.entries[id] > rareEntries {
			continue
		}
		for _, n := range a.rare[id] {
			weight[n] += a.words.weights[id]
		}
	}
	var near []int
	for n, w := range weight {
		if 2*w >= leastSuggested*min(f.weight, a.new.words[n].weight) {
			near = append(near, n)
		}
	}
	slices.SortFunc(near, func(m, n int) int {
		return cmp.Or(cmp.Compare(weight[n], weight[m]), cmp.Compare(m, n))
	})
	return near[:min(len(near), suggested)]
}

// pairedChildren counts how many children of an old entry are paired with
// children of a new one.
func (a *alignment) pairedChildren() map[[2]int]int {
	count := make(map[[2]int]int)
	for o, n := range a.old.pair {
		if n == none {
			continue
		}
		if up, nup := a.old.parent[o], a.new.parent[n]; up != none && nup != none && !a.old.settled[up] {
			count[[2]int{up, nup}]++
		}
	}
	return count
}

// score sums the evidence for a pair up.
func (a *alignment) score(r *rating, children map[[2]int]int) float64 {
	s := r.alike
	oldUp, newUp := a.old.parent[r.old], a.new.parent[r.new]
	oldEntry, newEntry := &a.old.Entries[r.old], &a.new.Entries[r.new]
	oldNumber, oldLetter := label(oldEntry.Number)
	newNumber, newLetter := label(newEntry.Number)
	labels := oldNumber == newNumber && oldLetter == newLetter && !oldEntry.Number.IsZero()
	switch {
	case oldUp == none && newUp == none, oldUp != none && newUp != none && a.old.pair[oldUp] == newUp:
		s += sameParent
		if labels {
			s += sameLabel
		}
	case oldUp == none || newUp == none || a.old.pair[oldUp] != none || a.new.pair[newUp] != none:
		s -= otherParent
		if r.shared < farAndShort {
			return 0
		}
	default:
		if oldEntry.Number == newEntry.Number {
			s += sameParent + sameLabel
		} else if r.shared < farAndShort {
			return 0
		}
	}
	s += nextToPaired * float64(a.neighbours(r.old, r.new))
	if oldEntry.Kind != newEntry.Kind {
		s -= otherKind
	}
	if n := children[[2]int{r.old, r.new}]; n > 0 {
		s += paired * 2 * float64(n) / float64(a.old.under[r.old]+a.new.under[r.new])
	}
	return s
}

// neighbours counts on how many sides two entries stand next to siblings that
// are paired with each other; the first and the last of all do so as well.
func (a *alignment) neighbours(o, n int) int {
	count := 0
	for _, side := range [2][2]int{{a.old.before[o], a.new.before[n]}, {a.old.after[o], a.new.after[n]}} {
		switch {
		case side[0] == none && side[1] == none:
			count++
		case side[0] != none && side[1] != none && a.old.pair[side[0]] == side[1]:
			count++
		}
	}
	return count
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
