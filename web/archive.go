package web

import (
	"context"

	"rulebook/archive"
)

// Archive is what the pages need of a store. Its methods may be called at the
// same time from many goroutines. What they return is shared: nobody changes it.
type Archive interface {
	// Generation counts the archive's changes; pages are cached under it.
	Generation(ctx context.Context) (int64, error)
	// Releases returns every release that is known, held or not, in date order.
	Releases(ctx context.Context) ([]archive.Release, error)
	// Snapshot returns a held release whole, its entries with their lineage.
	Snapshot(ctx context.Context, d archive.Date) (*archive.Snapshot, error)
	// Pairs ties the entries of two releases, in either order of time.
	Pairs(ctx context.Context, old, new *archive.Snapshot) ([]archive.Pair, error)
	Lineage(ctx context.Context, id archive.LineageID) (archive.Lineage, error)
	// Spans returns the wordings of a lineage, oldest first.
	Spans(ctx context.Context, id archive.LineageID) ([]archive.Span, error)
	// Raw returns the bytes of a release as they were published.
	Raw(ctx context.Context, d archive.Date) ([]byte, error)
}
