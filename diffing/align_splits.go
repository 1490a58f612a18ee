package diffing

import (
	"cmp"
	"slices"

	"rulebook/archive"
)

// What makes an unpaired entry the smaller part of a split, and no new rule.
const (
	// mostOfPart is the part of its words that came out of the whole, and that the
	// rest of the whole lost, from anywhere in the book.
	mostOfPart = 0.5
	// enoughTaken is what those words have to weigh.
	enoughTaken = 15
	// mostOfLoss is the part of what the rest lost that a part beside it took over.
	mostOfLoss = 0.55
	// enoughLost is what the rest has to have lost for that.
	enoughLost = 30
	// likeWhole is how alike a part is to the whole at least that took the loss over.
	likeWhole = 0.45
	// One rule that became parallel ones for several cases: a part beside the rest
	// as alike to the whole as likeTwin, nearly as alike as the rest, and
	// more alike to the rest than either to the whole, while the rest was reworded.
	likeTwin   = 0.55
	twinWithin = 0.1
	reworded   = 0.9
)

// parting says that a part came out of a whole which continues as the rest.
type parting struct {
	whole, part int
	taken       float64 // how much of the part comes from the whole, 0 to 1
	near        bool    // the part stands beside or under the rest
}

// partings finds for the unpaired entries among the open ones of one book the
// entry of the other that each was parted from. For splits the wholes are the
// older book; for merges, which are splits seen backwards, they are the newer.
func (a *alignment) partings(wholes, parts *edition, open []int) map[int]parting {
	var possible []parting
	for _, part := range open {
		if parts.pair[part] != none || !parts.sentence(part) {
			continue
		}
		for _, whole := range a.nearest(parts, part, wholes) {
			rest := wholes.pair[whole]
			if rest == none || !wholes.sentence(int(whole)) || parts.texts[rest] == nil ||
				family(wholes.Entries[whole].Kind) != family(parts.Entries[part].Kind) {
				continue
			}
			p := parting{whole: int(whole), part: part, near: parts.beside(rest, part)}
			lost := wholes.texts[whole].words.without(parts.texts[rest].words, a.words)
			if p.taken = a.words.within(parts.texts[part].words, lost); a.parted(wholes, parts, p, lost) {
				possible = append(possible, p)
			}
		}
	}
	slices.SortStableFunc(possible, func(p, q parting) int { return cmp.Compare(q.taken, p.taken) })
	found := make(map[int]parting)
	lost := make(map[int]features)
	for _, p := range possible {
		left, ok := lost[p.whole]
		if !ok {
			left = wholes.texts[p.whole].words.without(parts.texts[wholes.pair[p.whole]].words, a.words)
		}
		// What one part took, no other can have taken.
		if _, done := found[p.part]; done || !a.parted(wholes, parts, p, left) {
			continue
		}
		found[p.part] = p
		lost[p.whole] = left.without(parts.texts[p.part].words, a.words)
	}
	return found
}

// parted decides whether a part came out of a whole, of which so much is lost.
func (a *alignment) parted(wholes, parts *edition, p parting, lost features) bool {
	whole, part := wholes.texts[p.whole].words, parts.texts[p.part].words
	taken := a.words.shared(lost, part)
	if taken >= enoughTaken && taken >= mostOfPart*part.weight {
		return true
	}
	if !p.near {
		return false
	}
	alike, _ := a.words.likeness(whole, part)
	if lost.weight >= enoughLost && taken >= mostOfLoss*lost.weight && alike >= likeWhole {
		return true
	}
	rest := parts.texts[wholes.pair[p.whole]].words
	kept, _ := a.words.likeness(whole, rest)
	twins, _ := a.words.likeness(rest, part)
	return alike >= likeTwin && alike >= kept-twinWithin && twins > kept && kept < reworded
}

// sentence reports whether an entry is a rule or a glossary term that says
// something: a title has no parts.
func (b *edition) sentence(i int) bool {
	switch b.Entries[i].Kind {
	case archive.Rule, archive.Subrule:
		return !b.Entries[i].IsTitle()
	case archive.Term:
		return true
	}
	return false
}

// beside reports whether two rules are siblings, or one stands under the other.
func (b *edition) beside(i, j int) bool {
	if b.Entries[i].Number.IsZero() || b.Entries[j].Number.IsZero() {
		return false
	}
	return b.parent[i] == b.parent[j] || b.parent[i] == j || b.parent[j] == i
}
