package diffing

import (
	"cmp"
	"math"
	"slices"
)

// features are the words and the pairs of neighbouring words of an entry's text
// and examples, each with how often it occurs, in the order of their ids.
type features struct {
	ids    []int32
	counts []uint8
	weight float64 // of all together
}

// lexicon knows how many entries of the two books hold a feature, from which
// comes how much it tells: boilerplate that stands in hundreds of rules weighs
// next to nothing, a phrase that stands in one weighs most.
//
// It is an open-addressing table over 64-bit hashes of the features; two
// features that share a hash would count as one, which no book of this size makes likely.
type lexicon struct {
	hashes []uint64
	slots  []int32 // id of the feature at that slot
	mask   uint64
	// sieve has a bit for each known feature and few others: most of what a book
	// holds is unknown, and this tells so without a look at the table.
	sieve [1 << 13]uint64

	total   int     // entries counted
	entries []int32 // by id: entries that hold the feature
	last    []int32 // by id: the last entry counted, so that each counts once
	kinds   []uint8 // by id: aWord, aForm or aPair
	weights []float64
}

func newLexicon() *lexicon {
	const slots = 1 << 15
	return &lexicon{hashes: make([]uint64, slots), slots: make([]int32, slots), mask: slots - 1}
}

// id returns the id of a feature, or none where it is unknown.
func (l *lexicon) id(hash uint64) int32 {
	if bit := hash >> 45; l.sieve[bit/64]&(1<<(bit%64)) == 0 {
		return none
	}
	for at := hash & l.mask; ; at = (at + 1) & l.mask {
		switch l.hashes[at] {
		case hash:
			return l.slots[at]
		case 0:
			return none
		}
	}
}

// learn returns the id of a feature, a new one where it was unknown.
func (l *lexicon) learn(hash uint64) int32 {
	if len(l.entries)*2 >= len(l.hashes) {
		l.grow()
	}
	at := hash & l.mask
	for ; l.hashes[at] != 0; at = (at + 1) & l.mask {
		if l.hashes[at] == hash {
			return l.slots[at]
		}
	}
	id := int32(len(l.entries))
	bit := hash >> 45
	l.sieve[bit/64] |= 1 << (bit % 64)
	l.hashes[at], l.slots[at] = hash, id
	l.entries = append(l.entries, 0)
	l.last = append(l.last, none)
	l.kinds = append(l.kinds, uint8(hash&kindBits))
	return id
}

func (l *lexicon) grow() {
	hashes, slots := l.hashes, l.slots
	l.hashes, l.slots = make([]uint64, 2*len(hashes)), make([]int32, 2*len(slots))
	l.mask = uint64(len(l.hashes) - 1)
	for i, hash := range hashes {
		if hash == 0 {
			continue
		}
		at := hash & l.mask
		for l.hashes[at] != 0 {
			at = (at + 1) & l.mask
		}
		l.hashes[at], l.slots[at] = hash, slots[i]
	}
}

// read makes the features that each gives known to the lexicon.
func (l *lexicon) read(each func(func(hash uint64))) features {
	var ids []int32
	each(func(hash uint64) { ids = append(ids, l.learn(hash)) })
	slices.Sort(ids)
	f := features{ids: ids[:0], counts: make([]uint8, 0, len(ids))}
	for i, id := range ids {
		if i > 0 && id == ids[i-1] && len(f.ids) > 0 && f.ids[len(f.ids)-1] == id {
			if last := len(f.counts) - 1; f.counts[last] < math.MaxUint8 {
				f.counts[last]++
			}
			continue
		}
		f.ids = append(f.ids, id)
		f.counts = append(f.counts, 1)
	}
	return f
}

// The kinds of feature, in the lowest bits of their hashes, of which none is 0.
const (
	aWord    = 1 // the stem of a word
	aForm    = 2 // a word that is more than its stem
	aPair    = 3 // two neighbouring stems
	kindBits = 3
)

// ofKind is what a feature of a kind weighs against others as rare. Two forms of
// one word are alike but not the same; every changed word breaks two pairs, and
// rewording should not count thrice.
var ofKind = [...]float64{aWord: 0.7, aForm: 0.3, aPair: 0.5}

// count counts which of a book's entries hold the known features.
func (l *lexicon) count(b *edition, counts func(i int) bool) {
	for i := range l.last {
		l.last[i] = none
	}
	for i := range b.Entries {
		if e := &b.Entries[i]; alignable(e.Kind) && counts(i) {
			l.total++
			each := func(hash uint64) {
				if id := l.id(hash); id != none && l.last[id] != int32(i) {
					l.last[id] = int32(i)
					l.entries[id]++
				}
			}
			ofText(e)(each)
			ofExamples(e)(each)
		}
	}
}

// setWeights gives each feature its weight, the logarithm of how rare it is, on
// one scale for books of every size: a word that no other entry has weighs most.
func (l *lexicon) setWeights() {
	const most = 8
	all := math.Log(float64(l.total + 2))
	l.weights = make([]float64, len(l.entries))
	for id, n := range l.entries {
		l.weights[id] = most * (1 - math.Log(float64(n+1))/all)
		l.weights[id] *= ofKind[l.kinds[id]]
	}
}

// weigh fills in the weight of all features together.
func (l *lexicon) weigh(f *features) {
	f.weight = 0
	for i, id := range f.ids {
		f.weight += l.weights[id] * float64(f.counts[i])
	}
}

// shared is the weight of what two entries have in common.
func (l *lexicon) shared(a, b features) float64 {
	var sum float64
	for i, j := 0, 0; i < len(a.ids) && j < len(b.ids); {
		switch cmp.Compare(a.ids[i], b.ids[j]) {
		case -1:
			i++
		case 1:
			j++
		default:
			sum += l.weights[a.ids[i]] * float64(min(a.counts[i], b.counts[j]))
			i++
			j++
		}
	}
	return sum
}

// without is what f has and other has not, counting.
func (f features) without(other features, l *lexicon) features {
	var left features
	at := 0
	for i, id := range f.ids {
		for at < len(other.ids) && other.ids[at] < id {
			at++
		}
		count := f.counts[i]
		if at < len(other.ids) && other.ids[at] == id {
			count -= min(count, other.counts[at])
		}
		if count > 0 {
			left.ids, left.counts = append(left.ids, id), append(left.counts, count)
		}
	}
	l.weigh(&left)
	return left
}

// likeness tells how alike two entries are, 0 to 1, and the weight of what they
// share. It is Dice's coefficient over the weighed features; a text that is
// wholly contained in the other counts as more alike than its length allows.
func (l *lexicon) likeness(a, b features) (alike, shared float64) {
	if a.weight == 0 || b.weight == 0 {
		return 0, 0
	}
	shared = l.shared(a, b)
	dice := 2 * shared / (a.weight + b.weight)
	within := shared / min(a.weight, b.weight)
	const ofDice = 0.75
	return ofDice*dice + (1-ofDice)*within, shared
}

// within is how much of an entry's words the other has, 0 to 1.
func (l *lexicon) within(f, other features) float64 {
	if f.weight == 0 {
		return 0
	}
	return l.shared(f, other) / f.weight
}
