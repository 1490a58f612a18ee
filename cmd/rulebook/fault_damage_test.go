//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestDamagedArchive cuts an archive short or turns one bit of it. What verifies
// afterwards says what it said before, to the byte; whatever else is asked of it
// ends in an answer or in one sentence.
func TestDamagedArchive(t *testing.T) {
	t.Parallel()
	base := newWorkshop(t)
	base.rules()
	base.must("import", "rules")
	want := base.state()
	good, err := os.ReadFile(base.archive())
	if err != nil {
		t.Fatal(err)
	}
	random := chance(t)
	w := base.copied(t)
	rounds, harmless := *faults, 0
	if !*published { // the sample is quick to look through
		rounds *= 5
	}
	for range rounds {
		bad := slices.Clone(good)
		if random.IntN(4) == 0 {
			bad = bad[:random.IntN(len(bad))]
		} else {
			bad[random.IntN(len(bad))] ^= 1 << random.IntN(8)
		}
		w.put(bad)
		code, found, errs := w.run("verify")
		switch {
		case code == 0:
			harmless++
			if got := w.state(); got != want {
				t.Errorf("verify finds nothing wrong, and the archive says otherwise than before: %s", difference(got, want))
			}
		case code != 3: // nothing at all is left: no archive, and no damage
			sentence(t, []string{"verify"}, errs)
		}
		for _, args := range [][]string{
			{"dump"}, {"releases"}, {"show", "702.19b"}, {"diff", "latest~1", "latest"}, {"search", "trample"}, {"import", "rules"}, {"rebuild"},
		} {
			if code, _, errs := w.run(args...); code == 1 && !strings.HasPrefix(errs, "refused ") {
				sentence(t, args, errs)
			}
			w.put(bad)
		}
		if t.Failed() {
			t.Fatalf("the damage: %s; verify says %s", describe(good, bad), found)
		}
	}
	t.Logf("%d of %d damages were of bytes that say nothing", harmless, rounds)
}

// put makes b the archive, without what SQLite may have left beside it.
func (w workshop) put(b []byte) {
	w.t.Helper()
	for _, beside := range []string{"-wal", "-shm"} {
		os.Remove(w.archive() + beside)
	}
	w.write("archive.db", b)
}

// describe says where two files differ first.
func describe(good, bad []byte) string {
	for i := range bad {
		if good[i] != bad[i] {
			return "byte " + strconv.Itoa(i) + " is " + strconv.Itoa(int(bad[i])) + " and was " + strconv.Itoa(int(good[i]))
		}
	}
	return "cut to " + strconv.Itoa(len(bad)) + " bytes of " + strconv.Itoa(len(good))
}

// TestForeignIndex puts no index in the place of an archive's own, and then those
// of an older state and of another history of the same archive. A search answers
// from the archive it was asked of.
func TestForeignIndex(t *testing.T) {
	t.Parallel()
	base := newWorkshop(t)
	names := base.rules()
	base.must("import", "early")

	// Two histories of one archive, both one import further than the copy.
	one, other := base.copied(t), base.copied(t)
	newest := filepath.Join("rules", names[len(names)-1])
	printed, err := os.ReadFile(base.path(newest))
	if err != nil {
		t.Fatal(err)
	}
	other.write(newest, bytes.ReplaceAll(printed, []byte("excess"), []byte("surplus")))
	one.must("import", newest)
	other.must("import", newest)

	question := []string{"search", "excess", "--in", "latest"}
	want := other.must(question...)
	if want == one.must(question...) {
		t.Fatal("the two histories do not differ")
	}
	for name, index := range map[string]string{
		"missing": "", "of an older state": base.archive() + ".index", "of another history": one.archive() + ".index",
	} {
		other.forgetIndex()
		if index != "" {
			if err := os.CopyFS(other.archive()+".index", os.DirFS(index)); err != nil {
				t.Fatal(err)
			}
		}
		if got := other.must(question...); got != want {
			t.Errorf("an index %s: %s", name, difference(got, want))
		}
	}
	other.whole()
}

// TestClockSetBack: files that bear times to come, as after a clock was set back,
// disturb nothing.
func TestClockSetBack(t *testing.T) {
	t.Parallel()
	w := newWorkshop(t)
	w.rules()
	w.offer()
	w.must("import", "early")
	want := w.must("search", "trample")
	w.must("fetch", "LTR", "--from", "offered", "--to", "got", "--no-import")
	if err := os.Mkdir(w.archive()+".index/building-left", 0o755); err != nil {
		t.Fatal(err)
	}
	toCome := time.Now().AddDate(10, 0, 0)
	err := filepath.WalkDir(w.folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, toCome, toCome)
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := w.must("search", "trample"); got != want {
		t.Errorf("a search: %s", difference(got, want))
	}
	w.must("fetch", "LTR", "--from", "offered", "--to", "got", "--no-import")
	w.must("import", "rules")
	w.must("rebuild")
	w.whole()
	straight := newWorkshop(t)
	straight.rules()
	straight.must("import", "rules")
	if got, want := w.state(), straight.state(); got != want {
		t.Errorf("an import: %s", difference(got, want))
	}
}

// TestOlderArchive: what an older rulebook wrote is refused for reading, and brought up
// to date by each command that takes in releases.
func TestOlderArchive(t *testing.T) {
	t.Parallel()
	base := newWorkshop(t)
	base.rules()
	base.must("import", "rules")
	want := base.state()
	base.execute(`DROP TABLE digest; PRAGMA user_version = 2`)
	base.refuses("older rulebook", "show", "702.19b")
	for _, args := range [][]string{{"import", "rules"}, {"rebuild"}} {
		w := base.copied(t)
		w.must(args...)
		if got := w.state(); got != want {
			t.Errorf("after %s it says otherwise: %s", args[0], difference(got, want))
		}
		w.whole()
	}
}
