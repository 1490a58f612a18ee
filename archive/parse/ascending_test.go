package parse

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
)

func numbersOf(t *testing.T, list string) []archive.Number {
	t.Helper()
	var numbers []archive.Number
	for _, s := range strings.Fields(list) {
		n, err := archive.ParseNumber(s)
		if err != nil {
			t.Fatal(err)
		}
		numbers = append(numbers, n)
	}
	return numbers
}

func TestMisplaced(t *testing.T) {
	for list, want := range map[string]string{
		"":                                        "",
		"702.19 702.19a 702.20":                   "",
		"702.19 702.50z 702.19a 702.19b":          "702.50z stands out of order, before 702.19a",
		"702.50z 702.19a 702.19b":                 "702.50z stands out of order, before 702.19a",
		"702.19 702.19b 702.19a":                  "702.19a stands out of order, after 702.19b",
		"702.19 702.19a 702.18":                   "702.18 stands out of order, after 702.19a",
		"1 100.1 3 300 300.1 2 200 200.1 200.2":   "3 and the 2 after it stand out of order, before 2",
		"100.1 100.9 100.2 100.3 100.1a 100.4":    "100.9 stands out of order, before 100.2|100.1a stands out of order, after 100.3",
		"100.5 100.4 100.3":                       "100.4 stands out of order, after 100.5|100.3 stands out of order, after 100.5",
		"100.1z 100.1aa 100.1ab 100.2 100.2a 101": "",
	} {
		numbers := numbersOf(t, list)
		var got []string
		for _, m := range misplacedIn(numbers) {
			got = append(got, fmt.Sprintf("%s %s", numbers[m.first], m))
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%s: %q, want %q", list, got, want)
		}
	}
}

// Law: without the numbers blamed the list ascends, and without fewer it does not.
func TestInOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		numbers := make([]archive.Number, rng.IntN(9))
		for i, n := range rng.Perm(len(numbers)) {
			numbers[i] = archive.Number{Section: 1, Heading: 100, Rule: n + 1}
		}
		ascends := func(kept func(i int) bool) (count int, ok bool) {
			var left []archive.Number
			for i, n := range numbers {
				if kept(i) {
					left = append(left, n)
				}
			}
			return len(left), slices.IsSortedFunc(left, archive.Number.Compare)
		}
		kept := inOrder(numbers)
		got, ok := ascends(func(i int) bool { return kept[i] })
		if !ok {
			t.Fatalf("%v: not ascending with %v", numbers, kept)
		}
		for set := range 1 << len(numbers) {
			if n, ok := ascends(func(i int) bool { return set>>i&1 == 1 }); ok && n > got {
				t.Fatalf("%v: %d are in order, not only %d", numbers, n, got)
			}
		}
	}
}
