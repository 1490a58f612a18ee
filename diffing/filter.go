package diffing

import (
	"slices"

	"rulebook/archive"
)

// Filter chooses changes. An empty field lets all through; the fields given must
// all agree.
type Filter struct {
	// Under keeps the rule of this number, before or after, and what stands under it.
	Under archive.Number
	// Name keeps one glossary term; marks and letter case do not matter.
	Name string
	// Classes and Kinds keep any of those listed.
	Classes []Class
	Kinds   []Kind
	// Term keeps changes in which a term comes, goes or takes part in what was
	// replaced, in any of its forms: battle finds battles.
	Term string
	// Typography keeps changes of typography too, which are hidden otherwise;
	// so does naming that class.
	Typography bool
}

// ShowsTypography reports whether changes of typography are asked for.
func (f *Filter) ShowsTypography() bool {
	return f.Typography || slices.Contains(f.Classes, Typography)
}

// Narrows reports whether f leaves anything out but typography.
func (f *Filter) Narrows() bool {
	return !f.Under.IsZero() || f.Name != "" || f.Term != "" || len(f.Classes) > 0 || len(f.Kinds) > 0
}

// Filter returns the report of the changes that f keeps. Its counts are those of
// the view, hidden changes of typography counted as such; what the release was
// about stays what it was.
func (r *Report) Filter(f Filter) *Report {
	view := *r
	view.Changes = nil
	if f.Narrows() && r.Of == nil {
		view.Of = r
	}
	typography := f.ShowsTypography()
	hidden := 0
	term := termOf(f.Term)
	for i := range r.Changes {
		c := &r.Changes[i]
		if !f.keeps(c, term) {
			continue
		}
		if c.Class == Typography && !typography {
			hidden++
			continue
		}
		view.Changes = append(view.Changes, *c)
	}
	unchanged := r.Counts.Unchanged
	if f.Narrows() {
		view.unchanged = f.unchanged(r)
		unchanged = len(view.unchanged)
		view.Moves = movesOf(view.Changes)
		view.Titles = titlesOf(view.Changes)
	}
	view.count(unchanged, hidden)
	return &view
}

// unchanged are the entries that stayed as they were and that f, which narrows, keeps:
// none where it asks for something that happened.
func (f *Filter) unchanged(r *Report) (kept []unchanged) {
	if len(f.Classes)+len(f.Kinds) > 0 || f.Term != "" {
		return nil
	}
	for _, e := range r.unchanged {
		if f.names(e.number, e.term) {
			kept = append(kept, e)
		}
	}
	return kept
}

func (f *Filter) keeps(c *Change, term term) bool {
	old, new := c.Old != nil && f.names(c.Old.number, c.Old.Term), c.New != nil && f.names(c.New.number, c.New.Term)
	return (old || new) &&
		(len(f.Classes) == 0 || slices.Contains(f.Classes, c.Class)) &&
		(len(f.Kinds) == 0 || slices.Contains(f.Kinds, c.Kind)) &&
		(f.Term == "" || c.touches(term))
}

// names reports whether the filter's number and name let an entry through.
func (f *Filter) names(n archive.Number, name string) bool {
	return (f.Under.IsZero() || f.Under.Contains(n)) &&
		(f.Name == "" || name != "" && archive.FoldCase(name) == archive.FoldCase(f.Name))
}

// touches reports whether a term stands in what came or went.
func (c *Change) touches(t term) bool {
	if c.Kind != Moved && (c.Old != nil && t.in(c.Old.Term) || c.New != nil && t.in(c.New.Term)) {
		return true
	}
	if editsTouch(c.Edits, t) {
		return true
	}
	for _, e := range c.Examples {
		if editsTouch(e.Edits, t) {
			return true
		}
	}
	return false
}

// editsTouch reports whether a term of the texts before and after overlaps words
// that came or went.
func editsTouch(edits []Edit, t term) bool {
	for _, op := range []Op{Delete, Insert} {
		var text string
		var changed []bool // for each byte of text
		any := false
		for _, e := range edits {
			if e.Op != Equal && e.Op != op && !e.Typography {
				continue
			}
			if e.Typography && e.Op != op {
				continue
			}
			text += e.Text
			mine := e.Op == op && !e.Typography
			any = any || mine
			for range len(e.Text) {
				changed = append(changed, mine)
			}
		}
		if !any {
			continue
		}
		for _, at := range t.find(text) {
			if slices.Contains(changed[at[0]:at[1]], true) {
				return true
			}
		}
	}
	return false
}
