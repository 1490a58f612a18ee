package annotate

import (
	"fmt"
	"io"
	"strings"

	"rulebook/archive"
)

// Markdown writes the text with a footnote at the first place of each term.
// released names the release the notes are of.
func (a *Annotation) Markdown(w io.Writer, released string) error {
	var b strings.Builder
	noted := make([]bool, len(a.Notes))
	at := 0
	for _, m := range a.Marks {
		b.WriteString(escape(a.Text[at:m.End]))
		at = m.End
		if !noted[m.Note] {
			noted[m.Note] = true
			fmt.Fprintf(&b, "[^%d]", m.Note+1)
		}
	}
	b.WriteString(escape(a.Text[at:]))
	if !strings.HasSuffix(a.Text, "\n") {
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "\nNotes: %s\n", escape(released))
	for i := range a.Notes {
		b.WriteString("\n" + a.Notes[i].footnote(i+1))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// escape keeps a text from being read as Markdown, and makes it harmless.
func escape(text string) string { return archive.EscapeMarkdown(archive.Harmless(text)) }

// footnote is a note as a footnote: its paragraphs are set in, so that they belong
// to it.
func (n *Note) footnote(number int) string {
	const indent = "    "
	var b strings.Builder
	fmt.Fprintf(&b, "[^%d]: **%s**\n", number, escape(n.Title()))
	paragraph := func(text string) {
		for line := range strings.SplitSeq(text, "\n") {
			b.WriteString("\n" + indent + line + "\n")
		}
	}
	for i := range n.Entries {
		paragraph(escape(n.Entries[i].Text))
	}
	for i := range n.Rules {
		paragraph(markdownRule(&n.Rules[i]))
	}
	if len(n.Cites) > 0 {
		paragraph("Cites " + escape(n.cited()))
	}
	return b.String()
}

func markdownRule(e *archive.Entry) string {
	text := "**" + e.Number.Printed() + "** " + escape(e.Text)
	for _, example := range e.Examples {
		text += "\n*Example:* " + escape(example)
	}
	return text
}

// cited are the names of the entries that a note cites.
func (n *Note) cited() string {
	names := make([]string, len(n.Cites))
	for i := range n.Cites {
		names[i] = Name(&n.Cites[i])
	}
	return strings.Join(names, ", ")
}
