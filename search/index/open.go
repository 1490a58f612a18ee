package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rulebook/archive"
	"rulebook/search"
)

// Version of what an index holds and how. An index of another version is stale.
const Version = 3

// The names in an index's folder.
const (
	finalPrefix = "generation-"
	asidePrefix = "building-"
	factsName   = "facts"
)

// tries bounds how often an index is opened anew because another process took it
// away or the archive moved on between two looks at it.
const tries = 4

var errMoved = errors.New("the archive changed while its search index was built; search again")

// Index answers searches in one generation of an archive. It is safe for use by
// many at once and implements search.Searcher.
type Index struct {
	generation int64
	held       []archive.Release // in date order
	known      []archive.Release
	patience   time.Duration // of one search
	facts      *facts
	stems      *stemmer
	texts      *os.File
	engine     *engine
}

// Open opens the index in dir for the archive's present generation, and builds it
// first when there is none or it is damaged. progress, when not nil, is told how
// many of how many documents are in while it is built. An archive that holds no
// release has an index whose every search returns archive.ErrEmpty.
//
// Open takes no lock and leaves nothing half-done: an index is built in a folder
// of its own and renamed. The caller closes the Index.
func Open(ctx context.Context, dir string, src Source, progress func(done, total int)) (*Index, error) {
	if progress == nil {
		progress = func(int, int) {}
	}
	var err error
	for range tries {
		var x *Index
		if x, err = openOrBuild(ctx, dir, src, progress); err == nil {
			return x, nil
		}
		if !errors.Is(err, errMoved) && !errors.Is(err, fs.ErrNotExist) || ctx.Err() != nil {
			break
		}
	}
	return nil, err
}

func openOrBuild(ctx context.Context, dir string, src Source, progress func(done, total int)) (*Index, error) {
	generation, err := src.Generation(ctx)
	if err != nil {
		return nil, err
	}
	known, err := src.Releases(ctx)
	if err != nil {
		return nil, err
	}
	held := slices.DeleteFunc(slices.Clone(known), func(r archive.Release) bool { return !r.Held })
	x := &Index{generation: generation, known: known, held: held, stems: newStemmer(), patience: search.MaxTime}
	if len(held) == 0 {
		x.facts = &facts{words: &vocabulary{}}
		return x, nil
	}
	name := folderOf(generation)
	folder := filepath.Join(dir, name)
	if x.open(folder) == nil {
		return x, nil
	}
	os.RemoveAll(folder) // it is not there, or damaged
	err = build(ctx, dir, name, src, held, progress)
	if after, moved := src.Generation(ctx); moved == nil && after != generation {
		os.RemoveAll(folder) // built from two generations
		return nil, errMoved
	}
	if err != nil {
		return nil, err
	}
	if err := x.open(folder); err != nil {
		return nil, fmt.Errorf("opening the new search index: %w", err)
	}
	prune(dir, name)
	return x, nil
}

// open opens the index in a folder if it is whole.
func (x *Index) open(folder string) error {
	if err := checkSeal(folder); err != nil {
		return err
	}
	b, err := os.ReadFile(filepath.Join(folder, factsName))
	if err != nil {
		return err
	}
	if x.facts, err = unpack(b, len(x.held)); err != nil || len(x.facts.docs) == 0 {
		return err
	}
	if x.texts, err = openTexts(folder, x.facts); err != nil {
		return err
	}
	if x.engine, err = openEngine(folder); err != nil {
		x.texts.Close()
	}
	return err
}

// recoverAs turns a panic into an error: Bleve trusts its files, and a damaged
// one must end a search and not the process.
func recoverAs(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("the search index is damaged (%.80s); remove its folder and search again", strings.TrimSpace(fmt.Sprint(r)))
	}
}

// Generation is the archive's generation that the index was built from.
func (x *Index) Generation() int64 { return x.generation }

// Close frees what the index holds. No search may be under way.
func (x *Index) Close() error {
	if x.engine == nil {
		return nil
	}
	return errors.Join(x.engine.Close(), x.texts.Close())
}
