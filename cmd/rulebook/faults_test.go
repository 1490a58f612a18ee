//go:build unix

package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rulebook/archive/archivetest"
	"rulebook/data"
)

// The tests of this file and of the others named fault_ hold the program against
// what a machine can do to it: a kill, a full disk, a damaged file. They run it as
// a user does, a process a command; make faults runs many more rounds.

var (
	faults    = flag.Int("faults", 2, "how often each command is killed and each archive damaged")
	faultSeed = flag.Uint64("fault-seed", 1, "where the random moments and places of the faults begin")
	published = flag.Bool("published", false, "take the published files of the releases that the sample imitates, where they are")
)

// thorough is the number of faults from which on time is no matter.
const thorough = 10

// chance is the source of random moments and places for one test.
func chance(t *testing.T) *rand.Rand {
	t.Logf("fault seed %d", *faultSeed)
	return rand.New(rand.NewPCG(*faultSeed, uint64(len(t.Name()))))
}

// workshop is a folder to run the program in, on an archive in that folder.
type workshop struct {
	t      *testing.T
	folder string
}

func newWorkshop(t *testing.T) workshop {
	t.Helper()
	return workshop{t, t.TempDir()}
}

func (w workshop) path(name string) string { return filepath.Join(w.folder, name) }

func (w workshop) archive() string { return w.path("archive.db") }

// command is the program with its arguments, not yet started.
func (w workshop) command(args ...string) *exec.Cmd {
	cmd := exec.Command("rulebook", args...)
	cmd.Dir = w.folder
	cmd.Env = append(os.Environ(), "RULEBOOK_ARCHIVE="+w.archive(), "XDG_DATA_HOME="+w.path("data"),
		"XDG_CACHE_HOME="+w.path("cache"), "NO_COLOR=1")
	return cmd
}

// run runs the program to its end. A panic fails the test whatever was expected.
func (w workshop) run(args ...string) (code int, stdout, stderr string) {
	w.t.Helper()
	cmd := w.command(args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatalf("rulebook %q: %v", args, err)
	}
	code = cmd.ProcessState.ExitCode()
	if code < 0 || strings.Contains(errs.String(), "goroutine ") {
		w.t.Fatalf("rulebook %q ended with %v:\n%.2000s", args, cmd.ProcessState, errs.String())
	}
	return code, out.String(), errs.String()
}

// must runs a command that has to succeed and returns what it printed.
func (w workshop) must(args ...string) string {
	w.t.Helper()
	code, out, errs := w.run(args...)
	if code != 0 {
		w.t.Fatalf("rulebook %q ended with %d: %s", args, code, errs)
	}
	return out
}

// refuses runs a command that has to fail and say why in one sentence that holds
// want.
func (w workshop) refuses(want string, args ...string) {
	w.t.Helper()
	code, _, errs := w.run(args...)
	if code != 1 {
		w.t.Errorf("rulebook %q ended with %d, want 1: %s", args, code, errs)
	}
	if says := sentence(w.t, args, errs); !strings.Contains(says, want) {
		w.t.Errorf("rulebook %q says %q, want %q", args, says, want)
	}
}

// sentence is the one line that a failed command has said; it tells what to do
// next behind a semicolon.
func sentence(t *testing.T, args []string, stderr string) string {
	t.Helper()
	line := strings.TrimSuffix(stderr, "\n")
	if !strings.HasPrefix(line, "rulebook: ") || strings.Contains(line, "\n") || !strings.Contains(line, ";") {
		t.Errorf("rulebook %q does not end in one sentence that says what to do: %q", args, stderr)
	}
	return line
}

// state is all that the archive says; nothing for one that is not there or empty.
func (w workshop) state() string {
	w.t.Helper()
	const notFound = 3
	code, out, errs := w.run("dump")
	if code == notFound {
		return ""
	}
	if code != 0 {
		w.t.Fatalf("the archive cannot be read: %s", errs)
	}
	return out
}

// whole fails the test unless an archive that holds something verifies.
func (w workshop) whole() {
	w.t.Helper()
	if code, out, errs := w.run("verify"); code != 0 && w.state() != "" {
		w.t.Fatalf("verify ended with %d: %s%s", code, out, errs)
	}
}

// copied is another workshop with the same files.
func (w workshop) copied(t *testing.T) workshop {
	t.Helper()
	twin := newWorkshop(t)
	if err := os.CopyFS(twin.folder, os.DirFS(w.folder)); err != nil {
		t.Fatal(err)
	}
	return twin
}

// rules lays out the files to import, of the sample or published, and returns their
// names in date order.
func (w workshop) rules() []string {
	w.t.Helper()
	return w.lay(ruleFiles(w.t))
}

// sampleRules lays out the sample's files.
func (w workshop) sampleRules() []string {
	w.t.Helper()
	return w.lay(sampleFiles(w.t))
}

// lay writes files into folder "rules", all but the last few into folder "early" too.
func (w workshop) lay(files []data.File) []string {
	w.t.Helper()
	const late = 2
	var names []string
	for i, f := range files {
		names = append(names, f.Name)
		w.write(filepath.Join("rules", f.Name), f.Bytes)
		if i+late < len(files) {
			w.write(filepath.Join("early", f.Name), f.Bytes)
		}
	}
	return names
}

func (w workshop) write(name string, b []byte) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), b, 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// ruleFiles are the sample's files, or with -published the published files of the
// same seven releases where the machine has them.
func ruleFiles(t *testing.T) []data.File {
	t.Helper()
	files := sampleFiles(t)
	corpus, present := archivetest.CorpusFolder()
	if !*published || !present {
		return files
	}
	catalog, err := data.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	for i, sample := range files {
		for _, r := range catalog {
			if !strings.Contains(sample.Name, r.Effective.String()) {
				continue
			}
			b, err := os.ReadFile(filepath.Join(corpus, "published", r.Source.File))
			if err != nil {
				t.Fatal(err)
			}
			files[i] = data.File{Name: r.Source.File, Bytes: b}
		}
	}
	return files
}

func sampleFiles(t *testing.T) []data.File {
	t.Helper()
	files, err := data.Sample()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// difference says where two states part, for messages.
func difference(got, want string) string {
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is\n%.300s\nand should be\n%.300s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, and there should be %d", len(a), len(b))
}
