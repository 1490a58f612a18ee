package index

import (
	"strings"

	"github.com/blevesearch/bleve/v2/analysis"
	bleve "github.com/blevesearch/bleve_index_api"

	"rulebook/search"
)

// The fields of a document in Bleve.
const (
	textField    = "text"    // stems of term and text, of the first sentence again, and of the titles above
	exactField   = "exact"   // the words of term and text as they are
	chainField   = "chain"   // stems of the titles above, the own one taken in
	titleField   = "title"   // words of the document's own title or term, plurals as singulars
	aboveField   = "above"   // the same of the titles above, of what has a title
	nameField    = "name"    // each name whole, in singulars and in stems: one term a name
	definesField = "defines" // each glossary term that refers here, whole
)

// scored are the fields whose words are scored.
var scored = [...]string{textField, exactField}

// A name is marked as what it is: the words themselves, plurals as singulars, or
// their stems.
const (
	nameAsIs  = "="
	nameStems = "~"
)

const (
	withScores = bleve.IndexField
	present    = bleve.IndexField | bleve.SkipFreqNorm
)

// terms is the analysis.Analyzer of a field whose terms are known.
type terms []string

// Analyze implements analysis.Analyzer; it does not look at the text.
func (t terms) Analyze([]byte) analysis.TokenStream {
	block := make([]analysis.Token, len(t))
	stream := make(analysis.TokenStream, len(t))
	for i, term := range t {
		block[i] = analysis.Token{Term: []byte(term), Position: i + 1}
		stream[i] = &block[i]
	}
	return stream
}

// prepare finds the document's words and the terms of its fields.
func (d *document) prepare(stems *stemmer) {
	v := d.newest()
	d.tokens = search.Tokenize(v.searched())
	exact := make(terms, len(d.tokens))
	for i, t := range d.tokens {
		exact[i] = t.Text
	}
	text := make(terms, 0, 2*len(exact)+8)
	for _, w := range exact {
		text = append(text, stems.stem(w))
	}
	text = append(text, text[:d.leadWords(v)]...)
	above := formed(d.above(), stems.stem)
	text = append(text, above...)
	d.lengths = [len(scored)]int{len(text), len(exact)}

	names := d.names()
	var title, titles, over terms
	if len(names) > 0 {
		over = formed(d.above(), singular)
		title = formed(names[0], singular)
		titles = formed(names[0], stems.stem)
	}
	d.fields = []field{
		{textField, withScores, text},
		{exactField, withScores, exact},
		{chainField, present, append(above, titles...)},
		{titleField, present, title},
		{aboveField, present, over},
		{nameField, present, nameTerms(names, stems)},
		{definesField, present, nameTerms(d.defines, stems)},
	}
}

// field is one of a document's fields.
type field struct {
	name    string
	options bleve.FieldIndexingOptions
	terms   terms
}

// leadWords is how many of the document's words are its term and first sentence.
// They are indexed twice, since that is where definitions stand.
func (d *document) leadWords(v version) int {
	end := len(v.searched()) - len(v.text)
	if sentences := sentencesOf(v.text); len(sentences) > 0 {
		end += sentences[0].End
	}
	n := 0
	for n < len(d.tokens) && d.tokens[n].End <= end {
		n++
	}
	return n
}

// above are the titles over the document without its own. That of the section is
// so wide (Game Concepts, Zones) that only titles count as standing under it.
func (d *document) above() string {
	chain := d.newest().heading
	if !d.title {
		return chain
	}
	if i := strings.LastIndex(chain, " › "); i >= 0 {
		return d.section + "\n" + chain[:i]
	}
	return d.section
}

// formed are the words of a text, each brought to a form.
func formed(text string, form func(string) string) terms {
	tokens := search.Tokenize(text)
	out := make(terms, len(tokens))
	for i, t := range tokens {
		out[i] = form(t.Text)
	}
	return out
}

// nameTerms are the terms of names: each in singulars and in stems.
func nameTerms(names []string, stems *stemmer) terms {
	var all terms
	for _, name := range names {
		tokens := search.Tokenize(name)
		words, roots := make([]string, len(tokens)), make([]string, len(tokens))
		for i, t := range tokens {
			words[i], roots[i] = singular(t.Text), stems.stem(t.Text)
		}
		all = append(all, nameAsIs+strings.Join(words, " "), nameStems+strings.Join(roots, " "))
	}
	return all
}
