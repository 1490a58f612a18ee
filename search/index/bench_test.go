package index

import (
	"context"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"rulebook/search"
)

func open(t testing.TB, src Source) *Index {
	t.Helper()
	x, err := Open(context.Background(), t.TempDir(), src, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x
}

func sizeOf(t testing.TB, dir string) (size int64) {
	filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			size += info.Size()
		}
		return err
	})
	return size
}

// BenchmarkBuild builds the index of all published text releases.
func BenchmarkBuild(b *testing.B) {
	src := newMemory(published(b)...)
	for b.Loop() {
		dir := b.TempDir()
		x, err := Open(context.Background(), dir, src, nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(len(x.facts.docs)), "documents")
		b.ReportMetric(float64(sizeOf(b, dir))/1e6, "MB")
		x.Close()
	}
}

// BenchmarkOpen opens it, as every rulebook search does.
func BenchmarkOpen(b *testing.B) {
	src := newMemory(published(b)...)
	dir := b.TempDir()
	x, err := Open(context.Background(), dir, src, nil)
	if err != nil {
		b.Fatal(err)
	}
	x.Close()
	for b.Loop() {
		x, err := Open(context.Background(), dir, src, nil)
		if err != nil {
			b.Fatal(err)
		}
		x.Close()
	}
}

// BenchmarkSearch asks ten queries of ten kinds, of the newest release and of all.
func BenchmarkSearch(b *testing.B) {
	x := open(b, newMemory(published(b)...))
	for _, text := range []string{
		"trample", "player", `"excess damage"`, "state-based actions", "702.19b", "cast without paying mana cost",
		"tramp*", "damage near/5 planeswalker", "changed:IKO kind:rule", "the",
	} {
		q, err := search.Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		for name, o := range map[string]search.Options{"newest": {}, "all": everything} {
			b.Run(strings.ReplaceAll(text, " ", "_")+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if _, err := x.Search(context.Background(), q, o); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
