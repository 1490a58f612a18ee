package cli

import (
	"fmt"
	"strings"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing/cite"
	"rulebook/diffing/cite/tree"
	"rulebook/diffing/render"
)

// citeSummary says on standard error how much was looked through and left out.
func (a *app) citeSummary(files []cite.File, skips tree.Skips) {
	counts := cite.Tally(files)
	total, passed, fixed := 0, 0, 0
	var by []string
	for _, v := range cite.Verdicts {
		total += counts[v]
		if counts[v] > 0 {
			by = append(by, fmt.Sprintf("%s %s", grouped(int64(counts[v])), v))
		}
	}
	for _, file := range files {
		passed += file.Passed
		for i := range file.Findings {
			if file.Findings[i].Fixed {
				fixed++
			}
		}
	}
	says := fmt.Sprintf("%s in %s", count(total, "citation", "citations"), count(len(files), "file", "files"))
	if len(by) > 0 {
		says += ": " + strings.Join(by, ", ")
	}
	set := &typesetter{w: a.streams.Err, width: a.streams.Width}
	set.note(says)
	var left []string
	for _, s := range []struct {
		n    int
		what string
	}{{skips.Ignored, "ignored by git"}, {skips.Binary, "binary"}, {skips.Linked, "symbolic links or devices"},
		{skips.Large, fmt.Sprintf("of more than %d MB", tree.MaxBytes>>20)}} {
		if s.n > 0 {
			left = append(left, fmt.Sprintf("%s %s", grouped(int64(s.n)), s.what))
		}
	}
	if len(left) > 0 {
		set.note("left out: " + strings.Join(left, ", "))
	}
	if fixed > 0 {
		set.note(fmt.Sprintf("%s by an earlier --fix taken as right", count(fixed, "number written", "numbers written")))
	}
	if passed > 0 {
		set.note(fmt.Sprintf("passed over: %s that no rule bears", count(passed, "number", "numbers")))
	}
}

// citations lists what was found, a citation a line, what changed in it below.
func (t *typesetter) citations(old, new archive.Release, files []cite.File, all bool) {
	t.hang("written against ", named(old), t.palette.Strong)
	t.hang("held against    ", named(new), t.palette.Strong)
	for _, n := range notices(new) {
		t.note(n)
	}
	options := render.Options{Width: t.width - eventIndent, Color: t.palette.Coloured(), Styles: renderStyles(t.palette), Context: wordsAround}
	shown := false
	for _, file := range files {
		for i := range file.Findings {
			f := &file.Findings[i]
			if f.Verdict == cite.Right && !all {
				continue
			}
			if !shown {
				fmt.Fprintln(t.w)
				shown = true
			}
			t.citation(file.Path, f, f.Message())
			if f.Change == nil || f.To.IsZero() {
				continue
			}
			for _, line := range render.Lines(cleanedEdits(f.Change.Edits), options) {
				fmt.Fprintln(t.w, strings.TrimRight(strings.Repeat(" ", eventIndent)+line, " "))
			}
		}
	}
}

// citation sets where a citation stands and what became of it. The place is never
// broken, so that an editor finds its way.
func (t *typesetter) citation(path string, f *cite.Finding, says string) {
	path = term.Clean(path)
	place := fmt.Sprintf(":%d:%d:", f.Line, f.Column)
	room := t.width - term.Columns(path+place) - 1
	lines := term.Wrap(term.Clean(says), t.width-eventIndent)
	first := ""
	if room >= leastMessage {
		lines = term.Wrap(term.Clean(says), room)
		first = " " + lines[0]
		rest := strings.Join(lines[1:], " ")
		lines = nil
		if rest != "" {
			lines = term.Wrap(rest, t.width-eventIndent)
		}
	}
	fmt.Fprintln(t.w, t.palette.Strong.Paint(path)+place+first)
	for _, line := range lines {
		fmt.Fprintln(t.w, strings.Repeat(" ", eventIndent)+line)
	}
}

// leastMessage is the room that the beginning of a message needs behind its place,
// in columns; where there is less it begins a line of its own.
const leastMessage = 24
