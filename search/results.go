package search

import (
	"context"
	"encoding/json"
	"time"

	"rulebook/archive"
)

// Searcher answers queries. It is safe for use by many at once.
type Searcher interface {
	// Search returns the hits of one page. It returns a *archive.NotFoundError for
	// a release in the query or the options that the archive does not hold,
	// archive.ErrEmpty for an archive that holds none, and ctx's error.
	Search(ctx context.Context, q Query, o Options) (*Results, error)
}

// Options are what is asked besides the query.
type Options struct {
	// Scope says in which releases to search; the zero Scope is the newest one,
	// or all of them when the query itself names releases (in:, since:, until:,
	// changed:, gone:).
	Scope Scope
	// Limit is the number of hits to return, DefaultLimit when 0 and MaxLimit at
	// most. Offset is the number of hits to pass over before the first.
	Limit, Offset int
	// Literal turns off the names that players use and the book does not.
	Literal bool
}

// Scope is a stretch of releases.
type Scope struct {
	// All takes in every release held.
	All bool
	// From and To are the effective dates of the first and last release searched;
	// From alone is from there on, To alone up to there. Both zero, with All
	// false, is the default.
	From, To archive.Date
}

// In is the scope of one release.
func In(effective archive.Date) Scope { return Scope{From: effective, To: effective} }

// Between is the scope of the releases from one to another, both taken in, in
// either order.
func Between(a, b archive.Date) Scope {
	if b.Before(a) {
		a, b = b, a
	}
	return Scope{From: a, To: b}
}

// Results are one page of hits and what is known of all of them.
type Results struct {
	Total int
	Took  time.Duration
	Hits  []Hit
	// Sections counts all hits by section of the book, in the book's order.
	Sections []SectionCount
	// Releases counts all hits by the release they stood in, within the scope,
	// in date order; those with no hit are left out.
	Releases []ReleaseCount
	// DidYouMean is the query with each word that the book has never held put
	// right, or empty.
	DidYouMean string
	// Older counts the wordings outside the scope that would match in --all, when
	// nothing within it did.
	Older int
	// Without is a word of the query that is in the way, when nothing was found:
	// the rest of the words stand together somewhere.
	Without string
	// Note says in plain sentences what was searched, how the query was read, and
	// which limit was reached. It is never empty.
	Note string
}

// SectionCount is the number of hits in one section of the book.
type SectionCount struct {
	Number int    // of the section; 0 for what stands outside them
	Title  string // "Combat", "Glossary", …
	Count  int
	// Query narrows a search to this section when it is added to it: rule:5.
	Query string
}

// ReleaseCount is the number of hits that stood in one release.
type ReleaseCount struct {
	Release archive.Release
	Count   int
	// Arrived is how many of all hits have a wording that began with the release.
	Arrived int
}

// Hit is one wording that matches, with the stretch of releases in which it stood.
type Hit struct {
	Lineage archive.LineageID
	Kind    archive.Kind
	// Example counts from 1 the example that matches when the hit is one, else 0.
	Example int
	// Number is the one it bore in Release; Numbers are all it ever bore, oldest first.
	Number  archive.Number
	Numbers []archive.Number
	Term    string
	Heading string // the titles it stood under in Release: "702 Keyword Abilities › 702.19 Trample"
	// From and To are the first and last held release of the stretch.
	From, To archive.Date
	InForce  bool // To is the newest release held
	// Release is the one to link to: the newest of the stretch within the scope.
	Release archive.Release
	Score   float64
	// Fragments are pieces of the exact text, in its order, with the words found.
	Fragments []Fragment
}

// KindName is the hit's kind as JSON and kind: spell it.
func (h *Hit) KindName() string {
	if h.Example > 0 {
		return "example"
	}
	return h.Kind.String()
}

// Fragment is a piece of the text as published. It is plain text and may hold
// anything, markup included: whoever shows it escapes it.
type Fragment struct {
	Text string
	// Marks are the words found, in order, without overlap.
	Marks []Mark
	// Leading and Trailing report that the text was cut before and after.
	Leading, Trailing bool
}

// Mark is a range of bytes of a fragment's text.
type Mark struct{ Start, End int }

// MarshalJSON writes a mark as [start,end].
func (m Mark) MarshalJSON() ([]byte, error) { return json.Marshal([2]int{m.Start, m.End}) }

// hitJSON is a hit as docs/query-syntax.md describes it.
type hitJSON struct {
	Kind      string       `json:"kind"`
	Number    string       `json:"number"`
	Term      string       `json:"term"`
	Heading   string       `json:"heading"`
	From      archive.Date `json:"from"`
	To        archive.Date `json:"to"`
	InForce   bool         `json:"in_force"`
	Score     float64      `json:"score"`
	Fragments []string     `json:"fragments"`
	Marks     [][]Mark     `json:"marks"`
	Release   archive.Date `json:"release"`
	Numbers   []string     `json:"numbers"`
}

// MarshalJSON writes the hit as documented for search --json.
func (h Hit) MarshalJSON() ([]byte, error) {
	out := hitJSON{
		Kind: h.KindName(), Number: h.Number.String(), Term: h.Term, Heading: h.Heading,
		From: h.From, To: h.To, InForce: h.InForce, Score: h.Score, Release: h.Release.Effective,
		Fragments: []string{}, Marks: [][]Mark{}, Numbers: []string{},
	}
	for _, f := range h.Fragments {
		out.Fragments = append(out.Fragments, f.Text)
		out.Marks = append(out.Marks, append([]Mark{}, f.Marks...))
	}
	for _, n := range h.Numbers {
		out.Numbers = append(out.Numbers, n.String())
	}
	return json.Marshal(out)
}

// resultsJSON is a page of results as docs/query-syntax.md describes it.
type resultsJSON struct {
	Total      int           `json:"total"`
	TookUS     int64         `json:"took_us"`
	Hits       []Hit         `json:"hits"`
	Sections   []sectionJSON `json:"sections"`
	Releases   []releaseJSON `json:"releases"`
	DidYouMean string        `json:"did_you_mean"`
	Older      int           `json:"older"`
	Without    string        `json:"without"`
	Note       string        `json:"note"`
}

type sectionJSON struct {
	Section int    `json:"section"`
	Title   string `json:"title"`
	Count   int    `json:"count"`
}

type releaseJSON struct {
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Count     int          `json:"count"`
	Arrived   int          `json:"arrived"`
}

// MarshalJSON writes the results as documented for search --json.
func (r Results) MarshalJSON() ([]byte, error) {
	out := resultsJSON{
		Total: r.Total, TookUS: r.Took.Microseconds(), Hits: r.Hits, DidYouMean: r.DidYouMean, Older: r.Older, Without: r.Without, Note: r.Note,
		Sections: []sectionJSON{}, Releases: []releaseJSON{},
	}
	if out.Hits == nil {
		out.Hits = []Hit{}
	}
	for _, s := range r.Sections {
		out.Sections = append(out.Sections, sectionJSON{s.Number, s.Title, s.Count})
	}
	for _, c := range r.Releases {
		out.Releases = append(out.Releases, releaseJSON{c.Release.Effective, c.Release.Code, c.Count, c.Arrived})
	}
	return json.Marshal(out)
}
