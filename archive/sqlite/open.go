package sqlite

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"sync"

	"github.com/mattn/go-sqlite3"
)

// applicationID marks the file as ours ("RLBK"), see sqlite.org/pragma.html#pragma_application_id.
const applicationID = 0x524c424b

// busyMillis is how long a statement waits for another process's write before it
// gives up: an import of all releases takes less.
const busyMillis = 20_000

//go:embed migrations/*.sql
var migrations embed.FS

// Store is an open archive. Its methods may be called from many goroutines.
type Store struct {
	path  string
	read  *sql.DB
	write *sql.DB // nil when opened read-only
}

// Mode says what an archive is opened for.
type Mode int

// The modes.
const (
	ReadOnly  Mode = iota // the file must exist; nothing in it is ever written
	ReadWrite             // the file and its folder are made when missing
	// Immutable is for a copy that nobody writes as long as it is open: no lock is
	// taken, and nothing is made beside the file.
	Immutable
)

// ErrNoArchive says that there is no file at the path of a read-only Open.
var ErrNoArchive = errors.New("no archive")

// Open opens the archive at path and brings its schema up to date. It returns
// ErrNoArchive when the file is missing and mode is not ReadWrite, and an error in
// plain words for a file that is no archive, was made by a newer rulebook, or
// cannot be read or written.
func Open(ctx context.Context, path string, mode Mode) (*Store, error) {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder; name the archive's file", path)
	case errors.Is(err, fs.ErrNotExist) && mode != ReadWrite:
		return nil, fmt.Errorf("%w at %s; make one with: rulebook import PATH, or rulebook sample", ErrNoArchive, path)
	case errors.Is(err, fs.ErrNotExist):
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, fmt.Errorf("cannot make the folder for the archive: %w", err)
		}
	case err != nil:
		return nil, fmt.Errorf("cannot open the archive: %w", err)
	}
	s := &Store{path: path}
	if mode == ReadWrite {
		if info == nil || info.Size() == 0 {
			if err := begin(ctx, path); err != nil {
				return nil, plain(path, err)
			}
		}
		if s.write, err = sql.Open("sqlite3", dsn(path, "_cache_size=-32000&_txlock=immediate")); err != nil {
			return nil, plain(path, err)
		}
		s.write.SetMaxOpenConns(1)
		if err := migrate(ctx, s.write); err != nil {
			s.Close()
			return nil, plain(path, err)
		}
	}
	if s.read, err = openReaders(ctx, path, mode); err != nil {
		s.Close()
		return nil, plain(path, err)
	}
	return s, nil
}

// pageBytes is the size of a page of a new archive. Most texts fit into half of one;
// with SQLite's default of 4,096 a release takes half as long again to read.
const pageBytes = 8192

// begin makes an empty file an archive of that page size, which has to be settled
// before the first connection that keeps a write-ahead log.
func begin(ctx context.Context, path string) error {
	db, err := sql.Open("sqlite3", "file:"+(&url.URL{Path: path}).EscapedPath())
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, fmt.Sprintf("PRAGMA page_size = %d; PRAGMA application_id = %d", pageBytes, applicationID))
	return errors.Join(err, db.Close())
}

// openReaders opens the pool of readers. Where SQLite may not make its
// shared-memory file, in a folder that is read-only or on a disk that is full, an
// archive that nobody is writing is read as immutable.
func openReaders(ctx context.Context, path string, mode Mode) (*sql.DB, error) {
	if mode == Immutable {
		if !isQuiet(path) {
			return nil, errCopiedHalf
		}
		return openPool(ctx, path, immutable)
	}
	db, err := openPool(ctx, path, "mode=ro")
	var code sqlite3.Error
	if !errors.As(err, &code) {
		return db, err
	}
	switch code.Code {
	case sqlite3.ErrCantOpen, sqlite3.ErrReadonly, sqlite3.ErrIoErr:
		if isQuiet(path) {
			return openPool(ctx, path, immutable)
		}
	}
	return nil, err
}

// immutable tells SQLite that the file does not change (sqlite.org/uri.html).
const immutable = "mode=ro&immutable=1"

func openPool(ctx context.Context, path, extra string) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", dsn(path, readerCache+"&"+extra))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(max(4, runtime.NumCPU()))
	db.SetMaxIdleConns(max(4, runtime.NumCPU()))
	if err := checkVersion(ctx, db); err != nil {
		db.Close()
		return nil, err
	}
	return db, nil
}

// readerCache bounds what each of several connections keeps of the file, in KiB: the
// file is in the system's cache besides, and more makes no reading faster.
const readerCache = "_cache_size=-8000"

// isQuiet reports whether all of the archive is in its file: no write-ahead log
// beside it holds anything (sqlite.org/walformat.html).
func isQuiet(path string) bool {
	info, err := os.Stat(path + "-wal")
	return errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0
}

// dsn carries the pragmas, so that every pooled connection gets them.
func dsn(path, extra string) string {
	return "file:" + (&url.URL{Path: path}).EscapedPath() +
		"?_journal_mode=WAL&_synchronous=NORMAL&_foreign_keys=1" +
		"&_busy_timeout=" + strconv.Itoa(busyMillis) + "&" + extra
}

// Path is the file that the archive was opened from.
func (s *Store) Path() string { return s.path }

// Close closes all connections.
func (s *Store) Close() error {
	var errs []error
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

type migration struct {
	version int
	sql     string
}

var readMigrations = sync.OnceValues(func() ([]migration, error) {
	names, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	var all []migration
	for i, name := range names { // Glob sorts, and the names begin with their number
		text, err := migrations.ReadFile(name)
		if err != nil {
			return nil, err
		}
		all = append(all, migration{version: i + 1, sql: string(text)})
	}
	return all, nil
})

// fills are what steps write that SQL alone cannot, by version.
var fills = map[int]func(context.Context, *sql.Tx) error{2: putSheets, 3: putFolds}

// migrate brings the schema to the newest version, in one transaction: a file that is
// seen between two steps would be taken for one of an older rulebook.
func migrate(ctx context.Context, db *sql.DB) error {
	all, err := readMigrations()
	if err != nil {
		return err
	}
	if version, err := schemaVersion(ctx, db); err != nil || version == len(all) {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	version, err := schemaVersion(ctx, tx) // another process may have been quicker
	if err != nil {
		return err
	}
	for _, m := range all[version:] {
		// What a step changes, its seals no longer fit.
		_, err := tx.ExecContext(ctx, m.sql+"\nDELETE FROM meta WHERE key LIKE 'seal of %';"+fmt.Sprintf("\nPRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, m.version))
		if fill := fills[m.version]; err == nil && fill != nil {
			err = fill(ctx, tx)
		}
		if err != nil {
			return fmt.Errorf("migration %d: %w", m.version, err)
		}
	}
	return tx.Commit()
}

// nothingError says that a file has nothing in it, which is no archive either.
type nothingError struct{}

func (nothingError) Error() string {
	return "the file is empty; fill it with: rulebook import PATH, or rulebook sample"
}

func (nothingError) Is(target error) bool { return target == ErrNoArchive }

var (
	errForeign    = errors.New("it is an SQLite file, but not an archive of rulebook; choose another path with --archive")
	errCopiedHalf = errors.New("the file ending in -wal beside it holds changes, so that this is no copy at rest; copy it with SQLite's VACUUM INTO, or leave --read-only away")
	errNewer      = errors.New("it was written by a newer rulebook; use that version, or another archive with --archive")
	errOlder      = errors.New("it was written by an older rulebook; bring it up to date with: rulebook rebuild")
)

// schemaVersion is the file's schema version, 0 for a new file. It returns
// errForeign or errNewer for files that are not to be touched.
func schemaVersion(ctx context.Context, db queryer) (int, error) {
	var id, version, tables int
	err := db.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&id, &version, &tables)
	if err != nil {
		return 0, err
	}
	if tables > 0 && id != applicationID {
		return 0, errForeign
	}
	all, err := readMigrations()
	if err != nil {
		return 0, err
	}
	if version > len(all) {
		return 0, errNewer
	}
	return version, nil
}

func checkVersion(ctx context.Context, db *sql.DB) error {
	version, err := schemaVersion(ctx, db)
	if err != nil {
		return err
	}
	all, err := readMigrations()
	if err != nil {
		return err
	}
	switch {
	case version == 0: // a file without anything in it, such as a killed import leaves
		return nothingError{}
	case version < len(all):
		return errOlder
	}
	return nil
}
