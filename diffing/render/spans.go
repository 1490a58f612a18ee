package render

import (
	"strings"
	"unicode"

	"rulebook/diffing"
)

// look is how a piece of text is drawn.
type look uint8

const (
	plain look = iota
	inserted
	deleted
	movedIn  // came from elsewhere
	movedOut // went elsewhere
	faint
)

// piece is text of one look. Text that changed neither begins nor ends in white
// space: spaces around it stand in plain pieces.
type piece struct {
	text string
	look look
	note string // where a moved piece came from or went to
	side look   // of plain space at the edge of a piece, the look of that piece: the other side lacks it
}

// pieces turns edits into what is shown. Typographic changes are the new text
// unless asked for.
func pieces(edits []diffing.Edit, typography bool) []piece {
	var out []piece
	add := func(p piece) {
		if p.text == "" {
			return
		}
		if last := len(out) - 1; last >= 0 && out[last].look == p.look && out[last].note == p.note && out[last].side == p.side {
			out[last].text += p.text
			return
		}
		out = append(out, p)
	}
	for _, e := range edits {
		p := piece{text: e.Text}
		switch {
		case e.Typography && !typography && e.Op == diffing.Delete:
			continue
		case e.Typography && !typography, e.Op == diffing.Equal:
		case e.Op == diffing.Insert && e.Moved:
			p.look, p.note = movedIn, "moved from "+e.Elsewhere
		case e.Op == diffing.Delete && e.Moved:
			p.look, p.note = movedOut, "moved to "+e.Elsewhere
		case e.Op == diffing.Insert:
			p.look = inserted
		default:
			p.look = deleted
		}
		if e.Moved && e.Elsewhere == "" {
			p.note = "moved"
		}
		if e.Moved && e.Reworded {
			p.note += ", reworded"
		}
		if p.look == plain || strings.TrimSpace(p.text) == "" {
			add(p)
			continue
		}
		body := strings.TrimLeftFunc(p.text, unicode.IsSpace)
		lead := p.text[:len(p.text)-len(body)]
		p.text = strings.TrimRightFunc(body, unicode.IsSpace)
		add(piece{text: lead, side: p.look})
		add(p)
		add(piece{text: body[len(p.text):], side: p.look})
	}
	return out
}

// changed reports whether anything is marked.
func changed(ps []piece) bool {
	for _, p := range ps {
		if p.look != plain {
			return true
		}
	}
	return false
}

// shorten leaves words out that are further than context words from a change.
// An ellipsis stands for them. Text without a change is left whole.
func shorten(ps []piece, context int) []piece {
	if context <= 0 || !changed(ps) {
		return ps
	}
	out := make([]piece, 0, len(ps))
	for i, p := range ps {
		words := strings.Fields(p.text)
		head, tail := context, context
		if i == 0 {
			head = 0
		}
		if i == len(ps)-1 {
			tail = 0
		}
		const least = 4 // fewer words left out than this are not worth an ellipsis
		if p.look != plain || len(words) < head+tail+least {
			out = append(out, p)
			continue
		}
		out = append(out,
			piece{text: cutWords(p.text, 0, head)},
			piece{text: " … ", look: faint},
			piece{text: cutWords(p.text, len(words)-tail, len(words))})
	}
	return out
}

// cutWords returns words from lo to hi of a text with the space at the ends that
// they share with it.
func cutWords(text string, lo, hi int) string {
	words := strings.Fields(text)
	if lo >= hi {
		return ""
	}
	cut := strings.Join(words[lo:hi], " ")
	if lo == 0 && unicode.IsSpace(rune(text[0])) {
		cut = " " + cut
	}
	if hi == len(words) && unicode.IsSpace(rune(text[len(text)-1])) {
		cut += " "
	}
	return cut
}
