package index

import (
	"cmp"
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

// build builds the index of a generation aside and renames it into place. replace
// says that one that stands there is to go even if it looks whole.
func build(ctx context.Context, dir, name string, src Source, held []archive.Release, replace bool, progress func(done, total int)) error {
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
	return install(aside, filepath.Join(dir, name), replace)
}

// install renames a finished index into place. Where another process was quicker
// its index is as good; where a damaged one stands it makes way.
func install(aside, final string, replace bool) error {
	if !replace && checkSeal(final) == nil {
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

// write writes Bleve's files, the facts and the texts into a folder.
func write(ctx context.Context, folder string, documents []*document, held int, progress func(done, total int)) error {
	if len(documents) == 0 {
		return os.WriteFile(filepath.Join(folder, factsName), (&facts{words: &vocabulary{}}).pack(), 0o644)
	}
	current := slices.IndexFunc(documents, func(d *document) bool { return !d.stands(held - 1) })
	if current < 0 {
		current = len(documents)
	}
	stems := newStemmer()
	if err := writeStore(ctx, folder, documents, max(current, batchSize), stems, progress); err != nil {
		return err
	}
	ordered, err := arrange(folder, documents)
	if err != nil {
		return err
	}
	f, texts := factsOf(ordered, vocabularyOf(entriesOf(documents), stems))
	f.current = current
	for i, d := range ordered {
		if d.stands(held-1) != (i < current) {
			f.current = len(ordered) // only the speed of a search rests on this order
		}
	}
	if err := os.WriteFile(filepath.Join(folder, textsName), texts, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, factsName), f.pack(), 0o644)
}

// writeStore writes Bleve's files. Words are prepared beside Bleve's work.
func writeStore(ctx context.Context, folder string, documents []*document, batch int, stems *stemmer, progress func(done, total int)) error {
	b, err := scorch.NewBuilder(map[string]any{
		"path": filepath.Join(folder, storeName), "buildPathPrefix": folder, "batchSize": batch,
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ready := make(chan *document, batch)
	go func() {
		defer close(ready)
		for _, d := range documents {
			d.prepare(stems)
			select {
			case ready <- d:
			case <-ctx.Done():
				return
			}
		}
	}()
	i := 0
	for d := range ready {
		if err := b.Index(d.toBleve(idOf(i))); err != nil {
			return err
		}
		if i++; i%256 == 0 {
			progress(i, len(documents))
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := b.Close(); err != nil {
		return err
	}
	progress(len(documents), len(documents))
	return nil
}

// entriesOf counts the documents that hold each word.
func entriesOf(documents []*document) map[string]uint32 {
	entries := make(map[string]uint32)
	last := make(map[string]int) // the document that a word was last seen in, counted from 1
	for i, d := range documents {
		for _, t := range d.tokens {
			if last[t.Text] != i+1 {
				last[t.Text] = i + 1
				entries[t.Text]++
			}
		}
	}
	return entries
}

// idOf is the name under which Bleve knows the i-th document.
func idOf(i int) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(i)))
}

// arrange puts the documents in the order in which Bleve numbered them.
func arrange(folder string, documents []*document) ([]*document, error) {
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
			return nil, fmt.Errorf("document %d cannot be read back: %w", i, cmp.Or(err, errFacts))
		}
		ordered[i] = documents[binary.BigEndian.Uint32([]byte(name))]
	}
	return ordered, nil
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
