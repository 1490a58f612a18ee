package render

import (
	"fmt"
	"strconv"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// The sentences that all renderers share.

const sampleNote = "sample in our own words, not the published rules"

// called is how a release is named: "2020-04-17 Ikoria: Lair of Behemoths (IKO)".
func called(r archive.Release) string {
	if r.Code == "" {
		return r.Label()
	}
	return r.Label() + " (" + r.Code + ")"
}

// standing says whether a release is the newest held, or which is; empty when
// that is not known.
func standing(r, newest archive.Release) string {
	switch {
	case newest.Effective.IsZero():
		return ""
	case r.Effective == newest.Effective:
		return "the newest held"
	}
	return "not the newest held, which is " + called(newest)
}

// notes are what a reader must know of the two releases.
func notes(r *diffing.Report) []string {
	var out []string
	if r.Old.Sample || r.New.Sample {
		out = append(out, sampleNote)
	}
	for _, side := range []archive.Release{r.Old, r.New} {
		if side.Excerpt {
			out = append(out, called(side)+" is an excerpt: what it does not hold is unknown, not removed")
		}
		for _, flag := range side.Flags {
			out = append(out, called(side)+": "+flag)
		}
	}
	return out
}

// number writes 1858 as 1,858.
func number(n int) string {
	s := strconv.Itoa(n)
	for at := len(s) - 3; at > 0; at -= 3 {
		s = s[:at] + "," + s[at:]
	}
	return s
}

func plural(n int, one, many string) string {
	if n == 1 {
		return number(n) + " " + one
	}
	return number(n) + " " + many
}

// classNames are the classes of changed entries as the counts name them.
var classNames = []struct {
	class diffing.Class
	name  string
}{
	{diffing.Wording, "in wording"},
	{diffing.List, "in the members of a list"},
	{diffing.ReferenceTarget, "citing another rule"},
	{diffing.References, "in cross-references only"},
	{diffing.Example, "in examples only"},
}

// countsSentence sums the changes up: "11 changed (10 in wording, 1 in the members
// of a list), 15 added, 2 renumbered; 1,858 in typography only."
func countsSentence(r *diffing.Report, typography bool) string {
	c := r.Counts
	var parts []string
	if c.Changed > 0 {
		var classes []string
		for _, n := range classNames {
			if k := c.ByClass[n.class]; k > 0 {
				classes = append(classes, number(k)+" "+n.name)
			}
		}
		parts = append(parts, fmt.Sprintf("%s changed (%s)", number(c.Changed), strings.Join(classes, ", ")))
	}
	for _, k := range []struct {
		n    int
		name string
	}{{c.Added, "added"}, {c.Removed, "removed"}, {c.Split, "split off"}, {c.Merged, "merged into others"}, {c.Moved, "renumbered only"}} {
		if k.n > 0 {
			parts = append(parts, number(k.n)+" "+k.name)
		}
	}
	sentence := strings.Join(parts, ", ")
	typographic := ""
	if c.Typography > 0 {
		typographic = plural(c.Typography, "differs", "differ") + " only in quotes, dashes or spaces"
	}
	switch {
	case sentence == "" && r.Of != nil && typographic != "" && typography:
		return typographic
	case sentence == "" && r.Of != nil:
		sentence = noMatch(r.Of.Counts.Changes())
	case sentence == "":
		sentence = "no change of wording or number"
	}
	if typographic == "" {
		return sentence
	}
	if !typography {
		typographic += " (not shown)"
	}
	return sentence + "; " + typographic
}

// noMatch is said where a filter lets none of all changes through.
func noMatch(all int) string {
	are := "are"
	if all == 1 {
		are = "is"
	}
	return fmt.Sprintf("no change matches the filter; without it there %s %s", are, number(all))
}

// told is a shift in words: what shifted, and how much of it.
type shiftLine struct{ what, much string }

func shiftLines(shifts []diffing.Shift) []shiftLine {
	var out []shiftLine
	for _, s := range shifts {
		much := plural(s.Occurrences, "time", "times") + " in " + plural(s.Rules, "entry", "entries") + ", first in " + s.First
		switch s.Kind {
		case diffing.Substitution:
			out = append(out, shiftLine{s.From + " → " + s.To, much})
		case diffing.NewTerm:
			if s.Section != "" {
				much += "; new: " + s.Section
			}
			out = append(out, shiftLine{"new: " + s.To, much})
		default:
			if s.Section != "" {
				much += "; gone: " + s.Section
			}
			out = append(out, shiftLine{"gone: " + s.From, much})
		}
	}
	return out
}

// noMassChange is said where no term was replaced throughout.
const noMassChange = "no term was replaced throughout"

func hasSubstitution(shifts []diffing.Shift) bool {
	for _, s := range shifts {
		if s.Kind == diffing.Substitution {
			return true
		}
	}
	return false
}

// label says in a word or two what happened to an entry beyond its words, and
// whether a person said so.
func label(c *diffing.Change) string {
	happened := happening(c)
	switch {
	case !c.ByHand:
		return happened
	case happened == "":
		return "paired by hand"
	}
	return happened + ", by hand"
}

func happening(c *diffing.Change) string {
	switch c.Kind {
	case diffing.Added:
		if c.Candidate != "" {
			return "added; perhaps it was " + c.Candidate
		}
		return "added"
	case diffing.Removed:
		if c.Candidate != "" {
			return "removed; perhaps it became " + c.Candidate
		}
		return "removed"
	case diffing.Split:
		return "split from " + c.SplitFrom
	case diffing.Merged:
		return "merged into " + c.MergedInto
	case diffing.Moved:
		return "renumbered"
	}
	switch c.Class {
	case diffing.List:
		return membersLabel(c.Members)
	case diffing.References:
		return "references only"
	case diffing.ReferenceTarget:
		return targetsLabel(c.Targets)
	case diffing.Example:
		return "example"
	case diffing.Typography:
		return "typography"
	}
	return ""
}

// targetsLabel says which references were left behind: "still cites 727, which became
// 728".
func targetsLabel(targets []diffing.Target) string {
	var parts []string
	for _, t := range targets {
		if t.Became == "" {
			parts = append(parts, t.Cited+", whose rule is gone")
			continue
		}
		parts = append(parts, t.Cited+", which became "+t.Became)
	}
	if len(parts) == 0 {
		return "cites another rule"
	}
	return "still cites " + strings.Join(parts, "; ")
}

func membersLabel(m *diffing.Members) string {
	if m == nil {
		return "list"
	}
	var parts []string
	for _, a := range m.Added {
		parts = append(parts, "+"+a)
	}
	for _, r := range m.Removed {
		parts = append(parts, "−"+r)
	}
	return strings.Join(parts, ", ")
}

// numbers are the two numbers of a change, or its name; arrow is empty when there
// is one.
func numbers(c *diffing.Change) (old, new string) {
	e := c.Entry()
	if c.Old == nil || c.New == nil || name(c.Old) == name(c.New) {
		return "", name(e)
	}
	return name(c.Old), name(c.New)
}

// name is a side's name with its number as printed, where the editors slipped.
func name(s *diffing.Side) string {
	if s.Label != "" {
		return s.Label
	}
	return s.Name()
}
