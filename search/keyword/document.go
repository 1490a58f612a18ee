package keyword

import (
	"rulebook/archive"
	"rulebook/diffing"
	"rulebook/search/trend"
)

// The documents of docs/json.md on keywords. The command line and the pages answer
// with the same ones.

// ReleaseName is a release as these documents name it.
type ReleaseName struct {
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Name      string       `json:"name"`
	Sample    bool         `json:"sample,omitempty"`
}

func nameRelease(r archive.Release) ReleaseName {
	return ReleaseName{r.Effective, r.Code, r.Name, r.Sample}
}

// nameOrNull is null for no release.
func nameOrNull(r archive.Release) *ReleaseName {
	if r.Effective.IsZero() {
		return nil
	}
	name := nameRelease(r)
	return &name
}

// NamingDocument is a name and the releases that used it.
type NamingDocument struct {
	Name string       `json:"name"`
	From archive.Date `json:"from"`
	To   archive.Date `json:"to"` // the last held release that used it
}

// LifeDocument is a keyword in a list.
type LifeDocument struct {
	Kind   Kind           `json:"kind"`
	Name   string         `json:"name"`   // as of the release
	Number archive.Number `json:"number"` // of the rule that defines or lists it; empty when gone
	Since  ReleaseName    `json:"since"`
	// Beginning says that since is the oldest release held: it may be older.
	Beginning bool             `json:"beginning"`
	Names     []NamingDocument `json:"names"`
	Gone      *ReleaseName     `json:"gone"`             // the first release without it, or null
	Became    Kind             `json:"became,omitempty"` // the kind that bears its name since
}

func newLifeDocument(l *Life, name string, n archive.Number) LifeDocument {
	d := LifeDocument{Kind: l.Kind, Name: name, Number: n, Since: nameRelease(l.Since), Beginning: l.Beginning,
		Gone: nameOrNull(l.Gone), Became: l.Became, Names: []NamingDocument{}}
	for _, naming := range l.Names {
		d.Names = append(d.Names, NamingDocument(naming))
	}
	return d
}

// ListDocument is the keywords of a release, and those gone before it.
type ListDocument struct {
	Release  ReleaseName    `json:"release"`
	Keywords []LifeDocument `json:"keywords"`
	Gone     []LifeDocument `json:"gone"`
}

// NewListDocument puts a release's keywords into their document.
func (c *Chronicle) NewListDocument(r archive.Release, list []Keyword) ListDocument {
	d := ListDocument{Release: nameRelease(r), Keywords: []LifeDocument{}, Gone: []LifeDocument{}}
	for _, k := range list {
		if l := c.Life(k); l != nil {
			d.Keywords = append(d.Keywords, newLifeDocument(l, k.Name, k.Number))
		}
	}
	for _, l := range c.Gone(r.Effective) {
		d.Gone = append(d.Gone, newLifeDocument(l, l.Last().Name, archive.Number{}))
	}
	return d
}

// EventDocument is what a release did to a keyword or to a rule of it.
type EventDocument struct {
	Release ReleaseName    `json:"release"`
	Kind    EventKind      `json:"kind"`
	Number  archive.Number `json:"number"`
	Was     archive.Number `json:"was"` // empty where the number stayed
	Edits   []diffing.Edit `json:"edits"`
}

// PageDocument is all that the archive knows of one keyword, as of a release.
type PageDocument struct {
	LifeDocument
	archive.ShowDocument
	Glossary []archive.EntryDocument `json:"glossary"`
	CitedBy  []archive.EntryDocument `json:"cited_by"`
	Events   []EventDocument         `json:"events"`
	Trend    []trend.Row             `json:"trend"` // as rulebook trend gives it
}

// NewPageDocument puts a page into its document. newest says whether s is the
// newest release held.
func NewPageDocument(s *archive.Snapshot, p Page, newest bool) PageDocument {
	shown := func(entries []archive.Entry) []archive.EntryDocument {
		return archive.NewShowDocument(s, entries, newest).Entries
	}
	d := PageDocument{
		ShowDocument: archive.NewShowDocument(s, p.Rules, newest),
		Glossary:     shown(p.Glossary), CitedBy: shown(p.CitedBy), Events: []EventDocument{}, Trend: []trend.Row{},
	}
	if p.Trend != nil {
		d.Trend = p.Trend.Rows()
	}
	if p.Life != nil {
		d.LifeDocument = newLifeDocument(p.Life, p.Keyword.Name, p.Keyword.Number)
	}
	for _, e := range p.Events {
		edits := e.Edits
		if edits == nil {
			edits = []diffing.Edit{}
		}
		d.Events = append(d.Events, EventDocument{nameRelease(e.Release), e.Kind, e.Number, e.Was, edits})
	}
	return d
}
