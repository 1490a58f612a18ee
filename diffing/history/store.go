package history

import (
	"context"

	"rulebook/archive"
)

// Store is what histories are read from.
type Store interface {
	// Releases are all that are known, held or not, in date order.
	Releases(ctx context.Context) ([]archive.Release, error)
	Lineage(ctx context.Context, id archive.LineageID) (archive.Lineage, error)
	// Spans are the stretches of one lineage, oldest first.
	Spans(ctx context.Context, id archive.LineageID) ([]archive.Span, error)
	// Relatives were split from a lineage or merged into it.
	Relatives(ctx context.Context, id archive.LineageID) ([]archive.Lineage, error)
	// Bearers bore numbers in the release of day d.
	Bearers(ctx context.Context, d archive.Date, numbers []archive.Number) (map[archive.Number][]archive.LineageID, error)
	// NumbersAt are the numbers that lineages bore in the release of day d.
	NumbersAt(ctx context.Context, d archive.Date, ids []archive.LineageID) (map[archive.LineageID]archive.Number, error)
	// Lost are the lineages whose folded wording holds a text in the release of day
	// d, and whose wording is another or gone in the held release behind it.
	Lost(ctx context.Context, d archive.Date, folded string) ([]archive.LineageID, error)
}

// Names finds who bore a name at any time. A number that the editors printed twice
// in one release has two bearers there.
type Names interface {
	NumberTenures(ctx context.Context, n archive.Number) ([]archive.Tenure, error)
	TermTenures(ctx context.Context, term string) ([]archive.Tenure, error)
}
