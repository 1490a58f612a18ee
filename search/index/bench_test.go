package index

import (
	"context"
	"io/fs"
	"path/filepath"
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
		if info, err := e.Info(); err == nil && !e.IsDir() {
			size += info.Size()
		}
		return err
	})
	return size
}

func BenchmarkBuild(b *testing.B) {
	src := newMemory(published(b)...)
	b.ResetTimer()
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

func BenchmarkOpen(b *testing.B) {
	src := newMemory(published(b)...)
	dir := b.TempDir()
	x, err := Open(context.Background(), dir, src, nil)
	if err != nil {
		b.Fatal(err)
	}
	x.Close()
	b.ResetTimer()
	for b.Loop() {
		x, err := Open(context.Background(), dir, src, nil)
		if err != nil {
			b.Fatal(err)
		}
		x.Close()
	}
}

func BenchmarkSearch(b *testing.B) {
	x := open(b, newMemory(published(b)...))
	for _, text := range []string{"trample", "player", `"excess damage"`, "state-based actions", "702.19b", "cast spell without paying mana cost", "tramp*", "damage near/5 planeswalker", "kind:glossary", "changed:IKO", "the", "sba"} {
		for _, all := range []bool{false, true} {
			name := text
			if all {
				name += " --all"
			}
			b.Run(name, func(b *testing.B) {
				q, err := search.Parse(text)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := x.Search(context.Background(), q, search.Options{Scope: search.Scope{All: all}}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
