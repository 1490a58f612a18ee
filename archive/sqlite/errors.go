package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/mattn/go-sqlite3"

	"rulebook/archive"
)

// damageError is something in the file that the store never wrote there.
type damageError struct{ cause error }

func (e *damageError) Error() string { return e.cause.Error() }

func (e *damageError) Unwrap() error { return e.cause }

// damaged marks an error of reading rows that SQLite itself handed out without
// one: what then cannot be read, such as a number or packed bytes, is damaged.
func damaged(err error) error {
	var code sqlite3.Error
	var notFound *archive.NotFoundError
	switch {
	case err == nil, errors.As(err, &code), errors.As(err, &notFound),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	}
	return &damageError{err}
}

// plain puts the errors of a reading method into words a user can act on.
func (s *Store) plain(err error) error { return plain(s.path, damaged(err)) }

// plain puts SQLite's errors into words a user can act on.
func plain(path string, err error) error {
	const restore = "restore a copy, or import the published files into a new one"
	var damage *damageError
	var code sqlite3.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &code):
		switch code.Code {
		case sqlite3.ErrNotADB:
			return fmt.Errorf("%s is not an archive of rulebook; choose another path with --archive", path)
		case sqlite3.ErrBusy, sqlite3.ErrLocked:
			return fmt.Errorf("another process is writing to the archive %s; try again when it is done", path)
		case sqlite3.ErrReadonly, sqlite3.ErrPerm, sqlite3.ErrCantOpen:
			return fmt.Errorf("the archive %s cannot be opened or written; check the permissions of the file and its folder", path)
		case sqlite3.ErrIoErr:
			if code.SystemErrno != syscall.ENOSPC {
				return fmt.Errorf("the disk fails the archive %s (%w); make sure that the disk is sound, and try again", path, err)
			}
			fallthrough
		case sqlite3.ErrFull:
			return fmt.Errorf("the disk is full; the archive %s is as it was, make room and try again", path)
		case sqlite3.ErrCorrupt:
			return fmt.Errorf("the archive %s is damaged; %s", path, restore)
		case sqlite3.ErrError, sqlite3.ErrConstraint, sqlite3.ErrMismatch, sqlite3.ErrTooBig:
			return fmt.Errorf("the archive %s is damaged (%w); %s", path, err, restore)
		}
	case errors.As(err, &damage):
		return fmt.Errorf("the archive %s is damaged (%w); %s", path, err, restore)
	}
	if strings.Contains(err.Error(), path) {
		return err
	}
	return fmt.Errorf("archive %s: %w", path, err)
}

// heldWriter remembers what went wrong with the writer, to be told from what went
// wrong with the archive.
type heldWriter struct {
	io.Writer
	err error
}

func (w *heldWriter) Write(b []byte) (int, error) {
	n, err := w.Writer.Write(b)
	w.err = errors.Join(w.err, err)
	return n, err
}
