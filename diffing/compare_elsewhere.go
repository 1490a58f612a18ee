package diffing

import "slices"

// fewestShared is the least number of words, marks not counted, of a sentence or
// a clause that is marked as moved to or from another entry; shorter ones recur by
// chance.
const fewestShared = 8

// markElsewhere marks words that went from one entry to another: sentences
// anywhere, and clauses between the halves of splits and merges.
func (b *book) markElsewhere(works []*work) {
	halves := halvesOf(works)
	kin := make(map[[2]*work]bool, len(halves))
	for _, half := range halves {
		kin[half] = true
	}
	b.markSentences(works, kin)
	for _, half := range halves {
		share(half[0], half[1])
	}
}

// halvesOf are the two works of each split and each merge, the one that the words
// went from first.
func halvesOf(works []*work) (halves [][2]*work) {
	isHalf := func(w *work) bool { return w.change.Kind == Split || w.change.Kind == Merged }
	if !slices.ContainsFunc(works, isHalf) {
		return nil
	}
	ofOld, ofNew := make(map[string]*work), make(map[string]*work)
	for _, w := range works {
		if w.change.Kind == Changed {
			ofOld[w.change.Old.Name()], ofNew[w.change.New.Name()] = w, w
		}
	}
	for _, w := range works {
		if origin := ofOld[w.change.SplitFrom]; w.change.Kind == Split && origin != nil {
			halves = append(halves, [2]*work{origin, w})
		}
		if target := ofNew[w.change.MergedInto]; w.change.Kind == Merged && target != nil {
			halves = append(halves, [2]*work{w, target})
		}
	}
	return halves
}

// share marks clauses that went from one work's old text to another's new one.
func share(from, to *work) {
	if from.text == nil || to.text == nil {
		return
	}
	gone, _ := from.text.loose()
	_, come := to.text.loose()
	if len(gone) < fewestShared || len(come) < fewestShared {
		return
	}
	old, new := &from.text.old, &to.text.new
	words := newComparer()
	for _, r := range words.runs(words.pick(old, gone), words.pick(new, come)) {
		for lo := 0; r.equal && lo < r.deletes(); {
			hi := lo + 1
			for hi < r.deletes() && gone[r.old0+hi] == gone[r.old0+hi-1]+1 && come[r.new0+hi] == come[r.new0+hi-1]+1 {
				hi++
			}
			o, n := gone[r.old0+lo], come[r.new0+lo]
			first, last := clauses(old, new, o, n, hi-lo)
			if old.count(o+first, o+last) >= fewestShared {
				for k := first; k < last; k++ {
					markMoved(from, o+k, to, n+k)
				}
			}
			lo = hi
		}
	}
}

// clauses narrows words that two texts share, from o and n on, to where a clause
// begins and ends in one of them.
func clauses(old, new *strand, o, n, words int) (first, last int) {
	bound := func(k int) bool { return old.partsClauses(o+k) || new.partsClauses(n+k) }
	for last = words; last > 0 && !bound(last); last-- {
	}
	for first < last && !bound(first) {
		first++
	}
	for first < last && old.words[o+first].kind == MarkToken && !old.opensSentence(o+first) {
		first++ // a comma before a clause is none of it
	}
	return first, last
}

// clauseWords begin a clause.
var clauseWords = setOf("if when whenever unless until while and or but that which who then as If When Whenever Unless Until While")

// partsClauses reports whether a clause may end before word i.
func (s *strand) partsClauses(i int) bool {
	return s.opensSentence(i) || s.word(i-1).Kind == MarkToken || s.word(i).Kind == MarkToken || clauseWords[s.word(i).Fold]
}

// count counts words lo to hi without the marks among them.
func (s *strand) count(lo, hi int) int {
	n := 0
	for i := lo; i < hi; i++ {
		if s.words[i].kind != MarkToken {
			n++
		}
	}
	return n
}

func markMoved(from *work, old int, to *work, new int) {
	m := from.text.old.mark(old)
	m.moved, m.elsewhere = true, to.change.New
	m = to.text.new.mark(new)
	m.moved, m.elsewhere = true, from.change.Old
}

// loose returns the words of both strands that go or come and are not known to
// have moved.
func (c *comparison) loose() (gone, come []int) {
	for _, r := range c.runs {
		if r.equal {
			continue
		}
		for i := r.old0; i < r.old1; i++ {
			if c.old.marks == nil || !c.old.marks[i].moved {
				gone = append(gone, i)
			}
		}
		for i := r.new0; i < r.new1; i++ {
			if c.new.marks == nil || !c.new.marks[i].moved {
				come = append(come, i)
			}
		}
	}
	return gone, come
}

// pick interns some words of a strand anew: the two halves of a split may have
// been read by two comparers.
func (c *comparer) pick(s *strand, words []int) []rune {
	ids := make([]rune, len(words))
	for i, w := range words {
		ids[i] = c.intern(s.word(w).Fold)
	}
	return ids
}
