package diffing

import (
	"cmp"
	"slices"
	"sync"
)

// What a release was about is read off the changes alone: an entry that stayed
// as it was holds each word as often before as after.

const (
	// fewestRules is in how many entries a substitution has to run for a mass
	// change; with fewer it is a matter of those rules.
	fewestRules = 5
	// fewestNewRules is in how many entries a word that was nowhere before has to
	// stand to be a term of the release.
	fewestNewRules = 3
	// fewestUndefined is the same for a word that no title and no list of subtypes
	// names.
	fewestUndefined = 8
	// mostShifts bounds each kind of shift in a report.
	mostShifts = 12
)

// shifts finds what ran through the release: substitutions first, then terms that
// came, then terms that went, each kind by the number of entries it touched. It
// marks the words of substitutions in the works.
func (b *book) shifts(works []*work) []Shift {
	var oldTitles, newTitles *titleWords
	var titles sync.WaitGroup
	titles.Go(func() { oldTitles, newTitles = newTitleWords(b.old), newTitleWords(b.new) })
	v := newVocabulary(works)
	substitutions := v.substitutions()
	shifts := make([]Shift, 0, len(substitutions))
	for _, s := range substitutions {
		shifts = append(shifts, s.shift(v))
		s.mark()
	}
	came, gone := both(func(side bookSide) []*sighting { return v.newOrGone(side, substitutions) })
	wanted := make(map[int32]bool)
	for _, s := range slices.Concat(came, gone) {
		wanted[s.phrase[0]] = true
	}
	inOld, inNew := b.hunt(v, wanted)
	titles.Wait()
	brought, took := both(func(side bookSide) []Shift {
		if side == newSide {
			return v.terms(side, came, &holding{oldTitles, inOld})
		}
		return v.terms(side, gone, &holding{newTitles, inNew})
	})
	return slices.Concat(shifts, brought, took)
}

// both calls do for both sides at once and returns what it gives of the newer and of
// the older one.
func both[T any](do func(bookSide) T) (new, old T) {
	var group sync.WaitGroup
	group.Go(func() { old = do(oldSide) })
	new = do(newSide)
	group.Wait()
	return new, old
}

// vocabulary is the words of all works, reduced to stems.
type vocabulary struct {
	works   []*work
	held    map[bookSide][]int // for each stem the changed entries of a side that hold it
	stems   map[string]int32   // folded word to the number of its stem
	numbers map[string]int32   // stem to its number, from 1
	names   []string           // of the stems, by number less one
	texts   []workText
}

// workText is one compared text of a work, its words as stems.
type workText struct {
	work     int
	example  bool
	cmp      *comparison
	old, new []int32
}

// newVocabulary reads the texts of all works that have words which changed.
func newVocabulary(works []*work) *vocabulary {
	v := &vocabulary{works: works, stems: make(map[string]int32), numbers: make(map[string]int32)}
	byID := make(map[*interner][]int32) // the stem of each id
	number := func(s *strand) []int32 {
		out := make([]int32, len(s.words))
		if s.by == nil {
			for i := range s.words {
				out[i] = v.number(s.word(i).Fold)
			}
			return out
		}
		known := byID[s.by]
		if known == nil {
			known = make([]int32, len(s.by.folds))
			byID[s.by] = known
		}
		for i, id := range s.ids {
			if known[id] == 0 {
				known[id] = v.number(s.by.folds[id])
			}
			out[i] = known[id]
		}
		return out
	}
	add := func(at int, example bool, c *comparison) {
		if c != nil {
			v.texts = append(v.texts, workText{at, example, c, number(&c.old), number(&c.new)})
		}
	}
	for i := range works {
		w := works[i]
		if w.change.Class == Typography || w.change.Class == Number {
			continue
		}
		add(i, false, w.text)
		for _, c := range w.examples {
			add(i, true, c)
		}
	}
	came, gone := both(v.count)
	v.held = map[bookSide][]int{newSide: came, oldSide: gone}
	return v
}

// number returns the number of a folded word's stem, a new one at first sight.
func (v *vocabulary) number(fold string) int32 {
	id, known := v.stems[fold]
	if known {
		return id
	}
	name := root(fold)
	if id, known = v.numbers[name]; !known {
		v.names = append(v.names, name)
		id = int32(len(v.names))
		v.numbers[name] = id
	}
	v.stems[fold] = id
	return id
}

// phrase is a sequence of stems.
type phrase []int32

// count returns how often a phrase stands in words.
func (p phrase) count(words []int32) int {
	n := 0
	for i := 0; i+len(p) <= len(words); i++ {
		if slices.Equal(words[i:i+len(p)], p) {
			n++
			i += len(p) - 1
		}
	}
	return n
}

// net returns by how much more often a phrase stands in the newer book than in
// the older.
func (v *vocabulary) net(p phrase) int {
	n := 0
	for i := range v.texts {
		n += p.count(v.texts[i].new) - p.count(v.texts[i].old)
	}
	return n
}

// byRules orders shifts by the entries they touched, then by their places, then
// by their words.
func byRules(a, b Shift) int {
	return cmp.Or(cmp.Compare(b.Rules, a.Rules), cmp.Compare(b.Occurrences, a.Occurrences),
		cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
}
