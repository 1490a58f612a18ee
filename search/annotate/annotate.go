package annotate

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"rulebook/archive"
)

// MaxBytes bounds a text: a whole book of cards is smaller, and notes on more are
// read by nobody.
const MaxBytes = 4 << 20

// Mark is a place in the text that is a term.
type Mark struct {
	// Start and End are byte offsets into the text. A cost in symbols, or a number,
	// that belongs to the keyword is inside.
	Start, End int
	// Name is the end of the term itself: what is behind it is its cost.
	Name int
	// From and To are the cost or number that belongs to a keyword, and equal where
	// there is none. What of it is written in words stands behind the mark.
	From, To int
	// Note is the index of the term's note.
	Note int
}

// Note is what a release says of one term. Terms that are one entry of the book,
// such as tap and taps, share a note.
type Note struct {
	Term *Term
	// Entries are the glossary's entries: the term's own and the one it points to.
	Entries []archive.Entry
	// Rules are the rules that define it: a keyword's with all that stands under
	// it; of the glossary's citations the rules with their subrules, and of headings
	// and sections the title alone, since all the rest would be a chapter.
	Rules []archive.Entry
	// Cites are the titles, rules and subrules that its definition cites beyond
	// those, in the order in which it cites them.
	Cites []archive.Entry
}

// Annotation is a text with its terms. Text is what was given, to the byte.
type Annotation struct {
	Text  string
	Marks []Mark // in order, without overlap
	Notes []Note // each term once, in the order of their first marks
}

// ErrNotText says that what was given is no text that can be annotated.
var ErrNotText = errors.New("this is not UTF-8 text; save it as UTF-8 and try again")

// Annotate finds the terms of a text. It returns ErrNotText for bytes that are no
// UTF-8 or that no text has, and an error for a text of more than MaxBytes.
func (l *Lexicon) Annotate(text string) (*Annotation, error) {
	switch {
	case len(text) > MaxBytes:
		return nil, fmt.Errorf("the text has more than %d MB; annotate it in parts", MaxBytes>>20)
	case !utf8.ValidString(text), strings.ContainsRune(text, 0):
		return nil, ErrNotText
	}
	s := &scan{Lexicon: l, text: text, words: read(text)}
	s.look()
	a := &Annotation{Text: text}
	notes := make(map[*Term]int)
	for _, m := range s.found {
		at, known := notes[m.term]
		if !known {
			at = len(a.Notes)
			notes[m.term] = at
			a.Notes = append(a.Notes, l.note(m.term))
		}
		p := s.price(m)
		a.Marks = append(a.Marks, Mark{
			Start: s.words[m.at].start, End: p.end, Name: s.words[m.at+len(m.term.words)-1].end,
			From: p.from, To: p.to, Note: at,
		})
	}
	return a, nil
}

// note collects what the release says of a term.
func (l *Lexicon) note(t *Term) Note {
	n := Note{Term: t}
	if t.Entry != nil {
		n.Entries = append(n.Entries, *t.Entry)
		if to := l.pointer(t.Entry); to != nil && to.Entry != nil && to != t {
			n.Entries = append(n.Entries, *to.Entry)
		}
	}
	has := make(map[archive.Number]bool)
	for _, number := range l.definedBy(t) {
		rules := l.under(number)
		if number.Rule == 0 {
			rules = rules[:1]
		}
		for _, e := range rules {
			if !has[e.Number] {
				has[e.Number] = true
				n.Rules = append(n.Rules, e)
			}
		}
	}
	var texts []string
	for _, e := range append(append([]archive.Entry{}, n.Entries...), n.Rules...) {
		texts = append(append(texts, e.Text), e.Examples...)
	}
	for _, number := range l.citing.Numbers(texts...) {
		if !has[number] {
			n.Cites = append(n.Cites, l.snapshot.Entries[l.at[number]])
		}
	}
	return n
}

// Cost is the cost or number that belongs to a keyword's mark, or "".
func (m Mark) Cost(text string) string { return text[m.From:m.To] }

// Title names a note to a reader: "Trample, keyword ability, 702.19".
func (n *Note) Title() string {
	title := n.Term.Name + ", " + string(n.Term.Kind)
	if !n.Term.Number.IsZero() {
		title += ", " + n.Term.Number.String()
	}
	return title
}

// Name is how a cited entry is called beside its title: "510 Combat Damage Step".
func Name(e *archive.Entry) string {
	if e.IsTitle() {
		return e.Number.String() + " " + e.Text
	}
	return e.Name()
}
