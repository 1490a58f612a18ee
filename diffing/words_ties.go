package diffing

// Of all shortest lists of replacements Myers' search returns any one. Where a
// word goes and the same word comes there was a choice, and the better choice
// keeps words that mean something rather than "or" and commas, and keeps them
// together.

// maxTieCells bounds the table of a search for the best of the shortest; beyond
// it (some 500 words against 500) the first one found is good enough.
const maxTieCells = 1 << 18

// Scores of a word that stays. One more word outweighs every other consideration,
// so the list stays a shortest one.
const (
	scoreKept     = 1 << 20
	scoreMeaning  = 1 << 10 // it is neither a mark nor a common word
	scoreTogether = 1       // the word before it stays too
)

// farApart is how many words stay between two replacements that are settled each
// for itself where a text is too long to be settled as one.
const farApart = 8

// settleTies compares the stretch from the first to the last replacement again
// where there was a choice; of a longer text each stretch of neighbouring
// replacements.
func (c *comparer) settleTies(cmp *comparison) {
	if !cmp.hadChoice() {
		return
	}
	runs := cmp.runs
	cmp.runs = nil
	for len(runs) > 0 {
		if runs[0].equal {
			cmp.runs, runs = append(cmp.runs, runs[0]), runs[1:]
			continue
		}
		n := stretchOf(runs)
		first, last := runs[0], runs[n-1]
		if n > 1 && cells(first, last) <= maxTieCells {
			cmp.runs = append(cmp.runs, c.bestOfShortest(cmp, first.old0, last.old1, first.new0, last.new1)...)
		} else {
			cmp.runs = append(cmp.runs, runs[:n]...)
		}
		runs = runs[n:]
	}
	cmp.runs = joinReplaced(cmp.runs)
}

// cells is the size of the table for all from the first run to the last.
func cells(first, last run) int {
	return (last.old1 - first.old0 + 1) * (last.new1 - first.new0 + 1)
}

// stretchOf returns how many of the runs, from the first one on, to settle
// together: all up to the last replacement when the table is not too large for
// them, else up to where many words stay.
func stretchOf(runs []run) int {
	last := len(runs) - 1
	for runs[last].equal {
		last--
	}
	if cells(runs[0], runs[last]) <= maxTieCells {
		return last + 1
	}
	for i := 1; i < last; i++ {
		if runs[i].equal && runs[i].deletes() >= farApart {
			return i
		}
	}
	return last + 1
}

// hadChoice reports whether a word both goes and comes.
func (c *comparison) hadChoice() bool {
	gone := make(map[rune]bool)
	for _, r := range c.runs {
		if !r.equal {
			for _, id := range c.old.ids[r.old0:r.old1] {
				gone[id] = true
			}
		}
	}
	for _, r := range c.runs {
		if !r.equal {
			for _, id := range c.new.ids[r.new0:r.new1] {
				if gone[id] {
					return true
				}
			}
		}
	}
	return false
}

// worth is the score of old word i when it stays.
func (c *comparison) worth(i int) int32 {
	if t := c.old.word(i); t.Kind == MarkToken || commonWords[t.Fold] {
		return scoreKept
	}
	return scoreKept + scoreMeaning
}

// bestOfShortest is the longest common subsequence by dynamic programming, with
// the scores above to choose among the longest. For old words from i and new
// words from j on, best holds the best score, stays the best of those in which
// the two words themselves stay, 0 when they are not equal.
func (c *comparer) bestOfShortest(cmp *comparison, o0, o1, n0, n1 int) []run {
	rows, columns := o1-o0+1, n1-n0+1
	cells := rows * columns
	if len(c.table) < 2*cells {
		c.table = make([]int32, 2*cells)
	}
	best, stays := c.table[:cells], c.table[cells:2*cells]
	clear(best)
	clear(stays)
	for i := rows - 2; i >= 0; i-- {
		worth := cmp.worth(o0 + i)
		for j := columns - 2; j >= 0; j-- {
			at := i*columns + j
			next := at + columns + 1
			best[at] = max(best[at+columns], best[at+1])
			if cmp.old.ids[o0+i] == cmp.new.ids[n0+j] {
				stays[at] = worth + best[next]
				if stays[next] > 0 {
					stays[at] = max(stays[at], worth+scoreTogether+stays[next])
				}
				best[at] = max(best[at], stays[at])
			}
		}
	}
	var runs []run
	together := false
	for i, j := 0, 0; i < rows-1 || j < columns-1; {
		at := i*columns + j
		r := run{false, o0 + i, o0 + i, n0 + j, n0 + j}
		switch {
		case stays[at] > 0 && (together || stays[at] == best[at]):
			r.equal = true
			next := at + columns + 1
			together = stays[next] > 0 && stays[at] == cmp.worth(o0+i)+scoreTogether+stays[next]
			i, j = i+1, j+1
		case i < rows-1 && best[at+columns] == best[at]:
			i++
		default:
			j++
		}
		r.old1, r.new1 = o0+i, n0+j
		runs = append(runs, r)
	}
	return runs
}
