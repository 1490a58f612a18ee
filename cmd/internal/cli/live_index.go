package cli

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"rulebook/search"
	"rulebook/search/index"
)

// liveIndex answers searches while the archive may change: with the index of its
// present generation, and while that is being built with the one before.
type liveIndex struct {
	dir    string
	source index.Source
	logger *slog.Logger

	mu       sync.RWMutex // held for reading during a search
	current  *index.Index
	building atomic.Bool
	builds   sync.WaitGroup
	stop     context.CancelFunc
	life     context.Context
}

// openLiveIndex opens the index in dir as it has to be now. The caller closes it.
func (a *app) openLiveIndex(ctx context.Context, dir string, src index.Source, logger *slog.Logger) (*liveIndex, error) {
	current, err := a.openIndexIn(ctx, dir, src)
	if err != nil {
		return nil, err
	}
	l := &liveIndex{dir: dir, source: src, logger: logger, current: current}
	l.life, l.stop = context.WithCancel(ctx)
	return l, nil
}

// Search implements search.Searcher.
func (l *liveIndex) Search(ctx context.Context, q search.Query, o search.Options) (*search.Results, error) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	if generation, err := l.source.Generation(ctx); err == nil && generation != l.current.Generation() {
		l.renew()
	}
	return l.current.Search(ctx, q, o)
}

// renew builds the index of the present generation behind the searches, once at a
// time.
func (l *liveIndex) renew() {
	if !l.building.CompareAndSwap(false, true) {
		return
	}
	l.builds.Go(func() {
		defer l.building.Store(false)
		l.await()
		next, err := index.Open(l.life, l.dir, l.source, nil)
		if err != nil {
			if l.life.Err() == nil {
				l.logger.Error("the search index could not be renewed; searches answer from the one before", "error", err.Error())
			}
			return
		}
		l.mu.Lock() // waits for the searches under way
		before := l.current
		l.current = next
		l.mu.Unlock()
		before.Close()
	})
}

// await waits for the index of the present generation, which the import that made the
// generation builds too: two builds at once would take twice the time and memory. An
// import that was killed leaves none, and then it has to be built here.
func (l *liveIndex) await() {
	const patience, pause = 30 * time.Second, 100 * time.Millisecond
	for begun := time.Now(); time.Since(begun) < patience; {
		generation, err := l.source.Generation(l.life)
		if err != nil || index.Ready(l.dir, generation) {
			return
		}
		select {
		case <-l.life.Done():
			return
		case <-time.After(pause):
		}
	}
}

// Close ends a build under way and frees the index.
func (l *liveIndex) Close() error {
	l.stop()
	l.builds.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.current.Close()
}
