// Package archivetest gives other packages' tests an archive to work on: the
// bundled sample, and the published files where the machine has them.
package archivetest

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/ingest"
	"rulebook/archive/sqlite"
	"rulebook/data"
)

// Store is sqlite's store as ingest wants it.
type Store struct{ *sqlite.Store }

// Update runs f in one transaction.
func (s Store) Update(ctx context.Context, f func(ingest.Writer) error) error {
	return s.Store.Update(ctx, func(tx *sqlite.Tx) error { return f(tx) })
}

// Open makes an empty archive in a folder of the test's own.
func Open(t testing.TB) Store {
	t.Helper()
	return OpenAt(t, filepath.Join(t.TempDir(), "archive.db"))
}

// OpenAt opens or makes the archive at path and closes it when the test ends.
func OpenAt(t testing.TB, path string) Store {
	t.Helper()
	s, err := sqlite.Open(context.Background(), path, sqlite.ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return Store{s}
}

// Sample makes an archive of the bundled sample.
func Sample(t testing.TB) Store {
	t.Helper()
	s := Open(t)
	Import(t, s, SampleFiles(t))
	return s
}

// SampleFiles are the bundled sample's files, in date order.
func SampleFiles(t testing.TB) []ingest.File {
	t.Helper()
	sample, err := data.Sample()
	if err != nil {
		t.Fatal(err)
	}
	var files []ingest.File
	for _, f := range sample {
		files = append(files, ingest.File{Path: f.Name, Name: f.Name, Read: func() ([]byte, error) { return f.Bytes, nil }})
	}
	return files
}

// SampleImporter takes the sample into s.
func SampleImporter(t testing.TB, s Store) *ingest.Importer {
	t.Helper()
	catalog, err := data.SampleReleases()
	if err != nil {
		t.Fatal(err)
	}
	return &ingest.Importer{Store: s, Catalog: catalog, Sample: true}
}

// Import takes files of the sample into s and fails the test when one is refused.
func Import(t testing.TB, s Store, files []ingest.File) *ingest.Summary {
	t.Helper()
	return mustImport(t, SampleImporter(t, s), files)
}

// ImportPublished takes published files into s and fails the test when one is refused.
func ImportPublished(t testing.TB, s Store, files []ingest.File) *ingest.Summary {
	t.Helper()
	catalog, err := data.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	return mustImport(t, &ingest.Importer{Store: s, Catalog: catalog}, files)
}

func mustImport(t testing.TB, im *ingest.Importer, files []ingest.File) *ingest.Summary {
	t.Helper()
	summary, err := im.Import(context.Background(), files)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range summary.Refused {
		t.Fatalf("%s is refused: %s", r.Path, r.Reason)
	}
	return summary
}

// Dump is everything that an archive says, as text; see sqlite's Store.Dump.
func Dump(t testing.TB, s Store) string {
	t.Helper()
	var b strings.Builder
	if err := s.Dump(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Releases are the releases that s knows, in date order.
func Releases(t testing.TB, s Store) []archive.Release {
	t.Helper()
	releases, err := s.Releases(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return releases
}

// Snapshot is a held release of s, named as on the command line.
func Snapshot(t testing.TB, s Store, ref string) *archive.Snapshot {
	t.Helper()
	r, err := archive.ResolveRelease(Releases(t, s), ref)
	if err != nil {
		t.Fatal(err)
	}
	snapshot, err := s.Snapshot(context.Background(), r.Effective)
	if err != nil {
		t.Fatal(err)
	}
	return snapshot
}

// CorpusFolder is the folder of the published files and what belongs to them,
// RULEBOOK_CORPUS, else ../shared/corpus beside the project; present reports whether
// it is there.
func CorpusFolder() (folder string, present bool) {
	folder = os.Getenv("RULEBOOK_CORPUS")
	if folder == "" {
		_, file, _, _ := runtime.Caller(0)
		folder = filepath.Join(filepath.Dir(file), "..", "..", "..", "shared", "corpus")
	}
	_, err := os.Stat(filepath.Join(folder, "published"))
	return folder, err == nil
}

// Corpus is the CorpusFolder. The test is skipped on a machine that has none.
func Corpus(t testing.TB) string {
	t.Helper()
	folder, present := CorpusFolder()
	if !present {
		t.Skip("the published files are not on this machine; set RULEBOOK_CORPUS to the folder that holds published/")
	}
	return folder
}

// Published are the published files, sorted by name.
func Published(t testing.TB) []ingest.File {
	t.Helper()
	return Folder(t, filepath.Join(Corpus(t), "published"))
}

// Folder are the files of a folder, sorted by name.
func Folder(t testing.TB, folder string) []ingest.File {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files in %s (%v)", folder, err)
	}
	slices.Sort(paths)
	var files []ingest.File
	for _, p := range paths {
		files = append(files, ingest.File{Path: p, Name: filepath.Base(p), Read: func() ([]byte, error) { return os.ReadFile(p) }})
	}
	return files
}
