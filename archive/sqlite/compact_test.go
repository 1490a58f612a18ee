package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"rulebook/archive/archivetest"
	"rulebook/archive/sqlite"
)

// An archive made compact says what it said, generation included, takes no more room,
// and can be written again.
func TestCompact(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	said := archivetest.Dump(t, s)
	generation, err := s.Generation(ctx)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite3", "file:"+s.Path()+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	size := func() (pages int) {
		if err := db.QueryRowContext(ctx, `PRAGMA page_count`).Scan(&pages); err != nil {
			t.Fatal(err)
		}
		return pages
	}
	before := size()
	if err := s.Compact(ctx); err != nil {
		t.Fatal(err)
	}
	if after := size(); after > before {
		t.Errorf("it takes %d pages and took %d", after, before)
	}
	if now, err := s.Generation(ctx); err != nil || now != generation {
		t.Errorf("its generation was %d and is %d (%v)", generation, now, err)
	}
	if faults, err := s.Verify(ctx); err != nil || len(faults) > 0 {
		t.Errorf("it is not whole: %v, %v", faults, err)
	}
	if archivetest.Dump(t, s) != said {
		t.Error("it says something else")
	}
	archivetest.Import(t, s, archivetest.SampleFiles(t))
}

// Where somebody else writes, the file stays as it is.
func TestCompactBesideAWriter(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	other := archivetest.OpenAt(t, s.Path())
	err := other.Store.Update(ctx, func(*sqlite.Tx) error { return s.Compact(ctx) })
	if err != nil {
		t.Errorf("beside a writer: %v", err)
	}
}

// Broken off, it is as it was.
func TestCompactBrokenOff(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	s := archivetest.Sample(t)
	said := archivetest.Dump(t, s)
	cancel()
	if err := s.Compact(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("broken off: %v", err)
	}
	if archivetest.Dump(t, s) != said {
		t.Error("it says something else")
	}
}
