package render

import "rulebook/diffing"

// Lines draws the edits of one text alone, in lines of o.Width columns: words that
// went and words that came marked as in every other rendering.
func Lines(edits []diffing.Edit, o Options) []string {
	var out []string
	for _, l := range flow(words(told(shorten(pieces(edits, o.Typography), o.Context)), o.Color), o.width()) {
		out = append(out, l.draw(o.styles()))
	}
	return out
}

// MarkdownLine draws the edits of one text alone as Markdown.
func MarkdownLine(edits []diffing.Edit, o Options) string { return markdownEdits(edits, o) }
