package diffing

import (
	"cmp"
	"slices"
)

// mostLooks bounds how many pairs of sentences are held against each other in one
// comparison. Any two published releases need fewer than a hundredth of it.
const mostLooks = 2_000_000

// rareWords finds the sentences that may share most of their words with another
// without a look at all of them. Sentences of which so many words are common have at
// least one common word among the rarest of either (the prefix filter of Chaudhuri,
// Ganti and Kaushik, A Primitive Operator for Similarity Joins, 2006).
type rareWords struct {
	times  map[rune]int
	places []*place
	by     map[rune][]int // places by each of their rarest words, in order
}

// timesOf counts how often each word stands in the sentences.
func timesOf(lists ...[]*place) map[rune]int {
	times := make(map[rune]int)
	for _, places := range lists {
		for _, p := range places {
			for _, id := range p.ids {
				times[id]++
			}
		}
	}
	return times
}

func indexRareWords(places []*place, times map[rune]int) *rareWords {
	r := &rareWords{times, places, make(map[rune][]int)}
	for i, p := range places {
		for _, id := range r.rarest(p.ids) {
			r.by[id] = append(r.by[id], i)
		}
	}
	return r
}

// rarest are as many of the rarest words, each once, as leave too few others to be
// leastRewordedKin alike by them alone.
func (r *rareWords) rarest(ids []rune) []rune {
	sorted := slices.Clone(ids)
	slices.SortFunc(sorted, func(a, b rune) int {
		return cmp.Or(cmp.Compare(r.times[a], r.times[b]), cmp.Compare(a, b))
	})
	// Sentences of a and b words that share s of them are 2s/(a+b) alike, and b is s at
	// least.
	const share = leastRewordedKin / (2 - leastRewordedKin)
	shared := int(share * float64(len(ids)))
	return slices.Compact(sorted[:min(len(ids), len(ids)-shared+1)])
}

// sharing are the places that have one of the rarest words of p among their own, in
// order.
func (r *rareWords) sharing(p *place) []*place {
	var found []int
	for _, id := range r.rarest(p.ids) {
		found = append(found, r.by[id]...)
	}
	slices.Sort(found)
	var places []*place
	for _, i := range slices.Compact(found) {
		places = append(places, r.places[i])
	}
	return places
}
