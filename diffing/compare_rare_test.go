package diffing

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Among sentences that share a rare word are all that are alike enough to be one
// sentence reworded.
func TestRareWordsMissNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	sentences := func() []*place {
		all := make([]*place, 60)
		for i := range all {
			all[i] = &place{}
			for range 4 + random.IntN(12) {
				all[i].ids = append(all[i].ids, rune(1+random.IntN(8+random.IntN(30))))
			}
		}
		return all
	}
	alike := 0
	for range 20 {
		gone, come := sentences(), sentences()
		for i := range 30 { // reworded
			come[i].ids = slices.Clone(gone[i].ids)
			come[i].ids[random.IntN(len(come[i].ids))] = rune(1 + random.IntN(30))
		}
		index := indexRareWords(come, timesOf(gone, come))
		for _, from := range gone {
			found := index.sharing(from)
			for _, to := range come {
				if commonShare(from.ids, to.ids) < leastRewordedKin {
					continue
				}
				if alike++; !slices.Contains(found, to) {
					t.Errorf("%v and %v are alike and share no rare word", from.ids, to.ids)
				}
			}
		}
	}
	if alike < 100 {
		t.Errorf("only %d pairs were alike", alike)
	}
}
