package index

import (
	"context"
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
	refers  []reference
}

// reference is a glossary term's "See rule 702.19" while it stood.
type reference struct {
	term     string
	number   archive.Number
	from, to int
}

// gather reads the whole of src. All documents together are a tenth of the
// texts that the releases print, and are held in memory while the index is built.
func gather(ctx context.Context, src Source, held []archive.Release) ([]*document, error) {
	g := gathering{ordinal: make(map[archive.Date]int, len(held))}
	for i, r := range held {
		g.ordinal[r.Effective] = i
	}
	if err := src.EachSpan(ctx, g.add); err != nil {
		return nil, err
	}
	g.define()
	return g.all, nil
}

// add takes in one span.
func (g *gathering) add(s archive.Span) error {
	from, known := g.ordinal[s.From]
	to, known2 := g.ordinal[s.To]
	if s.Kind == archive.Contents || !known || !known2 {
		return nil // the contents list repeats the headings
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
	if s.Kind == archive.Term {
		g.refer(s, r)
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

// refer notes the rule to which a glossary term refers first.
func (g *gathering) refer(s archive.Span, r run) {
	for _, see := range []string{"See rule ", "See rules ", "see rule "} {
		_, tail, found := strings.Cut(s.Text, see)
		if !found {
			continue
		}
		end := strings.IndexFunc(tail, func(r rune) bool { return r == ' ' || r == ',' || r == ';' || r == '–' || r == ')' })
		if end < 0 {
			end = len(tail)
		}
		if n, ok := archive.ParseCitation(tail[:end]); ok {
			g.refers = append(g.refers, reference{term: s.Term, number: n, from: r.from, to: r.to})
			return
		}
	}
}

// define tells each document which glossary terms refer to it.
func (g *gathering) define() {
	byNumber := make(map[archive.Number][]reference)
	for _, ref := range g.refers {
		byNumber[ref.number] = append(byNumber[ref.number], ref)
	}
	for _, d := range g.all {
		if d.example > 0 {
			continue
		}
		for _, r := range d.runs {
			for _, ref := range byNumber[r.number] {
				if ref.from <= r.to && r.from <= ref.to && !slices.Contains(d.defines, ref.term) {
					d.defines = append(d.defines, ref.term)
				}
			}
		}
	}
}

// newest is the version printed last.
func (d *document) newest() version { return d.versions[d.runs[len(d.runs)-1].version] }

// text is what is searched: the glossary term as a paragraph of its own, and the text.
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

func namesIn(s string) []string {
	names := []string{s}
	if head, _, found := strings.Cut(s, " ("); found {
		names = append(names, head)
	}
	if parts := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == '/' }); len(parts) > 1 {
		names = append(names, parts...)
	}
	return names
}

// tokensOf joins a text's words, each brought to a form.
func tokensOf(text string, form func(string) string) string {
	tokens := search.Tokenize(text)
	words := make([]string, len(tokens))
	for i, t := range tokens {
		words[i] = form(t.Text)
	}
	return strings.Join(words, " ")
}
