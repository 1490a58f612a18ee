package history

import (
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// Log is what one release changed, a line a rule.
type Log struct {
	Release Release `json:"release"`
	// Before is the held release that it is compared with.
	Before Release `json:"before"`
	Gap    *Gap    `json:"gap,omitempty"`
	Lines  []Line  `json:"lines"`
	// Typography counts entries that changed in quotes, dashes or spaces only.
	Typography int  `json:"typography"`
	Sample     bool `json:"sample,omitempty"`
}

// Line is one change in a log.
type Line struct {
	Kind   diffing.Kind   `json:"kind"`
	Class  diffing.Class  `json:"class"`
	Number archive.Number `json:"number"` // after the change; before it for what is gone
	Was    archive.Number `json:"was"`    // before the change, where it was another
	Term   string         `json:"term"`
	// WasTerm is the glossary term before, where it was another.
	WasTerm string `json:"was_term,omitempty"`
	// Other is the rule that a split came out of or that a merged one went into.
	Other string `json:"other"`
	// Brief is the change in few words: [-went-] and {+came+}, or how the text begins.
	Brief string `json:"brief"`
}

// LogOf draws a log from a report. known are all releases that are known.
func LogOf(r *diffing.Report, known []archive.Release) Log {
	t := &timeline{known: known}
	for _, release := range known {
		if release.Held {
			t.held = append(t.held, release)
		}
	}
	l := Log{Release: NameOf(r.New), Before: NameOf(r.Old), Gap: t.gap(r.New.Effective), Lines: []Line{},
		Typography: r.Counts.Typography, Sample: r.New.Sample}
	for i := range r.Changes {
		if c := &r.Changes[i]; c.Class != diffing.Typography {
			l.Lines = append(l.Lines, lineOf(c))
		}
	}
	return l
}

// maxBrief bounds the runes of a line's brief; a terminal shows fewer.
const maxBrief = 160

func lineOf(c *diffing.Change) Line {
	e := c.Entry()
	l := Line{Kind: c.Kind, Class: c.Class, Term: e.Term, Other: c.SplitFrom + c.MergedInto}
	l.Number = parsed(e.Number)
	if c.Old != nil && c.Old.Number != e.Number {
		l.Was = parsed(c.Old.Number)
	}
	if c.Old != nil && archive.Fold(c.Old.Term) != archive.Fold(e.Term) {
		l.WasTerm = c.Old.Term
	}
	switch {
	case c.Kind == diffing.Moved:
	case c.Kind != diffing.Changed:
		l.Brief = shorten(e.Text, maxBrief)
	case len(c.Examples) > 0 && c.Class == diffing.Example:
		l.Brief = "Example: " + Brief(c.Examples[0].Edits)
	default:
		l.Brief = Brief(c.Edits)
	}
	return l
}

// parsed is a number that a report has as text.
func parsed(s string) archive.Number {
	n, err := archive.ParseNumber(s)
	if err != nil {
		return archive.Number{}
	}
	return n
}

// LogOfWording is a wording of a history as a line of a log.
func LogOfWording(w *Wording) Line {
	l := Line{Kind: w.Kind, Class: w.Class, Number: w.Number, Was: w.Was, Term: w.Term, WasTerm: w.WasTerm}
	switch {
	case w.Kind == diffing.Moved:
	case w.Whole():
		l.Brief = shorten(w.Text, maxBrief)
	case w.Class == diffing.Example && len(w.ExampleEdits) > 0:
		l.Brief = "Example: " + Brief(w.ExampleEdits[0].Edits)
	default:
		l.Brief = Brief(w.Edits)
	}
	return l
}

// briefContext is how many words stand on each side of a change in a brief.
const briefContext = 3

// Brief is what edits change, in one line: "the [-remaining-] {+excess+} damage is". It
// is empty when they change nothing.
func Brief(edits []diffing.Edit) string {
	if !slices.ContainsFunc(edits, func(e diffing.Edit) bool { return e.Op != diffing.Equal && !e.Typography }) {
		return ""
	}
	var b strings.Builder
	for i, e := range edits {
		text := strings.Join(strings.Fields(e.Text), " ")
		space := e.Text != "" && strings.ContainsAny(e.Text[:1], " \n")
		switch {
		case e.Typography && e.Op == diffing.Delete:
			continue
		case e.Op == diffing.Equal || e.Typography:
			text = nearby(text, i == 0, i == len(edits)-1)
		case e.Op == diffing.Delete:
			text = "[-" + text + "-]"
		default:
			text = "{+" + text + "+}"
		}
		if space && b.Len() > 0 || i > 0 && endsInSpace(edits[i-1].Text) && !strings.HasSuffix(b.String(), " ") {
			b.WriteByte(' ')
		}
		b.WriteString(text)
	}
	return shorten(b.String(), maxBrief)
}

func endsInSpace(s string) bool { return strings.HasSuffix(s, " ") || strings.HasSuffix(s, "\n") }

// nearby leaves words out of a text that are far from a change.
func nearby(text string, first, last bool) string {
	words := strings.Fields(text)
	head, tail := briefContext, briefContext
	if first {
		head = 0
	}
	if last {
		tail = 0
	}
	if len(words) <= head+tail+1 {
		return text
	}
	return strings.TrimSpace(strings.Join(words[:head], " ") + " … " + strings.Join(words[len(words)-tail:], " "))
}

// shorten makes one line of a text and cuts it, with an ellipsis, to a number of runes.
func shorten(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) <= most {
		return string(runes)
	}
	return strings.TrimRight(string(runes[:most-1]), " ") + "…"
}

// GoneLine is the end of a history, of a rule that was removed or merged, as a line.
func GoneLine(h *History) Line {
	last := &h.Spans[0]
	l := Line{Kind: diffing.Removed, Class: diffing.Whole, Number: last.Number, Term: last.Term, Brief: shorten(last.Text, maxBrief)}
	if h.Fate.Kind == MergedInto {
		l.Kind, l.Other = diffing.Merged, h.Fate.Number.String()+h.Fate.Term
	}
	return l
}
