package archive

// Citing answers which rules of one release a text cites.
type Citing struct {
	has   map[Number]bool
	under map[Number][]Number // in printed order, by what they stand under
}

// NewCiting reads the numbers of a release.
func NewCiting(s *Snapshot) *Citing {
	c := &Citing{has: make(map[Number]bool, len(s.Entries)), under: make(map[Number][]Number)}
	for i := range s.Entries {
		n := s.Entries[i].Number
		if n.IsZero() || s.Entries[i].Kind == Contents || c.has[n] {
			continue
		}
		c.has[n] = true
		c.under[n.Parent()] = append(c.under[n.Parent()], n)
	}
	return c
}

// Has reports whether the release has a rule, heading or section of number n.
func (c *Citing) Has(n Number) bool { return c.has[n] }

// Under returns the numbers that stand directly under n, in printed order.
func (c *Citing) Under(n Number) []Number { return c.under[n] }

// Numbers returns the numbers that texts cite and that the release has, each once,
// in the order in which they are cited. A range cites all that it spans.
func (c *Citing) Numbers(texts ...string) []Number {
	var cited []Number
	seen := make(map[Number]bool)
	add := func(n Number) {
		if c.has[n] && !seen[n] {
			seen[n] = true
			cited = append(cited, n)
		}
	}
	for _, text := range texts {
		var near Number
		for _, m := range Citations(text) {
			if m.Through {
				for _, n := range c.Between(near, m.Number) {
					add(n)
				}
			}
			add(m.Number)
			near = m.Number
		}
	}
	return cited
}

// Between returns the numbers that stand beside near, behind it and before far, in
// printed order.
func (c *Citing) Between(near, far Number) []Number {
	var between []Number
	for _, n := range c.under[near.Parent()] {
		if near.Compare(n) < 0 && n.Compare(far) < 0 {
			between = append(between, n)
		}
	}
	return between
}
