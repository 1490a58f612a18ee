package cli

import (
	"fmt"
	"strings"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing"
	"rulebook/diffing/render"
)

// changes sets changes one below the other: what happened, and the words around it.
func (t *typesetter) changes(changes []*diffing.Change) {
	options := render.Options{Width: t.width - eventIndent, Color: t.palette.Coloured(),
		Styles: renderStyles(t.palette), Context: wordsAround}
	indent := strings.Repeat(" ", eventIndent)
	edits := func(list []diffing.Edit) {
		for _, line := range render.Lines(cleanedEdits(list), options) {
			fmt.Fprintln(t.w, strings.TrimRight(indent+line, " "))
		}
	}
	for _, c := range changes {
		t.hang("  ", changeSentence(c), term.Style{})
		if c.Kind == diffing.Moved {
			continue
		}
		if c.Class != diffing.Example {
			edits(c.Edits)
		}
		for _, example := range c.Examples {
			fmt.Fprintln(t.w, indent+"Example:")
			edits(example.Edits)
		}
	}
}

// fromTo names the two releases that are compared.
func (t *typesetter) fromTo(old, new archive.Release) {
	t.hang("", named(old), t.palette.Strong)
	t.hang("→ ", named(new), t.palette.Strong)
	for _, n := range notices(new) {
		t.note(n)
	}
}

// changeSentence says in a few words what happened to an entry between two
// releases: "702.19b reworded", "701.13 → 701.20 moved".
func changeSentence(c *diffing.Change) string {
	name := c.Entry().Name()
	if c.Old != nil && c.New != nil && c.Old.Name() != c.New.Name() {
		name = c.Old.Name() + " → " + c.New.Name()
	}
	switch {
	case c.Kind == diffing.Merged:
		return name + " merged into " + c.MergedInto
	case c.Kind == diffing.Split:
		return name + " split from " + c.SplitFrom
	case c.Kind != diffing.Changed:
		return name + " " + string(c.Kind)
	}
	return name + " " + classWords[c.Class]
}

// classWords say what a class of change is to a reader.
var classWords = map[diffing.Class]string{
	diffing.Wording:         "reworded",
	diffing.List:            "its list changed",
	diffing.ReferenceTarget: "refers to another rule",
	diffing.References:      "only references to renumbered rules changed",
	diffing.Example:         "its examples changed",
	diffing.Typography:      "only typography changed",
}
