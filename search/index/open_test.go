package index

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rulebook/archive"
	"rulebook/search"
)

// builds opens the index in dir and reports whether it was built for that.
func builds(t testing.TB, dir string, src Source) (*Index, bool) {
	t.Helper()
	built := false
	x, err := Open(context.Background(), dir, src, func(done, total int) {
		if done > total {
			t.Errorf("progress %d of %d", done, total)
		}
		built = true
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.Close() })
	return x, built
}

func indexesIn(t testing.TB, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// TestOpen: an index is built once a generation; the one before serves on while
// and after the next is built, and its files go.
func TestOpen(t *testing.T) {
	dir, src := filepath.Join(t.TempDir(), "a.index"), smallBook(t)
	first, built := builds(t, dir, src)
	if !built {
		t.Fatal("the first Open built nothing")
	}
	if _, built = builds(t, dir, src); built {
		t.Error("the second Open built anew")
	}
	if first.Generation() != 1 {
		t.Errorf("generation %d, want 1", first.Generation())
	}
	src.generation = 2
	if !Ready(dir, 1) || Ready(dir, 2) {
		t.Error("the index of the first generation is not ready, or that of the second is")
	}
	src.spans = append(src.spans, archive.Span{
		Lineage: 1000, Kind: archive.Term, Term: "Newcomer", Text: "A thing that came in.",
		From: src.releases[3].Effective, To: src.releases[3].Effective, InForce: true,
	})
	second, built := builds(t, dir, src)
	if !built {
		t.Fatal("a stale index was not built anew")
	}
	if n := ask(t, second, "newcomer", search.Options{}).Total; n != 1 {
		t.Errorf("the new index has %d hits, want 1", n)
	}
	if n := ask(t, first, "newcomer", search.Options{}).Total; n != 0 {
		t.Errorf("the old index has %d hits, want 0", n)
	}
	if got := hitNames(ask(t, first, "trample", search.Options{})); !strings.HasPrefix(got, "702.19, Trample") {
		t.Errorf("the old index answers %s", got)
	}
	if names := indexesIn(t, dir); len(names) != 1 {
		t.Errorf("indexes left: %q", names)
	}
}

// TestDamage: whatever happens to an index's files, the next Open has a good one.
func TestDamage(t *testing.T) {
	dir, src := t.TempDir(), smallBook(t)
	x, _ := builds(t, dir, src)
	want := hitNames(ask(t, x, "the", everything))
	root := filepath.Join(dir, indexesIn(t, dir)[0])
	var files []string
	filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if len(files) < 4 {
		t.Fatalf("files %q", files)
	}
	for _, file := range files {
		for how, damage := range map[string]func() error{
			"gone":      func() error { return os.Remove(file) },
			"empty":     func() error { return os.Truncate(file, 0) },
			"cut short": func() error { return cutFile(file) },
			"one bit":   func() error { return flipBit(file) },
			"a folder":  func() error { return errors.Join(os.Remove(file), os.Mkdir(file, 0o755)) },
		} {
			if err := damage(); err != nil {
				t.Fatal(err)
			}
			y, built := builds(t, dir, src)
			if !built {
				t.Errorf("%s %s: not built anew", filepath.Base(file), how)
			}
			if got := hitNames(ask(t, y, "the", everything)); got != want {
				t.Errorf("%s %s: hits %s, want %s", filepath.Base(file), how, got, want)
			}
		}
	}
}

func cutFile(file string) error {
	info, err := os.Stat(file)
	if err != nil {
		return err
	}
	return os.Truncate(file, info.Size()/2)
}

func flipBit(file string) error {
	b, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	b[len(b)/2] ^= 4
	return os.WriteFile(file, b, 0o644)
}

// TestKilled: what a killed build left behind disturbs nobody, and goes in time.
func TestKilled(t *testing.T) {
	dir, src := t.TempDir(), smallBook(t)
	fresh, old := filepath.Join(dir, asidePrefix+"1"), filepath.Join(dir, asidePrefix+"2")
	for _, d := range []string{fresh, old} {
		if err := os.MkdirAll(filepath.Join(d, "batch"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	long := time.Now().Add(-2 * abandoned)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	x, _ := builds(t, dir, src)
	if ask(t, x, "trample", search.Options{}).Total == 0 {
		t.Error("no hits")
	}
	if _, err := os.Stat(old); !os.IsNotExist(err) {
		t.Error("the remains of a build of two hours ago are still there")
	}
	if _, err := os.Stat(fresh); err != nil {
		t.Error("a build that may be under way was removed")
	}
}

// TestTogether: many open one archive at once, and all have their answer.
func TestTogether(t *testing.T) {
	dir, src := t.TempDir(), smallBook(t)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			x, err := Open(context.Background(), dir, src, nil)
			if err != nil {
				t.Error(err)
				return
			}
			defer x.Close()
			x.patience = time.Minute // the machine may have other work
			var searches sync.WaitGroup
			for range 4 {
				searches.Go(func() {
					q, _ := search.Parse("trample")
					for range 20 {
						if r, err := x.Search(context.Background(), q, search.Options{}); err != nil || r.Total != 6 {
							t.Errorf("%d hits, %v", r.Total, err)
						}
					}
				})
			}
			searches.Wait()
		})
	}
	wg.Wait()
}

// TestLocked: a stranger's lock on the index's files changes nothing
// (blevesearch/bleve#1167).
func TestLocked(t *testing.T) {
	dir, src := t.TempDir(), smallBook(t)
	builds(t, dir, src)
	root := filepath.Join(dir, indexesIn(t, dir)[0])
	for _, name := range indexesIn(t, root) {
		f, err := os.Open(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
			t.Skip("files cannot be locked here: ", err)
		}
	}
	if x, built := builds(t, dir, src); built || ask(t, x, "trample", search.Options{}).Total == 0 {
		t.Errorf("built %v", built)
	}
}

// moving is a Source whose archive changes while it is read.
type moving struct {
	*memory
	moves int
}

func (m *moving) EachSpan(ctx context.Context, yield func(archive.Span) error) error {
	if m.moves > 0 {
		m.moves--
		m.generation++
	}
	return m.memory.EachSpan(ctx, yield)
}

// TestMoving: an index is never made of two generations.
func TestMoving(t *testing.T) {
	src := &moving{smallBook(t), 2}
	x, built := builds(t, t.TempDir(), src)
	if !built || x.Generation() != 3 {
		t.Errorf("generation %d, want 3", x.Generation())
	}
	_, err := Open(context.Background(), t.TempDir(), &moving{smallBook(t), 100}, nil)
	if err == nil || !strings.Contains(err.Error(), "search again") {
		t.Errorf("an archive that never rests: %v", err)
	}
}

// TestNowhere: where no index can be written the error says so.
func TestNowhere(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(context.Background(), filepath.Join(file, "index"), smallBook(t), nil); err == nil || !strings.Contains(err.Error(), "folder of the search index") {
		t.Errorf("no place to write: %v", err)
	}
}

// TestStopped: a build that is interrupted leaves nothing behind.
func TestStopped(t *testing.T) {
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, dir, smallBook(t), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if names := indexesIn(t, dir); len(names) != 0 {
		t.Errorf("left behind: %q", names)
	}
}
