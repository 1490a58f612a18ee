package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"rulebook/archive"
)

// facts are what is known of the documents apart from their words, in the order
// of Bleve's document numbers.
type facts struct {
	docs []fact
	runs []stretch
	// lengths are the numbers of words in each field that is scored, of all
	// documents together, for the mean length that BM25 asks for.
	lengths [len(scored)]uint64
	// current is how many documents stand in the newest release; they come first,
	// so that a search of that release alone can stop after them.
	current int
	// sections are the newest titles of the numbered sections.
	sections [maxSection + 1]string
}

// maxSection is the highest number that a section can bear.
const maxSection = 9

// fact is what is known of one document.
type fact struct {
	lineage uint32
	example uint16
	kind    archive.Kind
	title   uint8  // words of its title or term; 0 for what has none
	cited   uint16 // by how many entries
	first   uint32 // of its stretches
	count   uint16 // of its stretches, oldest first
}

// stretch is a run in few bytes.
type stretch struct {
	number   code
	from, to uint16
	version  uint16
}

// stretches are those of one document, oldest first.
func (f *facts) stretches(doc int) []stretch {
	d := &f.docs[doc]
	return f.runs[d.first : d.first+uint32(d.count)]
}

// code is a rule number in one integer that sorts as archive.Number.Compare does;
// 0 is no number.
type code uint64

// The bits of a code: section, heading, rule, letters.
const (
	ruleBits    = 10
	lettersBits = 10
	headingAt   = ruleBits + lettersBits
	sectionAt   = headingAt + 10
)

func encode(n archive.Number) code {
	return code(n.Section)<<sectionAt | code(n.Heading)<<headingAt | code(n.Rule)<<lettersBits | letters(n.Letter)
}

// letters numbers a to z from 1 and aa to zz from 27.
func letters(s string) code {
	switch len(s) {
	case 1:
		return code(s[0]-'a') + 1
	case 2:
		return (code(s[0]-'a')+1)*26 + code(s[1]-'a') + 1
	}
	return 0
}

func (c code) number() archive.Number {
	const ten = 1<<10 - 1
	n := archive.Number{Section: int(c >> sectionAt), Heading: int(c >> headingAt & ten), Rule: int(c >> lettersBits & ten)}
	switch l := int(c & ten); {
	case l > 26:
		n.Letter = string([]byte{byte('a' + (l-27)/26), byte('a' + (l-27)%26)})
	case l > 0:
		n.Letter = string([]byte{byte('a' + l - 1)})
	}
	return n
}

// under is the mask and value of the codes that stand under n, n itself taken in.
func under(n archive.Number) (mask, value code) {
	free := 0 // low bits that may be anything
	switch n.Kind() {
	case archive.Section:
		free = sectionAt
	case archive.Heading:
		free = headingAt
	case archive.Rule:
		free = lettersBits
	}
	return ^(code(1)<<free - 1), encode(n)
}

// The sizes of the head, a document and a stretch in the file.
const (
	headSize = 4 + 4 + 4 + 8*len(scored)
	docSize  = 4 + 2 + 1 + 1 + 2 + 2
	runSize  = 8 + 2 + 2 + 2
)

// pack writes the facts as the file that unpack reads.
func (f *facts) pack() []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, headSize+docSize*len(f.docs)+runSize*len(f.runs))
	b = le.AppendUint32(b, uint32(len(f.docs)))
	b = le.AppendUint32(b, uint32(len(f.runs)))
	b = le.AppendUint32(b, uint32(f.current))
	for _, n := range f.lengths {
		b = le.AppendUint64(b, n)
	}
	for _, d := range f.docs {
		b = le.AppendUint32(b, d.lineage)
		b = le.AppendUint16(b, d.example)
		b = append(b, byte(d.kind), d.title)
		b = le.AppendUint16(b, d.count)
		b = le.AppendUint16(b, d.cited)
	}
	for _, r := range f.runs {
		b = le.AppendUint64(b, uint64(r.number))
		b = le.AppendUint16(b, r.from)
		b = le.AppendUint16(b, r.to)
		b = le.AppendUint16(b, r.version)
	}
	for _, title := range f.sections {
		b = binary.AppendUvarint(b, uint64(len(title)))
		b = append(b, title...)
	}
	return b
}

var errFacts = errors.New("the index's facts are damaged")

// unpack reads what pack wrote. held is the number of releases held.
func unpack(b []byte, held int) (*facts, error) {
	le := binary.LittleEndian
	f := &facts{}
	if len(b) < headSize {
		return nil, errFacts
	}
	docs, runs := int(le.Uint32(b)), int(le.Uint32(b[4:]))
	f.current = int(le.Uint32(b[8:]))
	for i := range f.lengths {
		f.lengths[i] = le.Uint64(b[12+8*i:])
	}
	b = b[headSize:]
	if len(b) < docs*docSize+runs*runSize {
		return nil, errFacts
	}
	f.docs, f.runs = make([]fact, docs), make([]stretch, runs)
	next := uint32(0)
	for i := range f.docs {
		f.docs[i] = fact{
			lineage: le.Uint32(b), example: le.Uint16(b[4:]), kind: archive.Kind(b[6]), title: b[7],
			first: next, count: le.Uint16(b[8:]), cited: le.Uint16(b[10:]),
		}
		next += uint32(f.docs[i].count)
		b = b[docSize:]
	}
	if int(next) != runs {
		return nil, errFacts
	}
	for i := range f.runs {
		r := stretch{number: code(le.Uint64(b)), from: le.Uint16(b[8:]), to: le.Uint16(b[10:]), version: le.Uint16(b[12:])}
		if int(r.to) >= held || r.from > r.to {
			return nil, fmt.Errorf("%w: a wording stands in release %d of %d", errFacts, r.to, held)
		}
		f.runs[i] = r
		b = b[runSize:]
	}
	for i := range f.sections {
		n, size := binary.Uvarint(b)
		if size <= 0 || n > uint64(len(b)-size) {
			return nil, errFacts
		}
		f.sections[i] = string(b[size : size+int(n)])
		b = b[size+int(n):]
	}
	return f, nil
}

// factsOf is the table of documents in the given order.
func factsOf(documents []*document) *facts {
	f := &facts{docs: make([]fact, 0, len(documents))}
	latest := [maxSection + 1]int{}
	for _, d := range documents {
		last := d.runs[len(d.runs)-1]
		if d.kind == archive.Section && d.example == 0 && last.to >= latest[last.number.Section] {
			latest[last.number.Section] = last.to
			f.sections[last.number.Section] = d.newest().text
		}
		f.docs = append(f.docs, fact{
			lineage: uint32(d.lineage), example: uint16(d.example), kind: d.kind, title: d.titleWords(),
			first: uint32(len(f.runs)), count: uint16(len(d.runs)), cited: uint16(min(d.cited, math.MaxUint16)),
		})
		for _, r := range d.runs {
			f.runs = append(f.runs, stretch{number: encode(r.number), from: uint16(r.from), to: uint16(r.to), version: uint16(r.version)})
		}
	}
	return f
}
