package index

import (
	"context"

	"rulebook/archive"
)

// Source is where an index is built from: the archive.
type Source interface {
	// Generation changes whenever anything else that a Source returns does.
	Generation(ctx context.Context) (int64, error)
	// Releases returns every release known, held or not, in date order.
	Releases(ctx context.Context) ([]archive.Release, error)
	// EachSpan calls yield with every span, ordered by lineage and then date. It
	// stops at yield's first error and returns it.
	EachSpan(ctx context.Context, yield func(archive.Span) error) error
}
