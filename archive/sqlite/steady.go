package sqlite

import (
	"context"
	"database/sql"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// steadily reads over several connections at once. A commit in between would show
// some of them the archive before and others the archive after, so that what was
// read then is read again, by one connection in one transaction.
func (s *Store) steadily(ctx context.Context, read func(context.Context, queryer) error) error {
	before, err := generation(ctx, s.read)
	if err != nil {
		return err
	}
	readErr := read(ctx, s.read)
	after, err := generation(ctx, s.read)
	if err != nil {
		return err
	}
	if before == after {
		return readErr
	}
	tx, err := s.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return err
	}
	defer tx.Rollback()
	return read(ctx, tx)
}

// atOnce is the context of a read that takes a few milliseconds. It cannot be broken off:
// to be ready for that, each statement starts a goroutine, which takes as long as itself.
func atOnce(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

// sideBySide is a group that reads over as many connections as there are processors:
// to open one takes as long as to read a hundred rows. A transaction has one only.
func sideBySide(ctx context.Context, q queryer) (*errgroup.Group, context.Context) {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	if _, one := q.(*sql.Tx); one {
		group.SetLimit(1)
	}
	return group, ctx
}
