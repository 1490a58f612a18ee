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

// batchSize is how many documents Bleve makes a segment of at a time: enough that
// few are merged in the end, few enough that their words in every form fit in some
// megabytes.
const batchSize = 1500

// writeStore writes Bleve's segment of the documents, in their order: segments of
// a batch each, made side by side, and then merged to one.
func writeStore(ctx context.Context, folder string, documents []*document, stems *stemmer, progress func(done, total int)) error {
	var batches [][]*document
	for rest := documents; len(rest) > 0; {
		n := min(batchSize, len(rest))
		batches, rest = append(batches, rest[:n]), rest[n:]
	}
	paths := make([]string, len(batches))
	errs := make([]error, len(batches))
	var next, done atomic.Int64
	var told sync.Mutex
	var wg sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(batches)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(batches); i = int(next.Add(1)) - 1 {
				paths[i] = filepath.Join(folder, fmt.Sprintf("batch-%d.zap", i))
				if errs[i] = writeBatch(ctx, paths[i], batches[i], stems); errs[i] != nil {
					return
				}
				told.Lock()
				progress(int(done.Add(int64(len(batches[i])))), len(documents))
				told.Unlock()
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return mergeBatches(paths, filepath.Join(folder, storeName))
}

// writeBatch makes a segment of documents.
func writeBatch(ctx context.Context, path string, documents []*document, stems *stemmer) (err error) {
	defer recoverAs(&err)
	docs := make([]bleve.Document, len(documents))
	for i, d := range documents {
		if err := ctx.Err(); err != nil {
			return err
		}
		d.prepare(stems)
		docs[i] = d.toBleve(i)
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
