package web

import (
	"rulebook/archive"
	"rulebook/diffing"
)

// place is where a change's entry stands in the newer book, or -1.
func (d *diffDrawing) place(c *diffing.Change) int {
	if c.New == nil {
		return -1
	}
	return d.to.placeOf(c.New)
}

// placeOf is where the entry of one side of a change stands, or -1.
func (b *book) placeOf(s *diffing.Side) int {
	if n, err := archive.ParseNumber(s.Number); err == nil {
		if i, ok := b.at[n]; ok {
			return i
		}
		return -1
	}
	if i, ok := b.slugs[slug(s.Term)]; ok && s.Term != "" {
		return i
	}
	return -1
}

// addNeighbours puts beside each change the entries before and after it in the newer
// book that did not change, each once on the page. A neighbour stands under the same
// rule or heading, or is the one that the change stands under.
func (d *diffDrawing) addNeighbours(report *diffing.Report) {
	taken := make(map[int]bool)
	for i := range report.Changes {
		if at := d.place(&report.Changes[i]); at >= 0 && report.Changes[i].Kind != diffing.Moved {
			taken[at] = true
		}
	}
	k := 0
	for g := range d.groups {
		for c := range d.groups[g].Changes {
			view, at := &d.groups[g].Changes[c], d.at[k]
			k++
			if at < 0 {
				continue
			}
			view.Above = d.neighbour(at, at-1, taken)
			view.Below = d.neighbour(at, at+1, taken)
		}
	}
}

// neighbour draws the entry at i beside the one at at, unless it is shown already or
// stands elsewhere.
func (d *diffDrawing) neighbour(at, i int, taken map[int]bool) []entryView {
	if i < 0 || i >= len(d.to.Entries) || taken[i] {
		return nil
	}
	e, of := &d.to.Entries[i], &d.to.Entries[at]
	if e.Kind == archive.Contents || e.Kind == archive.Section || e.Kind == archive.Heading || (e.Kind == archive.Term) != (of.Kind == archive.Term) ||
		headingOf(e.Number) != headingOf(of.Number) {
		return nil
	}
	taken[i] = true
	view := d.entry(d.to, i)
	view.ID = "near-" + view.ID
	return []entryView{view}
}
