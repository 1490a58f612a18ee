package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/archive/sqlite"
)

func TestOpen(t *testing.T) {
	ctx := context.Background()
	folder := t.TempDir()
	path := func(name string, content []byte) string {
		p := filepath.Join(folder, name)
		if content != nil {
			if err := os.WriteFile(p, content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return p
	}
	foreign := path("foreign.db", nil)
	execute(t, foreign, `CREATE TABLE t (x)`)
	newer := path("newer.db", nil)
	archivetest.OpenAt(t, newer).Close()
	execute(t, newer, `PRAGMA user_version = 99`)
	cut := path("cut.db", nil)
	s := archivetest.OpenAt(t, cut)
	archivetest.Import(t, s, archivetest.SampleFiles(t))
	s.Close()
	if err := os.Truncate(cut, 20000); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, path, want string }{
		{"missing", path("missing.db", nil), "rulebook import"},
		{"folder", folder, "is a folder"},
		{"text", path("text.db", []byte(strings.Repeat("not a database\n", 100))), "not an archive"},
		{"foreign", foreign, "not an archive of rulebook"},
		{"newer", newer, "newer rulebook"},
		{"empty", path("empty.db", []byte{}), "empty.db: the file is empty; fill it with"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := sqlite.Open(ctx, c.path, sqlite.ReadOnly)
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want one sentence with %q", err, c.want)
			}
		})
	}
	t.Run("cut short", func(t *testing.T) {
		s, err := sqlite.Open(ctx, cut, sqlite.ReadOnly)
		if err != nil {
			return // said at once
		}
		defer s.Close()
		faults, err := s.Verify(ctx)
		if len(faults) == 0 && err == nil {
			t.Error("verify finds nothing wrong with a file that was cut short")
		}
	})
}

func execute(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

func TestReadOnlyFolder(t *testing.T) {
	folder := t.TempDir()
	path := filepath.Join(folder, "archive.db")
	s := archivetest.OpenAt(t, path)
	archivetest.Import(t, s, archivetest.SampleFiles(t))
	s.Close()
	if err := os.Chmod(folder, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(folder, 0o755) })
	reader, err := sqlite.Open(context.Background(), path, sqlite.ReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if releases, err := reader.Releases(context.Background()); err != nil || len(releases) != 7 {
		t.Errorf("%d releases, %v", len(releases), err)
	}
}

// An Update that fails leaves everything as it was.
func TestFailedUpdate(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	before := archivetest.Dump(t, s)
	generation, _ := s.Generation(ctx)
	stop := errors.New("stop")
	err := s.Store.Update(ctx, func(tx *sqlite.Tx) error {
		snapshot, err := tx.Snapshot(ctx, archive.Date{Year: 2020, Month: 4, Day: 17})
		if err != nil {
			return err
		}
		snapshot.Release.Effective = archive.Date{Year: 2021, Month: 1, Day: 1}
		if err := tx.Put(ctx, snapshot, []byte("other bytes")); err != nil {
			return err
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Fatalf("got %v", err)
	}
	if now, _ := s.Generation(ctx); now != generation || archivetest.Dump(t, s) != before {
		t.Error("a failed update changed the archive")
	}
}

// Many readers beside a writer: none is refused, none sees half a change.
func TestReadersBesideAWriter(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "archive.db")
	s := archivetest.OpenAt(t, path)
	files := archivetest.SampleFiles(t)
	archivetest.Import(t, s, files[:1])
	done := make(chan struct{})
	var readers sync.WaitGroup
	for range 50 {
		readers.Add(1)
		go func() {
			defer readers.Done()
			for {
				select {
				case <-done:
					return
				default:
				}
				releases, err := s.Releases(ctx)
				if err != nil {
					t.Errorf("releases: %v", err)
					return
				}
				for _, r := range releases {
					if !r.Held {
						continue
					}
					snapshot, err := s.Snapshot(ctx, r.Effective)
					if err != nil {
						t.Errorf("snapshot: %v", err)
						return
					}
					if snapshot.Count() != r.Counts || snapshot.Entries[0].Lineage == 0 {
						t.Errorf("%s is seen half written", r.Effective)
						return
					}
				}
			}
		}()
	}
	for i := range files[1:] {
		archivetest.Import(t, s, files[i+1:i+2])
	}
	close(done)
	readers.Wait()
}

// An archive from before the sheets, folded by other rules, is refused for reading, and
// brought up to date when it is written to.
func TestOlderArchive(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "archive.db")
	s := archivetest.OpenAt(t, path)
	archivetest.Import(t, s, archivetest.SampleFiles(t))
	want, err := s.Printing(ctx)
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	execute(t, path, `DROP TABLE digest; DROP TABLE sheet; DROP INDEX wording_by_fold; PRAGMA user_version = 1;
		UPDATE fold SET text = text || ' - ', hash = randomblob(16)`)
	if _, err := sqlite.Open(ctx, path, sqlite.ReadOnly); err == nil || !strings.Contains(err.Error(), "older rulebook") {
		t.Errorf("for reading: %v", err)
	}
	s = archivetest.OpenAt(t, path)
	if got, err := s.Printing(ctx); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("brought up to date it prints otherwise (%v)", err)
	}
	if faults, err := s.Verify(ctx); err != nil || len(faults) > 0 {
		t.Errorf("brought up to date: %v, %v", faults, err)
	}
	releases := archivetest.Releases(t, s)
	if digest, err := s.Digest(ctx, releases[0].Effective, releases[1].Effective); err != nil || digest != nil {
		t.Errorf("brought up to date it has a digest of %d bytes (%v)", len(digest), err)
	}
}

// A digest is of a held release and the one before it, and of no others.
func TestDigest(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	releases := archivetest.Releases(t, s)
	for i, a := range releases {
		for j, b := range releases {
			digest, err := s.Digest(ctx, a.Effective, b.Effective)
			if err != nil {
				t.Fatal(err)
			}
			if (digest != nil) != (j == i+1) {
				t.Errorf("%s to %s has a digest of %d bytes", a.Effective, b.Effective, len(digest))
			}
			between := archive.Date{Year: a.Effective.Year, Month: a.Effective.Month, Day: a.Effective.Day + 1}
			if digest, err := s.Digest(ctx, between, b.Effective); err != nil || digest != nil {
				t.Errorf("%s, which is no release, to %s has a digest of %d bytes (%v)", between, b.Effective, len(digest), err)
			}
		}
	}
}

// Verify finds each kind of damage that SQLite itself does not see.
func TestVerifyFindsDamage(t *testing.T) {
	for _, c := range []struct{ name, statement, want string }{
		{"text", `UPDATE wording SET text = text || '!' WHERE id = 5`, "hash"},
		{"fold", `UPDATE fold SET text = text || '!' WHERE id = 5`, "fold"},
		{"raw", `UPDATE raw SET packed = zeroblob(100)`, "raw bytes"},
		{"entry", `DELETE FROM entry WHERE release = 2 AND position = 30`, "lacks entries"},
		{"wording", `PRAGMA foreign_keys = 0; DELETE FROM wording WHERE id = 5`, "lacks the text"},
		{"link", `DELETE FROM link WHERE release = 2 AND position = 30`, "predecessors"},
		{"wrong link", `UPDATE link SET previous = previous + 1 WHERE release = 2 AND position = 30`, "successors"},
		{"lineage", `UPDATE link SET lineage = lineage + 1 WHERE release = 2 AND position = 30`, "lineage"},
		{"life", `UPDATE lineage SET gone = NULL WHERE gone IS NOT NULL`, "life"},
		{"line", `UPDATE entry SET line = line + 1 WHERE release = 2 AND position = 30`, "seal of entries"},
		{"score", `UPDATE link SET score = 0.5 WHERE release = 2 AND position = 30`, "seal of pairs"},
		{"address", `UPDATE release SET url = 'elsewhere' WHERE id = 3`, "tables: their seal"},
		{"sheet", `UPDATE sheet SET packed = (SELECT packed FROM sheet WHERE release = 3) WHERE release = 2`, "its sheet does not say"},
		{"no sheet", `DELETE FROM sheet WHERE release = 2`, "lacks its sheet"},
		{"pair", `UPDATE link SET previous = -7 WHERE release = 2 AND position = 30`, "ties entries that are not there"},
		{"far pair", `UPDATE ending SET position = 1 << 40 WHERE position = (SELECT max(position) FROM ending)`, "ties entries that are not there"},
		{"no pair", `UPDATE ending SET relation = 4, next = NULL`, "ties entries that are not there"},
		{"digest", `UPDATE digest SET packed = zeroblob(50) WHERE release = 3`, "tables: their seal"},
		{"other digest", `UPDATE digest SET packed = (SELECT packed FROM digest WHERE release = 3) WHERE release = 4`, "tables: their seal"},
		{"foreign key", `PRAGMA foreign_keys = 0; DELETE FROM name WHERE id = 3`, "name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "archive.db")
			s := archivetest.OpenAt(t, path)
			archivetest.Import(t, s, archivetest.SampleFiles(t))
			if faults, err := s.Verify(context.Background()); err != nil || len(faults) > 0 {
				t.Fatalf("before the damage: %v, %v", faults, err)
			}
			execute(t, path, c.statement)
			faults, err := s.Verify(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, f := range faults {
				all = append(all, f.String())
			}
			if text := strings.Join(all, "\n"); !strings.Contains(text, c.want) {
				t.Errorf("faults %q, want one with %q", text, c.want)
			}
		})
	}
}

// The raw bytes come back as they went in, for every release.
func TestRaw(t *testing.T) {
	s := archivetest.Sample(t)
	for i, f := range archivetest.SampleFiles(t) {
		want, err := f.Read()
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Raw(context.Background(), archivetest.Releases(t, s)[i].Effective)
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %d bytes, want %d (%v)", f.Name, len(got), len(want), err)
		}
	}
}

// Laws of Pairs: near or far, every entry of the newer is in one pair that is
// Continues, Added or SplitFrom, and backwards is the mirror.
func TestPairs(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	releases := archivetest.Releases(t, s)
	for _, a := range releases {
		for _, b := range releases {
			old := archivetest.Snapshot(t, s, a.Effective.String())
			new := archivetest.Snapshot(t, s, b.Effective.String())
			if a.Effective == b.Effective {
				continue
			}
			pairs, err := s.Pairs(ctx, old, new)
			if err != nil {
				t.Fatal(err)
			}
			of := make([]int, len(new.Entries))
			for _, p := range pairs {
				if p.Relation != archive.Removed && p.Relation != archive.MergedInto {
					of[p.New]++
				}
				if p.Relation == archive.Continues && old.Entries[p.Old].Lineage != new.Entries[p.New].Lineage {
					t.Errorf("%s to %s: %s continues another lineage", a.Effective, b.Effective, new.Entries[p.New].Name())
				}
			}
			for i, n := range of {
				if want := map[bool]int{true: 1}[new.Entries[i].Lineage != 0]; n != want {
					t.Errorf("%s to %s: %s is in %d pairs, want %d", a.Effective, b.Effective, new.Entries[i].Name(), n, want)
				}
			}
		}
	}
}
