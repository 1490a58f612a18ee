package sqlite

import (
	"context"
	"errors"
	"fmt"

	"github.com/mattn/go-sqlite3"
)

// Compact writes the file anew, without the room that an archive filled in one go leaves
// free in its pages, a twentieth of it. Nothing that can be read changes, and others read
// on; while it runs it takes as much room again on the disk, and in the write-ahead log
// until nobody reads. Where somebody else is writing the file stays as it is, without an
// error. Other errors are SQLite's own (sqlite.org/lang_vacuum.html).
func (s *Store) Compact(ctx context.Context) error {
	if _, err := s.write.ExecContext(ctx, `PRAGMA busy_timeout = 0`); err != nil {
		return err
	}
	_, err := s.write.ExecContext(ctx, `VACUUM`)
	var code sqlite3.Error
	if errors.As(err, &code) && code.Code == sqlite3.ErrBusy {
		err = nil
	}
	_, endErr := s.write.ExecContext(context.WithoutCancel(ctx), fmt.Sprintf(`PRAGMA wal_checkpoint(TRUNCATE); PRAGMA busy_timeout = %d`, busyMillis))
	return errors.Join(err, endErr)
}
