//go:build unix

package main

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// replica is Litestream copying an archive into the folder "replica" as it changes.
type replica struct {
	workshop
	program string
	cmd     *exec.Cmd
	says    bytes.Buffer
}

// replicate starts Litestream as docs/operating.md shows; make replication builds it.
func (w workshop) replicate() *replica {
	w.t.Helper()
	program, err := exec.LookPath("litestream")
	if err != nil {
		w.t.Skip("litestream is not on this machine; make replication builds it, which takes minutes, and runs this test")
	}
	r := &replica{workshop: w, program: program}
	w.write("litestream.yml", []byte(w.atHome(operatingBlocks(w.t, "yaml")[0])))
	r.cmd = exec.Command(program, "replicate", "-config", w.path("litestream.yml"))
	r.cmd.Stdout, r.cmd.Stderr = &r.says, &r.says
	if err := r.cmd.Start(); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { r.end(os.Kill) })
	const patience = 30 * time.Second
	for start := time.Now(); !r.hasBegun(); time.Sleep(50 * time.Millisecond) {
		if time.Since(start) > patience {
			w.t.Fatalf("litestream copies nothing: %s", r.says.String())
		}
	}
	return r
}

// atHome puts the workshop's own paths into what docs/operating.md shows.
func (w workshop) atHome(shown string) string {
	return strings.NewReplacer("/var/lib/rulebook/archive.db", w.archive(), "/srv/replica/rulebook", w.path("replica"),
		"copy.db", filepath.Base(w.archive())).Replace(shown)
}

// hasBegun reports whether the first copy is there.
func (r *replica) hasBegun() bool {
	found := false
	filepath.WalkDir(r.path("replica"), func(path string, e fs.DirEntry, err error) error {
		found = found || err == nil && strings.HasSuffix(path, ".ltx")
		return nil
	})
	return found
}

// end ends Litestream: in order, when it copies the rest first, or by a kill.
func (r *replica) end(signal os.Signal) {
	r.cmd.Process.Signal(signal)
	r.cmd.Wait()
}

// restored is an archive elsewhere, made of the copy.
func (r *replica) restored() workshop {
	r.t.Helper()
	elsewhere := newWorkshop(r.t)
	shown := regexp.MustCompile(`(?m)^litestream (restore .*)$`).FindStringSubmatch(strings.Join(operatingBlocks(r.t, "sh"), ""))
	if shown == nil {
		r.t.Fatal("docs/operating.md shows no restore")
	}
	restore := exec.Command(r.program, strings.Fields(r.atHome(shown[1]))...)
	restore.Dir = elsewhere.folder
	if out, err := restore.CombinedOutput(); err != nil {
		r.t.Fatalf("litestream restore: %v: %s", err, out)
	}
	return elsewhere
}

// TestReplication: an archive copied by Litestream during imports, and restored
// elsewhere, says the same; one restored after Litestream was killed says what the
// archive said at some time.
func TestReplication(t *testing.T) {
	for name, signal := range map[string]os.Signal{"ended": syscall.SIGTERM, "killed": os.Kill} {
		t.Run(name, func(t *testing.T) {
			w := newWorkshop(t)
			files := w.rules()
			w.must("import", "early")
			r := w.replicate()
			states := []string{w.state()}
			for _, f := range files {
				w.must("import", filepath.Join("rules", f))
				states = append(states, w.state())
			}
			w.must("rebuild")
			r.end(signal)

			elsewhere := r.restored()
			elsewhere.whole()
			state := elsewhere.state()
			if signal == os.Kill && !slices.Contains(states, state) {
				t.Error("the archive never said what the restored one says")
			}
			if want := w.state(); signal != os.Kill && state != want {
				t.Error("the restored archive is another: " + difference(state, want))
			}
			t.Logf("the restored archive is as after %d of %d imports", slices.Index(states, state), len(files))
			question := []string{"search", "trample", "--in", "WAR"}
			if state == w.state() && elsewhere.must(question...) != w.must(question...) {
				t.Error("a search of the restored archive answers otherwise")
			}
		})
	}
}
