package history_test

import (
	"context"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/diffing/history"
)

func TestMain(m *testing.M) { archivetest.Main(m) }

// find finds a rule or term of a release named as on the command line; an empty ref
// means the newest release that has it.
func find(t testing.TB, s archivetest.Store, name, ref string) *history.Found {
	t.Helper()
	var d archive.Date
	if ref != "" {
		r, err := archive.ResolveRelease(archivetest.Releases(t, s), ref)
		if err != nil {
			t.Fatal(err)
		}
		d = r.Effective
	}
	n, _ := archive.ParseCitation(name)
	f, err := history.Find(context.Background(), s, s, n, name, d)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func historyOf(t testing.TB, s archivetest.Store, name, ref string, o history.Options) *history.History {
	t.Helper()
	h, err := history.Of(context.Background(), s, find(t, s, name, ref), o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
