package render

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A flow is pieces set into lines of a width. A word is what stands between two
// spaces, marks included, and is never broken.

type word struct {
	parts []piece
	width int  // columns
	ends  bool // a paragraph ends behind it
}

// marks stand around a piece in plain text.
var marks = [...][2]string{
	inserted: {"{+", "+}"}, movedIn: {"{+", "+}"},
	deleted: {"[-", "-]"}, movedOut: {"[-", "-]"},
	faint: {"", ""},
}

// words cuts pieces into words, with marks around what changed unless colour
// does their work.
func words(ps []piece, color bool) []word {
	size := 0
	for _, p := range ps {
		size += len(p.text)
	}
	const bytesPerWord = 5 // of rules text, with the space; more words than that grow the lists
	out := make([]word, 0, size/bytesPerWord+len(ps))
	firsts := make([]piece, 0, cap(out)) // the first part of each word, which has no other mostly
	open := false                        // the last word may take more parts
	put := func(text string, p piece) {
		if !open {
			firsts = append(firsts, piece{text: text, look: p.look})
			at := len(firsts) - 1
			out = append(out, word{parts: firsts[at : at+1 : at+1], width: utf8.RuneCountInString(text)})
			open = true
			return
		}
		w := &out[len(out)-1]
		w.width += utf8.RuneCountInString(text)
		if last := len(w.parts) - 1; last >= 0 && w.parts[last].look == p.look {
			w.parts[last].text += text
			return
		}
		w.parts = append(w.parts, piece{text: text, look: p.look})
	}
	for _, p := range ps {
		text := p.text
		if p.look != plain && !color {
			text = marks[p.look][0] + text + marks[p.look][1]
		}
		for text != "" {
			end := strings.IndexFunc(text, unicode.IsSpace)
			if end != 0 {
				if end < 0 {
					end = len(text)
				}
				put(text[:end], p)
				text = text[end:]
				continue
			}
			rest := strings.TrimLeftFunc(text, unicode.IsSpace)
			open = false
			if strings.ContainsAny(text[:len(text)-len(rest)], "\n\r") && len(out) > 0 {
				out[len(out)-1].ends = true
			}
			text = rest
		}
	}
	return out
}

// told puts behind each piece that moved where it came from or went to.
func told(ps []piece) []piece {
	var out []piece
	for _, p := range ps {
		out = append(out, p)
		if p.note != "" {
			out = append(out, piece{text: " (" + p.note + ")", look: faint})
		}
	}
	return out
}

// line is a line of words with its width in columns.
type line struct {
	words []word
	width int
}

// flow sets words into lines of at most width columns, a longer word alone.
func flow(ws []word, width int) []line {
	var lines []line
	first, used := 0, 0 // the line's first word, and its columns so far
	end := func(behind int) {
		if first < behind {
			lines = append(lines, line{ws[first:behind], used})
		}
		first, used = behind, 0
	}
	for i, w := range ws {
		if first < i && used+1+w.width > width {
			end(i)
		}
		if first < i {
			used++
		}
		used += w.width
		if w.ends {
			end(i + 1)
		}
	}
	end(len(ws))
	return lines
}

// draw writes the line in styles. A look that goes on over a space covers it.
func (l line) draw(s Styles) string {
	var b strings.Builder
	b.Grow(2 * l.width) // some are wider than a byte, and looks need room
	on := plain
	turn := func(to look) {
		if on != to {
			b.WriteString(s.of(on).Off)
			b.WriteString(s.of(to).On)
			on = to
		}
	}
	for i, w := range l.words {
		if i > 0 {
			if w.parts[0].look != on {
				turn(plain)
			}
			b.WriteByte(' ')
		}
		for _, p := range w.parts {
			turn(p.look)
			b.WriteString(p.text)
		}
	}
	turn(plain)
	return b.String()
}

// of is the style of a look.
func (s Styles) of(l look) Style {
	switch l {
	case inserted:
		return s.Insert
	case deleted:
		return s.Delete
	case movedIn, movedOut:
		return s.Move
	case faint:
		return s.Faint
	}
	return Style{}
}

// around puts a style around text.
func (s Style) around(text string) string {
	if text == "" {
		return ""
	}
	return s.On + text + s.Off
}

// wrap sets plain text into lines of at most width columns.
func wrap(text string, width int) []string {
	var out []string
	for _, l := range flow(words([]piece{{text: text}}, true), width) {
		out = append(out, l.draw(Styles{}))
	}
	return out
}
