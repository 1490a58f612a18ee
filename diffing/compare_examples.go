package diffing

import (
	"slices"

	"rulebook/archive"
)

// leastAlike is the share of common words from which on two examples are taken
// for the same one reworded.
const leastAlike = 0.5

// compareExamples pairs the examples of both sides in order, compares them, puts
// what changed into the work and returns the class of the examples alone:
// Example, the class of changed cross-references, or Typography.
func (b *book) compareExamples(w *work, words *comparer, old, new []string) Class {
	class := Typography
	if slices.Equal(old, new) {
		return class
	}
	add := func(o, n int) {
		var before, after string
		if o >= 0 {
			before = old[o]
		}
		if n >= 0 {
			after = new[n]
		}
		if before == after {
			return
		}
		w.change.Examples = append(w.change.Examples, ExampleChange{Old: o, New: n})
		if o >= 0 && n >= 0 && differInTypography(before, after) {
			w.examples = append(w.examples, nil)
			return
		}
		c := words.compare(before, after)
		w.examples = append(w.examples, c)
		switch {
		case o < 0 || n < 0:
			class = Example
		case !c.sameFold():
			found, _, _ := b.classes.classify(c)
			if found != References && found != ReferenceTarget {
				found = Example
			}
			class = moreTelling(class, found)
		}
	}
	o, n := 0, 0
	for _, p := range words.alignExamples(old, new) {
		for ; o < p[0]; o++ {
			add(o, -1)
		}
		for ; n < p[1]; n++ {
			add(-1, n)
		}
		add(o, n)
		o, n = o+1, n+1
	}
	for ; o < len(old); o++ {
		add(o, -1)
	}
	for ; n < len(new); n++ {
		add(-1, n)
	}
	return class
}

// alignExamples returns the pairs of examples, in order, whose likenesses sum to
// the most. What both lists begin and end with stays together: nothing is more alike.
func (c *comparer) alignExamples(old, new []string) [][2]int {
	var pairs [][2]int
	head := 0
	for head < min(len(old), len(new)) && sameFold(old[head], new[head]) {
		pairs = append(pairs, [2]int{head, head})
		head++
	}
	tail := 0
	for tail < min(len(old), len(new))-head && sameFold(old[len(old)-1-tail], new[len(new)-1-tail]) {
		tail++
	}
	for _, p := range c.alignAlike(old[head:len(old)-tail], new[head:len(new)-tail]) {
		pairs = append(pairs, [2]int{head + p[0], head + p[1]})
	}
	for ; tail > 0; tail-- {
		pairs = append(pairs, [2]int{len(old) - tail, len(new) - tail})
	}
	return pairs
}

// sameFold reports whether two texts differ in typography only.
func sameFold(a, b string) bool { return a == b || archive.Fold(a) == archive.Fold(b) }

func (c *comparer) alignAlike(old, new []string) [][2]int {
	if len(old) == 0 || len(new) == 0 {
		return nil
	}
	c.renew()
	cut := func(texts []string) (ids [][]rune) {
		for _, text := range texts {
			ids = append(ids, c.read(text).ids)
		}
		return ids
	}
	oldIDs, newIDs := cut(old), cut(new)
	like := make([][]float64, len(old))
	for i := range old {
		like[i] = make([]float64, len(new))
		for j := range new {
			like[i][j] = commonShare(oldIDs[i], newIDs[j])
		}
	}
	best := make([][]float64, len(old)+1)
	for i := range best {
		best[i] = make([]float64, len(new)+1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(new) - 1; j >= 0; j-- {
			best[i][j] = max(best[i+1][j], best[i][j+1])
			if like[i][j] >= leastAlike {
				best[i][j] = max(best[i][j], like[i][j]+best[i+1][j+1])
			}
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < len(old) && j < len(new); {
		switch {
		case like[i][j] >= leastAlike && best[i][j] == like[i][j]+best[i+1][j+1]:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		case best[i][j] == best[i+1][j]:
			i++
		default:
			j++
		}
	}
	return pairs
}
