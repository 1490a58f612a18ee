package index

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/search"
)

// document is one wording of a lineage, or of one of its examples, with all the
// stretches in which it stood.
type document struct {
	lineage  archive.LineageID
	kind     archive.Kind
	example  int // counted from 1; 0 for the entry itself
	title    bool
	runs     []run
	versions []version
	// defines are the glossary terms that refer to the entry for their meaning.
	defines []string
	section string // the title of the section it stands in
	// cited is the number of entries that named the document's number when it
	// last stood.
	cited int

	// What prepare fills in.
	tokens  []search.Token
	fields  []field
	lengths [len(scored)]int // words of the scored fields
}

// run is a stretch of held releases in which a document kept number and version.
type run struct {
	from, to int // indices into the held releases
	number   archive.Number
	version  int // index into the document's versions
}

// version is how a wording was printed: versions of one document differ in
// typography and in the titles above, never in the words.
type version struct{ heading, term, text string }

// gathering makes documents of spans.
type gathering struct {
	ordinal map[archive.Date]int // of held releases
	all     []*document

	lineage archive.LineageID
	own     map[string]*document // of the lineage at hand, by folded wording
}

// gather reads the whole of src. What stands in the newest release comes first. All
// documents together are a tenth of the texts that the releases print, and are held
// in memory while the index is built.
func gather(ctx context.Context, src Source, held []archive.Release) ([]*document, error) {
	g := gathering{ordinal: make(map[archive.Date]int, len(held))}
	for i, r := range held {
		g.ordinal[r.Effective] = i
	}
	if err := src.EachSpan(ctx, g.add); err != nil {
		return nil, err
	}
	g.define()
	newest := len(held) - 1
	slices.SortStableFunc(g.all, func(a, b *document) int { return b2i(b.stands(newest)) - b2i(a.stands(newest)) })
	return g.all, nil
}

// add takes in one span.
func (g *gathering) add(s archive.Span) error {
	from, begins := g.ordinal[s.From]
	to, ends := g.ordinal[s.To]
	if !begins || !ends {
		return fmt.Errorf("a wording stands from %s to %s, and no releases of these dates are held", s.From, s.To)
	}
	if s.Kind == archive.Contents {
		return nil // it repeats the headings
	}
	if s.Lineage != g.lineage || g.own == nil {
		g.lineage, g.own = s.Lineage, make(map[string]*document)
	}
	r := run{from: from, to: to, number: s.Number}
	entry := archive.Entry{Kind: s.Kind, Number: s.Number, Text: s.Text, Examples: s.Examples}
	d := g.document(archive.Fold(s.Term)+"\x00"+archive.Fold(s.Text), s.Kind, 0)
	d.title = d.title || entry.IsTitle()
	d.extend(r, version{s.Heading, s.Term, s.Text})
	for i, example := range s.Examples {
		g.document("\x00\x00"+archive.Fold(example), s.Kind, i+1).extend(r, version{s.Heading, "", example})
	}
	return nil
}

// document finds or makes the document of a folded wording.
func (g *gathering) document(key string, kind archive.Kind, example int) *document {
	d := g.own[key]
	if d == nil {
		d = &document{lineage: g.lineage, kind: kind, example: example}
		g.own[key] = d
		g.all = append(g.all, d)
	}
	return d
}

// extend adds a stretch to the document.
func (d *document) extend(r run, v version) {
	r.version = slices.Index(d.versions, v)
	if r.version < 0 {
		r.version = len(d.versions)
		d.versions = append(d.versions, v)
	}
	if n := len(d.runs); n > 0 {
		last := &d.runs[n-1]
		if last.from <= r.from && r.to <= last.to {
			return // an example printed twice in one rule
		}
		if last.to+1 == r.from && last.number == r.number && last.version == r.version {
			last.to = r.to
			return
		}
	}
	d.runs = append(d.runs, r)
}

// stands reports whether the document's last stretch reaches a release.
func (d *document) stands(release int) bool { return d.runs[len(d.runs)-1].to >= release }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

// newest is the version printed last.
func (d *document) newest() version { return d.versions[d.runs[len(d.runs)-1].version] }

// searched is what is searched: the glossary term as a paragraph of its own, and the text.
func (v version) searched() string {
	if v.term == "" {
		return v.text
	}
	return v.term + "\n" + v.text
}

// names are what the document is called, if it is called anything: a heading's
// title, a keyword, a glossary term, each part of "Choose, Chosen" and the term
// without "(Obsolete)".
func (d *document) names() []string {
	v := d.newest()
	switch {
	case d.example > 0:
		return nil
	case v.term != "":
		return namesIn(v.term)
	case d.title:
		return namesIn(v.text)
	}
	return nil
}

// titleWords is the number of words in the document's first name; 0 for none.
func (d *document) titleWords() uint8 {
	names := d.names()
	if len(names) == 0 {
		return 0
	}
	return uint8(min(len(search.Tokenize(names[0])), 255))
}

// namesIn are a title or term and what else it may be called.
func namesIn(s string) []string {
	names := []string{s}
	if rest, found := strings.CutPrefix(s, "The "); found {
		names = append(names, rest)
	}
	if head, _, found := strings.Cut(s, " ("); found {
		names = append(names, head)
	}
	if parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == '/' }); len(parts) > 1 {
		names = append(names, parts...)
	}
	return names
}
