package diffing

import (
	"slices"
	"strings"
	"unicode"

	"rulebook/archive"
)

// edits draws the comparison as exact text. White space goes with the words it
// parts in such a way that it is replaced as rarely as possible.
func (c *comparison) edits() []Edit {
	var d drawing
	for i, r := range c.runs {
		switch {
		case r.equal:
			c.drawEqual(&d, r, i == 0)
		default:
			c.drawReplaced(&d, i)
		}
	}
	d.blank(c.old.gap(len(c.old.words)), c.new.gap(len(c.new.words)), true)
	edits := d.done(c.old.text, c.new.text)
	switch {
	case c.sameFold(): // though perhaps cut to different words
		for i := range edits {
			edits[i].Typography = edits[i].Op != Equal
		}
	case !differsInWords(edits): // though cut to equal words, as around the dash of "gets --1" and "gets--1"
		for i := range edits {
			edits[i].Typography = false
		}
	}
	return edits
}

// differsInWords reports whether any of the edits is more than typography.
func differsInWords(edits []Edit) bool {
	return slices.ContainsFunc(edits, func(e Edit) bool { return e.Op != Equal && !e.Typography })
}

// drawEqual draws words that stay. The space before the first of them was drawn
// with the run before, if there is one.
func (c *comparison) drawEqual(d *drawing, r run, first bool) {
	if first {
		d.blank(c.old.gap(r.old0), c.new.gap(r.new0), r.old0 == 0 && r.new0 == 0)
	}
	if old, new := c.old.stretch(r.old0, r.old1), c.new.stretch(r.new0, r.new1); old == new {
		d.pair(old, new)
		return
	}
	for k := range r.deletes() {
		if k > 0 {
			d.blank(c.old.gap(r.old0+k), c.new.gap(r.new0+k), c.old.needsNoSpace(r.old0+k))
		}
		d.pair(c.old.exact(r.old0+k), c.new.exact(r.new0+k))
	}
}

// needsNoSpace reports whether a space before the i-th word is typography, as beside a
// dash.
func (s *strand) needsNoSpace(i int) bool {
	return !strings.Contains(archive.Fold(s.exact(i-1)+" "+s.exact(i)), " ")
}

// drawReplaced draws the i-th run with the spaces around it.
func (c *comparison) drawReplaced(d *drawing, i int) {
	r := c.runs[i]
	oldLead, newLead := c.old.gap(r.old0), c.new.gap(r.new0)
	oldTrail, newTrail := c.old.gap(r.old1), c.new.gap(r.new1)
	atStart, atEnd := i == 0, i == len(c.runs)-1
	switch {
	case r.deletes() > 0 && r.inserts() > 0:
		if spaced(oldLead) == spaced(newLead) || atStart {
			d.blank(oldLead, newLead, atStart)
			oldLead, newLead = "", ""
		}
		parts := c.parts(r)
		last := parts[len(parts)-1]
		ownTrail := !atEnd && spaced(oldTrail) != spaced(newTrail) && last.deletes() > 0 && last.inserts() > 0
		for k, part := range parts {
			partOld, partNew := "", "" // the spaces before the part, drawn by now when it is the first of its side
			if part.old0 > r.old0 && part.deletes() > 0 {
				partOld = c.old.gap(part.old0)
			}
			if part.new0 > r.new0 && part.inserts() > 0 {
				partNew = c.new.gap(part.new0)
			}
			switch {
			case partOld != "" && partNew != "" && spaced(partOld) == spaced(partNew):
				d.blank(partOld, partNew, false)
				partOld, partNew = "", ""
			case part.old0 == r.old0 && part.deletes() > 0:
				partOld = oldLead
			}
			if part.new0 == r.new0 && part.inserts() > 0 {
				partNew = newLead
			}
			// A space that one side alone has goes with the words before it.
			own := k == len(parts)-1 && ownTrail
			c.drawWords(d, Delete, &c.old, part.old0, part.old1, partOld)
			if own {
				d.more(Delete, oldTrail)
			}
			c.drawWords(d, Insert, &c.new, part.new0, part.new1, partNew)
			if own {
				d.more(Insert, newTrail)
			}
		}
		if !atEnd && !ownTrail {
			d.blank(oldTrail, newTrail, false)
		}
	case r.deletes() > 0:
		// Old has two spaces where new has one: the one that is like it stays.
		if leads(oldLead, oldTrail, newLead, atStart, atEnd) {
			d.blank(oldLead, newLead, atStart)
			c.drawWords(d, Delete, &c.old, r.old0, r.old1, "")
			d.more(Delete, oldTrail)
		} else {
			c.drawWords(d, Delete, &c.old, r.old0, r.old1, oldLead)
			if !atEnd {
				d.behind(Delete, oldTrail, newLead)
			}
		}
	default:
		if leads(newLead, newTrail, oldLead, atStart, atEnd) {
			d.blank(oldLead, newLead, atStart)
			c.drawWords(d, Insert, &c.new, r.new0, r.new1, "")
			d.more(Insert, newTrail)
		} else {
			c.drawWords(d, Insert, &c.new, r.new0, r.new1, newLead)
			if !atEnd {
				d.behind(Insert, oldLead, newTrail)
			}
		}
	}
}

// parts cuts a replacement around a sentence that moved, so that what moved stands
// for itself, or where on both sides a term that was replaced
// throughout the release begins or ends, so that the term stands for itself.
func (c *comparison) parts(r run) []run {
	if parts := c.movedParts(r); parts != nil {
		return parts
	}
	old, new := c.old.stretches(r.old0, r.old1), c.new.stretches(r.new0, r.new1)
	if len(old) != len(new) || c.old.isTerm(r.old0) != c.new.isTerm(r.new0) {
		return []run{r}
	}
	out := make([]run, len(old))
	o, n := r.old0, r.new0
	for k := range old {
		out[k] = run{false, o, old[k], n, new[k]}
		o, n = old[k], new[k]
	}
	return out
}

// movedParts cuts a replacement in which words moved: those of either side that
// moved, and those that did not, these against each other. It returns nil where
// nothing moved or the others are no one stretch on both sides.
func (c *comparison) movedParts(r run) []run {
	old0, old1 := c.old.unmoved(r.old0, r.old1)
	new0, new1 := c.new.unmoved(r.new0, r.new1)
	if old0 < 0 || new0 < 0 || old1-old0+new1-new0 == r.deletes()+r.inserts() {
		return nil
	}
	parts := []run{
		{false, r.old0, old0, r.new0, r.new0}, {false, old0, old0, r.new0, new0},
		{false, old0, old1, new0, new1},
		{false, old1, r.old1, new1, new1}, {false, r.old1, r.old1, new1, r.new1},
	}
	return slices.DeleteFunc(parts, func(p run) bool { return p.deletes()+p.inserts() == 0 })
}

// unmoved returns the one stretch of words lo to hi that did not move; an empty
// one where all did, -1 where there are several.
func (s *strand) unmoved(lo, hi int) (from, to int) {
	if s.marks == nil {
		return lo, hi
	}
	for from = lo; from < hi && s.marks[from].moved; from++ {
	}
	if from == hi {
		return lo, lo
	}
	for to = from; to < hi && !s.marks[to].moved; to++ {
	}
	for i := to; i < hi; i++ {
		if !s.marks[i].moved {
			return -1, -1
		}
	}
	return from, to
}

// stretches returns the ends of the stretches of words lo to hi that are terms
// throughout, or not throughout.
func (s *strand) stretches(lo, hi int) []int {
	var ends []int
	for i := lo + 1; i <= hi; i++ {
		if i == hi || s.isTerm(i) != s.isTerm(i-1) {
			ends = append(ends, i)
		}
	}
	return ends
}

func (s *strand) isTerm(i int) bool { return s.marks != nil && s.marks[i].term }

// leads decides which of the two spaces around words that only one side has
// pairs off with the other side's single one: the leading one when it alone is
// like it, or when the words open the text.
func leads(lead, trail, single string, atStart, atEnd bool) bool {
	if atStart || atEnd {
		return atStart && !atEnd
	}
	return trail != single && (lead == single || spaced(lead) == spaced(single) && spaced(trail) != spaced(single))
}

// drawWords draws words lo to hi of a strand that go or come, each stretch of
// equal marks as an edit of its own.
func (c *comparison) drawWords(d *drawing, op Op, s *strand, lo, hi int, lead string) {
	for i := lo; i < hi; i++ {
		gap := lead
		if i > lo {
			gap = s.gap(i)
		}
		e := Edit{Op: op}
		if s.marks != nil {
			m := s.marks[i]
			e.Moved, e.Reworded, e.Term = m.moved, m.reworded, m.term
			if m.elsewhere != nil {
				e.Elsewhere = m.elsewhere.Name()
			}
		}
		d.put(e, len(gap)+len(s.exact(i)))
	}
}

// spaced reports whether a gap parts words: marks without width do not.
func spaced(gap string) bool { return strings.ContainsFunc(gap, unicode.IsSpace) }

// drawing collects edits, joins those that can be and holds typographic
// replacements back until their run ends. It counts bytes only: the edits of two
// texts follow each other in both, so that the texts are cut at the end.
type drawing struct {
	edits []Edit
	sizes []int // of the edits' texts, in bytes
	// old and new are the sizes of a typographic replacement not yet put.
	old, new int
}

// put adds size bytes as an edit like e.
func (d *drawing) put(e Edit, size int) {
	if size == 0 {
		return
	}
	d.flush()
	d.add(e, size)
}

// more adds the space behind words that were just put, as part of their edit.
func (d *drawing) more(op Op, space string) {
	e := d.edits[len(d.edits)-1]
	e.Op = op
	d.put(e, len(space))
}

// behind adds the spaces on both sides behind words that only one side has, what
// that side alone has of them as part of their edit.
func (d *drawing) behind(op Op, old, new string) {
	switch {
	case spaced(old) == spaced(new):
		d.pair(old, new)
	case op == Delete:
		d.more(Delete, old)
		d.put(Edit{Op: Insert}, len(new))
	default:
		d.more(Insert, new)
		d.put(Edit{Op: Delete}, len(old))
	}
}

func (d *drawing) add(e Edit, size int) {
	if last := len(d.edits) - 1; last >= 0 && d.edits[last] == e {
		d.sizes[last] += size
		return
	}
	d.edits, d.sizes = append(d.edits, e), append(d.sizes, size)
}

// pair adds text that stays, though perhaps in other marks.
func (d *drawing) pair(old, new string) {
	if d == nil {
		return
	}
	if old == new {
		d.put(Edit{Op: Equal}, len(old))
		return
	}
	d.old, d.new = d.old+len(old), d.new+len(new)
}

// blank adds the space between two words on both sides. At the ends of a text,
// and where it is there on both sides, its change is typography; else it is real.
func (d *drawing) blank(old, new string, end bool) {
	switch {
	case old == new || end || spaced(old) == spaced(new):
		d.pair(old, new)
	default:
		d.put(Edit{Op: Delete}, len(old))
		d.put(Edit{Op: Insert}, len(new))
	}
}

// flush puts the typographic replacement that was held back.
func (d *drawing) flush() {
	if d.old > 0 {
		d.add(Edit{Op: Delete, Typography: true}, d.old)
	}
	if d.new > 0 {
		d.add(Edit{Op: Insert, Typography: true}, d.new)
	}
	d.old, d.new = 0, 0
}

// done returns the edits with their texts.
func (d *drawing) done(old, new string) []Edit {
	d.flush()
	for i := range d.edits {
		e, size := &d.edits[i], d.sizes[i]
		switch e.Op {
		case Delete:
			e.Text, old = old[:size], old[size:]
		case Insert:
			e.Text, new = new[:size], new[size:]
		default:
			e.Text, old, new = new[:size], old[size:], new[size:]
		}
	}
	return d.edits
}
