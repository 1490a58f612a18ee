package web

import (
	"cmp"
	"slices"
	"strconv"
	"sync"

	"rulebook/archive"
)

// book is a release prepared for its pages: what stands where, what stands under
// what, and who cites whom.
type book struct {
	*archive.Snapshot
	titles map[archive.Number]string
	at     map[archive.Number]int // the first entry that bears the number
	under  map[archive.Number][]int
	terms  []int          // indices of the glossary's entries, in printed order
	slugs  map[string]int // address of a term to its entry
	slugOf map[int]string

	cite    sync.Once
	citedBy map[archive.Number][]int // entries that cite a number, in printed order

	listKeywords sync.Once
	keywords     map[archive.Number]string // names by the numbers that define them
}

func newBook(s *archive.Snapshot) *book {
	b := &book{
		Snapshot: s,
		titles:   s.Titles(),
		at:       make(map[archive.Number]int, len(s.Entries)),
		under:    make(map[archive.Number][]int),
		slugs:    make(map[string]int),
		slugOf:   make(map[int]string),
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Kind == archive.Contents || e.Kind == archive.Stray {
			continue
		}
		switch {
		case !e.Number.IsZero():
			if _, twice := b.at[e.Number]; !twice {
				b.at[e.Number] = i
			}
			b.under[e.Number.Parent()] = append(b.under[e.Number.Parent()], i)
		case e.Kind == archive.Term:
			b.addTerm(i)
		}
	}
	return b
}

// addTerm gives the term at i its address. Terms whose addresses would be one
// (a term printed twice) are told apart by a number.
func (b *book) addTerm(i int) {
	b.terms = append(b.terms, i)
	base := slug(b.Entries[i].Term)
	s := base
	for n := 2; ; n++ {
		if _, taken := b.slugs[s]; !taken && s != "" {
			break
		}
		s = base + "-" + strconv.Itoa(n)
	}
	b.slugs[s] = i
	b.slugOf[i] = s
}

// has reports whether an entry bears number n.
func (b *book) has(n archive.Number) bool {
	_, ok := b.at[n]
	return ok
}

// part returns the index of the first entry of a kind, or -1.
func (b *book) part(k archive.Kind) int {
	return slices.IndexFunc(b.Entries, func(e archive.Entry) bool { return e.Kind == k })
}

// chain is the numbers that n stands under, outermost first, those that exist.
func (b *book) chain(n archive.Number) []archive.Number {
	var up []archive.Number
	for p := n.Parent(); !p.IsZero(); p = p.Parent() {
		if b.has(p) {
			up = append(up, p)
		}
	}
	slices.Reverse(up)
	return up
}

// beside returns the entries before and after i in the book among those that bear
// a number of the same depth, or -1.
func (b *book) beside(i int) (before, after int) {
	kind := b.Entries[i].Kind
	before, after = i-1, i+1
	for before >= 0 && b.Entries[before].Kind != kind {
		before--
	}
	for after < len(b.Entries) && b.Entries[after].Kind != kind {
		after++
	}
	if after == len(b.Entries) {
		after = -1
	}
	return before, after
}

// citations returns the indices of the entries that cite number n, itself and
// what stands beside it included, in printed order. A range cites what it spans.
func (b *book) citations(n archive.Number) []int {
	b.cite.Do(b.indexCitations)
	return b.citedBy[n]
}

func (b *book) indexCitations() {
	b.citedBy = make(map[archive.Number][]int)
	for i := range b.Entries {
		e := &b.Entries[i]
		if e.Kind == archive.Contents {
			continue
		}
		for _, n := range b.cites(e) {
			if n == e.Number {
				continue
			}
			if l := b.citedBy[n]; len(l) == 0 || l[len(l)-1] != i {
				b.citedBy[n] = append(l, i)
			}
		}
	}
}

// cites returns the numbers that an entry's text and examples cite, those that
// exist in this release, each once and in the book's order.
func (b *book) cites(e *archive.Entry) []archive.Number {
	var out []archive.Number
	add := func(text string) {
		var near archive.Number
		for _, c := range archive.Citations(text) {
			if c.Through {
				out = append(out, b.between(near, c.Number)...)
			}
			near = c.Number
			if b.has(c.Number) {
				out = append(out, c.Number)
			}
		}
	}
	add(e.Text)
	for _, x := range e.Examples {
		add(x)
	}
	slices.SortFunc(out, archive.Number.Compare)
	return slices.Compact(out)
}

// between returns the numbers of the same kind after near and before far.
func (b *book) between(near, far archive.Number) []archive.Number {
	var out []archive.Number
	for _, i := range b.under[near.Parent()] {
		if n := b.Entries[i].Number; near.Compare(n) < 0 && n.Compare(far) < 0 {
			out = append(out, n)
		}
	}
	return out
}

// nearNumbers are the numbers of the release that a reader who asked for n may
// have meant: what it would stand under, then its neighbours in the book's order.
func (b *book) nearNumbers(n archive.Number) []archive.Number {
	const most = 5
	var near []archive.Number
	for p := n.Parent(); !p.IsZero(); p = p.Parent() {
		if b.has(p) {
			near = append(near, p)
			break
		}
	}
	var all []archive.Number
	for m := range b.at {
		if m.Kind() == n.Kind() && (m.Heading == n.Heading || !b.has(headingOf(n))) {
			all = append(all, m)
		}
	}
	slices.SortFunc(all, archive.Number.Compare)
	at, _ := slices.BinarySearchFunc(all, n, archive.Number.Compare)
	near = append(near, all[max(0, at-2):min(len(all), at+2)]...)
	near = near[:min(len(near), most)]
	slices.SortFunc(near, archive.Number.Compare)
	return slices.Compact(near)
}

// headingOf is the heading that a rule or subrule stands under; a heading is its own.
func headingOf(n archive.Number) archive.Number {
	return archive.Number{Section: n.Section, Heading: n.Heading}
}

// nearTerms are the addresses of the terms most like the one asked for.
func (b *book) nearTerms(asked string) []int {
	const most = 5
	names := make([]string, 0, len(b.slugs))
	for s := range b.slugs {
		names = append(names, s)
	}
	slices.SortFunc(names, func(x, y string) int { return cmp.Compare(b.slugs[x], b.slugs[y]) })
	var near []int
	for _, s := range archive.Nearest(slug(asked), names, most) {
		near = append(near, b.slugs[s])
	}
	return near
}
