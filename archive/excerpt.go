package archive

import (
	"fmt"
	"slices"
)

// Excerpt is a piece of one release or of several, as people keep them on pages of
// their own. It never counts as a release: what it does not hold is unknown, not
// removed.
type Excerpt struct {
	Source Source
	// Rule is the rule that a history page is about, whose paragraphs bear no
	// numbers; the zero Number for a page whose rules are printed with theirs.
	Rule     Number
	Blocks   []ExcerptBlock // in printed order
	Warnings []Warning
}

// ExcerptBlock is a run of rules under one label.
type ExcerptBlock struct {
	// Date is the label's date; the zero Date when no label stands above the
	// block. It is never guessed.
	Date Date
	// Set is the set's name as the label prints it, "Edge of Eternities"; it may
	// be empty, and it may contradict the date.
	Set   string
	Line  int // of the label, or of the first paragraph where none is
	Rules []Excerpted
}

// Excerpted is one rule of an excerpt.
type Excerpted struct {
	Entry
	// Cut is set when the text breaks off in mid-sentence: it is the beginning of
	// a rule and not the whole.
	Cut bool
}

// Dates are the dates of an excerpt's labels, oldest first, each once. undated says
// that some of its rules stand under none.
func (e *Excerpt) Dates() (dates []Date, undated bool) {
	for _, b := range e.Blocks {
		if b.Date.IsZero() {
			undated = true
		} else {
			dates = append(dates, b.Date)
		}
	}
	slices.SortFunc(dates, Date.Compare)
	return slices.Compact(dates), undated
}

// Rules counts the rules of an excerpt.
func (e *Excerpt) Rules() int {
	n := 0
	for _, b := range e.Blocks {
		n += len(b.Rules)
	}
	return n
}

// ExcerptsOn puts together what excerpts hold of the release that took effect on d,
// in the book's order: a Snapshot whose Release is marked as an excerpt and not as
// held, and whose flags name the rules that are cut, or that are held in several
// wordings. A rule that several hold is taken from the first, and from one that is
// whole before one that is cut. It returns nil when none holds anything of that date.
func ExcerptsOn(excerpts []Excerpt, d Date) *Snapshot {
	type piece struct {
		Excerpted
		file string
	}
	var pieces []piece
	s := &Snapshot{Release: Release{Effective: d, Excerpt: true}}
	for _, e := range excerpts {
		for _, b := range e.Blocks {
			if b.Date != d || d.IsZero() {
				continue
			}
			if s.Release.Name == "" {
				s.Release.Name = b.Set
			}
			for _, r := range b.Rules {
				pieces = append(pieces, piece{r, e.Source.File})
			}
		}
	}
	if len(pieces) == 0 {
		return nil
	}
	slices.SortStableFunc(pieces, func(a, b piece) int {
		if byNumber := a.Number.Compare(b.Number); byNumber != 0 || a.Cut == b.Cut {
			return byNumber
		}
		if a.Cut {
			return 1
		}
		return -1
	})
	flag := func(format string, args ...any) {
		s.Release.Flags = append(s.Release.Flags, fmt.Sprintf(format, args...))
	}
	for i := 0; i < len(pieces); {
		shown := pieces[i]
		s.Entries = append(s.Entries, shown.Entry)
		if shown.Cut {
			flag("%s breaks off in mid-sentence", shown.Number)
		}
		differs := false
		for i++; i < len(pieces) && pieces[i].Number == shown.Number; i++ {
			differs = differs || !pieces[i].Cut && Fold(pieces[i].Text) != Fold(shown.Text)
		}
		if differs {
			flag("excerpts differ in %s; that of %s is shown", shown.Number, shown.file)
		}
	}
	s.Release.Counts = s.Count()
	return s
}

// WithExcerpts are the releases that are known, in date order, and those that only
// excerpts know. What is not held, and of which an excerpt has a piece, is marked as
// an excerpt and has the counts of the piece.
func WithExcerpts(releases []Release, excerpts []Excerpt) []Release {
	all := slices.Clone(releases)
	for _, e := range excerpts {
		dates, _ := e.Dates()
		for _, d := range dates {
			at, known := slices.BinarySearchFunc(all, d, func(r Release, d Date) int { return r.Effective.Compare(d) })
			if known && (all[at].Held || all[at].Excerpt) {
				continue
			}
			piece := ExcerptsOn(excerpts, d).Release
			if !known {
				all = slices.Insert(all, at, piece)
				continue
			}
			all[at].Excerpt, all[at].Counts, all[at].Flags = true, piece.Counts, piece.Flags
		}
	}
	return all
}
