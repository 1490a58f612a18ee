package render

import (
	"io"
	"strings"

	"rulebook/diffing"
)

// Unified draws the report as a unified diff: a hunk a rule, a line a sentence,
// so that the tools that read such diffs read this one. Lines are not wrapped.
func Unified(w io.Writer, r *diffing.Report, o Options) error {
	c := newCanvas(o)
	for _, n := range notes(r) {
		c.line("# " + n)
	}
	c.line("# " + countsSentence(r, o.Typography))
	c.line(c.styles.Title.around("--- " + called(r.Old)))
	c.line(c.styles.Title.around("+++ " + called(r.New)))
	for i := range r.Changes {
		change := &r.Changes[i]
		if change.Kind == diffing.Moved || change.Class == diffing.Typography && !o.Typography {
			continue
		}
		c.hunk(change)
	}
	for _, m := range r.Moves {
		c.line("# renumbered: " + m.String())
	}
	_, err := io.WriteString(w, c.String())
	return err
}

// hunk draws one change.
func (c *canvas) hunk(change *diffing.Change) {
	title := "@@ " + both(change) + " @@"
	if h := change.Entry().Heading; h != "" {
		title += " " + h
	}
	if l := label(change); l != "" {
		title += " [" + l + "]"
	}
	c.line(c.styles.Heading.around(title))
	old, new := change.Old, change.New
	if old != nil && new != nil && old.Term != new.Term {
		c.line(c.styles.Delete.around("-" + old.Term))
		c.line(c.styles.Insert.around("+" + new.Term))
	}
	c.sentences(change.Edits, "")
	for _, e := range change.Examples {
		c.sentences(e.Edits, "Example: ")
	}
}

// sentences draws a text's sentences as lines kept, gone and come.
func (c *canvas) sentences(edits []diffing.Edit, lead string) {
	old, new := lead, lead
	for _, e := range edits {
		hidden := e.Typography && !c.o.Typography // the new marks stand for both
		if e.Op == diffing.Equal || e.Op == diffing.Delete && !hidden || e.Op == diffing.Insert && hidden {
			old += e.Text
		}
		if e.Op != diffing.Delete {
			new += e.Text
		}
	}
	before, after := splitSentences(old), splitSentences(new)
	if old == lead {
		before = nil
	}
	if new == lead {
		after = nil
	}
	for _, l := range lineDiff(before, after) {
		switch l.sign {
		case '-':
			c.line(c.styles.Delete.around("-" + l.text))
		case '+':
			c.line(c.styles.Insert.around("+" + l.text))
		default:
			c.line(" " + l.text)
		}
	}
}

// splitSentences cuts a text behind each full stop, question or exclamation mark
// that a space follows, and at line breaks. White space in a row counts as one.
func splitSentences(text string) []string {
	var out, now []string
	end := func() {
		if len(now) > 0 {
			out = append(out, strings.Join(now, " "))
			now = nil
		}
	}
	for paragraph := range strings.SplitSeq(text, "\n") {
		for _, w := range strings.Fields(paragraph) {
			now = append(now, w)
			if bare := strings.TrimRight(w, "\"'”’)"); bare != "" && strings.Contains(".!?", bare[len(bare)-1:]) {
				end()
			}
		}
		end()
	}
	return out
}

type signed struct {
	sign byte
	text string
}

// lineDiff is the shortest diff of two short lists of lines, by dynamic
// programming; what went stands before what came.
func lineDiff(old, new []string) []signed {
	table := make([][]int, len(old)+1)
	for i := range table {
		table[i] = make([]int, len(new)+1)
	}
	for i := len(old) - 1; i >= 0; i-- {
		for j := len(new) - 1; j >= 0; j-- {
			if old[i] == new[j] {
				table[i][j] = table[i+1][j+1] + 1
			} else {
				table[i][j] = max(table[i+1][j], table[i][j+1])
			}
		}
	}
	var out []signed
	i, j := 0, 0
	for i < len(old) || j < len(new) {
		switch {
		case i < len(old) && j < len(new) && old[i] == new[j]:
			out = append(out, signed{' ', old[i]})
			i, j = i+1, j+1
		case i < len(old) && (j == len(new) || table[i+1][j] >= table[i][j+1]):
			out = append(out, signed{'-', old[i]})
			i++
		default:
			out = append(out, signed{'+', new[j]})
			j++
		}
	}
	return out
}
