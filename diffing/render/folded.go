package render

import (
	"rulebook/diffing"
)

// foldedList names changes that are told without their texts.
type foldedList struct {
	title string
	names []string
}

// sort parts the changes into those shown one by one, in order, and those told in
// a list. Moves have a list of their own; typography is shown when asked for.
func sort(r *diffing.Report, o Options) (shown []*diffing.Change, folded []foldedList) {
	terms := foldedList{title: "Only a term of the whole release changed in"}
	references := foldedList{title: "Only references to renumbered rules changed in"}
	for i := range r.Changes {
		c := &r.Changes[i]
		switch {
		case c.Kind == diffing.Moved:
		case c.Class == diffing.Typography && !o.Typography:
		case o.Fold && c.TermOnly:
			terms.names = append(terms.names, both(c))
		case o.Fold && c.Class == diffing.References:
			references.names = append(references.names, both(c))
		default:
			shown = append(shown, c)
		}
	}
	for _, f := range []foldedList{terms, references} {
		if len(f.names) > 0 {
			folded = append(folded, f)
		}
	}
	return shown, folded
}

// both is a change's number, or both of them.
func both(c *diffing.Change) string {
	old, now := numbers(c)
	if old == "" {
		return now
	}
	return old + " → " + now
}
