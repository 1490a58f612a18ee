package parse

import (
	"bytes"
	"strings"

	"rulebook/archive"
)

// Format writes the exact text of a snapshot in the published shape: UTF-8
// without a byte order mark, LF at each line's end, the parts in printed order.
// Parse reads the same snapshot back. What Format does not reproduce is layout: the
// number of blank lines, white space before a number, and a space that is missing
// between a number and its text.
func Format(s *archive.Snapshot) []byte {
	var w bytes.Buffer
	for _, l := range s.Front {
		w.WriteString(l + "\n\n")
	}
	glossary := false
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Kind == archive.Term && !glossary {
			glossary = true
			w.WriteString(glossaryWord + "\n\n")
		}
		formatEntry(&w, e)
	}
	return w.Bytes()
}

func formatEntry(w *bytes.Buffer, e *archive.Entry) {
	switch e.Kind {
	case archive.Introduction:
		formatPart(w, introductionWord, e.Text)
	case archive.Contents:
		formatContents(w, e.Text)
	case archive.Credits:
		formatPart(w, creditsWord, e.Text)
	case archive.Term:
		w.WriteString(e.Term + "\n")
		if e.Text != "" {
			w.WriteString(e.Text + "\n")
		}
		w.WriteString("\n")
	case archive.Stray:
		w.WriteString(e.Text + "\n\n")
	default:
		formatRule(w, e)
	}
}

// formatPart writes a part of the book that is not numbered, its paragraphs apart.
func formatPart(w *bytes.Buffer, word, text string) {
	w.WriteString(word + "\n\n")
	if text != "" {
		w.WriteString(strings.ReplaceAll(text, "\n", "\n\n") + "\n\n")
	}
}

// formatContents writes the contents list, a blank line before each section.
func formatContents(w *bytes.Buffer, text string) {
	w.WriteString(contentsWord + "\n")
	for l := range strings.SplitSeq(text, "\n") {
		if n, ok := readNumber(l); !ok || n.number.Heading == 0 {
			w.WriteString("\n")
		}
		w.WriteString(l + "\n")
	}
	w.WriteString("\n")
}

func formatRule(w *bytes.Buffer, e *archive.Entry) {
	label := e.Label
	if label == "" {
		label = e.Number.Printed()
	}
	w.WriteString(label + " " + e.Text + "\n")
	for _, example := range e.Examples {
		w.WriteString(examplePrefix + " " + example + "\n")
	}
	w.WriteString("\n")
}
