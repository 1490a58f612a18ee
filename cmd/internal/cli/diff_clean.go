package cli

import (
	"slices"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing"
)

// cleaned is a report whose texts are harmless on a terminal; the report itself
// stays as it is. Where the releases came from no form of it shows.
func cleaned(r *diffing.Report) *diffing.Report {
	out := *r
	out.Old.Source, out.New.Source = archive.Source{}, archive.Source{}
	for _, name := range []*string{&out.Old.Name, &out.Old.Code, &out.New.Name, &out.New.Code} {
		*name = term.Clean(*name)
	}
	out.Old.Flags, out.New.Flags = cleanedList(r.Old.Flags), cleanedList(r.New.Flags)
	out.Titles.Added, out.Titles.Removed = cleanedList(r.Titles.Added), cleanedList(r.Titles.Removed)
	out.Shifts = slices.Clone(r.Shifts)
	for i := range out.Shifts {
		s := &out.Shifts[i]
		for _, text := range []*string{&s.From, &s.To, &s.First, &s.Section} {
			*text = term.Clean(*text)
		}
	}
	out.Changes = slices.Clone(r.Changes)
	for i := range out.Changes {
		clean(&out.Changes[i])
	}
	out.Moves = slices.Clone(r.Moves)
	for i := range out.Moves {
		m := &out.Moves[i]
		for _, name := range []*string{&m.OldFirst, &m.OldLast, &m.NewFirst, &m.NewLast} {
			*name = term.Clean(*name)
		}
	}
	if r.Of != nil {
		out.Of = cleaned(r.Of)
	}
	return &out
}

// clean makes the copy of a change harmless; what it points to stays as it is.
func clean(c *diffing.Change) {
	for _, name := range []*string{&c.Reason, &c.SplitFrom, &c.MergedInto, &c.Candidate} {
		*name = term.Clean(*name)
	}
	c.Old, c.New = cleanedSide(c.Old), cleanedSide(c.New)
	c.Edits = cleanedEdits(c.Edits)
	c.Examples = slices.Clone(c.Examples)
	for j := range c.Examples {
		c.Examples[j].Edits = cleanedEdits(c.Examples[j].Edits)
	}
	if c.Members != nil {
		c.Members = &diffing.Members{Added: cleanedList(c.Members.Added), Removed: cleanedList(c.Members.Removed)}
	}
	c.Targets = slices.Clone(c.Targets)
	for j := range c.Targets {
		t := &c.Targets[j]
		t.Cited, t.Became = term.Clean(t.Cited), term.Clean(t.Became)
	}
}

func cleanedSide(s *diffing.Side) *diffing.Side {
	if s == nil {
		return nil
	}
	out := *s
	for _, text := range []*string{&out.Number, &out.Label, &out.Term, &out.Heading, &out.Text} {
		*text = term.Clean(*text)
	}
	out.Examples = cleanedList(s.Examples)
	return &out
}

// cleanedEdits are the edits themselves where all are harmless, as nearly all are.
func cleanedEdits(edits []diffing.Edit) []diffing.Edit {
	out, copied := edits, false
	for i, e := range edits {
		clean := e
		clean.Text, clean.Elsewhere = term.Clean(e.Text), term.Clean(e.Elsewhere)
		if clean == e {
			continue
		}
		if !copied {
			out, copied = slices.Clone(edits), true
		}
		out[i] = clean
	}
	return out
}

// cleanedList is the list itself where all of it is harmless.
func cleanedList(list []string) []string {
	out, copied := list, false
	for i, text := range list {
		clean := term.Clean(text)
		if clean == text {
			continue
		}
		if !copied {
			out, copied = slices.Clone(list), true
		}
		out[i] = clean
	}
	return out
}
