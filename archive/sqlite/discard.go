package sqlite

import (
	"context"
	"errors"
	"os"
)

// Discard closes an archive that was opened for writing and removes its file if
// no file came into it, so that a first import that came to nothing leaves
// nothing behind. An archive that another process has open stays.
func (s *Store) Discard(ctx context.Context) error {
	var holds int
	err := s.read.QueryRowContext(ctx, `SELECT count(*) FROM raw`).Scan(&holds)
	if err != nil || holds > 0 || !s.isAlone(ctx) {
		return errors.Join(s.plain(err), s.Close())
	}
	return errors.Join(s.Close(), os.Remove(s.path))
}

// isAlone reports whether no other process has the archive open: only then does
// SQLite let go of the write-ahead log (sqlite.org/wal.html). Its readers are closed.
func (s *Store) isAlone(ctx context.Context) bool {
	if s.read.Close() != nil {
		return false
	}
	if _, err := s.write.ExecContext(ctx, `PRAGMA busy_timeout = 0`); err != nil {
		return false
	}
	var mode string
	err := s.write.QueryRowContext(ctx, `PRAGMA journal_mode = DELETE`).Scan(&mode)
	return err == nil && mode == "delete"
}
