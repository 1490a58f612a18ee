package diffing

import (
	"slices"

	"rulebook/archive"
)

// anchor settles what needs no weighing: glossary terms of one name, and equal
// wordings of which there is but one each under parents that are paired, or
// under one number. Equal wordings elsewhere are left to the assignment, for
// identical sentences stand in many places.
func (a *alignment) anchor() {
	a.anchorEqual(archive.Introduction, alone)
	a.anchorEqual(archive.Credits, alone)
	a.anchorEqual(archive.Term, byTerm)
	a.anchorUnmoved()
	for _, words := range []func(*archive.Entry) wording{exact, folded} {
		for _, kind := range []archive.Kind{archive.Section, archive.Heading, archive.Rule, archive.Subrule} {
			a.anchorEqual(kind, a.underParent(words))
			a.anchorEqual(kind, byNumber(words))
		}
	}
}

// anchorUnmoved settles the many entries that stand where they stood, word for
// word. Siblings in a row with one wording are not among them: which is which is
// for the assignment to say.
func (a *alignment) anchorUnmoved() {
	for n := range a.new.Entries {
		f := &a.new.Entries[n]
		if f.Number.IsZero() || a.new.settled[n] {
			continue
		}
		o, ok := a.old.numbered[f.Number]
		if !ok || a.old.settled[o] || !a.paired(a.old.parent[o], a.new.parent[n]) {
			continue
		}
		if e := &a.old.Entries[o]; e.Text == f.Text && slices.Equal(e.Examples, f.Examples) && !a.old.twin(o) && !a.new.twin(n) {
			a.join(o, n)
		}
	}
}

// twin reports whether a sibling beside entry i has the same text.
func (b *edition) twin(i int) bool {
	text := b.Entries[i].Text
	before, after := b.before[i], b.after[i]
	return before != none && b.Entries[before].Text == text || after != none && b.Entries[after].Text == text
}

// anchorKey is what has to be equal, and to stand once in each book.
type anchorKey struct {
	wording
	number archive.Number
	parent int // the new entry paired with the parent, or none at the top
}

// anchorKeyOf gives an entry's key, and false for an entry that cannot be anchored so.
type anchorKeyOf func(b *edition, i int, isNew bool) (anchorKey, bool)

// alone is the key of what a book has but one of.
func alone(*edition, int, bool) (anchorKey, bool) { return anchorKey{}, true }

// byTerm is the glossary term, whatever its case and typography.
func byTerm(b *edition, i int, _ bool) (anchorKey, bool) {
	return anchorKey{wording: wording{text: archive.FoldCase(b.Entries[i].Term)}}, true
}

// byNumber is the wording with the number, for entries whose parents are not paired.
func byNumber(words func(*archive.Entry) wording) anchorKeyOf {
	return func(b *edition, i int, _ bool) (anchorKey, bool) {
		up := b.parent[i]
		e := &b.Entries[i]
		return anchorKey{wording: words(e), number: e.Number}, up == none || b.pair[up] == none
	}
}

// underParent is the wording with the parent, for entries whose parents are paired.
func (a *alignment) underParent(words func(*archive.Entry) wording) anchorKeyOf {
	return func(b *edition, i int, isNew bool) (anchorKey, bool) {
		up := b.parent[i]
		if up != none {
			if b.pair[up] == none {
				return anchorKey{}, false
			}
			if !isNew {
				up = b.pair[up]
			}
		}
		return anchorKey{wording: words(&b.Entries[i]), parent: up}, true
	}
}

// anchorEqual joins the entries of a kind whose keys are equal and occur once on
// either side.
func (a *alignment) anchorEqual(kind archive.Kind, key anchorKeyOf) {
	const several = -2
	olds := make(map[anchorKey]int)
	for i := range a.old.Entries {
		if a.old.settled[i] || a.old.Entries[i].Kind != kind {
			continue
		}
		if k, ok := key(a.old, i, false); ok {
			if _, twice := olds[k]; twice {
				i = several
			}
			olds[k] = i
		}
	}
	if len(olds) == 0 {
		return
	}
	news := make(map[anchorKey]int)
	var order []anchorKey
	for i := range a.new.Entries {
		if a.new.settled[i] || a.new.Entries[i].Kind != kind {
			continue
		}
		if k, ok := key(a.new, i, true); ok {
			if _, twice := news[k]; twice {
				i = several
			} else {
				order = append(order, k)
			}
			news[k] = i
		}
	}
	for _, k := range order {
		if o, ok := olds[k]; ok && o >= 0 && news[k] >= 0 {
			a.join(o, news[k])
		}
	}
}
