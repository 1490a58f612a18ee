package history

import (
	"slices"

	"rulebook/archive"
	"rulebook/diffing"
)

// Born is the kind of a first wording that stood in the first release held: whether
// it was new there is not known. Other first wordings are added or split.
const Born diffing.Kind = "first"

// Wording is a stretch of releases over which a rule kept one wording and one
// number, and what changed against the wording before. Versions that differ in
// typography only are one wording, unless they were asked for; the text is then that
// of the newest.
type Wording struct {
	From     archive.Date   `json:"from"` // first and last held release of the stretch
	To       archive.Date   `json:"to"`
	FromCode string         `json:"from_code"`
	ToCode   string         `json:"to_code"`
	Releases int            `json:"releases"` // held, in the stretch
	EntryOf  archive.Kind   `json:"entry"`    // what it is: a subrule, a heading
	Number   archive.Number `json:"number"`
	Term     string         `json:"term"`
	Heading  string         `json:"heading"`
	Text     string         `json:"text"`
	Examples []string       `json:"examples"`
	Kind     diffing.Kind   `json:"kind"`
	Class    diffing.Class  `json:"class"`
	Was      archive.Number `json:"was"` // the number before, where it was another
	// WasTerm is the glossary term before, where it was another.
	WasTerm string           `json:"was_term,omitempty"`
	Edits   []diffing.Edit   `json:"edits"`
	Members *diffing.Members `json:"members,omitempty"`
	// ExampleEdits are the examples that changed, came or went.
	ExampleEdits []diffing.ExampleChange `json:"example_edits,omitempty"`
	// Versions counts the typographic versions that are folded into the stretch.
	Versions int `json:"versions"`
	// NewExamples are the releases within the stretch in which its examples changed.
	NewExamples []Release `json:"new_examples"`
	// Gap is what is not held just before the stretch.
	Gap *Gap `json:"gap,omitempty"`

	last archive.Span // the newest printing of the stretch
}

// OnlyRenamed reports whether a glossary term has another name and the words it had.
func (w *Wording) OnlyRenamed() bool {
	return w.WasTerm != "" && len(w.ExampleEdits) == 0 &&
		!slices.ContainsFunc(w.Edits, func(e diffing.Edit) bool { return e.Op != diffing.Equal && !e.Typography })
}

// Whole reports whether the wording stands for itself: it has none before it to be
// compared with.
func (w *Wording) Whole() bool { return w.Class == diffing.Whole }

// stretches folds spans to wordings, oldest first, not yet compared.
func stretches(spans []archive.Span, t *timeline, o Options) []Wording {
	var all []Wording
	for _, s := range spans {
		if n := len(all); n > 0 && sameRule(&all[n-1].last, &s) {
			last := &all[n-1]
			examples := sameExamples(&last.last, &s)
			if o.folds(&last.last, &s, examples) {
				if !examples {
					last.NewExamples = append(last.NewExamples, NameOf(t.at(s.From)))
				} else {
					last.Versions++
				}
				last.extend(s)
				continue
			}
		}
		w := Wording{From: s.From, Versions: 1, NewExamples: []Release{}}
		w.extend(s)
		all = append(all, w)
	}
	for i := range all {
		w := &all[i]
		w.FromCode, w.ToCode = t.at(w.From).Code, t.at(w.To).Code
		w.Releases = t.count(w.From, w.To)
		w.Gap = t.gap(w.From)
	}
	return all
}

// extend puts a newer printing into the stretch.
func (w *Wording) extend(s archive.Span) {
	w.To, w.EntryOf, w.Number, w.Term, w.Heading, w.Text = s.To, s.Kind, s.Number, s.Term, s.Heading, s.Text
	w.Examples = s.Examples
	if w.Examples == nil {
		w.Examples = []string{}
	}
	w.last = s
}

// folds reports whether a span that follows another of the same wording and number
// is part of the same stretch.
func (o Options) folds(a, b *archive.Span, sameExamples bool) bool {
	switch {
	case !sameExamples:
		return !o.Examples
	case o.Typography:
		return a.Text == b.Text && a.Term == b.Term && slices.Equal(a.Examples, b.Examples)
	}
	return true
}

// sameRule reports whether two spans bear one number and their texts differ in
// typography at most.
func sameRule(a, b *archive.Span) bool {
	return a.Kind == b.Kind && a.Number == b.Number && archive.Fold(a.Term) == archive.Fold(b.Term) &&
		archive.Fold(a.Text) == archive.Fold(b.Text)
}

// sameExamples reports whether the examples of two spans differ in typography at most.
func sameExamples(a, b *archive.Span) bool {
	return slices.EqualFunc(a.Examples, b.Examples, func(a, b string) bool { return archive.Fold(a) == archive.Fold(b) })
}

// entryOf is a span as a release prints it.
func entryOf(s *archive.Span) archive.Entry {
	return archive.Entry{Kind: s.Kind, Number: s.Number, Term: s.Term, Text: s.Text, Examples: s.Examples, Lineage: s.Lineage}
}

func wordingOf(s *archive.Span) string {
	e := entryOf(s)
	return e.Wording()
}
