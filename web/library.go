package web

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"rulebook/archive"
	"rulebook/diffing"
	"rulebook/search/annotate"
	"rulebook/search/keyword"
)

// What a library keeps, so that a reader's next page costs nothing and the whole
// stays far under 200 MB.
const (
	keptBooks       = 10       // prepared releases, 4 MB or so each
	keptChanges     = 8_000    // changes in kept comparisons, 4 kB or so each
	keptSpans       = 20_000   // wordings in histories of single rules, a quarter of a kB each
	keptLexicons    = 2        // terms ready to be looked for
	keptPageBytes   = 16 << 20 // rendered pages, compressed
	chargePerReport = 50       // a comparison without changes is not free
	heavyAtOnce     = 2        // comparisons, and pages of them, in the making; releases being read
)

// library is what the pages know of the archive at one generation of it.
type library struct {
	archive    Archive
	generation int64
	releases   []archive.Release // all known, in date order
	held       []archive.Release // those held
	excerpts   []archive.Excerpt
	pieces     []archive.Release // those not held of which excerpts have a piece

	books       *shelf[archive.Date, *book]
	comparisons *shelf[[2]archive.Date, *diffing.Report]
	lives       *shelf[archive.LineageID, *life]
	pages       *shelf[string, *rendered]
	printing    *shelf[struct{}, *archive.Printing] // one, once somebody counts terms
	chronicles  *shelf[struct{}, *keyword.Chronicle]
	lexicons    *shelf[archive.Date, *annotate.Lexicon]

	*room
	mu        sync.Mutex
	summaries map[archive.Date]summary
	stays     map[string]stay // by the last part of a term's address
}

// room is what the libraries of all generations share: an import changes few texts, and
// those who still read what was are as many at a time as they were.
type room struct {
	texts    texts
	lecterns chan struct{} // places to read releases at: see read
	benches  chan struct{} // places to compare at: see work
	desks    chan struct{} // places to draw heavy pages at: see sit
}

func newRoom() *room {
	return &room{
		lecterns: make(chan struct{}, heavyAtOnce),
		benches:  make(chan struct{}, min(heavyAtOnce, max(1, runtime.GOMAXPROCS(0)/2))),
		desks:    make(chan struct{}, heavyAtOnce),
	}
}

// life is one lineage with its wordings, oldest first.
type life struct {
	archive.Lineage
	spans []archive.Span
}

// cost is what a life counts in the library.
func (l *life) cost() int { return 1 + len(l.spans) }

func openLibrary(ctx context.Context, a Archive, generation int64, in *room) (*library, error) {
	releases, err := a.Releases(ctx)
	if err != nil {
		return nil, fmt.Errorf("list releases: %w", err)
	}
	excerpts, err := a.Excerpts(ctx)
	if err != nil {
		return nil, fmt.Errorf("list excerpts: %w", err)
	}
	lib := &library{
		archive: a, generation: generation, releases: releases, excerpts: excerpts, room: in,
		books: newShelf[archive.Date, *book](keptBooks, nil),
		comparisons: newShelf[[2]archive.Date](keptChanges, func(r *diffing.Report) int {
			return len(r.Changes) + chargePerReport
		}),
		lives:      newShelf[archive.LineageID](keptSpans, (*life).cost),
		pages:      newShelf[string](keptPageBytes, (*rendered).cost),
		printing:   newShelf[struct{}, *archive.Printing](1, nil),
		chronicles: newShelf[struct{}, *keyword.Chronicle](1, nil),
		lexicons:   newShelf[archive.Date, *annotate.Lexicon](keptLexicons, nil),
		summaries:  make(map[archive.Date]summary),
		stays:      make(map[string]stay),
	}
	for _, r := range releases {
		if r.Held {
			lib.held = append(lib.held, r)
		}
	}
	for _, r := range archive.WithExcerpts(releases, excerpts) {
		if r.Excerpt && !r.Held {
			lib.pieces = append(lib.pieces, r)
		}
	}
	return lib, nil
}

// retire lets go what a library keeps. Those who came before a newer one took over are
// answered from it all the same.
func (lib *library) retire() {
	lib.books.close()
	lib.comparisons.close()
	lib.lives.close()
	lib.pages.close()
	lib.printing.close()
	lib.chronicles.close()
	lib.lexicons.close()
}

// newest is the newest held release; there is one, or no page is asked for it.
func (lib *library) newest() archive.Release { return lib.held[len(lib.held)-1] }

// index is a held release's place among those held, or -1.
func (lib *library) index(d archive.Date) int {
	return slices.IndexFunc(lib.held, func(r archive.Release) bool { return r.Effective == d })
}

// neighbours returns the held releases before and after d, nil where there is none.
func (lib *library) neighbours(d archive.Date) (before, after *archive.Release) {
	at := lib.index(d)
	if at > 0 {
		before = &lib.held[at-1]
	}
	if at >= 0 && at+1 < len(lib.held) {
		after = &lib.held[at+1]
	}
	return before, after
}

// missingBetween returns the releases known but not held between two days.
func (lib *library) missingBetween(from, to archive.Date) []archive.Release {
	var out []archive.Release
	for _, r := range lib.releases {
		if !r.Held && from.Before(r.Effective) && r.Effective.Before(to) {
			out = append(out, r)
		}
	}
	return out
}

func (lib *library) book(ctx context.Context, d archive.Date) (*book, error) {
	return lib.books.get(d, func() (*book, error) {
		s, err := lib.read(context.WithoutCancel(ctx), d)
		if err != nil {
			return nil, err
		}
		return newBook(s), nil
	})
}

// read reads a release, few at a time: the archive has only so many connections, and
// what is half read fills the memory.
func (lib *library) read(ctx context.Context, d archive.Date) (*archive.Snapshot, error) {
	lib.lecterns <- struct{}{}
	defer func() { <-lib.lecterns }()
	s, err := lib.archive.Snapshot(ctx, d)
	if err != nil {
		return nil, fmt.Errorf("read release %s: %w", d, err)
	}
	return lib.texts.share(s), nil
}

// compare returns what changed from one held release to another, in either
// direction of time.
func (lib *library) compare(ctx context.Context, from, to archive.Date) (*diffing.Report, error) {
	ctx = context.WithoutCancel(ctx) // others may be waiting for the same
	return lib.comparisons.get([2]archive.Date{from, to}, func() (*diffing.Report, error) {
		older, err := lib.book(ctx, from)
		if err != nil {
			return nil, err
		}
		newer, err := lib.book(ctx, to)
		if err != nil {
			return nil, err
		}
		return lib.report(ctx, older.Snapshot, newer.Snapshot)
	})
}

// sit waits for a place to draw a heavy page at, as long as ctx lasts, and returns what
// gives it back. A storm of such pages then fills neither memory nor processors.
func (lib *library) sit(ctx context.Context) (leave func(), err error) {
	select {
	case lib.desks <- struct{}{}:
		return func() { <-lib.desks }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// work waits for a place to compare at and returns what gives it back. Comparing
// releases years apart takes tens of megabytes and all of a processor; fifty readers
// who ask for fifty of them at once wait instead of filling the memory, and half of
// the processors stay free for pages.
func (lib *library) work() (done func()) {
	lib.benches <- struct{}{}
	return func() { <-lib.benches }
}

func (lib *library) report(ctx context.Context, from, to *archive.Snapshot) (*diffing.Report, error) {
	defer lib.work()()
	pairs, err := lib.archive.Pairs(ctx, from, to)
	if err != nil {
		return nil, fmt.Errorf("pair %s with %s: %w", from.Release.Effective, to.Release.Effective, err)
	}
	return diffing.Compare(from, to, pairs), nil
}

// life returns a lineage's history.
func (lib *library) life(ctx context.Context, id archive.LineageID) (*life, error) {
	ctx = context.WithoutCancel(ctx)
	return lib.lives.get(id, func() (*life, error) {
		l, err := lib.archive.Lineage(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("read lineage %d: %w", id, err)
		}
		spans, err := lib.archive.Spans(ctx, id)
		if err != nil {
			return nil, fmt.Errorf("read the wordings of lineage %d: %w", id, err)
		}
		return &life{Lineage: l, spans: lib.texts.spans(spans)}, nil
	})
}
