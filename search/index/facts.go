package index

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"rulebook/archive"
)

// facts are what is known of the documents beside Bleve's postings, in the order
// of Bleve's document numbers. They are small and held in memory.
type facts struct {
	docs []fact
	runs []stretch
	// current is how many documents stand in the newest release; they come first,
	// so that a search of that release alone can stop after them.
	current int
	// lengths are the numbers of words in each field that is scored, of all
	// documents together, for the mean length that BM25 asks for.
	lengths [len(scored)]uint64
	// sections are the newest titles of the numbered sections.
	sections [maxSection + 1]string
	words    *vocabulary
	sequence []byte // of all documents, one after the other
}

// maxSection is the highest number that a section can bear.
const maxSection = 9

// fact is what is known of one document.
type fact struct {
	lineage  uint32
	example  uint16
	kind     archive.Kind
	title    uint8  // words of its title or term; 0 for what has none
	cited    uint16 // by how many entries
	count    uint16 // of its stretches, oldest first
	first    uint32 // of its stretches
	sequence uint32 // where its words begin
	words    uint32 // bytes of its words
	text     uint32 // where its versions begin in the file of texts
	length   uint32 // bytes of its versions
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

// sequenceOf is a document's words.
func (f *facts) sequenceOf(doc uint64) sequence {
	d := &f.docs[doc]
	return f.sequence[d.sequence : d.sequence+d.words]
}

// The sizes of the head, a document and a stretch in the file.
const (
	headSize = 5*4 + 8*len(scored)
	docSize  = 4 + 2 + 1 + 1 + 2 + 2 + 4 + 4
	runSize  = 8 + 2 + 2 + 2
)

// pack writes the facts as the file that unpack reads.
func (f *facts) pack() []byte {
	le := binary.LittleEndian
	b := make([]byte, 0, headSize+docSize*len(f.docs)+runSize*len(f.runs)+len(f.sequence))
	for _, n := range [...]int{len(f.docs), len(f.runs), len(f.sequence), f.current, 0} {
		b = le.AppendUint32(b, uint32(n))
	}
	for _, n := range f.lengths {
		b = le.AppendUint64(b, n)
	}
	for _, d := range f.docs {
		b = le.AppendUint32(b, d.lineage)
		b = le.AppendUint16(b, d.example)
		b = append(b, byte(d.kind), d.title)
		b = le.AppendUint16(b, d.cited)
		b = le.AppendUint16(b, d.count)
		b = le.AppendUint32(b, d.words)
		b = le.AppendUint32(b, d.length)
	}
	for _, r := range f.runs {
		b = le.AppendUint64(b, uint64(r.number))
		b = le.AppendUint16(b, r.from)
		b = le.AppendUint16(b, r.to)
		b = le.AppendUint16(b, r.version)
	}
	b = append(b, f.sequence...)
	for _, title := range f.sections {
		b = appendString(b, title)
	}
	return f.words.pack(b)
}

var errFacts = errors.New("the index's facts are damaged")

// unpack reads what pack wrote. held is the number of releases held. The facts
// keep b.
func unpack(b []byte, held int) (*facts, error) {
	if len(b) < headSize {
		return nil, errFacts
	}
	le := binary.LittleEndian
	f := &facts{current: int(le.Uint32(b[12:]))}
	docs, runs, words := int(le.Uint32(b)), int(le.Uint32(b[4:])), int(le.Uint32(b[8:]))
	for i := range f.lengths {
		f.lengths[i] = le.Uint64(b[5*4+8*i:])
	}
	b = b[headSize:]
	if len(b) < docs*docSize+runs*runSize+words {
		return nil, errFacts
	}
	if err := f.unpackDocs(b[:docs*docSize], docs, runs, words); err != nil {
		return nil, err
	}
	b = b[docs*docSize:]
	if err := f.unpackRuns(b[:runs*runSize], runs, held); err != nil {
		return nil, err
	}
	b = b[runs*runSize:]
	f.sequence = b[:words]
	r := reading{b: b[words:]}
	for i := range f.sections {
		f.sections[i] = string(r.bytes())
	}
	f.words = r.vocabulary()
	return f, r.err
}

func (f *facts) unpackDocs(b []byte, docs, runs, words int) error {
	le := binary.LittleEndian
	f.docs = make([]fact, docs)
	run, word, text := uint64(0), uint64(0), uint64(0) // wider than each may be, so that no sum comes round again
	for i := range f.docs {
		d := fact{
			lineage: le.Uint32(b), example: le.Uint16(b[4:]), kind: archive.Kind(b[6]), title: b[7],
			cited: le.Uint16(b[8:]), count: le.Uint16(b[10:]), words: le.Uint32(b[12:]), length: le.Uint32(b[16:]),
			first: uint32(run), sequence: uint32(word), text: uint32(text),
		}
		run, word, text = run+uint64(d.count), word+uint64(d.words), text+uint64(d.length)
		if run > uint64(runs) || word > uint64(words) || text > math.MaxUint32 {
			return errFacts
		}
		f.docs[i] = d
		b = b[docSize:]
	}
	if run != uint64(runs) || word != uint64(words) || f.current > docs {
		return errFacts
	}
	return nil
}

func (f *facts) unpackRuns(b []byte, runs, held int) error {
	le := binary.LittleEndian
	f.runs = make([]stretch, runs)
	for i := range f.runs {
		r := stretch{number: code(le.Uint64(b)), from: le.Uint16(b[8:]), to: le.Uint16(b[10:]), version: le.Uint16(b[12:])}
		if int(r.to) >= held || r.from > r.to {
			return fmt.Errorf("%w: a wording stands in release %d of %d", errFacts, r.to, held)
		}
		f.runs[i] = r
		b = b[runSize:]
	}
	return nil
}

// factsOf is the table of documents in the given order, and the file of their
// texts.
func factsOf(documents []*document, words *vocabulary) (f *facts, texts []byte) {
	f = &facts{docs: make([]fact, 0, len(documents)), words: words}
	f.sections = sectionTitles(documents)
	for _, d := range documents {
		wordsFrom, textsFrom := len(f.sequence), len(texts)
		f.sequence = appendWords(f.sequence, d.tokens, words)
		texts = packVersions(texts, d.versions)
		f.docs = append(f.docs, fact{
			lineage: uint32(d.lineage), example: uint16(d.example), kind: d.kind, title: d.titleWords(),
			cited: uint16(min(d.cited, math.MaxUint16)), count: uint16(len(d.runs)), first: uint32(len(f.runs)),
			sequence: uint32(wordsFrom), words: uint32(len(f.sequence) - wordsFrom),
			text: uint32(textsFrom), length: uint32(len(texts) - textsFrom),
		})
		for _, r := range d.runs {
			f.runs = append(f.runs, stretch{number: encode(r.number), from: uint16(r.from), to: uint16(r.to), version: uint16(r.version)})
		}
		for i, n := range d.lengths {
			f.lengths[i] += uint64(n)
		}
	}
	return f, texts
}
