package index

import (
	"strings"
	"unicode/utf8"

	"rulebook/search"
)

// fitting tells which words a pattern or a misspelling stands for.
func fitting(n search.Node) func(string) bool {
	switch n := n.(type) {
	case search.Wildcard:
		pieces := strings.Split(n.Pattern, "*")
		return func(word string) bool { return fitsPattern(pieces, word) }
	case search.Fuzzy:
		return func(word string) bool { return slips(n.Text, word, n.Distance) <= n.Distance }
	}
	return func(string) bool { return false }
}

// fitsPattern reports whether word is the pieces with anything between them.
func fitsPattern(pieces []string, word string) bool {
	first, last := pieces[0], pieces[len(pieces)-1]
	if len(word) < len(first)+len(last) || !strings.HasPrefix(word, first) || !strings.HasSuffix(word, last) {
		return false
	}
	word = word[len(first) : len(word)-len(last)]
	for _, piece := range pieces[1 : len(pieces)-1] {
		at := strings.Index(word, piece)
		if at < 0 {
			return false
		}
		word = word[at+len(piece):]
	}
	return true
}

// slips counts the letters to put in, take out, change or swap with their
// neighbour to make one word of another (optimal string alignment), or returns
// most+1 when it takes more than most.
func slips(a, b string, most int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d > most || -d > most {
		return most + 1
	}
	before, last, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(x); i++ {
		row[0] = i
		best := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j-1]+cost, last[j]+1, row[j-1]+1)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			best = min(best, row[j])
		}
		if best > most {
			return most + 1
		}
		before, last, row = last, row, before
	}
	return min(last[len(y)], most+1)
}

// worthFuzzing reports whether a word is long enough that a likeness means anything.
func worthFuzzing(word string) bool { return utf8.RuneCountInString(word) > 2 }
