package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// mounted gives a test a disk of its own with so many KiB, in memory; only root
// may have one.
func mounted(t *testing.T, kib int) workshop {
	t.Helper()
	w := newWorkshop(t)
	if err := syscall.Mount("tmpfs", w.folder, "tmpfs", 0, diskSize(kib)); err != nil {
		t.Skipf("a disk of its own is needed, which only root can mount here (%v)", err)
	}
	t.Cleanup(func() { syscall.Unmount(w.folder, syscall.MNT_DETACH) })
	return w
}

func diskSize(kib int) string { return fmt.Sprintf("size=%dk", kib) }

// remounted changes a mounted disk.
func (w workshop) remounted(flags uintptr, options string) {
	w.t.Helper()
	if err := syscall.Mount("tmpfs", w.folder, "tmpfs", syscall.MS_REMOUNT|flags, options); err != nil {
		w.t.Fatal(err)
	}
}

// TestFullDisk runs each command on disks that are too small by more and by less.
// It says that the disk is full, the archive is as it was, and with more room the
// command run again does the work.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	for _, d := range deeds {
		t.Run(d.name, d.testFullDisk)
	}
}

func (d deed) testFullDisk(t *testing.T) {
	t.Parallel()
	if d.slow && *faults < thorough {
		t.Skip("make faults has the time for this one")
	}
	base := newWorkshop(t)
	d.prepare(base)
	before := base.state()
	undisturbed := base.copied(t)
	undisturbed.must(d.args...)
	after := undisturbed.state()
	least := kibIn(t, base.folder) + 64
	const enough = 1 << 18 // KiB
	random := chance(t)
	refused := 0
	for kib := least; kib < enough; kib += kib/2 + random.IntN(64) {
		w := mounted(t, kib)
		if err := os.CopyFS(w.folder, os.DirFS(base.folder)); err != nil {
			t.Fatal(err)
		}
		code, out, errs := w.run(d.args...)
		if code == 0 {
			if state := w.state(); state != after {
				t.Fatalf("%d KiB were enough, and the archive is not as after: %s", kib, difference(state, after))
			}
			w.remounted(0, diskSize(enough)) // for the index, which may have found no room
			w.whole()
			break
		}
		refused++
		if code != 1 || !strings.Contains(out+errs, "full") || !strings.Contains(out+errs, "make room") {
			t.Errorf("%d KiB are not enough, and it ends with %d: %s%s", kib, code, out, errs)
		}
		if state := w.state(); state != before && state != after {
			t.Fatalf("%d KiB: neither as before nor as after: %s", kib, difference(state, before))
		}
		w.remounted(0, diskSize(enough))
		w.must(d.args...)
		if state := w.state(); state != after {
			t.Fatalf("%d KiB and then more: %s", kib, difference(state, after))
		}
		w.whole()
	}
	if refused == 0 {
		t.Errorf("%d KiB, the smallest disk, was enough", least)
	}
}

// kibIn is the size of all files in a folder, in whole pages.
func kibIn(t *testing.T, folder string) int {
	t.Helper()
	const page = 4
	kib := 0
	err := filepath.WalkDir(folder, func(_ string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && info.Mode().IsRegular() {
			kib += (int(info.Size()>>10)/page + 1) * page
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return kib
}

// TestReadOnlyDisk: what only reads goes on, what writes says why it cannot.
func TestReadOnlyDisk(t *testing.T) {
	t.Parallel()
	w := mounted(t, 1<<18)
	w.rules()
	w.must("import", "early")
	want := w.state()
	w.remounted(syscall.MS_RDONLY, "")
	if got := w.state(); got != want {
		t.Error(difference(got, want))
	}
	w.must("show", "702.19b")
	w.must("diff", "latest~1", "latest")
	w.must("search", "trample")
	w.must("verify")
	w.refuses("cannot be opened or written", "import", "rules")
	w.refuses("cannot be opened or written", "rebuild")
	w.remounted(0, "")
	w.forgetIndex()
	w.remounted(syscall.MS_RDONLY, "")
	w.refuses("cannot be read or written", "search", "trample")
	w.remounted(0, "")
	w.must("import", "rules")
	w.whole()
}
