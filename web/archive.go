package web

import (
	"context"

	"rulebook/archive"
	"rulebook/diffing"
	"rulebook/diffing/history"
	"rulebook/search/keyword"
)

// Archive is what the pages need of a store. Its methods may be called at the
// same time from many goroutines. What they return is shared: nobody changes it.
type Archive interface {
	history.Store
	history.Names
	keyword.Source
	diffing.Keeper
	// Generation counts the archive's changes; pages are cached under it.
	Generation(ctx context.Context) (int64, error)
	// Snapshot returns a held release whole, its entries with their lineage.
	Snapshot(ctx context.Context, d archive.Date) (*archive.Snapshot, error)
	// Pairs ties the entries of two releases, in either order of time.
	Pairs(ctx context.Context, old, new *archive.Snapshot) ([]archive.Pair, error)
	// Excerpts are the pieces of releases that are held.
	Excerpts(ctx context.Context) ([]archive.Excerpt, error)
	// Raw returns the bytes of a release as they were published.
	Raw(ctx context.Context, d archive.Date) ([]byte, error)
	// Printing is the folded text of every held release.
	Printing(ctx context.Context) (*archive.Printing, error)
}
