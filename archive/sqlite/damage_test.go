package sqlite_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/archive/ingest"
	"rulebook/archive/sqlite"
)

// TestDamagedBytes turns bits of an archive, one or a few at a time. Nothing that
// reads it panics, and what verifies says what it said. RULEBOOK_FAULTS is the
// number of rounds.
func TestDamagedBytes(t *testing.T) {
	rounds := 60
	if n, err := strconv.Atoi(os.Getenv("RULEBOOK_FAULTS")); err == nil {
		rounds = n
	}
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "archive.db")
	s := archivetest.OpenAt(t, path)
	archivetest.Import(t, s, archivetest.SampleFiles(t))
	importPage(t, s)
	s.Close()
	faults, want, err := readEverything(ctx, path)
	if err != nil || len(faults) > 0 {
		t.Fatal(faults, err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for round := range rounds {
		bad := slices.Clone(good)
		var at []int
		for range 1 + random.IntN(3) {
			n := random.IntN(len(bad))
			bad[n] ^= 1 << random.IntN(8)
			at = append(at, n)
		}
		if err := os.WriteFile(path, bad, 0o644); err != nil {
			t.Fatal(err)
		}
		t.Logf("round %d: bits turned in bytes %d", round, at) // shown when it fails or panics
		faults, dumped, err := readEverything(ctx, path)
		if err == nil && len(faults) == 0 && dumped != want {
			t.Fatal("verify finds no fault, and the archive says otherwise than before")
		}
	}
}

// importPage takes an excerpt in that does not pack well, so that its raw bytes are
// a good part of the file.
func importPage(t *testing.T, s archivetest.Store) {
	t.Helper()
	page := []byte("From the Comprehensive Rules (April 1, 2010)\n- 702.19a Trample was other then.\n")
	random := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		page = append(page, byte('a'+random.IntN(26)))
	}
	im := archivetest.SampleImporter(t, s)
	e, err := im.ReadExcerpt(page, "page.txt", archive.Number{}, archive.Date{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := im.ImportExcerpts(context.Background(), []ingest.ExcerptFile{{Path: "page.txt", Excerpt: e, Raw: page}}); err != nil {
		t.Fatal(err)
	}
}

// Verify looks at the raw bytes of excerpts as at those of releases.
func TestVerifyExcerpt(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "archive.db")
	s := archivetest.OpenAt(t, path)
	importPage(t, s)
	excerpts, err := s.Excerpts(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if raw, err := s.RawExcerpt(ctx, excerpts[0]); err != nil || int64(len(raw)) != excerpts[0].Source.Bytes {
		t.Fatalf("%d bytes, %v", len(raw), err)
	}
	s.Close()
	damage, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := damage.Exec(`UPDATE raw SET packed = CAST(substr(packed, 1, 99) || x'00' || substr(packed, 101) AS BLOB)`); err != nil {
		t.Fatal(err)
	}
	damage.Close()
	faults, _, _ := readEverything(ctx, path)
	if len(faults) != 1 || faults[0].Where != "excerpt page.txt" {
		t.Errorf("faults %v", faults)
	}
}

// readEverything reads an archive in every way there is and returns what Verify
// found, what Dump and the raw bytes of excerpts say, and the error of any.
func readEverything(ctx context.Context, path string) (faults []sqlite.Fault, dumped string, err error) {
	s, err := sqlite.Open(ctx, path, sqlite.ReadOnly)
	if err != nil {
		return nil, "", err
	}
	defer s.Close()
	var out bytes.Buffer
	if faults, err = s.Verify(ctx); err == nil {
		err = s.Dump(ctx, &out)
	}
	s.Dump(ctx, io.Discard)
	s.EachSpan(ctx, func(archive.Span) error { return nil })
	s.Lineages(ctx)
	excerpts, _ := s.Excerpts(ctx)
	for _, e := range excerpts {
		raw, rawErr := s.RawExcerpt(ctx, e)
		out.Write(raw)
		err = errors.Join(err, rawErr)
	}
	s.Pins(ctx)
	s.Printing(ctx)
	releases, _ := s.Releases(ctx)
	var before *archive.Snapshot
	for _, r := range releases {
		s.Raw(ctx, r.Effective)
		snapshot, err := s.Snapshot(ctx, r.Effective)
		if err != nil {
			continue
		}
		if before != nil {
			s.Pairs(ctx, before, snapshot)
			s.Pairs(ctx, snapshot, before)
			s.Compare(ctx, before.Release.Effective, r.Effective)
			s.Digest(ctx, before.Release.Effective, r.Effective)
		}
		before = snapshot
		for i := range min(3, len(snapshot.Entries)) {
			e := &snapshot.Entries[i]
			s.Spans(ctx, e.Lineage)
			s.Lineage(ctx, e.Lineage)
			s.Relatives(ctx, e.Lineage)
			s.NumberTenures(ctx, e.Number)
			s.TermTenures(ctx, e.Name())
			s.Bearers(ctx, r.Effective, []archive.Number{e.Number})
			s.NumbersAt(ctx, r.Effective, []archive.LineageID{e.Lineage})
			s.Lost(ctx, r.Effective, archive.Fold(e.Wording()))
		}
	}
	return faults, out.String(), err
}
