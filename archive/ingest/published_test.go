package ingest_test

import (
	"context"
	"testing"

	"rulebook/archive/archivetest"
	"rulebook/archive/ingest"
	"rulebook/data"
)

// The law of TestRebuild, on all published files.
func TestRebuildPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("takes as long as two imports of everything")
	}
	files := archivetest.Published(t)
	ctx := context.Background()
	s := archivetest.Open(t)
	archivetest.ImportPublished(t, s, files)
	want := archivetest.Dump(t, s)
	catalog, err := data.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	im := &ingest.Importer{Store: s, Catalog: catalog}
	summary, err := im.Rebuild(ctx, s.Raw)
	if err != nil || len(summary.Imported) != len(files) {
		t.Fatalf("%+v, %v", summary, err)
	}
	sameDump(t, "rebuilt", want, archivetest.Dump(t, s))
	whole(t, s)
}

// The law of digestsHold, on all published files.
func TestDigestsPublished(t *testing.T) {
	digestsHold(t, archivetest.PublishedStore(t))
}
