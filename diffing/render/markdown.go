package render

import (
	"io"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// Markdown draws the report as Markdown. What went stands in del and what came in
// ins: asterisks and tildes mark nothing beside a comma.
func Markdown(w io.Writer, r *diffing.Report, o Options) error {
	var b strings.Builder
	b.WriteString("# " + archive.EscapeMarkdown(called(r.Old)) + " → " + archive.EscapeMarkdown(called(r.New)) + "\n\n")
	if s := standing(r.New, o.Newest); s != "" {
		b.WriteString(archive.EscapeMarkdown(called(r.New)+" is "+s) + ".\n\n")
	}
	for _, n := range notes(r) {
		b.WriteString("> " + archive.EscapeMarkdown(n) + "\n\n")
	}
	b.WriteString(archive.EscapeMarkdown(countsSentence(r, o.Typography)) + ".\n")
	if r.Of == nil {
		b.WriteString(markdownAbout(r))
	}
	shown, folded := sort(r, o)
	var stands headings
	for _, c := range shown {
		if heading := stands.above(c); heading != "" {
			b.WriteString("\n## " + archive.EscapeMarkdown(heading) + "\n")
		}
		b.WriteString("\n" + markdownBlock(c, o) + "\n")
	}
	for _, f := range folded {
		b.WriteString("\n## " + f.title + "\n\n" + archive.EscapeMarkdown(strings.Join(f.names, ", ")) + "\n")
	}
	if len(r.Moves) > 0 {
		b.WriteString("\n## Renumbered only\n\n")
		for _, m := range r.Moves {
			b.WriteString("- " + m.String() + " (" + plural(m.Entries, "entry", "entries") + ")\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// markdownAbout is what the release was about.
func markdownAbout(r *diffing.Report) string {
	var b strings.Builder
	b.WriteString("\n## What it was about\n\n")
	if !hasSubstitution(r.Shifts) {
		b.WriteString("- " + noMassChange + "\n")
	}
	for _, l := range shiftLines(r.Shifts) {
		b.WriteString("- **" + archive.EscapeMarkdown(l.what) + "**: " + archive.EscapeMarkdown(l.much) + "\n")
	}
	for _, t := range r.Titles.Added {
		b.WriteString("- new heading: " + archive.EscapeMarkdown(t) + "\n")
	}
	for _, t := range r.Titles.Removed {
		b.WriteString("- heading gone: " + archive.EscapeMarkdown(t) + "\n")
	}
	return b.String()
}

// markdownBlock is one change as a paragraph, its examples quoted below it.
func markdownBlock(c *diffing.Change, o Options) string {
	var b strings.Builder
	b.WriteString("**" + archive.EscapeMarkdown(both(c)) + "**")
	if l := label(c); l != "" {
		b.WriteString(" *" + archive.EscapeMarkdown(l) + "*")
	}
	if text := markdownEdits(c.Edits, o); text != "" {
		b.WriteString(" — " + text)
	}
	for _, e := range c.Examples {
		if changed(pieces(e.Edits, o.Typography)) {
			b.WriteString("\n\n> *Example:* " + strings.ReplaceAll(markdownEdits(e.Edits, o), "\n", "\n> "))
		}
	}
	return b.String()
}

func markdownEdits(edits []diffing.Edit, o Options) string {
	var b strings.Builder
	for _, p := range told(shorten(pieces(edits, o.Typography), o.Context)) {
		// Marks may not span paragraphs.
		for i, paragraph := range strings.Split(p.text, "\n") {
			if i > 0 {
				b.WriteString("\n\n")
			}
			text := archive.EscapeMarkdown(paragraph)
			if i > 0 && strings.ContainsAny(text[:min(1, len(text))], "-+0123456789") {
				text = "&#8203;" + text // else it would begin a list
			}
			switch {
			case strings.TrimSpace(text) == "":
				b.WriteString(text)
			case p.look == deleted || p.look == movedOut:
				b.WriteString("<del>" + text + "</del>")
			case p.look == inserted || p.look == movedIn:
				b.WriteString("<ins>" + text + "</ins>")
			default:
				b.WriteString(text)
			}
		}
	}
	return b.String()
}
