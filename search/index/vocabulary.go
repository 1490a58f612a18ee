package index

import (
	"encoding/binary"
	"errors"
	"slices"
	"sort"
	"strings"
)

// vocabulary are the words of the book in alphabetical order. A word's id is its
// place in that order, counted from 1; 0 stands for the end of a paragraph.
type vocabulary struct {
	words []bookWord
	stems []string // in alphabetical order
}

// bookWord is a word of the book.
type bookWord struct {
	text    string
	stem    uint32 // index into the stems
	entries uint32 // documents that hold it
}

// vocabularyOf makes the vocabulary of the words with the number of documents
// that hold each.
func vocabularyOf(entries map[string]uint32, stems *stemmer) *vocabulary {
	v := &vocabulary{}
	for word, n := range entries {
		v.words = append(v.words, bookWord{text: word, entries: n})
		v.stems = append(v.stems, stems.stem(word))
	}
	slices.Sort(v.stems)
	v.stems = slices.Compact(v.stems)
	slices.SortFunc(v.words, func(a, b bookWord) int { return strings.Compare(a.text, b.text) })
	for i := range v.words {
		at, _ := slices.BinarySearch(v.stems, stems.stem(v.words[i].text))
		v.words[i].stem = uint32(at)
	}
	return v
}

// id is a word's id, or ok is false for a word that the book has never held.
func (v *vocabulary) id(word string) (id uint32, ok bool) {
	at, ok := slices.BinarySearchFunc(v.words, word, func(w bookWord, s string) int { return strings.Compare(w.text, s) })
	return uint32(at) + 1, ok
}

// stem is a stem's index, or ok is false for one that no word of the book has.
func (v *vocabulary) stem(stem string) (index uint32, ok bool) {
	at, ok := slices.BinarySearch(v.stems, stem)
	return uint32(at), ok
}

// word is the word of an id.
func (v *vocabulary) word(id uint32) *bookWord { return &v.words[id-1] }

// fitting are the words that fit, those in most documents first.
func (v *vocabulary) fitting(fits func(string) bool) []bookWord {
	var found []bookWord
	for _, w := range v.words {
		if fits(w.text) {
			found = append(found, w)
		}
	}
	sort.SliceStable(found, func(i, j int) bool { return found[i].entries > found[j].entries })
	return found
}

// nearest is the word most like one that the book does not hold: the fewest
// slips, then the most entries. Empty when none is like it.
func (v *vocabulary) nearest(word string) string {
	const most = 2 // slips
	best, slipped, entries := "", most+1, uint32(0)
	for _, w := range v.words {
		n := slips(word, w.text, min(most, slipped))
		if n > most || n >= len([]rune(word))-1 {
			continue
		}
		if n < slipped || n == slipped && w.entries > entries {
			best, slipped, entries = w.text, n, w.entries
		}
	}
	return best
}

// pack writes the vocabulary as unpackVocabulary reads it.
func (v *vocabulary) pack(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(v.stems)))
	for _, s := range v.stems {
		b = appendString(b, s)
	}
	b = binary.AppendUvarint(b, uint64(len(v.words)))
	for _, w := range v.words {
		b = appendString(b, w.text)
		b = binary.AppendUvarint(b, uint64(w.stem))
		b = binary.AppendUvarint(b, uint64(w.entries))
	}
	return b
}

func appendString(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

var errShort = errors.New("the index is cut short")

// reading reads what the append functions wrote. After a failure it yields zeros
// and err is set.
type reading struct {
	b   []byte
	err error
}

func (r *reading) uvarint() uint64 {
	n, size := binary.Uvarint(r.b)
	if size <= 0 {
		r.b, r.err = nil, errShort
		return 0
	}
	r.b = r.b[size:]
	return n
}

func (r *reading) bytes() []byte {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.b, r.err = nil, errShort
		return nil
	}
	b := r.b[:n]
	r.b = r.b[n:]
	return b
}

// count reads the length of a list whose members take a byte at least.
func (r *reading) count() int {
	n := r.uvarint()
	if n > uint64(len(r.b)) {
		r.b, r.err = nil, errShort
		return 0
	}
	return int(n)
}

// vocabulary reads what pack wrote.
func (r *reading) vocabulary() *vocabulary {
	v := &vocabulary{stems: make([]string, r.count())}
	for i := range v.stems {
		v.stems[i] = string(r.bytes())
	}
	v.words = make([]bookWord, r.count())
	for i := range v.words {
		w := bookWord{text: string(r.bytes()), stem: uint32(r.uvarint()), entries: uint32(r.uvarint())}
		if int(w.stem) >= len(v.stems) {
			r.err = errShort
			return v
		}
		v.words[i] = w
	}
	return v
}
