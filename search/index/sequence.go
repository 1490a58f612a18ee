package index

import (
	"encoding/binary"
	"iter"
	"slices"

	"rulebook/search"
)

// sequence is a document's words in their order, an id each in as few bytes as it
// takes, with 0 between paragraphs. Bleve knows which documents hold the words of
// a phrase; the sequence knows whether they stand side by side. (Bleve can keep
// positions too, at four times the time for a phrase and twice the index.)
type sequence []byte

// appendWords writes the words of tokens.
func appendWords(b []byte, tokens []search.Token, v *vocabulary) []byte {
	last := 0
	for _, t := range tokens {
		if last > 0 && t.Position > last+1 {
			b = append(b, 0)
		}
		last = t.Position
		id, _ := v.id(t.Text)
		b = binary.AppendUvarint(b, uint64(id))
	}
	return b
}

// next reads one id; size is 0 at the end.
func (s sequence) next() (id uint32, size int) {
	if len(s) > 0 && s[0] < 0x80 {
		return uint32(s[0]), 1
	}
	n, size := binary.Uvarint(s)
	return uint32(n), max(size, 0)
}

// phrase is words side by side: ids, or stems where the form does not matter.
type phrase struct {
	ids      []uint32
	stemmed  bool
	hopeless bool // one of the words stands nowhere
}

// newPhrase is the phrase of words as they are.
func (x *Index) newPhrase(words []string) phrase {
	p := phrase{}
	for _, w := range words {
		id, ok := x.facts.words.id(w)
		p.ids, p.hopeless = append(p.ids, id), p.hopeless || !ok
	}
	return p
}

// newStemPhrase is the phrase of words in any form.
func (x *Index) newStemPhrase(stems []string) phrase {
	p := phrase{stemmed: true}
	for _, s := range stems {
		id, ok := x.facts.words.stem(s)
		p.ids, p.hopeless = append(p.ids, id), p.hopeless || !ok
	}
	return p
}

// holds reports whether the phrase stands in the sequence.
func (s sequence) holds(p phrase, v *vocabulary) bool {
	if p.hopeless {
		return false
	}
	for len(s) > 0 {
		id, size := s.next()
		if size == 0 {
			return false
		}
		s = s[size:]
		if p.fits(0, id, v) && s.goesOn(p, v) {
			return true
		}
	}
	return false
}

// goesOn reports whether the rest of the phrase stands at the start.
func (s sequence) goesOn(p phrase, v *vocabulary) bool {
	for i := 1; i < len(p.ids); i++ {
		id, size := s.next()
		if size == 0 || !p.fits(i, id, v) {
			return false
		}
		s = s[size:]
	}
	return true
}

func (p phrase) fits(i int, id uint32, v *vocabulary) bool {
	if id == 0 || int(id) > len(v.words) {
		return false
	}
	if p.stemmed {
		return v.word(id).stem == p.ids[i]
	}
	return id == p.ids[i]
}

// words yields the words with their positions, from 1 on. It stops at what is no word.
func (s sequence) words(v *vocabulary) iter.Seq2[int, uint32] {
	return func(yield func(position int, id uint32) bool) {
		for position := 1; len(s) > 0; position++ {
			id, size := s.next()
			if size == 0 || int(id) > len(v.words) {
				return
			}
			s = s[size:]
			if id == 0 {
				position += search.ParagraphGap - 1
			} else if !yield(position, id) {
				return
			}
		}
	}
}

// narrowest is the smallest number of words in a row that holds as many of the
// stems as the sequence does at all, and how many those are.
func (s sequence) narrowest(stems []uint32, v *vocabulary) (held, width int) {
	last := make([]int, len(stems)) // where each stem was seen last, counted from 1
	for position, id := range s.words(v) {
		at := slices.Index(stems, v.word(id).stem)
		if at < 0 {
			continue
		}
		last[at] = position
		n, first := 0, position
		for _, p := range last {
			if p > 0 {
				n, first = n+1, min(first, p)
			}
		}
		if w := position - first + 1; n > held || n == held && w < width {
			held, width = n, w
		}
	}
	return held, width
}

// finder is a finder over the sequence, for near/N.
func (s sequence) finder(stems *stemmer, v *vocabulary) *finder {
	f := &finder{stems: stems}
	for position, id := range s.words(v) {
		w := v.word(id)
		f.tokens = append(f.tokens, search.Token{Text: w.text, Position: position})
		f.stem = append(f.stem, v.stems[w.stem])
	}
	return f
}
