package archive

// Step is one held release on the way through time: the pairs of its entries
// with those of the held release before it. The pairs of the first release are
// all Added.
type Step struct {
	Release Date
	Pairs   []Pair
}

// Trace follows the pairs of neighbouring releases, oldest first, and gives every
// entry its lineage. ids holds, for each step, the lineage of each entry of that
// release by index (0 for an entry in no pair). lineages are in order of their
// ID, which is the order of birth: by release, then by place in the book.
//
// It depends on nothing but the steps, so that every order of import ends in the
// same lineages.
func Trace(steps []Step) (ids [][]LineageID, lineages []Lineage) {
	ids = make([][]LineageID, len(steps))
	var before []LineageID
	for at, step := range steps {
		ids[at] = make([]LineageID, entriesOf(step.Pairs))
		lineageOf := func(old int) LineageID {
			if old < 0 || old >= len(before) {
				return 0
			}
			return before[old]
		}
		births := make(map[int]Pair)
		for _, p := range step.Pairs {
			switch p.Relation {
			case Continues:
				ids[at][p.New] = lineageOf(p.Old)
			case Added, SplitFrom:
				births[p.New] = p
			}
		}
		for i := range ids[at] {
			p, born := births[i]
			if !born {
				continue
			}
			l := Lineage{ID: LineageID(len(lineages) + 1), Born: step.Release, Origin: p.Link}
			if p.Relation == SplitFrom {
				l.From = lineageOf(p.Old)
			}
			lineages = append(lineages, l)
			ids[at][i] = l.ID
		}
		for _, id := range ids[at] {
			if id != 0 {
				lineages[id-1].Last = step.Release
			}
		}
		for _, p := range step.Pairs {
			id := lineageOf(p.Old)
			if id == 0 || (p.Relation != Removed && p.Relation != MergedInto) {
				continue
			}
			lineages[id-1].Gone, lineages[id-1].Fate = step.Release, p.Link
			if p.Relation == MergedInto && p.New < len(ids[at]) {
				lineages[id-1].Into = ids[at][p.New]
			}
		}
		before = ids[at]
	}
	return ids, lineages
}

// entriesOf is one more than the highest index of a newer entry in pairs.
func entriesOf(pairs []Pair) int {
	n := 0
	for _, p := range pairs {
		if p.Relation != Removed {
			n = max(n, p.New+1)
		}
	}
	return n
}

// PairByLineage pairs the entries of any two releases, near or far, older first,
// by the lineages they were given at import. kin are the lineages that were split
// from another, went into one, or ended by hand. weakest gives the least confidence
// that a lineage was tied with between the two releases, or what ties it by hand; one
// that is not in it was certain throughout.
func PairByLineage(old, new *Snapshot, kin []Lineage, weakest map[LineageID]Link) []Pair {
	oldAt, newAt := indexByLineage(old), indexByLineage(new)
	byID := make(map[LineageID]*Lineage, len(kin))
	for i := range kin {
		byID[kin[i].ID] = &kin[i]
	}
	var pairs []Pair
	for i := range new.Entries {
		id := new.Entries[i].Lineage
		if id == 0 {
			continue
		}
		if o, ok := oldAt[id]; ok {
			link, weak := weakest[id]
			switch {
			case !weak:
				link = Link{Reason: "same rule in every release between", Score: 1}
			case !link.ByHand:
				link.Reason = "at the least certain step between: " + link.Reason
			}
			pairs = append(pairs, Pair{Old: o, New: i, Relation: Continues, Link: link})
			continue
		}
		p := Pair{Old: -1, New: i, Relation: Added, Link: Link{Reason: "no rule before it", Score: 1}}
		for l := byID[id]; l != nil && l.From != 0; l = byID[l.From] {
			if o, ok := oldAt[l.From]; ok {
				p = Pair{Old: o, New: i, Relation: SplitFrom, Link: l.Origin}
				break
			}
		}
		pairs = append(pairs, p)
	}
	for i := range old.Entries {
		id := old.Entries[i].Lineage
		if id == 0 {
			continue
		}
		if _, ok := newAt[id]; ok {
			continue
		}
		p := Pair{Old: i, New: -1, Relation: Removed, Link: Link{Reason: "no rule after it", Score: 1}}
		if l := byID[id]; l != nil && l.Fate.ByHand {
			p.Link = l.Fate
		}
		for l := byID[id]; l != nil && l.Into != 0; l = byID[l.Into] {
			if n, ok := newAt[l.Into]; ok {
				p = Pair{Old: i, New: n, Relation: MergedInto, Link: l.Fate}
				break
			}
		}
		pairs = append(pairs, p)
	}
	return pairs
}

func indexByLineage(s *Snapshot) map[LineageID]int {
	at := make(map[LineageID]int, len(s.Entries))
	for i := range s.Entries {
		if id := s.Entries[i].Lineage; id != 0 {
			at[id] = i
		}
	}
	return at
}
