package cli

import (
	"slices"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing"
)

// cleaned is a report whose texts are harmless on a terminal; the report itself
// stays as it is, and what is harmless in it, as nearly everything is, is shared. Where
// the releases came from no form of it shows.
func cleaned(r *diffing.Report) *diffing.Report {
	out := *r
	for _, release := range []*archive.Release{&out.Old, &out.New} {
		release.Source = archive.Source{}
		scrub(&release.Name, &release.Code)
		scrubEach(&release.Flags, scrubText)
	}
	scrubEach(&out.Titles.Added, scrubText)
	scrubEach(&out.Titles.Removed, scrubText)
	scrubEach(&out.Shifts, func(s *diffing.Shift) int { return scrub(&s.From, &s.To, &s.First, &s.Section) })
	scrubEach(&out.Changes, scrubChange)
	scrubEach(&out.Moves, func(m *diffing.MoveRange) int { return scrub(&m.OldFirst, &m.OldLast, &m.NewFirst, &m.NewLast) })
	if r.Of != nil {
		out.Of = cleaned(r.Of)
	}
	return &out
}

func scrubChange(c *diffing.Change) int {
	n := scrub(&c.Reason, &c.SplitFrom, &c.MergedInto, &c.Candidate) +
		scrubSide(&c.Old) + scrubSide(&c.New) + scrubEach(&c.Edits, scrubEdit) +
		scrubEach(&c.Examples, func(x *diffing.ExampleChange) int { return scrubEach(&x.Edits, scrubEdit) }) +
		scrubEach(&c.Targets, func(t *diffing.Target) int { return scrub(&t.Cited, &t.Became) })
	if c.Members == nil {
		return n
	}
	members := *c.Members
	found := scrubEach(&members.Added, scrubText) + scrubEach(&members.Removed, scrubText)
	if found > 0 {
		c.Members = &members
	}
	return n + found
}

func scrubSide(s **diffing.Side) int {
	if *s == nil {
		return 0
	}
	side := **s
	n := scrub(&side.Number, &side.Label, &side.Term, &side.Heading, &side.Text) + scrubEach(&side.Examples, scrubText)
	if n > 0 {
		clean := side
		*s = &clean
	}
	return n
}

// cleanedEdits are edits whose texts are harmless.
func cleanedEdits(edits []diffing.Edit) []diffing.Edit {
	scrubEach(&edits, scrubEdit)
	return edits
}

func scrubEdit(e *diffing.Edit) int { return scrub(&e.Text, &e.Elsewhere) }

func scrubText(s *string) int { return scrub(s) }

// scrub makes texts harmless and counts those that were not.
func scrub(texts ...*string) int {
	n := 0
	for _, text := range texts {
		if clean := term.Clean(*text); clean != *text {
			*text = clean
			n++
		}
	}
	return n
}

// scrubEach puts a copy in the place of a list in which something has to be scrubbed,
// and counts that.
func scrubEach[T any](list *[]T, scrub func(*T) int) int {
	n, old := 0, *list
	var item T
	for i := range old {
		item = old[i]
		found := scrub(&item)
		if found == 0 {
			continue
		}
		if n == 0 {
			*list = slices.Clone(old)
		}
		(*list)[i] = item
		n += found
	}
	return n
}
