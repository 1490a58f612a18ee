package web

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"rulebook/archive"
)

// exportIndex is the search of an export: one document for each wording of each
// lineage, and for each word the documents that hold it. A page's script fetches only
// the pieces that a query needs: search/index.json, the words that begin as the
// query's do, and the documents that it shows.
type exportIndex struct {
	library   *library
	documents []*exportDocument
	standing  map[string]*exportDocument // wordings of the release read last
	names     map[string][]tenancy
	redirects map[string]string
}

// exportDocument is a wording and the held releases in which it stood.
type exportDocument struct {
	Name    string // number or term
	Heading string
	Text    string
	Page    string // where it is read, as of the last of these releases
	Kind    string
	from    int
	to      int
	place   int // in the book
}

// documentsPerFile of half a kilobyte each are fetched at once.
const documentsPerFile = 64

func newExportIndex(lib *library) *exportIndex {
	return &exportIndex{library: lib, standing: make(map[string]*exportDocument)}
}

// add notes the entry at i of the held release at, whose page is page.
func (x *exportIndex) add(b *book, i, at int, page string) {
	e := &b.Entries[i]
	key := fmt.Sprint(e.Lineage, "\n", e.Term, "\n", archive.Fold(e.Wording()))
	d := x.standing[key]
	if d == nil || d.to < at-1 {
		d = &exportDocument{from: at}
		x.standing[key] = d
		x.documents = append(x.documents, d)
	}
	d.to, d.place, d.Page, d.Text, d.Kind = at, i, addressOf(page), e.Wording(), e.Kind.String()
	d.Name, d.Heading = cmp.Or(e.Number.String(), e.Term, titleOfPart(e.Kind)), archive.Chain(b.titles, e.Number.Parent())
	if e.Kind == archive.Term {
		d.Heading = "Glossary"
	}
}

// settle puts the documents in the order in which they are found: what stands today
// first, and in the book's order.
func (x *exportIndex) settle(names map[string][]tenancy, redirects map[string]string) {
	x.names, x.redirects, x.standing = names, redirects, nil
	slices.SortFunc(x.documents, func(a, b *exportDocument) int {
		return cmp.Or(b.to-a.to, a.place-b.place, b.from-a.from, cmp.Compare(a.Name, b.Name))
	})
}

// indexFile is one file of the index.
type indexFile struct {
	name string
	body []byte
}

// files writes the index.
func (x *exportIndex) files() []indexFile {
	var out []indexFile
	add := func(name string, v any) {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(v); err != nil {
			panic(err) // lists, maps and strings can always be written
		}
		out = append(out, indexFile{"search/" + name, b.Bytes()})
	}
	spans := make([]int, 0, 2*len(x.documents))
	pieces := make(map[string]map[string][]int)
	for id, d := range x.documents {
		spans = append(spans, d.from, d.to)
		for word := range wordsOf(d) {
			piece := pieceOf(word)
			if pieces[piece] == nil {
				pieces[piece] = make(map[string][]int)
			}
			pieces[piece][word] = append(pieces[piece][word], id)
		}
	}
	for first := 0; first < len(x.documents); first += documentsPerFile {
		var rows [][]string
		for _, d := range x.documents[first:min(first+documentsPerFile, len(x.documents))] {
			rows = append(rows, []string{archive.Harmless(d.Name), archive.Harmless(d.Heading), archive.Harmless(d.Text), strings.TrimPrefix(d.Page, "/"), d.Kind})
		}
		add(fmt.Sprintf("d%d.json", first/documentsPerFile), rows)
	}
	for piece, words := range pieces {
		for _, ids := range words {
			for i := len(ids) - 1; i > 0; i-- {
				ids[i] -= ids[i-1] // steps are shorter than numbers
			}
		}
		add("w-"+piece+".json", words)
	}
	var releases [][]string
	for _, r := range x.library.held {
		releases = append(releases, []string{r.Effective.String(), x.library.codeOf(r), nameOf(r)})
	}
	add("index.json", map[string]any{"releases": releases, "per": documentsPerFile, "spans": spans, "pieces": slices.Sorted(maps.Keys(pieces))})
	histories := make(map[string][][]string)
	for name, list := range x.names {
		for _, t := range list {
			histories[name] = append(histories[name], []string{t.from.String(), t.to.String(), strings.TrimPrefix(addressOf(t.history), "/")})
		}
	}
	add("histories.json", histories)
	return out
}

// wordsOf are the words under which a document is found. A number is one word.
func wordsOf(d *exportDocument) map[string]bool {
	words := make(map[string]bool)
	if d.Name != "" && d.Name[0] >= '1' && d.Name[0] <= '9' {
		words[d.Name] = true
	}
	for _, text := range []string{d.Name, d.Text} {
		for _, word := range indexWords(text) {
			words[word] = true
		}
	}
	return words
}

// indexWords cuts a text into words as the script of the search page does.
func indexWords(text string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(archive.FoldCase(text), "'", ""), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}

// pieceOf is the piece of the index that holds a word: its first two letters.
func pieceOf(word string) string {
	const plain = "abcdefghijklmnopqrstuvwxyz0123456789"
	head := []rune(word)
	head = head[:min(2, len(head))]
	for i, r := range head {
		if !strings.ContainsRune(plain, r) {
			head[i] = '_'
		}
	}
	return string(head)
}
