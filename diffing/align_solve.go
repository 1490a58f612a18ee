package diffing

// solve pairs the open entries anew, with the believed pairs of the greatest sum,
// and reports whether that changed anything.
func (a *alignment) solve() bool {
	oldAt, newAt := places(a.openOld), places(a.openNew)
	const millionths = 1e6
	var edges []edge
	for _, r := range a.rated {
		if worth := int(millionths * (r.score - believed)); worth > 0 {
			// Among equals the one that moved less.
			far := a.old.rank[r.old] - a.new.rank[r.new]
			edges = append(edges, edge{oldAt[r.old], newAt[r.new], max(1, worth-max(far, -far))})
		}
	}
	for _, n := range a.openNew {
		a.new.pair[n] = none
	}
	changed := false
	for at, chosen := range assign(len(a.openOld), len(a.openNew), edges) {
		o, n := a.openOld[at], none
		if chosen != none {
			n = a.openNew[chosen]
			a.new.pair[n] = o
		}
		changed = changed || a.old.pair[o] != n
		a.old.pair[o] = n
	}
	return changed
}

// places tells where each entry stands in a list.
func places(list []int) map[int]int {
	at := make(map[int]int, len(list))
	for i, entry := range list {
		at[entry] = i
	}
	return at
}
