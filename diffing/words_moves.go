package diffing

// fewestMoved is the least number of words of a sentence that can be recognised
// as moved; shorter ones ("It resolves.") recur by chance.
const fewestMoved = 4

// sentence is the half-open range of words of one sentence.
type sentence struct{ lo, hi int }

// sentences cuts a strand into its sentences.
func (s *strand) sentences() []sentence {
	var out []sentence
	lo := 0
	for i := 1; i <= len(s.words); i++ {
		if s.opensSentence(i) {
			out = append(out, sentence{lo, i})
			lo = i
		}
	}
	return out
}

// settleMoves marks the sentences that stand elsewhere in the new text. Where
// words of such a sentence were taken to stay because other words like them stand
// in its old place, both texts are compared again with the sentence set aside.
func (c *comparer) settleMoves(cmp *comparison) {
	gone, come := cmp.changed()
	moved := movedSentences(cmp, gone, come)
	if len(moved) == 0 {
		return
	}
	oldIDs, newIDs := append([]rune(nil), cmp.old.ids...), append([]rune(nil), cmp.new.ids...)
	again := false
	for _, m := range moved {
		for i := range m[0].hi - m[0].lo {
			o, n := m[0].lo+i, m[1].lo+i
			cmp.old.mark(o).moved, cmp.new.mark(n).moved = true, true
			again = again || !gone[o] || !come[n]
			oldIDs[o], newIDs[n] = c.fresh(cmp.old.word(o).Fold), c.fresh(cmp.new.word(n).Fold)
		}
	}
	// Set aside for good: no later step may take a moved word for another.
	cmp.old.ids, cmp.new.ids = oldIDs, newIDs
	if again {
		cmp.runs = c.runs(oldIDs, newIDs)
	}
}

// changed tells for each word whether it goes or comes.
func (c *comparison) changed() (gone, come []bool) {
	gone, come = make([]bool, len(c.old.words)), make([]bool, len(c.new.words))
	for _, r := range c.runs {
		if r.equal {
			continue
		}
		for i := r.old0; i < r.old1; i++ {
			gone[i] = true
		}
		for i := r.new0; i < r.new1; i++ {
			come[i] = true
		}
	}
	return gone, come
}

// movedSentences pairs sentences of old and new that are equal, stand once in
// each text, and were mostly taken for gone in the one and come in the other.
func movedSentences(c *comparison, gone, come []bool) [][2]sentence {
	if !anyLong(gone) || !anyLong(come) {
		return nil
	}
	places := make(map[string][]sentence)
	for _, s := range c.new.sentences() {
		if s.hi-s.lo >= fewestMoved {
			key := string(c.new.ids[s.lo:s.hi])
			places[key] = append(places[key], s)
		}
	}
	times := make(map[string]int)
	olds := c.old.sentences()
	for _, s := range olds {
		times[string(c.old.ids[s.lo:s.hi])]++
	}
	var moved [][2]sentence
	for _, s := range olds {
		key := string(c.old.ids[s.lo:s.hi])
		if at := places[key]; len(at) == 1 && times[key] == 1 && mostly(gone, s) && mostly(come, at[0]) {
			moved = append(moved, [2]sentence{s, at[0]})
		}
	}
	return moved
}

// anyLong reports whether enough words changed for a sentence among them.
func anyLong(changed []bool) bool {
	n := 0
	for _, c := range changed {
		if c {
			if n++; n >= fewestMoved {
				return true
			}
		}
	}
	return false
}

// mostly reports whether at least two in three words of the sentence changed.
func mostly(changed []bool, s sentence) bool {
	n := 0
	for _, c := range changed[s.lo:s.hi] {
		if c {
			n++
		}
	}
	return 3*n >= 2*(s.hi-s.lo)
}
