package diffing

import (
	"cmp"
	"slices"

	"rulebook/archive"
)

// Which pairs of open entries are looked at.
const (
	// rareOpen is in how many open entries a word or phrase may stand to suggest a
	// pair of entries in different places.
	rareOpen = 40
	// suggested is how many entries are looked at for the words they share.
	suggested = 6
	// leastSuggested is the part of an entry's words that has to be so shared.
	leastSuggested = 0.25
	// window is how far from its place among the open siblings an entry is looked for.
	window = 4
)

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
	oldElders, newElders := a.old.elders(), a.new.elders()
	gaps := make(map[gap][]int)
	for _, n := range a.openNew {
		at := gap{family(a.new.Entries[n].Kind), a.new.parent[n], newElders[n]}
		gaps[at] = append(gaps[at], n)
	}
	place := make(map[gap]int)
	for _, o := range a.openOld {
		at := gap{family(a.old.Entries[o].Kind), a.old.parent[o], oldElders[o]}
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

// elders are, for each entry, the last sibling before it that is paired, or none.
func (b *edition) elders() []int {
	elders := fill(len(b.before))
	for i, elder := range b.before {
		switch {
		case elder != none && b.pair[elder] != none:
			elders[i] = elder
		case elder != none:
			elders[i] = elders[elder]
		}
	}
	return elders
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
	f := b.texts[i].words
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
		if w >= leastSuggested*min(f.weight, other.texts[j].words.weight) {
			near = append(near, j)
		}
	}
	slices.SortFunc(near, func(j, k int32) int {
		return cmp.Or(cmp.Compare(weight[k], weight[j]), cmp.Compare(j, k))
	})
	return near[:min(len(near), suggested)]
}
