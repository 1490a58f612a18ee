package diffing

import "rulebook/archive"

// place weighs where two entries stand.
func (a *alignment) place(r *rating) float64 {
	oldUp, newUp := a.old.parent[r.old], a.new.parent[r.new]
	oldNumber, newNumber := a.old.Entries[r.old].Number, a.new.Entries[r.new].Number
	s := a.neighbours(r.old, r.new)
	switch {
	case a.paired(oldUp, newUp):
		s += sameParent
		if sameLabels(oldNumber, newNumber) {
			s += sameLabel
		}
		return s
	case oldNumber == newNumber && a.unpaired(oldUp, newUp):
		return s + sameParent + sameLabel
	case a.sunk(oldNumber, oldUp, newUp):
		return s + under(a.new.pair[newUp], r.old)
	case a.risen(newNumber, oldUp, newUp):
		return s + under(a.old.pair[oldUp], r.new)
	case a.kin(r.old, r.new):
		return s + kin + muchShared*min(1, r.shared/enoughShared/4)
	}
	if oldNumber.Kind() != newNumber.Kind() {
		s += otherKind
	}
	switch {
	case r.shared < enoughShared:
		return -1
	case a.paired(a.old.heading(r.old), a.new.heading(r.new)):
		return s + sameHeading
	}
	return s + elsewhere*min(1, 2*enoughShared/r.shared)
}

// sunk reports whether a rule went under one that now bears its number.
func (a *alignment) sunk(number archive.Number, oldUp, newUp int) bool {
	return oldUp != none && newUp != none && a.new.Entries[newUp].Number == number && a.paired(oldUp, a.new.parent[newUp])
}

// risen is sunk seen from the newer book.
func (a *alignment) risen(number archive.Number, oldUp, newUp int) bool {
	return oldUp != none && newUp != none && a.old.Entries[oldUp].Number == number && a.paired(a.old.parent[oldUp], newUp)
}

// under weighs that an entry went under the one that bears its number: inItsPlace
// where that one is another rule and has its own partner.
func under(partner, self int) float64 {
	if partner != none && partner != self {
		return inItsPlace
	}
	return underNumber
}

// kin reports whether one entry stands beside the other's parent, or beside what
// that parent became: a rule went under what was its sibling, or came from there.
func (a *alignment) kin(o, n int) bool {
	oldUp, newUp := a.old.parent[o], a.new.parent[n]
	if oldUp == none || newUp == none {
		return false
	}
	if a.paired(a.old.parent[oldUp], newUp) || a.paired(oldUp, a.new.parent[newUp]) {
		return true
	}
	m, p := a.old.pair[oldUp], a.new.pair[newUp]
	return m != none && m != n && a.new.parent[m] == newUp || p != none && p != o && a.old.parent[p] == oldUp
}

// paired reports whether two entries are paired with each other, or both are none.
func (a *alignment) paired(o, n int) bool {
	if o == none || n == none {
		return o == n
	}
	return a.old.pair[o] == n
}

// unpaired reports whether neither of two entries is paired.
func (a *alignment) unpaired(o, n int) bool {
	return o != none && n != none && a.old.pair[o] == none && a.new.pair[n] == none
}

// heading is the heading or section that an entry stands under, or itself.
func (b *edition) heading(i int) int {
	for b.Entries[i].Number.Rule != 0 && b.parent[i] != none {
		i = b.parent[i]
	}
	return i
}

// neighbours weighs whether two entries stand next to siblings that are paired
// with each other; under paired parents, where neither has one is as good.
func (a *alignment) neighbours(o, n int) float64 {
	return a.nextTo(a.old.before, o, a.new.before, n) + a.nextTo(a.old.after, o, a.new.after, n)
}

// nextTo weighs one side. Siblings that have no partner, or one under another
// parent, came, went or moved, and are passed over.
func (a *alignment) nextTo(oldNext []int, o int, newNext []int, n int) float64 {
	oldUp, newUp := a.old.parent[o], a.new.parent[n]
	switch {
	case oldNext[o] == none && newNext[n] == none:
		if a.paired(oldUp, newUp) || a.unpaired(oldUp, newUp) {
			return nextToPaired
		}
		return 0
	case a.paired(oldNext[o], newNext[n]):
		return nextToPaired
	}
	o, n = pass(oldNext, o, a.old.pair, a.new.parent, newUp), pass(newNext, n, a.new.pair, a.old.parent, oldUp)
	if o != none && a.paired(o, n) {
		return nearPaired
	}
	return 0
}

// pass returns the next sibling whose partner stands under the other's parent.
func pass(next []int, i int, pair, parents []int, up int) int {
	const most = 20 // siblings passed over; beyond, an entry is no neighbour any more
	for range most {
		if i = next[i]; i == none || pair[i] != none && parents[pair[i]] == up {
			return i
		}
	}
	return none
}
