package cli

import (
	"slices"

	"rulebook/cmd/internal/term"
	"rulebook/diffing"
)

// cleaned is a report whose texts are harmless on a terminal; the report itself
// stays as it is.
func cleaned(r *diffing.Report) *diffing.Report {
	out := *r
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
		c := &out.Changes[i]
		c.Old, c.New = cleanedSide(c.Old), cleanedSide(c.New)
		c.Edits = cleanedEdits(c.Edits)
		if len(c.Examples) > 0 {
			c.Examples = slices.Clone(c.Examples)
		}
		for j := range c.Examples {
			c.Examples[j].Edits = cleanedEdits(c.Examples[j].Edits)
		}
		if c.Members != nil {
			c.Members = &diffing.Members{Added: cleanedList(c.Members.Added), Removed: cleanedList(c.Members.Removed)}
		}
	}
	return &out
}

func cleanedSide(s *diffing.Side) *diffing.Side {
	if s == nil {
		return nil
	}
	out := *s
	out.Term, out.Heading, out.Text = term.Clean(s.Term), term.Clean(s.Heading), term.Clean(s.Text)
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
