package diffing

import "slices"

// fewestShared is the least number of words in a row that a split or merged rule
// must share with its other half to be marked as moved there.
const fewestShared = 4

// fewestAlone is the least number of words of a sentence that is found again in
// a rule that no split or merge ties to this one.
const fewestAlone = 8

// markElsewhere marks words that went from one entry to another: between the
// halves of splits and merges, and whole sentences anywhere.
func (b *book) markElsewhere(works []work) {
	ofOld, ofNew := make(map[string]*work), make(map[string]*work)
	for i := range works {
		w := &works[i]
		if w.change.Kind == Changed {
			ofOld[w.change.Old.Name()], ofNew[w.change.New.Name()] = w, w
		}
	}
	for i := range works {
		w := &works[i]
		switch w.change.Kind {
		case Split:
			if origin := ofOld[w.change.SplitFrom]; origin != nil {
				b.share(origin, w)
			}
		case Merged:
			if target := ofNew[w.change.MergedInto]; target != nil {
				b.share(w, target)
			}
		}
	}
	b.markSentences(works)
}

// share marks runs of words that went from one work's old text to another's new one.
func (b *book) share(from, to *work) {
	if from.text == nil || to.text == nil {
		return
	}
	gone, _ := from.text.loose()
	_, come := to.text.loose()
	words := newComparer()
	oldIDs, newIDs := words.pick(&from.text.old, gone), words.pick(&to.text.new, come)
	if len(oldIDs) < fewestShared || len(newIDs) < fewestShared {
		return
	}
	for _, r := range words.runs(oldIDs, newIDs) {
		for lo := 0; r.equal && lo < r.deletes(); {
			hi := lo + 1
			for hi < r.deletes() && gone[r.old0+hi] == gone[r.old0+hi-1]+1 && come[r.new0+hi] == come[r.new0+hi-1]+1 {
				hi++
			}
			if hi-lo >= fewestShared {
				for k := lo; k < hi; k++ {
					markMoved(from, gone[r.old0+k], to, come[r.new0+k])
				}
				closeMoved(&from.text.old, gone[r.old0+hi-1]+1, gone)
				closeMoved(&to.text.new, come[r.new0+hi-1]+1, come)
			}
			lo = hi
		}
	}
}

// closeMoved lets the mark that closes a sentence move with the words before it,
// if it goes or comes too.
func closeMoved(s *strand, i int, loose []int) {
	if _, is := slices.BinarySearch(loose, i); !is || !s.opensSentence(i+1) || s.word(i).Kind != MarkToken {
		return
	}
	*s.mark(i) = *s.mark(i - 1)
}

func markMoved(from *work, old int, to *work, new int) {
	m := from.text.old.mark(old)
	m.moved, m.elsewhere = true, to.change.New.Name()
	m = to.text.new.mark(new)
	m.moved, m.elsewhere = true, from.change.Old.Name()
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

// place is a sentence in the text of a work.
type place struct {
	work *work
	sentence
	times int
}

// markSentences marks long sentences that are gone in exactly one entry and come
// in exactly one other.
func (b *book) markSentences(works []work) {
	gone, come := make(map[string]*place), make(map[string]*place)
	var order []string
	for i := range works {
		w := &works[i]
		if w.text == nil || w.change.Class == Typography || w.change.Kind == Moved {
			continue
		}
		old, new := w.text.loose()
		for _, s := range looseSentences(&w.text.old, old) {
			key := w.text.old.printed(s.lo, s.hi)
			if note(gone, key, w, s) {
				order = append(order, key)
			}
		}
		for _, s := range looseSentences(&w.text.new, new) {
			note(come, w.text.new.printed(s.lo, s.hi), w, s)
		}
	}
	for _, key := range order {
		from, to := gone[key], come[key]
		if to == nil || from.times != 1 || to.times != 1 || from.work == to.work {
			continue
		}
		for k := range from.hi - from.lo {
			markMoved(from.work, from.lo+k, to.work, to.lo+k)
		}
	}
}

// note counts a sentence and reports whether it is the first of its kind.
func note(places map[string]*place, key string, w *work, s sentence) bool {
	if p := places[key]; p != nil {
		p.times++
		return false
	}
	places[key] = &place{w, s, 1}
	return true
}

// looseSentences are the long sentences all of whose words are in loose.
func looseSentences(s *strand, loose []int) []sentence {
	if len(loose) < fewestAlone {
		return nil
	}
	free := make([]bool, len(s.words))
	for _, i := range loose {
		free[i] = true
	}
	var out []sentence
next:
	for _, one := range s.sentences() {
		if one.hi-one.lo < fewestAlone {
			continue
		}
		for i := one.lo; i < one.hi; i++ {
			if !free[i] {
				continue next
			}
		}
		out = append(out, one)
	}
	return out
}
