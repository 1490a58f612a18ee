package sqlite_test

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
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
	var want bytes.Buffer
	if err := s.Dump(ctx, &want); err != nil {
		t.Fatal(err)
	}
	s.Close()
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
		if err == nil && len(faults) == 0 && dumped != want.String() {
			t.Fatal("verify finds no fault, and the archive says otherwise than before")
		}
	}
}

// readEverything reads an archive in every way there is and returns what Verify
// found and Dump wrote, and the error of either.
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
	s.Excerpts(ctx)
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
