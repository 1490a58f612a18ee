package diffing

import (
	"slices"

	"rulebook/archive"
)

// Align pairs the entries of an older release with those of a newer one; see
// archive.Pair for what holds of the pairs, and docs/alignment.md for the method.
// They come in the order of the newer book, those without a newer entry behind
// them in the order of the older. Pins are the pairs corrected by hand between
// these two releases. One that names what is not there, ties a rule to a
// glossary term, or names what an earlier one has settled, is passed over.
//
// It is pure and deterministic, and leaves its arguments as they are.
func Align(old, new *archive.Snapshot, pins []archive.Pin) []archive.Pair {
	a := &alignment{old: newEdition(old), new: newEdition(new), words: newLexicon(), links: make(map[int]archive.Link)}
	a.pin(pins)
	a.anchor()
	a.read()
	for range rounds {
		a.rate()
		if !a.solve() {
			break
		}
	}
	return a.pairs()
}

// rounds is how often at most the open entries are rated and assigned: what one
// round pairs is evidence for the parents, children and neighbours in the next.
// Between neighbouring published releases nothing changes after the fourth; the
// bound is for books in which two answers would take turns.
const rounds = 6

// alignment is the work under way between two books.
type alignment struct {
	old, new *edition
	words    *lexicon
	// openOld and openNew are the entries not settled by equality or by hand.
	openOld, openNew []int
	rated            []rating // the possible pairs of open entries
	// links are those made by hand, by new entry, or by -1 less the old entry
	// where it was said to have no successor.
	links map[int]archive.Link
}

// join settles a pair.
func (a *alignment) join(o, n int) {
	a.old.pair[o], a.new.pair[n] = n, o
	a.old.settled[o], a.new.settled[n] = true, true
}

// pin settles what was corrected by hand.
func (a *alignment) pin(pins []archive.Pin) {
	for _, p := range pins {
		o := named(a.old, p.From)
		if o == none || a.old.settled[o] {
			continue
		}
		byHand := archive.Link{Reason: "pinned by hand", Score: 1, ByHand: true}
		if p.To == archive.PinNone {
			a.old.settled[o] = true
			a.links[-1-o] = byHand
			continue
		}
		n := named(a.new, p.To)
		if n != none && !a.new.settled[n] && family(a.old.Entries[o].Kind) == family(a.new.Entries[n].Kind) {
			a.join(o, n)
			a.links[n] = byHand
		}
	}
}

// named finds the entry that a pin names.
func named(b *edition, name string) int {
	if n, ok := archive.ParseCitation(name); ok {
		if i := slices.IndexFunc(b.Entries, func(e archive.Entry) bool { return e.Number == n && alignable(e.Kind) }); i >= 0 {
			return i
		}
	}
	if i := b.FindTerm(name); i >= 0 {
		return i
	}
	return slices.IndexFunc(b.Entries, func(e archive.Entry) bool { return alignable(e.Kind) && e.Name() == name })
}

// read lists the open entries, and learns their words and those of the glossary
// terms that kept their name and not their text.
func (a *alignment) read() {
	a.openOld, a.openNew = open(a.old), open(a.new)
	readOld, readNew := slices.Clone(a.openOld), slices.Clone(a.openNew)
	for o, n := range a.old.pair {
		if n != none && a.old.Entries[o].Kind == archive.Term && a.old.Entries[o].Text != a.new.Entries[n].Text {
			readOld, readNew = append(readOld, o), append(readNew, n)
		}
	}
	a.old.read(readOld, a.words)
	a.new.read(readNew, a.words)
	// What was settled as equal stands in both books and is counted in one.
	a.words.count(a.old, func(int) bool { return true })
	a.words.count(a.new, func(n int) bool { return a.new.texts[n] != nil })
	a.words.setWeights()
	a.old.holders = a.old.weigh(readOld, a.words)
	a.new.holders = a.new.weigh(readNew, a.words)
}

// read learns the words of entries.
func (b *edition) read(entries []int, l *lexicon) {
	readings := make([]reading, len(entries))
	for at, i := range entries {
		e, r := &b.Entries[i], &readings[at]
		r.words = l.read(ofText(e))
		r.opening = r.words
		if opening := firstSentence(e.Text); len(opening) < len(e.Text) {
			r.opening = l.read(func(f func(uint64)) { eachWord(opening, f) })
		}
		if len(e.Examples) > 0 {
			r.examples = l.read(ofExamples(e))
		}
		b.texts[i] = r
	}
}

// weigh weighs the words of entries that were read, and lists which of them hold each.
func (b *edition) weigh(entries []int, l *lexicon) [][]int32 {
	holders := make([][]int32, len(l.entries))
	for _, i := range entries {
		l.weigh(&b.texts[i].words)
		l.weigh(&b.texts[i].opening)
		l.weigh(&b.texts[i].examples)
		for _, id := range b.texts[i].words.ids {
			holders[id] = append(holders[id], int32(i))
		}
	}
	return holders
}

// open lists the entries that are not settled.
func open(b *edition) []int {
	var list []int
	for i, settled := range b.settled {
		if !settled {
			list = append(list, i)
		}
	}
	return list
}
