package diffing

import (
	"strings"

	"rulebook/archive"
)

// none is the index of no entry.
const none = -1

// edition is one side of an alignment: a snapshot, how its entries stand to each
// other, and what each was paired with so far. All values are indices of entries.
type edition struct {
	*archive.Snapshot
	parent []int // the entry that an entry stands under, or none
	before []int // the sibling before, or none
	after  []int // the sibling behind, or none
	under  []int // how many entries stand directly under an entry
	rank   []int // place among the siblings, from 0
	pair   []int // the entry of the other book that it is paired with, or none
	// numbered are the entries by number; of several the last.
	numbered map[archive.Number]int
	// settled marks entries that are paired or unpaired for good.
	settled []bool
	// texts are what the entries say that may have changed; nil for the others.
	texts []*reading
	// holders are those entries by the features that their texts hold.
	holders [][]int32
}

func newEdition(s *archive.Snapshot) *edition {
	n := len(s.Entries)
	rows := make([]int, 7*n)
	row := func(i int) []int { return rows[i*n : (i+1)*n : (i+1)*n] }
	b := &edition{Snapshot: s, parent: row(0), before: row(1), after: row(2), under: row(3), rank: row(4), pair: row(5),
		numbered: make(map[archive.Number]int, n), settled: make([]bool, n), texts: make([]*reading, n)}
	youngest := row(6)                // the last child so far
	var lastOf [archive.Stray + 1]int // the last entry without parent so far, by family
	for i := range lastOf {
		lastOf[i] = none
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		b.parent[i], b.before[i], b.after[i], b.pair[i], youngest[i] = b.above(e.Number), none, none, none, none
		b.settled[i] = !alignable(e.Kind)
		if up := b.parent[i]; up == none {
			b.before[i] = lastOf[family(e.Kind)]
			lastOf[family(e.Kind)] = i
		} else {
			b.before[i] = youngest[up]
			youngest[up] = i
			b.under[up]++
		}
		if elder := b.before[i]; elder != none {
			b.after[elder] = i
			b.rank[i] = b.rank[elder] + 1
		}
		if e.Kind == e.Number.Kind() {
			b.numbered[e.Number] = i
		}
	}
	return b
}

// reading is what an entry says: the features of its text, of the text's first
// sentence, and of its examples.
type reading struct{ words, opening, examples features }

// above finds the nearest entry so far that a number stands under; a book may
// lack the rule that a subrule belongs to.
func (b *edition) above(n archive.Number) int {
	for up := n.Parent(); !up.IsZero(); up = up.Parent() {
		if i, ok := b.numbered[up]; ok {
			return i
		}
	}
	return none
}

// alignable reports whether entries of a kind are aligned at all.
func alignable(k archive.Kind) bool {
	return k != archive.None && k != archive.Contents && k != archive.Stray
}

// family is the kind that stands for all kinds which may pair with k: a rule may
// become a subrule, but never a glossary term.
func family(k archive.Kind) archive.Kind {
	switch k {
	case archive.Section, archive.Heading, archive.Rule, archive.Subrule:
		return archive.Rule
	}
	return k
}

// sameLabels reports whether the last parts of two numbers are equal: b of
// 702.19b and 702.20b, 9 of 702.9 and 703.9.
func sameLabels(m, n archive.Number) bool {
	switch {
	case m.Kind() != n.Kind():
		return false
	case m.Letter != "":
		return m.Letter == n.Letter
	case m.Rule != 0:
		return m.Rule == n.Rule
	case m.Heading != 0:
		return m.Heading%100 == n.Heading%100
	}
	return m.Section == n.Section
}

// exact is the entry's text and examples as a key of equal wordings.
func exact(e *archive.Entry) wording {
	return wording{text: e.Text, examples: strings.Join(e.Examples, "\n")}
}

// folded is exact without typography.
func folded(e *archive.Entry) wording {
	w := wording{text: archive.Fold(e.Text)}
	if len(e.Examples) > 0 {
		w.examples = archive.Fold(strings.Join(e.Examples, "\n"))
	}
	return w
}

type wording struct{ text, examples string }
