package keyword

import (
	"context"
	"slices"

	"rulebook/archive"
	"rulebook/search/trend"
)

// Page is all that the archive knows of one keyword, as of a release.
type Page struct {
	Keyword Keyword
	Life    *Life
	// Rules are its rule with all that stands under it, or for an ability word the
	// rule that lists it.
	Rules []archive.Entry
	// Glossary are the glossary's entries for its names.
	Glossary []archive.Entry
	// CitedBy are the entries elsewhere that cite a rule of it, in printed order; its
	// own glossary entries are no news.
	CitedBy []archive.Entry
	// Events are what the releases did to it, oldest first.
	Events []Event
	// Trend is how often its names stand in which release; nil where nobody counted.
	Trend *trend.Trend
}

// names are all that the page's keyword is called, and was called in other releases.
func (p *Page) names() []string {
	names := p.Keyword.Names()
	if p.Life == nil {
		return names
	}
	for _, n := range p.Life.Names {
		for _, name := range namesIn(n.Name) {
			if !slices.ContainsFunc(names, func(known string) bool { return archive.FoldCase(known) == archive.FoldCase(name) }) {
				names = append(names, name)
			}
		}
	}
	return names
}

// CountTrend counts how often the names of the page's keyword, those of other
// releases included, stand in each release, in any of their forms.
func (p *Page) CountTrend(ctx context.Context, store trend.Store) error {
	var terms []trend.Term
	for _, name := range p.names() {
		term, err := trend.ParseTerm(name)
		if err != nil {
			return err
		}
		terms = append(terms, term)
	}
	counted, err := trend.Count(ctx, store, terms)
	p.Trend = counted
	return err
}

// Page puts together what is known of a keyword of release s.
func (c *Chronicle) Page(s *archive.Snapshot, k Keyword) Page {
	p := Page{Keyword: k, Life: c.Life(k), Rules: s.Under(k.Number)}
	names := append([]string{k.Name}, k.Names()...)
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Kind == archive.Term && slices.ContainsFunc(names, func(n string) bool { return isTermFor(e.Term, n) }) {
			p.Glossary = append(p.Glossary, *e)
		}
	}
	if k.Kind != AbilityWord {
		isOwn := func(e archive.Entry) bool {
			return slices.ContainsFunc(p.Glossary, func(own archive.Entry) bool { return e.Term != "" && own.Term == e.Term })
		}
		p.CitedBy = slices.DeleteFunc(citing(s, k.Number), isOwn)
	}
	if p.Life != nil {
		p.Events = c.Events(p.Life)
	}
	return p
}

// isTermFor reports whether a glossary term is the entry of a name.
func isTermFor(term, name string) bool {
	want := archive.FoldCase(name)
	return slices.ContainsFunc(archive.TermNames(term), func(n string) bool { return archive.FoldCase(n) == want })
}

// citing returns the entries outside n that cite n or what stands under it.
func citing(s *archive.Snapshot, n archive.Number) []archive.Entry {
	numbers := archive.NewCiting(s)
	var found []archive.Entry
	for _, e := range s.Entries {
		if e.Kind == archive.Contents || n.Contains(e.Number) {
			continue
		}
		if slices.ContainsFunc(numbers.Numbers(append([]string{e.Text}, e.Examples...)...), n.Contains) {
			found = append(found, e)
		}
	}
	return found
}
