package annotate

import (
	"rulebook/archive"
	"rulebook/diffing"
	"rulebook/search/keyword"
)

// The documents of docs/json.md on annotated texts. The command line and the pages
// answer with the same ones.

// Document is an annotated text.
type Document struct {
	Release archive.ShownRelease `json:"release"`
	Text    string               `json:"text"` // as given
	Marks   []MarkDocument       `json:"marks"`
	Notes   []NoteDocument       `json:"notes"`
}

// MarkDocument is a place in the text. Offsets are in bytes of the text as UTF-8.
type MarkDocument struct {
	Start int    `json:"start"`
	End   int    `json:"end"`
	Text  string `json:"text"`
	Cost  string `json:"cost"` // the cost or number inside it that belongs to the keyword
	Note  int    `json:"note"` // index into notes
}

// NoteDocument is what the release says of a term.
type NoteDocument struct {
	Term     string                  `json:"term"`
	Kind     keyword.Kind            `json:"kind"`
	Number   archive.Number          `json:"number"` // of the rule that defines a keyword, else empty
	Glossary []archive.EntryDocument `json:"glossary"`
	Rules    []archive.EntryDocument `json:"rules"`
	Cites    []archive.EntryDocument `json:"cites"`
}

// NewDocument puts an annotation by the terms of l into its document. newest says
// whether they are those of the newest release held.
func (l *Lexicon) NewDocument(a *Annotation, newest bool) Document {
	entries := func(list []archive.Entry) []archive.EntryDocument {
		return archive.NewShowDocument(l.snapshot, list, newest).Entries
	}
	d := Document{
		Release: archive.NewShowDocument(l.snapshot, nil, newest).Release,
		Text:    a.Text, Marks: []MarkDocument{}, Notes: []NoteDocument{},
	}
	for _, m := range a.Marks {
		d.Marks = append(d.Marks, MarkDocument{m.Start, m.End, a.Text[m.Start:m.End], m.Cost(a.Text), m.Note})
	}
	for _, n := range a.Notes {
		d.Notes = append(d.Notes, NoteDocument{n.Term.Name, n.Term.Kind, n.Term.Number,
			entries(n.Entries), entries(n.Rules), entries(n.Cites)})
	}
	return d
}

// CompareDocument is what happened to the terms of a text between two releases.
type CompareDocument struct {
	Old   archive.ShownRelease `json:"old"`
	New   archive.ShownRelease `json:"new"`
	Text  string               `json:"text"`
	Terms []TermDocument       `json:"terms"`
}

// TermDocument is a term whose rules changed. Changes are as those of a diff.
type TermDocument struct {
	Term    string            `json:"term"`
	Kind    keyword.Kind      `json:"kind"`
	Status  Status            `json:"status"`
	Changes []*diffing.Change `json:"changes"`
}

// NewCompareDocument puts the changes of terms into their document. newest is the
// effective date of the newest release held.
func NewCompareDocument(old, new *Lexicon, text string, changes []TermChange, newest archive.Date) CompareDocument {
	shown := func(l *Lexicon) archive.ShownRelease {
		return archive.NewShowDocument(l.snapshot, nil, l.Release().Effective == newest).Release
	}
	d := CompareDocument{Old: shown(old), New: shown(new), Text: text, Terms: []TermDocument{}}
	for _, c := range changes {
		of := c.Changes
		if of == nil {
			of = []*diffing.Change{}
		}
		d.Terms = append(d.Terms, TermDocument{c.Term.Name, c.Term.Kind, c.Status, of})
	}
	return d
}
