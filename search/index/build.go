package index

import (
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2/index/scorch"
	bleve "github.com/blevesearch/bleve_index_api"

	"rulebook/archive"
)

// batchSize is how many documents Bleve takes into memory at once, when the newest
// release has fewer. That release makes the first batch by itself, for Bleve
// numbers a batch's documents in any order but the batches one after the other.
const batchSize = 1000

// abandoned is the age at which a half-built index is taken for the remains of a
// process that was killed.
const abandoned = time.Hour

// build builds the index of a generation aside and renames it into place.
func build(ctx context.Context, dir, name string, src Source, held []archive.Release, progress func(done, total int)) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("making the folder of the search index: %w", err)
	}
	sweep(dir)
	aside, err := os.MkdirTemp(dir, asidePrefix)
	if err != nil {
		return fmt.Errorf("making a folder for the new search index: %w", err)
	}
	defer os.RemoveAll(aside)
	documents, err := gather(ctx, src, held)
	if err != nil {
		return fmt.Errorf("reading the archive for the search index: %w", err)
	}
	if err := write(ctx, aside, documents, len(held), progress); err != nil {
		return fmt.Errorf("building the search index: %w", err)
	}
	if err := writeSeal(aside); err != nil {
		return fmt.Errorf("sealing the search index: %w", err)
	}
	return install(aside, filepath.Join(dir, name))
}

// install renames a finished index into place. Where another process was quicker
// its index is as good; where a damaged one stands it makes way.
func install(aside, final string) error {
	if checkSeal(final) == nil {
		return nil
	}
	if err := os.RemoveAll(final); err != nil {
		return fmt.Errorf("removing the damaged search index: %w", err)
	}
	if err := os.Rename(aside, final); err != nil && checkSeal(final) != nil {
		return fmt.Errorf("putting the search index in place: %w", err)
	}
	return nil
}

// write writes Bleve's files and the facts into a folder.
func write(ctx context.Context, folder string, documents []*document, held int, progress func(done, total int)) error {
	stems := newStemmer()
	current := slices.IndexFunc(documents, func(d *document) bool { return !d.stands(held - 1) })
	if current < 0 {
		current = len(documents)
	}
	b, err := scorch.NewBuilder(map[string]any{
		"path": filepath.Join(folder, storeName), "buildPathPrefix": folder, "batchSize": max(current, batchSize),
	})
	if err != nil {
		return err
	}
	for i, d := range documents {
		if i%256 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			progress(i, len(documents))
		}
		if err := b.Index(d.toBleve(idOf(i), stems)); err != nil {
			return err
		}
	}
	if len(documents) > 0 {
		if err := b.Close(); err != nil {
			return err
		}
	}
	progress(len(documents), len(documents))
	f, err := arrange(folder, documents)
	if err != nil {
		return err
	}
	f.current = current
	for i := range f.docs {
		runs := f.stretches(i)
		if stands := int(runs[len(runs)-1].to) == held-1; stands != (i < current) {
			f.current = len(f.docs) // only the speed of a search rests on this order
		}
	}
	return os.WriteFile(filepath.Join(folder, factsName), f.pack(), 0o644)
}

// idOf is the name under which Bleve knows the i-th document.
func idOf(i int) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(i)))
}

// arrange makes the facts in the order in which Bleve numbered the documents.
func arrange(folder string, documents []*document) (*facts, error) {
	if len(documents) == 0 {
		return &facts{}, nil
	}
	engine, reader, err := openEngine(folder)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	defer reader.Close()
	ordered := make([]*document, len(documents))
	var id bleve.IndexInternalID
	for i := range ordered {
		id = bleve.NewIndexInternalID(id, uint64(i))
		name, err := reader.ExternalID(id)
		if err != nil || len(name) != 4 {
			return nil, fmt.Errorf("document %d cannot be read back: %w", i, err)
		}
		ordered[i] = documents[binary.BigEndian.Uint32([]byte(name))]
	}
	f := factsOf(ordered)
	for _, d := range ordered {
		d.measure(&f.lengths)
	}
	return f, nil
}

// measure adds the lengths of the document's fields.
func (d *document) measure(lengths *[len(scored)]uint64) {
	text := uint64(len(strings.Fields(tokensOf(d.newest().searched(), asIs))))
	lengths[0] += text
	lengths[1] += text
	lengths[2] += uint64(len(strings.Fields(tokensOf(d.above(), asIs))))
	lengths[4] += uint64(len(strings.Fields(tokensOf(d.newest().lead(), asIs))))
	if names := d.names(); len(names) > 0 {
		lengths[3] += uint64(len(strings.Fields(tokensOf(names[0], asIs))))
	}
}

// sweep removes what killed processes left half-built.
func sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		info, err := e.Info()
		if err == nil && strings.HasPrefix(e.Name(), asidePrefix) && time.Since(info.ModTime()) > abandoned {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}

// prune removes the indexes of other generations. A process that still reads one
// keeps its files open and is not disturbed.
func prune(dir, keep string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		if e.Name() != keep && strings.HasPrefix(e.Name(), finalPrefix) {
			os.RemoveAll(filepath.Join(dir, e.Name()))
		}
	}
}
