package diffing

import "strings"

// allClasses in the order of their constants.
var allClasses = []Class{Wording, List, ReferenceTarget, References, Example, Typography, Number, Whole}

// count sums the report up. unchanged is how many entries stayed as they were, hidden how
// many changed in typography and stand in no change.
func (r *Report) count(unchanged, hidden int) {
	c := Counts{Unchanged: unchanged, ByClass: make(map[Class]int, len(allClasses))}
	for _, class := range allClasses {
		c.ByClass[class] = 0
	}
	for i := range r.Changes {
		change := &r.Changes[i]
		c.ByClass[change.Class]++
		if change.Old != nil && change.New != nil && change.Old.Number != change.New.Number {
			c.Renumbered++
		}
		switch change.Kind {
		case Added:
			c.Added++
		case Removed:
			c.Removed++
		case Moved:
			c.Moved++
		case Split:
			c.Split++
		case Merged:
			c.Merged++
		case Changed:
			if change.Class == Typography {
				c.Typography++
			} else {
				c.Changed++
			}
		}
	}
	c.Typography += hidden
	c.ByClass[Typography] += hidden
	r.Counts = c
}

// titlesOf lists the sections, headings and keywords that came and went.
func titlesOf(changes []Change) Titles {
	var t Titles
	for i := range changes {
		c := &changes[i]
		e := c.Entry()
		if e.Number == "" || !e.title {
			continue
		}
		name := e.Number + " " + strings.TrimSpace(e.Text)
		switch c.Kind {
		case Added, Split:
			t.Added = append(t.Added, name)
		case Removed, Merged:
			t.Removed = append(t.Removed, name)
		}
	}
	return t
}
