package web

import (
	"slices"
	"strings"

	"rulebook/diffing"
)

// notes say in words what the marks cannot.
func notes(c *diffing.Change) []string {
	var out []string
	switch c.Kind {
	case diffing.Added:
		out = append(out, "added")
		if c.Candidate != "" {
			out = append(out, "not taken for the former "+c.Candidate)
		}
	case diffing.Removed:
		out = append(out, "removed")
		if c.Candidate != "" {
			out = append(out, "not taken for "+c.Candidate)
		}
	case diffing.Split:
		out = append(out, "split from "+c.SplitFrom)
	case diffing.Merged:
		out = append(out, "merged into "+c.MergedInto)
	case diffing.Changed:
		switch c.Class {
		case diffing.ReferenceTarget:
			out = append(out, "refers to another rule than before")
			for _, t := range c.Targets {
				out = append(out, stillSays(t))
			}
		case diffing.References:
			out = append(out, "refers to the same rules under their new numbers")
		case diffing.Typography:
			out = append(out, "quotes, dashes or spaces only")
		case diffing.Example:
			out = append(out, "only examples")
		case diffing.List:
			out = append(out, members(c.Members)...)
		}
	}
	out = append(out, wandered(c.Edits)...)
	if c.ByHand {
		out = append(out, "paired by hand: "+c.Reason)
	}
	return out
}

// stillSays tells of a reference that was left behind.
func stillSays(t diffing.Target) string {
	if t.Became == "" {
		return "still says " + t.Cited + ", whose rule is gone"
	}
	return "still says " + t.Cited + ", which became " + t.Became
}

// wandered says to and from which other rules sentences went.
func wandered(edits []diffing.Edit) []string {
	var out []string
	for _, e := range edits {
		if !e.Moved || e.Elsewhere == "" || e.Op == diffing.Equal {
			continue
		}
		says := "words from " + e.Elsewhere
		if e.Op == diffing.Delete {
			says = "words went to " + e.Elsewhere
		}
		if !slices.Contains(out, says) {
			out = append(out, says)
		}
	}
	return out
}

// members say what a list gained and lost.
func members(m *diffing.Members) []string {
	if m == nil {
		return nil
	}
	var out []string
	if len(m.Added) > 0 {
		out = append(out, "list gains "+strings.Join(m.Added, ", "))
	}
	if len(m.Removed) > 0 {
		out = append(out, "list loses "+strings.Join(m.Removed, ", "))
	}
	return out
}
