package render_test

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/archive/parse"
	"rulebook/diffing"
	"rulebook/diffing/render"
)

// Both texts can be read out of a unified diff, and out of the two columns, word for
// word with their marks.
func TestBothTextsCanBeReadOut(t *testing.T) {
	t.Run("boats", func(t *testing.T) { readOut(t, boatReport(t)) })
	t.Run("published", func(t *testing.T) {
		var releases []*archive.Snapshot
		for _, f := range archivetest.Published(t) {
			raw, err := f.Read()
			if err != nil {
				t.Fatal(err)
			}
			s, err := parse.Parse(raw, parse.Options{File: f.Name})
			if err != nil {
				t.Fatal(err)
			}
			releases = append(releases, s)
		}
		slices.SortFunc(releases, func(a, b *archive.Snapshot) int {
			return cmp.Or(a.Release.Effective.Compare(b.Release.Effective), cmp.Compare(a.Release.Source.File, b.Release.Source.File))
		})
		for i, s := range releases[1:] {
			old := releases[i]
			t.Run(s.Release.Effective.String(), func(t *testing.T) {
				t.Parallel()
				readOut(t, diffing.Compare(old, s, diffing.Align(old, s, nil)))
			})
		}
	})
}

func readOut(t *testing.T, r *diffing.Report) {
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.Kind == diffing.Moved || c.Old != nil && c.New != nil && c.Old.Term != c.New.Term {
			continue
		}
		one := *r
		one.Changes, one.Moves, one.Titles, one.Shifts = r.Changes[i:i+1], nil, diffing.Titles{}, nil
		old, new := sideOf(c, c.Old, false), sideOf(c, c.New, true)
		if gone, came := readUnified(t, &one); gone != old || came != new {
			t.Errorf("unified, %s:\n%q\n%q\n%q\n%q", c.Entry().Name(), old, gone, new, came)
		}
		if noted(c) {
			continue
		}
		if left, right := readColumns(t, &one); left != old || right != new {
			t.Errorf("side by side, %s:\n%q\n%q\n%q\n%q", c.Entry().Name(), old, left, new, right)
		}
	}
}

// sideOf is what a change shows of one side: its text and the examples that changed.
func sideOf(c *diffing.Change, s *diffing.Side, new bool) string {
	if s == nil {
		return ""
	}
	all := []string{s.Text}
	for _, e := range c.Examples {
		at := e.Old
		if new {
			at = e.New
		}
		if at >= 0 {
			all = append(all, "Example: "+s.Examples[at])
		}
	}
	return plainWords(all...)
}

func plainWords(texts ...string) string {
	return strings.Join(strings.Fields(strings.Join(texts, " ")), " ")
}

// noted reports whether marks and notes would stand in the columns that no reader can
// tell from the text.
func noted(c *diffing.Change) bool {
	edits := slices.Clone(c.Edits)
	for _, e := range c.Examples {
		edits = append(edits, e.Edits...)
	}
	return slices.ContainsFunc(edits, func(e diffing.Edit) bool {
		return e.Moved || strings.ContainsAny(e.Text, "[]{}+│")
	})
}

// unwrapped is the drawing of a report of one change, a paragraph a line.
func unwrapped(t *testing.T, draw func(io.Writer, *diffing.Report, render.Options) error, r *diffing.Report) string {
	longest := 0
	for _, s := range []*diffing.Side{r.Changes[0].Old, r.Changes[0].New} {
		if s != nil {
			longest = max(longest, len(s.Text), len(strings.Join(s.Examples, "")))
		}
	}
	const column = 200 // enough for the names, and for the marks of a short text
	var b bytes.Buffer
	if err := draw(&b, r, render.Options{Width: 2 * (column + 2*longest), Typography: true}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func readUnified(t *testing.T, r *diffing.Report) (old, new string) {
	var gone, came []string
	_, hunk, _ := strings.Cut(unwrapped(t, render.Unified, r), "\n@@ ")
	for _, line := range strings.Split(hunk, "\n")[1:] {
		switch {
		case line == "":
		case line[0] == '-':
			gone = append(gone, line[1:])
		case line[0] == '+':
			came = append(came, line[1:])
		default:
			gone, came = append(gone, line[1:]), append(came, line[1:])
		}
	}
	return plainWords(gone...), plainWords(came...)
}

func readColumns(t *testing.T, r *diffing.Report) (old, new string) {
	unmarked := strings.NewReplacer("[-", "", "-]", "", "{+", "", "+}", "")
	var left, right []string
	head := true // the line with the names
	for _, line := range strings.Split(unwrapped(t, render.SideBySide, r), "\n") {
		l, r, columns := strings.Cut(line, "│")
		if columns && !head {
			left, right = append(left, unmarked.Replace(l)), append(right, unmarked.Replace(r))
		}
		head = head && !columns
	}
	return plainWords(left...), plainWords(right...)
}
