package cli

import (
	"fmt"
	"io"
	"strings"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
)

// typesetter sets entries as the book prints them: numbers hang in the margin,
// texts stand in a column beside it, examples are set in.
type typesetter struct {
	w       io.Writer
	width   int
	palette term.Palette
}

// Measures of the page, in columns.
const (
	gutter        = 2 // between a number and its text
	exampleIndent = 2 // of an example against its rule
	termIndent    = 2 // of a definition against its term
)

// release is the head of a page: which release it speaks of, whether that is the
// newest held, and what a reader must know of it.
func (t *typesetter) release(r, newest archive.Release) {
	t.hang("", named(r), t.palette.Strong)
	standing := "the newest release held"
	switch {
	case newest.Effective.IsZero():
		standing = "no release is held as a whole"
	case r.Effective != newest.Effective:
		standing = "not the newest release held, which is " + named(newest)
	}
	t.note(standing)
	for _, n := range notices(r) {
		t.note(n)
	}
}

func (t *typesetter) note(s string) {
	for _, line := range term.Wrap(term.Clean(s), t.width) {
		fmt.Fprintln(t.w, t.palette.Faint.Paint(line))
	}
}

// named is a release with its date, name and code.
func named(r archive.Release) string {
	if r.Code == "" {
		return term.Clean(r.Label())
	}
	return term.Clean(r.Label() + " (" + r.Code + ")")
}

// notices are what has to be said of a release wherever it is shown.
func notices(r archive.Release) []string {
	var all []string
	if r.Sample {
		all = append(all, sampleNotice)
	}
	if r.Excerpt {
		all = append(all, "an excerpt: what it does not hold is unknown")
	}
	for _, flag := range r.Flags {
		all = append(all, "flawed: "+flag)
	}
	return all
}

// entries sets entries one below the other.
func (t *typesetter) entries(entries []archive.Entry) {
	margin := 0
	for _, e := range entries {
		margin = max(margin, term.Columns(e.Number.Printed()))
	}
	if margin > 0 {
		margin += gutter
	}
	for i, e := range entries {
		if i > 0 {
			fmt.Fprintln(t.w)
		}
		switch {
		case e.Kind == archive.Term:
			fmt.Fprintln(t.w, t.palette.Strong.Paint(term.Clean(e.Term)))
			t.paragraphs(e.Text, "", termIndent)
		case e.IsTitle():
			t.title(e, margin)
		default:
			t.paragraphs(e.Text, e.Number.Printed(), margin)
		}
		for _, example := range e.Examples {
			t.paragraphs("Example: "+example, "", margin+exampleIndent)
		}
	}
}

func (t *typesetter) title(e archive.Entry, margin int) {
	for i, line := range term.Wrap(term.Clean(e.Text), t.width-margin) {
		number := ""
		if i == 0 {
			number = e.Number.Printed()
		}
		fmt.Fprintln(t.w, t.palette.Strong.Paint(term.Pad(number, margin)+line))
	}
}

// paragraphs sets a text in a column that begins at margin. number, if any, hangs
// in the margin beside its first line, and then its paragraphs stand apart.
func (t *typesetter) paragraphs(text, number string, margin int) {
	apart := number != ""
	for i, paragraph := range strings.Split(term.Clean(text), "\n") {
		if i > 0 && apart {
			fmt.Fprintln(t.w)
		}
		for _, line := range term.Wrap(paragraph, t.width-margin) {
			hang := term.Pad(number, margin)
			if number != "" {
				hang = t.palette.Strong.Paint(number) + strings.Repeat(" ", max(0, margin-term.Columns(number)))
			}
			fmt.Fprintln(t.w, strings.TrimRight(hang+line, " "))
			number = ""
		}
	}
}

// hang sets a text beside lead, which hangs in the margin of its first line.
func (t *typesetter) hang(lead, text string, style term.Style) {
	margin := term.Columns(lead)
	for _, line := range term.Wrap(term.Clean(text), t.width-margin) {
		fmt.Fprintln(t.w, lead+style.Paint(line))
		lead = strings.Repeat(" ", margin)
	}
}
