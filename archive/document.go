package archive

import "slices"

// The documents of docs/json.md that say what a release is and what it prints.
// The command line and the pages answer with the same ones.

// ReleaseDocument is a release as a list of releases gives it.
type ReleaseDocument struct {
	Effective Date           `json:"effective"`
	Code      string         `json:"code"`
	Name      string         `json:"name"`
	Held      bool           `json:"held"`
	Sample    bool           `json:"sample,omitempty"`  // the bundled sample, not the published rules
	Excerpt   bool           `json:"excerpt,omitempty"` // only a piece of the release is held
	Rules     int            `json:"rules"`             // rules and subrules
	Examples  int            `json:"examples"`
	Headings  int            `json:"headings"`
	Glossary  int            `json:"glossary"`
	Source    SourceDocument `json:"source"`
	Flags     []string       `json:"flags"`
	// Excerpts are those that hold a piece of the release.
	Excerpts []ExcerptDocument `json:"excerpts,omitempty"`
}

// ReleasePageDocument is all that is known of one release.
type ReleasePageDocument struct {
	ReleaseDocument
	Warnings []WarningDocument `json:"warnings"`
}

// WarningDocument is a warning about a file.
type WarningDocument struct {
	Line    int    `json:"line"` // 0 when it concerns the whole
	Message string `json:"message"`
}

// ExcerptDocument is an excerpt as the list of releases gives it.
type ExcerptDocument struct {
	File     string `json:"file"`
	SHA256   string `json:"sha256"`
	Encoding string `json:"encoding"`
	Bytes    int64  `json:"bytes"`
	Rule     Number `json:"rule"`  // what it is the history of; empty for other pages
	Rules    int    `json:"rules"` // how many of the release's it holds
}

// SourceDocument is where a release's bytes came from. For a release that is not
// held all but the file name may be empty.
type SourceDocument struct {
	File     string `json:"file"`
	URL      string `json:"url,omitempty"`
	SHA256   string `json:"sha256"`
	Encoding string `json:"encoding"`
	Bytes    int64  `json:"bytes"`
}

// NewReleaseDocument puts a release into its document.
func NewReleaseDocument(r Release) ReleaseDocument {
	return ReleaseDocument{
		Effective: r.Effective, Code: r.Code, Name: r.Name,
		Held: r.Held, Sample: r.Sample, Excerpt: r.Excerpt,
		Rules: r.Counts.Rules, Examples: r.Counts.Examples, Headings: r.Counts.Headings, Glossary: r.Counts.Glossary,
		Source: SourceDocument{File: r.Source.File, URL: r.Source.URL, SHA256: r.Source.SHA256,
			Encoding: r.Source.Encoding, Bytes: r.Source.Bytes},
		Flags: listNotNull(r.Flags),
	}
}

// NewReleaseDocuments puts the releases that are known, in date order, and those of
// which only excerpts have a piece into their documents. What excerpts hold without a
// date comes last, as of the empty date.
func NewReleaseDocuments(releases []Release, excerpts []Excerpt) []ReleaseDocument {
	documents := []ReleaseDocument{}
	for _, r := range WithExcerpts(releases, excerpts) {
		d := NewReleaseDocument(r)
		d.Excerpts = ExcerptDocumentsOn(excerpts, r.Effective)
		documents = append(documents, d)
	}
	if undated := ExcerptDocumentsOn(excerpts, Date{}); len(undated) > 0 {
		d := NewReleaseDocument(Release{Excerpt: true})
		for _, e := range undated {
			d.Rules += e.Rules
		}
		d.Excerpts = undated
		documents = append(documents, d)
	}
	return documents
}

// NewReleasePageDocument puts a release into its document, with what excerpts hold of it
// and what was seen in its file.
func NewReleasePageDocument(r Release, excerpts []Excerpt, warnings []Warning) ReleasePageDocument {
	d := ReleasePageDocument{NewReleaseDocument(r), []WarningDocument{}}
	d.Excerpts = ExcerptDocumentsOn(excerpts, r.Effective)
	for _, w := range warnings {
		d.Warnings = append(d.Warnings, WarningDocument(w))
	}
	return d
}

// ExcerptWarningsOn are the warnings about excerpts with rules of a date, each with the
// name of its file.
func ExcerptWarningsOn(excerpts []Excerpt, d Date) []Warning {
	var on []Warning
	for i := range excerpts {
		e := &excerpts[i]
		if dates, _ := e.Dates(); !slices.Contains(dates, d) {
			continue
		}
		for _, w := range e.Warnings {
			on = append(on, Warning{Line: w.Line, Message: e.Source.File + ": " + w.Message})
		}
	}
	return on
}

// ExcerptDocumentsOn are the excerpts with rules of a date; of the zero Date, of none.
func ExcerptDocumentsOn(excerpts []Excerpt, d Date) []ExcerptDocument {
	var on []ExcerptDocument
	for _, e := range excerpts {
		rules := 0
		for _, b := range e.Blocks {
			if b.Date == d {
				rules += len(b.Rules)
			}
		}
		if rules > 0 {
			on = append(on, NewExcerptDocument(&e, rules))
		}
	}
	return on
}

// NewExcerptDocument puts an excerpt into its document, as one of so many rules.
func NewExcerptDocument(e *Excerpt, rules int) ExcerptDocument {
	return ExcerptDocument{File: e.Source.File, SHA256: e.Source.SHA256, Encoding: e.Source.Encoding,
		Bytes: e.Source.Bytes, Rule: e.Rule, Rules: rules}
}

// EvidenceDocument is a rule of an excerpt beside a rule's history.
type EvidenceDocument struct {
	Effective Date            `json:"effective"` // of its label; empty where none stands
	Code      string          `json:"code"`
	Name      string          `json:"name"`
	File      string          `json:"file"`
	Line      int             `json:"line"`
	Number    Number          `json:"number"`
	Cut       bool            `json:"cut"`
	Text      string          `json:"text"`
	Examples  []string        `json:"examples"`
	Same      *SameDocument   `json:"same"`   // the held wording with these words, or null
	Bearer    *BearerDocument `json:"bearer"` // another rule with these words, or null
}

// SameDocument is the stretch of time of a wording.
type SameDocument struct {
	From Date `json:"from"`
	To   Date `json:"to"`
}

// BearerDocument is a rule that bears certain words.
type BearerDocument struct {
	Effective Date   `json:"effective"`
	Code      string `json:"code"`
	Name      string `json:"name"` // number or term
	Heading   string `json:"heading"`
}

// NewBearerDocument puts a bearer into its document; nil for none.
func NewBearerDocument(b *Bearer) *BearerDocument {
	if b == nil {
		return nil
	}
	return &BearerDocument{b.Release.Effective, b.Release.Code, b.Name, b.Heading}
}

// NewEvidenceDocuments puts what excerpts show into its documents. releases are those
// that are known; a date that none of them has is named as the label does.
func NewEvidenceDocuments(found []Evidence, releases []Release) []EvidenceDocument {
	var all []EvidenceDocument
	for _, e := range found {
		r := e.Release(releases)
		d := EvidenceDocument{Effective: e.Date, Code: r.Code, Name: r.Name, File: e.File, Line: e.Rule.Line, Number: e.Rule.Number,
			Cut: e.Rule.Cut, Text: e.Rule.Text, Examples: listNotNull(e.Rule.Examples),
			Bearer: NewBearerDocument(e.Bearer)}
		if e.Same != nil {
			d.Same = &SameDocument{e.Same.From, e.Same.To}
		}
		all = append(all, d)
	}
	return all
}

// ShowDocument is a part of a release as it prints it.
type ShowDocument struct {
	Release ShownRelease    `json:"release"`
	Entries []EntryDocument `json:"entries"`
}

// ShownRelease names the release that entries were taken from.
type ShownRelease struct {
	Effective Date     `json:"effective"`
	Code      string   `json:"code"`
	Name      string   `json:"name"`
	Newest    bool     `json:"newest"` // of those held
	Sample    bool     `json:"sample,omitempty"`
	Excerpt   bool     `json:"excerpt,omitempty"`
	Flags     []string `json:"flags"`
}

// EntryDocument is one entry of a release.
type EntryDocument struct {
	Kind     Kind     `json:"kind"`
	Number   Number   `json:"number"`  // empty for terms, introduction and credits
	Term     string   `json:"term"`    // empty for all but glossary terms
	Heading  string   `json:"heading"` // chain of titles that the entry stands under
	Text     string   `json:"text"`    // exactly as published, paragraphs apart by "\n"
	Examples []string `json:"examples"`
}

// NewShowDocument puts entries of snapshot s into their document. newest says
// whether s is the newest release held.
func NewShowDocument(s *Snapshot, entries []Entry, newest bool) ShowDocument {
	r := s.Release
	d := ShowDocument{
		Release: ShownRelease{Effective: r.Effective, Code: r.Code, Name: r.Name, Newest: newest,
			Sample: r.Sample, Excerpt: r.Excerpt, Flags: listNotNull(r.Flags)},
		Entries: []EntryDocument{},
	}
	titles := s.Titles()
	for _, e := range entries {
		d.Entries = append(d.Entries, EntryDocument{Kind: e.Kind, Number: e.Number, Term: e.Term,
			Heading: Chain(titles, e.Number), Text: e.Text, Examples: listNotNull(e.Examples)})
	}
	return d
}

// listNotNull makes an absent list an empty one: in JSON [] and not null.
func listNotNull(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
