package parse

import (
	"fmt"
	"slices"

	"rulebook/archive"
)

// inOrder tells which of a list of different numbers are in order: the most that
// are ascending. The others are to blame for the list not being so; of two that are
// merely swapped it is the second. (A longest increasing
// subsequence, by patience sorting: Schensted 1961, Fredman 1975.)
func inOrder(numbers []archive.Number) []bool {
	// From the end: piles[k] is the index of the greatest number that begins an
	// ascending list of k+1 numbers, next[i] the index of what follows number i in one.
	var piles []int
	next := make([]int, len(numbers))
	for i := len(numbers) - 1; i >= 0; i-- {
		k, _ := slices.BinarySearchFunc(piles, numbers[i], func(j int, n archive.Number) int {
			return n.Compare(numbers[j])
		})
		next[i] = -1
		if k > 0 {
			next[i] = piles[k-1]
		}
		if k == len(piles) {
			piles = append(piles, i)
		} else {
			piles[k] = i
		}
	}
	kept := make([]bool, len(numbers))
	if len(piles) > 0 {
		for i := piles[len(piles)-1]; i >= 0; i = next[i] {
			kept[i] = true
		}
	}
	return kept
}

// misplaced is a run of numbers that stand out of order together.
type misplaced struct {
	first int    // index of the first
	more  int    // how many follow it
	where string // "after 702.9a", "before 702.19a"
}

// misplacedIn finds the numbers that are out of order. Those that follow one another
// were moved as one.
func misplacedIn(numbers []archive.Number) []misplaced {
	kept := inOrder(numbers)
	var runs []misplaced
	for i := 0; i < len(numbers); i++ {
		if kept[i] {
			continue
		}
		first := i
		for i+1 < len(numbers) && !kept[i+1] && numbers[i+1].Compare(numbers[i]) > 0 {
			i++
		}
		runs = append(runs, misplaced{first, i - first, place(numbers, kept, first, i)})
	}
	return runs
}

// place says where a run stands that is out of order: after a greater number, else
// before a smaller one.
func place(numbers []archive.Number, kept []bool, first, last int) string {
	if before := lastKept(kept[:first]); before >= 0 && numbers[first].Compare(numbers[before]) < 0 {
		return "after " + numbers[before].String()
	}
	return "before " + numbers[last+1+slices.Index(kept[last+1:], true)].String()
}

func lastKept(kept []bool) int {
	for i := len(kept) - 1; i >= 0; i-- {
		if kept[i] {
			return i
		}
	}
	return -1
}

// String is the run in the words of a warning.
func (m misplaced) String() string {
	if m.more == 0 {
		return "stands out of order, " + m.where
	}
	return fmt.Sprintf("and the %d after it stand out of order, %s", m.more, m.where)
}
