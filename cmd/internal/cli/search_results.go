package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/search"
)

func (a *app) printResults(h *holdings, r *search.Results, o searchOptions) error {
	return a.streams.Page(func(w io.Writer) error {
		set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
		set.results(r, o, h.held()[0])
		return nil
	})
}

// results sets the hits of a search, a block each. first is the first release held.
func (t *typesetter) results(r *search.Results, o searchOptions, first archive.Release) {
	t.hang("", howMany(r, o.offset), t.palette.Strong)
	for _, part := range strings.Split(r.Note, "; ") {
		if part != "nothing found" && !strings.HasPrefix(part, "did you mean") {
			t.note(part)
		}
	}
	if first.Sample {
		t.note(sampleNotice)
	}
	if r.DidYouMean != "" {
		t.hang("", "did you mean: rulebook search "+quoted(r.DidYouMean), term.Style{})
	}
	margin := 0
	for _, hit := range r.Hits {
		margin = max(margin, len(hit.Number.String())+gutter)
	}
	for i := range r.Hits {
		fmt.Fprintln(t.w)
		t.hit(&r.Hits[i], margin, first.Effective)
	}
	if o.offset+len(r.Hits) < r.Total {
		fmt.Fprintln(t.w)
		t.note("to narrow: " + sectionsLine(r.Sections))
		t.note(fmt.Sprintf("for more: --offset %d", o.offset+len(r.Hits)))
	}
}

// howMany says how many hits there are, and which of them are shown.
func howMany(r *search.Results, offset int) string {
	first, last := offset+1, offset+len(r.Hits)
	all := count(r.Total, "hit", "hits")
	switch {
	case r.Total == 0:
		return "nothing found"
	case last-first+1 == r.Total, first > last:
		return all
	case first == last:
		return fmt.Sprintf("%d of %s", first, all)
	}
	return fmt.Sprintf("%d–%d of %s", first, last, all)
}

// hit sets one hit: its number in the margin, where it stands and when it stood,
// and the words found.
func (t *typesetter) hit(hit *search.Hit, margin int, first archive.Date) {
	lead := t.palette.Strong.Paint(hit.Number.String()) + strings.Repeat(" ", margin-len(hit.Number.String()))
	title := hit.Heading
	if hit.Term != "" {
		title = "Glossary › " + hit.Term
	}
	if hit.Example > 0 {
		title += " › example"
	}
	indent := strings.Repeat(" ", margin)
	lines := term.Wrap(term.Clean(title), t.width-margin)
	for _, line := range lines {
		fmt.Fprintln(t.w, strings.TrimRight(lead+line, " "))
		lead = indent
	}
	for _, f := range hit.Fragments {
		for _, line := range t.palette.Highlight(markFound(f), t.width-margin) {
			fmt.Fprintln(t.w, indent+line)
		}
	}
	t.hang(indent, reign(hit, first), t.palette.Faint)
}

// reign says when a wording stood. Of one that stood in the first release held
// nobody knows since when.
func reign(hit *search.Hit, first archive.Date) string {
	from := hit.From.String()
	if hit.From == first {
		from += " or before"
	}
	if hit.InForce {
		return "in force, since " + from
	}
	return from + " to " + hit.To.String()
}

// markFound puts the marks of a fragment into its text.
func markFound(f search.Fragment) string {
	var b strings.Builder
	at := 0
	for _, m := range f.Marks {
		b.WriteString(term.Clean(f.Text[at:m.Start]) + term.MarkOn + term.Clean(f.Text[m.Start:m.End]) + term.MarkOff)
		at = m.End
	}
	b.WriteString(term.Clean(f.Text[at:]))
	text := strings.TrimSpace(b.String())
	if f.Leading {
		text = "…\u00a0" + text // never alone on a line
	}
	if f.Trailing {
		text += "\u00a0…"
	}
	return text
}

// sectionsLine says where in the book all hits stand, the richest section first.
func sectionsLine(sections []search.SectionCount) string {
	sections = slices.Clone(sections)
	slices.SortStableFunc(sections, func(a, b search.SectionCount) int { return b.Count - a.Count })
	var parts []string
	for _, s := range sections {
		parts = append(parts, fmt.Sprintf("%s (%s)", s.Query, grouped(int64(s.Count))))
	}
	return strings.Join(parts, ", ")
}
