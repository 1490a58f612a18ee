package diffing

import (
	"cmp"
	"slices"
	"strings"
)

// How alike two sentences must be, as the share of common words, for the one to be
// the other reworded: anywhere under one heading, and between the halves of a
// split or a merge.
const (
	leastReworded    = 0.8
	leastRewordedKin = 0.7
)

// place is a sentence that is mostly gone from the old text of a work, or has
// mostly come to its new one.
type place struct {
	work *work
	sentence
	key   string // its folded words
	ids   []rune
	taken bool
}

// passage is a sentence that went from one entry to another.
type passage struct {
	from, to *place
	reworded bool
	alike    float64
}

// markSentences marks long sentences that left one entry and came to another,
// word for word or lightly reworded, and compares the texts of both anew without
// them: words of such a sentence may have been taken to stay because words like
// them stand in its old place.
func (b *book) markSentences(works []*work, kin map[[2]*work]bool) {
	words := newComparer()
	var gone, come []*place
	for _, w := range works {
		if w.text == nil || w.change.Class == Typography || w.change.Class == References || w.change.Kind == Moved {
			continue
		}
		wentAway, cameHere := w.text.changed()
		gone = append(gone, words.places(w, &w.text.old, wentAway)...)
		come = append(come, words.places(w, &w.text.new, cameHere)...)
	}
	passages := append(sameSentences(gone, come, kin), words.rewordedSentences(gone, come, kin)...)
	if len(passages) == 0 {
		return
	}
	var touched []*work
	for _, p := range passages {
		for _, side := range []*place{p.from, p.to} {
			if !slices.Contains(touched, side.work) {
				touched = append(touched, side.work)
			}
		}
		p.setAside()
	}
	for _, w := range touched {
		w.text.old.joinMoved()
		w.text.new.joinMoved()
		again := &comparer{interner: w.text.old.by, differ: words.differ}
		w.text.runs = again.runs(w.text.old.ids, w.text.new.ids)
		again.settleTies(w.text)
		w.text.clean()
	}
}

// places are the long sentences of a strand most of whose words changed.
func (c *comparer) places(w *work, s *strand, changed []bool) []*place {
	if s.by == nil || !anyLong(changed) {
		return nil
	}
	var out []*place
	for _, one := range s.sentences() {
		if s.count(one.lo, one.hi) < fewestShared || s.refers(one) || s.anyMoved(one) {
			continue
		}
		n := 0
		for _, is := range changed[one.lo:one.hi] {
			if is {
				n++
			}
		}
		if 2*n < one.hi-one.lo {
			continue
		}
		p := &place{work: w, sentence: one, key: s.printed(one.lo, one.hi)}
		for i := one.lo; i < one.hi; i++ {
			p.ids = append(p.ids, c.intern(s.word(i).Fold))
		}
		out = append(out, p)
	}
	return out
}

// refers reports whether a sentence does no more than point to another rule.
func (s *strand) refers(one sentence) bool {
	lo := one.lo
	if s.word(lo).Fold == "(" {
		lo++
	}
	return lo < one.hi && strings.EqualFold(s.word(lo).Fold, "see")
}

func (s *strand) anyMoved(one sentence) bool {
	return s.marks != nil && slices.ContainsFunc(s.marks[one.lo:one.hi], func(m mark) bool { return m.moved })
}

// sameSentences pairs sentences that are gone in one entry and come in another
// word for word. Where there are several they must be in the halves of one split
// or merge.
func sameSentences(gone, come []*place, kin map[[2]*work]bool) []passage {
	by := make(map[string][2][]*place)
	for i, places := range [][]*place{gone, come} {
		for _, p := range places {
			both := by[p.key]
			both[i] = append(both[i], p)
			by[p.key] = both
		}
	}
	var out []passage
	for _, from := range gone {
		both := by[from.key]
		tos := both[1]
		if len(both[0]) > 1 || len(tos) > 1 {
			tos = slices.DeleteFunc(slices.Clone(tos), func(to *place) bool { return !kin[[2]*work{from.work, to.work}] })
		}
		if len(tos) != 1 || tos[0].taken || tos[0].work == from.work {
			continue
		}
		from.taken, tos[0].taken = true, true
		out = append(out, passage{from, tos[0], false, 1})
	}
	return out
}

// rewordedSentences pairs sentences that are gone in one entry and come in another
// under the same heading with few other words. Neither may be more like a
// sentence of its own entry.
func (c *comparer) rewordedSentences(gone, come []*place, kin map[[2]*work]bool) []passage {
	near := make(map[string][]*place)
	for _, to := range come {
		heading := to.work.change.Entry().Heading
		near[heading] = append(near[heading], to)
	}
	indexes := make(map[string]*rareWords, len(near))
	times := timesOf(gone, come)
	var found []passage
	looks := 0
	for _, from := range gone {
		heading := from.work.change.Entry().Heading
		if from.taken || heading == "" || near[heading] == nil {
			continue
		}
		if indexes[heading] == nil {
			indexes[heading] = indexRareWords(near[heading], times)
		}
		for _, to := range indexes[heading].sharing(from) {
			if looks++; looks > mostLooks {
				break
			}
			related := kin[[2]*work{from.work, to.work}]
			least := leastReworded
			if related {
				least = leastRewordedKin
			}
			if to.taken || to.work == from.work || from.work.change.Kind == Removed && to.work.change.Kind == Added {
				continue
			}
			alike := commonShare(from.ids, to.ids)
			if alike >= least && c.staysLess(from, &from.work.text.new, alike) && c.staysLess(to, &to.work.text.old, alike) {
				found = append(found, passage{from, to, true, alike})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b passage) int { return cmp.Compare(b.alike, a.alike) })
	return slices.DeleteFunc(found, func(p passage) bool {
		if p.from.taken || p.to.taken {
			return true
		}
		p.from.taken, p.to.taken = true, true
		return false
	})
}

// staysLess reports whether no sentence of the other side of its own entry is as
// much alike to a sentence.
func (c *comparer) staysLess(p *place, other *strand, alike float64) bool {
	for _, one := range other.sentences() {
		ids := make([]rune, 0, one.hi-one.lo)
		for i := one.lo; i < one.hi; i++ {
			ids = append(ids, c.intern(other.word(i).Fold))
		}
		if commonShare(p.ids, ids) >= alike {
			return false
		}
	}
	return true
}

// commonShare is the share of words that two sequences have in common, 0 to 1
// (Dice 1945), each word counted as often as it stands in both.
func commonShare(a, b []rune) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	times := make(map[rune]int, len(a))
	for _, id := range a {
		times[id]++
	}
	common := 0
	for _, id := range b {
		if times[id] > 0 {
			times[id]--
			common++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}

// setAside marks the words of a passage as moved and gives them ids that no other
// word has, so that they are taken for no other word.
func (p passage) setAside() {
	p.from.work.text.setAside(&p.from.work.text.old, p.from.sentence, mark{moved: true, reworded: p.reworded, elsewhere: p.to.work.change.New})
	p.to.work.text.setAside(&p.to.work.text.new, p.to.sentence, mark{moved: true, reworded: p.reworded, elsewhere: p.from.work.change.Old})
}

// joinMoved makes one passage of neighbouring sentences that moved to or from the
// same entry, reworded when one of them is.
func (s *strand) joinMoved() {
	for lo := 0; lo < len(s.marks); {
		hi, reworded := lo, false
		for hi < len(s.marks) && s.marks[hi].moved && s.marks[hi].elsewhere == s.marks[lo].elsewhere {
			reworded = reworded || s.marks[hi].reworded
			hi++
		}
		for i := lo; i < hi; i++ {
			s.marks[i].reworded = reworded
		}
		lo = max(hi, lo+1)
	}
}

func (c *comparison) setAside(s *strand, one sentence, as mark) {
	fresh := comparer{interner: s.by}
	ids := slices.Clone(s.ids)
	for i := one.lo; i < one.hi; i++ {
		ids[i] = fresh.fresh(s.word(i).Fold)
		*s.mark(i) = as
	}
	s.ids = ids
}
