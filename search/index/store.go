package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/RoaringBitmap/roaring/v2"
	blevedoc "github.com/blevesearch/bleve/v2/document"
	bleve "github.com/blevesearch/bleve_index_api"
	"github.com/blevesearch/scorch_segment_api/v2"
	zap "github.com/blevesearch/zapx/v17"
)

// batchSize is how many documents Bleve makes a segment of at a time. It bounds the
// memory that is taken: the 12,000 documents of the 71 published releases take 280 MB as
// one segment, and 150 MB in these, in the same time with their merging.
const batchSize = 1000

// batchText bounds the bytes of text in a segment for the same reason, where documents
// are longer than any published: Bleve takes up to a hundred times as much memory. The
// 71 published releases have 2.7 MB.
const batchText = 4 << 20

// writeStore writes Bleve's segment of the documents, in their order: a segment a
// batch, merged to one when they are several.
func writeStore(ctx context.Context, folder string, documents []*document, batch int, stems *stemmer, progress func(done, total int)) error {
	var paths []string
	for from := 0; from < len(documents); {
		to := from + batchOf(documents[from:], batch)
		path := filepath.Join(folder, fmt.Sprintf("batch-%d.zap", len(paths)))
		paths = append(paths, path)
		tell := func(done int) { progress(from+done, len(documents)) }
		if err := writeBatch(ctx, path, documents[from:to], stems, tell); err != nil {
			return err
		}
		from = to
	}
	progress(len(documents), len(documents))
	return mergeBatches(paths, filepath.Join(folder, storeName))
}

// batchOf is how many of the first documents make a batch: one at least, most at most.
func batchOf(documents []*document, most int) int {
	text := 0
	for i, d := range documents {
		if text += len(d.versions[0].text); i == most || i > 0 && text > batchText {
			return i
		}
	}
	return len(documents)
}

// writeBatch makes a segment of documents.
func writeBatch(ctx context.Context, path string, documents []*document, stems *stemmer, tell func(done int)) (err error) {
	defer recoverAs(&err)
	docs := make([]bleve.Document, len(documents))
	prepareAll(ctx, documents, docs, stems, tell)
	if err := ctx.Err(); err != nil {
		return err
	}
	made, _, err := new(zap.ZapPlugin).New(docs)
	if err != nil {
		return err
	}
	defer made.Close()
	unsaved, ok := made.(segment.UnpersistedSegment)
	if !ok {
		return fmt.Errorf("a segment of type %T cannot be saved", made)
	}
	return unsaved.Persist(path)
}

// prepareAll prepares documents on every processor, until ctx ends.
func prepareAll(ctx context.Context, documents []*document, docs []bleve.Document, stems *stemmer, tell func(done int)) {
	const portion = 256 // documents between two looks at ctx
	var next atomic.Int64
	var told sync.Mutex
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for ctx.Err() == nil {
				from := int(next.Add(portion)) - portion
				if from >= len(documents) {
					return
				}
				to := min(from+portion, len(documents))
				for i := from; i < to; i++ {
					documents[i].prepare(stems)
					docs[i] = documents[i].toBleve(i)
				}
				told.Lock()
				tell(from)
				told.Unlock()
			}
		})
	}
	wg.Wait()
}

// mergeBatches merges segments to one, keeps their order and removes them.
func mergeBatches(paths []string, into string) (err error) {
	defer recoverAs(&err)
	if len(paths) == 1 {
		return os.Rename(paths[0], into)
	}
	var segments []segment.Segment
	defer func() {
		for i, s := range segments {
			err = errors.Join(err, s.Close(), os.Remove(paths[i]))
		}
	}()
	for _, path := range paths {
		s, err := new(zap.ZapPlugin).Open(path)
		if err != nil {
			return err
		}
		segments = append(segments, s)
	}
	_, _, err = new(zap.ZapPlugin).Merge(segments, make([]*roaring.Bitmap, len(segments)), into, nil, nil)
	return err
}

// toBleve is the prepared document as Bleve takes it, its words analysed.
func (d *document) toBleve(i int) *blevedoc.Document {
	doc := blevedoc.NewDocument(fmt.Sprint(i)) // nobody asks for the name
	doc.AddIDField()
	for _, f := range d.fields {
		if len(f.terms) > 0 {
			doc.AddField(blevedoc.NewTextFieldCustom(f.name, nil, nil, f.options, f.terms))
		}
	}
	for _, f := range doc.Fields {
		f.(bleve.Field).Analyze()
	}
	d.fields = nil
	return doc
}
