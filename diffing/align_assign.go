package diffing

import "container/heap"

// edge is a possible pair of an old and a new entry, and what it is worth.
// Worths are whole numbers so that equal sums are equal on every machine.
type edge struct{ old, new, worth int }

// assign chooses edges such that no entry is in two of them and the sum of their
// worths is greatest, and returns the new entry of each old one, or none. Edges
// worth nothing or less are never chosen. The same edges give the same choice.
//
// It is the shortest augmenting path algorithm for the sparse assignment problem
// (R. Jonker and A. Volgenant, Computing 38, 1987). Each old entry may also
// stay alone, at a worth of nothing: it has a place of its own behind the new
// entries for that.
func assign(olds, news int, edges []edge) []int {
	m := newMatching(olds, news, edges)
	for old := range m.from {
		if len(m.from[old]) > 1 {
			m.place(old)
		}
	}
	chosen := fill(olds)
	for old, place := range m.placeOf {
		if place < news {
			chosen[old] = place
		}
	}
	return chosen
}

// fill is a list of n nones.
func fill(n int) []int {
	s := make([]int, n)
	for i := range s {
		s[i] = none
	}
	return s
}

// matching is an assignment in the making. A place is a new entry or, behind
// them, the place where an old entry is alone.
type matching struct {
	from    [][]choice // the places that each old entry may take, its own the last
	placeOf []int      // by old entry, or none
	holder  []int      // the old entry at a place, or none
	price   []int      // of a place: what it costs others that it is taken, 0 or less

	// Of the search under way, by place.
	reached []int // every place with a loss
	loss    []int // on the best way found to it
	by      []int // the old entry that would take it, or none
	final   []bool
	queue   losses
}

type choice struct{ place, worth int }

func newMatching(olds, news int, edges []edge) *matching {
	places := news + olds
	m := &matching{
		from: make([][]choice, olds), placeOf: fill(olds), holder: fill(places), price: make([]int, places),
		loss: make([]int, places), by: fill(places), final: make([]bool, places),
	}
	for _, e := range edges {
		if e.worth > 0 {
			m.from[e.old] = append(m.from[e.old], choice{e.new, e.worth})
		}
	}
	for old := range m.from {
		m.from[old] = append(m.from[old], choice{news + old, 0})
	}
	return m
}

// place gives one more old entry a place, moving others where that is worth it.
func (m *matching) place(start int) {
	m.reach(start, 0)
	end := none
	for end == none {
		next := heap.Pop(&m.queue).(step)
		switch {
		case m.final[next.place] || next.loss > m.loss[next.place]: // reached on a better way since
		case m.holder[next.place] == none:
			end = next.place
		default:
			m.final[next.place] = true
			holder := m.holder[next.place]
			m.reach(holder, next.loss-m.cost(holder, next.place))
		}
	}
	for _, place := range m.reached {
		if m.final[place] {
			m.price[place] += m.loss[place] - m.loss[end]
		}
	}
	for place := end; place != none; {
		old := m.by[place]
		m.holder[place] = old
		place, m.placeOf[old] = m.placeOf[old], place
	}
	for _, place := range m.reached {
		m.by[place], m.final[place] = none, false
	}
	m.reached, m.queue = m.reached[:0], m.queue[:0]
}

// reach offers the places that an old entry may take, its way there having cost
// base so far.
func (m *matching) reach(old, base int) {
	for _, c := range m.from[old] {
		loss := base - c.worth - m.price[c.place]
		if m.final[c.place] || m.by[c.place] != none && loss >= m.loss[c.place] {
			continue
		}
		if m.by[c.place] == none {
			m.reached = append(m.reached, c.place)
		}
		m.loss[c.place], m.by[c.place] = loss, old
		heap.Push(&m.queue, step{loss, c.place})
	}
}

// cost is what an old entry loses at the place it holds.
func (m *matching) cost(old, place int) int {
	for _, c := range m.from[old] {
		if c.place == place {
			return -c.worth - m.price[place]
		}
	}
	return 0
}

// step is a place in the queue of a search; losses order them.
type step struct{ loss, place int }

type losses []step

func (q losses) Len() int { return len(q) }
func (q losses) Less(i, j int) bool {
	if q[i].loss != q[j].loss {
		return q[i].loss < q[j].loss
	}
	return q[i].place < q[j].place
}
func (q losses) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *losses) Push(x any)   { *q = append(*q, x.(step)) }
func (q *losses) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
