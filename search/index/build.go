package index

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rulebook/archive"
)

// abandoned is the age at which a half-built index is taken for the remains of a
// process that was killed.
const abandoned = time.Hour

// build builds the index of a generation aside and renames it into place.
func build(ctx context.Context, dir, name string, src Source, held []archive.Release, progress func(done, total int)) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("the folder of the search index cannot be written: %w", err)
	}
	sweep(dir)
	aside, err := os.MkdirTemp(dir, asidePrefix)
	if err != nil {
		return fmt.Errorf("the search index cannot be written: %w", err)
	}
	defer os.RemoveAll(aside)
	documents, err := gather(ctx, src, held)
	if err != nil {
		return fmt.Errorf("reading the archive for the search index: %w", err)
	}
	if err := write(ctx, aside, documents, len(held), progress); err != nil {
		return fmt.Errorf("the search index cannot be written: %w", err)
	}
	if err := writeSeal(aside); err != nil {
		return fmt.Errorf("the search index cannot be written: %w", err)
	}
	if err := share(aside); err != nil {
		return fmt.Errorf("the search index cannot be written: %w", err)
	}
	return install(aside, filepath.Join(dir, name))
}

// share makes an index as readable as any new file of its owner's, which the seal
// is: who may read an archive may search it.
func share(folder string) error {
	info, err := os.Stat(filepath.Join(folder, sealName))
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	mode := info.Mode().Perm()
	for _, e := range entries {
		if err := os.Chmod(filepath.Join(folder, e.Name()), mode); err != nil {
			return err
		}
	}
	const read = 0o444
	return os.Chmod(folder, 0o700|mode|mode&read>>2) // who may read the files may enter
}

// install renames a finished index into place. Where another process was quicker
// its index is as good.
func install(aside, final string) error {
	if err := os.Rename(aside, final); err != nil && checkSeal(final) != nil {
		return fmt.Errorf("the search index cannot be put in its place: %w", err)
	}
	return nil
}

// write writes Bleve's segment, the facts and the texts into a folder.
func write(ctx context.Context, folder string, documents []*document, held int, progress func(done, total int)) error {
	if len(documents) == 0 {
		return os.WriteFile(filepath.Join(folder, factsName), (&facts{words: &vocabulary{}}).pack(), 0o644)
	}
	stems := newStemmer()
	if err := writeStore(ctx, folder, documents, batchSize, stems, progress); err != nil {
		return err
	}
	f, texts := factsOf(documents, vocabularyOf(entriesOf(documents), stems))
	f.current = slices.IndexFunc(documents, func(d *document) bool { return !d.stands(held - 1) })
	if f.current < 0 {
		f.current = len(documents)
	}
	if err := os.WriteFile(filepath.Join(folder, textsName), texts, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, factsName), f.pack(), 0o644)
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
