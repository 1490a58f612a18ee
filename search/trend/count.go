package trend

import (
	"context"
	"fmt"
	"strings"

	"rulebook/archive"
)

// Store is what terms are counted in.
type Store interface {
	// Releases are all that are known, held or not, in date order.
	Releases(ctx context.Context) ([]archive.Release, error)
	// Printing is the folded text of every held release.
	Printing(ctx context.Context) (*archive.Printing, error)
}

// MaxTerms bounds the terms of one trend: more lines than these cannot be told
// apart in a chart without colour.
const MaxTerms = 6

// Term is one term to be counted.
type Term struct {
	Name   string // as written
	phrase phrase
}

// ParseTerm reads a term as a user writes it: words in any of their forms, or in
// quotation marks as they are.
func ParseTerm(text string) (Term, error) {
	t := Term{Name: strings.TrimSpace(text)}
	if inner, quoted := unquote(t.Name); quoted {
		t.phrase = exactPhrase(inner)
	} else {
		t.phrase = formsOf(t.Name)
	}
	if t.phrase.empty() {
		return t, fmt.Errorf("%q has no words to count; give a term such as battle, or a phrase in quotes", text)
	}
	return t, nil
}

// unquote takes the quotation marks away that a text stands in, straight or curly.
func unquote(s string) (inner string, quoted bool) {
	folded := archive.Fold(s)
	if len(folded) >= 2 && folded[0] == '"' && folded[len(folded)-1] == '"' {
		return folded[1 : len(folded)-1], true
	}
	return s, false
}

// Trend is the counts of terms over the releases.
type Trend struct {
	Known  []archive.Release // every release known, held or not, in date order
	Series []Series          // one a term, in the order asked for
}

// Series is the counts of one term, release by release.
type Series struct {
	Term   string
	Points []Point // one a held release, oldest first

	known []archive.Release // every release known, in date order
}

// Point is how often a term stands in a release, and in how many entries.
type Point struct {
	Release archive.Release
	Count   int
	Rules   int
}

// Count counts terms in every held release. What is counted is the folded text of
// every entry, examples and glossary terms with it, and without the contents list,
// which repeats the headings. Letter case does not matter. There may be MaxTerms
// terms.
func Count(ctx context.Context, s Store, terms []Term) (*Trend, error) {
	if n := len(terms); n == 0 || n > MaxTerms {
		return nil, fmt.Errorf("%d terms cannot be counted at once; give 1 to %d", n, MaxTerms)
	}
	phrases := make([]phrase, len(terms))
	for i := range terms {
		phrases[i] = terms[i].phrase
	}
	p, counts, releases, err := read(ctx, s, phrases)
	if err != nil {
		return nil, err
	}
	byDay := make(map[archive.Date]archive.Release, len(releases))
	for _, r := range releases {
		byDay[r.Effective] = r
	}
	t := &Trend{Known: releases, Series: make([]Series, len(terms))}
	for i, term := range terms {
		t.Series[i] = Series{Term: term.Name, Points: make([]Point, len(p.Releases)), known: releases}
		for k := range p.Releases {
			point := &t.Series[i].Points[k]
			*point = sum(&p.Releases[k], counts[i])
			point.Release = byDay[p.Releases[k].Release]
		}
	}
	return t, ctx.Err()
}

// sparing is a Store that can be asked for a part of its text.
type sparing interface {
	// PrintingOf is Printing with the texts only that are wanted, and the places of
	// the others left out. wanted is called from several goroutines.
	PrintingOf(ctx context.Context, wanted func(text string) bool) (*archive.Printing, error)
}

// read reads the releases and what they print, at least where one of the phrases
// stands, and counts the phrases in each text.
func read(ctx context.Context, s Store, phrases []phrase) (p *archive.Printing, counts [][]int32, releases []archive.Release, err error) {
	if releases, err = s.Releases(ctx); err != nil {
		return nil, nil, nil, err
	}
	fine := &sieve{phrases: phrases}
	if some, ok := s.(sparing); ok {
		p, err = some.PrintingOf(ctx, fine.mayHold)
	} else {
		p, err = s.Printing(ctx)
	}
	if err == nil && len(p.Releases) == 0 {
		err = archive.ErrEmpty
	}
	if err != nil {
		return nil, nil, nil, err
	}
	return p, fine.count(p.Texts), releases, nil
}

func sum(r *archive.Printed, counts []int32) Point {
	var p Point
	for _, place := range r.Places {
		n := int(counts[place.Text])
		if place.Term >= 0 {
			n += int(counts[place.Term])
		}
		if n > 0 {
			p.Count += n
			p.Rules++
		}
	}
	return p
}

// Use says when a term was first and last used.
func (s *Series) Use() string {
	first, last := s.First(), s.Last()
	if first < 0 {
		return "in no release held"
	}
	began := s.label(first) + " or earlier"
	if first > 0 {
		began = "first " + s.label(first) + s.unheld(first, "before")
	}
	if last == len(s.Points)-1 {
		return began + ", still in use"
	}
	return began + ", last " + s.label(last) + s.unheld(last+1, "after")
}

// label is the code and date of the i-th release held.
func (s *Series) label(i int) string { return label(s.known, s.Points[i].Release) }

// label is a release's code, of two that bear one code the second's IKO.2, and date.
func label(known []archive.Release, r archive.Release) string {
	if r.Code == "" {
		return r.Effective.String()
	}
	return archive.ShortReference(known, r) + " " + r.Effective.String()
}

// unheld names the releases that are not held between the i-th that is and the one
// before: a term may have come or gone with any of them.
func (s *Series) unheld(i int, side string) string {
	var names []string
	for _, r := range s.known {
		if !r.Held && s.Points[i-1].Release.Effective.Before(r.Effective) && r.Effective.Before(s.Points[i].Release.Effective) {
			names = append(names, archive.ShortReference(s.known, r))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return " (" + strings.Join(names, " and ") + " not held " + side + " it)"
}

// First is the index of the first release with the term, -1 when there is none.
func (s *Series) First() int {
	for i := range s.Points {
		if s.Points[i].Count > 0 {
			return i
		}
	}
	return -1
}

// Last is the index of the last release with the term, -1 when there is none.
func (s *Series) Last() int {
	for i := len(s.Points) - 1; i >= 0; i-- {
		if s.Points[i].Count > 0 {
			return i
		}
	}
	return -1
}

// Range is the lowest and the highest count in the releases with the term.
func (s *Series) Range() (least, most int) {
	for _, p := range s.Points {
		if p.Count > 0 && (least == 0 || p.Count < least) {
			least = p.Count
		}
		most = max(most, p.Count)
	}
	return least, most
}

// Most is the highest count of all terms.
func (t *Trend) Most() int {
	most := 0
	for i := range t.Series {
		for _, p := range t.Series[i].Points {
			most = max(most, p.Count)
		}
	}
	return most
}
