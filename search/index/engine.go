package index

import (
	"context"
	"math"
	"path/filepath"

	bleve "github.com/blevesearch/bleve_index_api"
	"github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// storeName is the file of Bleve's segment.
const storeName = "store.zap"

// engine reads one of Bleve's segment files as the index that its searchers ask
// for. The index engine that Bleve would put between them (scorch) is made to take
// in documents while it answers: it holds a lock, runs goroutines, and prepares
// tables at every start of the program that cost more than a search.
type engine struct {
	// IndexReader is nil: the searchers used here call nothing but what follows.
	bleve.IndexReader
	segment segment.Segment
}

func openEngine(folder string) (e *engine, err error) {
	defer recoverAs(&err)
	s, err := new(zap.ZapPlugin).Open(filepath.Join(folder, storeName))
	if err != nil {
		return nil, err
	}
	return &engine{segment: s}, nil
}

// DocCount implements bleve.IndexReader.
func (e *engine) DocCount() (uint64, error) { return e.segment.Count(), nil }

// Close frees the segment's file.
func (e *engine) Close() error { return e.segment.Close() }

// TermFieldReader implements bleve.IndexReader.
func (e *engine) TermFieldReader(_ context.Context, term []byte, field string, freq, norm, _ bool) (bleve.TermFieldReader, error) {
	dict, err := e.segment.Dictionary(field)
	if err != nil {
		return nil, err
	}
	postings, err := dict.PostingsList(term, nil, nil)
	if err != nil {
		return nil, err
	}
	r := &termReader{postings: postings, freq: freq, norm: norm}
	r.restart()
	return r, nil
}

// termReader walks through the documents that hold a term.
type termReader struct {
	postings   segment.PostingsList
	iterator   segment.PostingsIterator
	freq, norm bool
	after      uint64 // the last document read, plus one
}

func (r *termReader) restart() {
	r.iterator = r.postings.Iterator(r.freq, r.norm, false, r.iterator)
	r.after = 0
}

// Next implements bleve.TermFieldReader.
func (r *termReader) Next(into *bleve.TermFieldDoc) (*bleve.TermFieldDoc, error) {
	p, err := r.iterator.Next()
	return r.fill(into, p, err)
}

// Advance implements bleve.TermFieldReader.
func (r *termReader) Advance(id bleve.IndexInternalID, into *bleve.TermFieldDoc) (*bleve.TermFieldDoc, error) {
	doc := id.Value()
	if doc < r.after { // a segment's iterator goes forward only
		r.restart()
	}
	p, err := r.iterator.Advance(doc)
	return r.fill(into, p, err)
}

func (r *termReader) fill(into *bleve.TermFieldDoc, p segment.Posting, err error) (*bleve.TermFieldDoc, error) {
	if p == nil || err != nil {
		r.after = math.MaxUint64
		return nil, err
	}
	if into == nil {
		into = &bleve.TermFieldDoc{}
	}
	r.after = p.Number() + 1
	into.ID = bleve.NewIndexInternalID(into.ID, p.Number())
	if r.freq {
		into.Freq = p.Frequency()
	}
	if r.norm {
		into.Norm = p.Norm()
	}
	return into, nil
}

// The rest of bleve.TermFieldReader.
func (r *termReader) Count() uint64 { return r.postings.Count() }
func (r *termReader) Close() error  { return nil }
func (r *termReader) Size() int     { return r.postings.Size() + r.iterator.Size() }
