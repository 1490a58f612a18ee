package index

import (
	"encoding/binary"
	"errors"
	"strings"

	blevedoc "github.com/blevesearch/bleve/v2/document"
	bleve "github.com/blevesearch/bleve_index_api"
)

// The fields of a document in Bleve.
const (
	textField    = "text"    // stems of term and text, with positions
	exactField   = "exact"   // the same words as they are, with positions
	leadField    = "lead"    // stems of the first sentence
	chainField   = "chain"   // stems of the titles above
	titleField   = "title"   // stems of the document's own title or term
	nameField    = "name"    // each name whole, as it is and in stems: one term a name
	definesField = "defines" // each glossary term that refers here, whole
	bodyField    = "body"    // the versions, stored and not searched
)

// scored are the fields whose words are scored.
var scored = [...]string{textField, exactField, chainField, titleField, leadField}

// A name is marked as what it is: the words themselves, or their stems.
const (
	nameAsIs   = "="
	nameStems  = "~"
	positions  = bleve.IndexField | bleve.IncludeTermVectors
	searchable = bleve.IndexField
	present    = bleve.IndexField | bleve.SkipFreqNorm
)

// toBleve is the document as Bleve takes it.
func (d *document) toBleve(id string, stems *stemmer) *blevedoc.Document {
	v := d.newest()
	doc := blevedoc.NewDocument(id)
	add := func(field, text string, options bleve.FieldIndexingOptions, form func(string) string) {
		if text != "" {
			doc.AddField(blevedoc.NewTextFieldCustom(field, nil, []byte(text), options, analyzer{form}))
		}
	}
	add(textField, v.searched(), positions, stems.stem)
	add(exactField, v.searched(), positions, asIs)
	add(leadField, v.lead(), searchable, stems.stem)
	add(chainField, d.above(), searchable, stems.stem)
	names := d.names()
	if len(names) > 0 {
		add(titleField, names[0], searchable, stems.stem)
	}
	doc.AddField(blevedoc.NewTextFieldCustom(nameField, nil, []byte(nameTerms(names, stems)), present, keyword{}))
	doc.AddField(blevedoc.NewTextFieldCustom(definesField, nil, []byte(nameTerms(d.defines, stems)), present, keyword{}))
	doc.AddField(blevedoc.NewTextFieldCustom(bodyField, nil, packVersions(d.versions), bleve.StoreField, keyword{}))
	return doc
}

// above are the titles over the document without its own and without numbers.
func (d *document) above() string {
	chain := d.newest().heading
	if d.title {
		chain, _, _ = cutLast(chain, " › ")
	}
	return chain
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// nameTerms are the terms of the names, a line each.
func nameTerms(names []string, stems *stemmer) string {
	var lines []string
	for _, name := range names {
		for _, one := range namesIn(name) {
			lines = append(lines, nameAsIs+tokensOf(one, asIs), nameStems+tokensOf(one, stems.stem))
		}
	}
	return strings.Join(lines, "\n")
}

// packVersions writes the versions as unpackVersions reads them: each string with
// its length before it.
func packVersions(versions []version) []byte {
	var b []byte
	for _, v := range versions {
		for _, s := range [...]string{v.heading, v.term, v.text} {
			b = binary.AppendUvarint(b, uint64(len(s)))
			b = append(b, s...)
		}
	}
	return b
}

var errBody = errors.New("the index's texts are damaged")

// unpackVersion reads the version at an index.
func unpackVersion(b []byte, at int) (version, error) {
	var v version
	for range at + 1 {
		for _, s := range [...]*string{&v.heading, &v.term, &v.text} {
			n, size := binary.Uvarint(b)
			if size <= 0 || n > uint64(len(b)-size) {
				return version{}, errBody
			}
			*s = string(b[size : size+int(n)])
			b = b[size+int(n):]
		}
	}
	return v, nil
}
