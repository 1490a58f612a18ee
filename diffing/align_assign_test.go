package diffing

import (
	"math/rand/v2"
	"testing"
)

func TestAssignIsBest(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		olds, news := 1+random.IntN(5), 1+random.IntN(5)
		var edges []edge
		for old := range olds {
			for new := range news {
				if random.IntN(3) > 0 {
					edges = append(edges, edge{old, new, random.IntN(12) - 2})
				}
			}
		}
		chosen := assign(olds, news, edges)
		taken := map[int]bool{}
		sum := 0
		for old, new := range chosen {
			if new == none {
				continue
			}
			if taken[new] {
				t.Fatalf("%v: two old entries at new entry %d", edges, new)
			}
			taken[new] = true
			sum += worthOf(edges, old, new)
		}
		if want := bestSum(edges, 0, olds, map[int]bool{}); sum != want {
			t.Fatalf("%v: the chosen edges are worth %d, the best are %d", edges, sum, want)
		}
	}
}

func worthOf(edges []edge, old, new int) int {
	for _, e := range edges {
		if e.old == old && e.new == new {
			return e.worth
		}
	}
	return -1000
}

// bestSum tries every choice.
func bestSum(edges []edge, old, olds int, taken map[int]bool) int {
	if old == olds {
		return 0
	}
	best := bestSum(edges, old+1, olds, taken)
	for _, e := range edges {
		if e.old == old && !taken[e.new] {
			taken[e.new] = true
			best = max(best, e.worth+bestSum(edges, old+1, olds, taken))
			delete(taken, e.new)
		}
	}
	return best
}
