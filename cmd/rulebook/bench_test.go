//go:build unix

package main_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"rulebook/archive/archivetest"
	"rulebook/data"
)

// The benchmarks run the program as a user does, a whole process each time, beside
// what people would use instead. "ratio" is our time by theirs in the same run:
// below 1 is faster. Run them on a quiet machine with: make bench

// bench is a built program and a folder to work in.
type bench struct {
	*testing.B
	program, folder string
}

func newBench(b *testing.B) bench {
	b.Helper()
	archivetest.Corpus(b)
	folder := b.TempDir()
	program := filepath.Join(folder, "rulebook")
	build := exec.Command("go", "build", "-trimpath", "-o", program, ".")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	return bench{b, program, folder}
}

// took runs a command in the folder and returns how long it took; exit codes in
// allowed are no failure.
func (b bench) took(allowed []int, name string, args ...string) (time.Duration, *os.ProcessState) {
	b.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = b.folder
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_PAGER=cat", "NO_COLOR=1")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	start := time.Now()
	err := cmd.Run()
	elapsed := time.Since(start)
	if cmd.ProcessState == nil || (!cmd.ProcessState.Success() && !slices.Contains(allowed, cmd.ProcessState.ExitCode())) {
		b.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, errs.String())
	}
	return elapsed, cmd.ProcessState
}

// fastest is the shortest of several runs: what the work costs without what else
// the machine does.
func (b bench) fastest(runs int, allowed []int, name string, args ...string) time.Duration {
	b.Helper()
	best := time.Duration(1<<63 - 1)
	for range runs {
		elapsed, _ := b.took(allowed, name, args...)
		best = min(best, elapsed)
	}
	return best
}

func (b bench) rulebook(runs int, args ...string) time.Duration {
	b.Helper()
	return b.fastest(runs, nil, b.program, args...)
}

// report gives our time and theirs in milliseconds and the ratio.
func (b bench) report(ours, theirs time.Duration, tool string) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(ours.Microseconds())/1000, "ms-ours")
	b.ReportMetric(float64(theirs.Microseconds())/1000, "ms-"+tool)
	b.ReportMetric(ours.Seconds()/theirs.Seconds(), "ratio")
}

// published are the paths of the published files in date order.
func (b bench) published() []string {
	b.Helper()
	catalog, err := data.Catalog()
	if err != nil {
		b.Fatal(err)
	}
	var paths []string
	for _, r := range catalog {
		path := filepath.Join(archivetest.Corpus(b), "published", r.Source.File)
		if _, err := os.Stat(path); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// archive imports all published files once and returns the archive's path.
func (b bench) archive() string {
	b.Helper()
	path := filepath.Join(b.folder, "archive.db")
	b.took(nil, b.program, "import", "--archive", path, filepath.Join(archivetest.Corpus(b), "published"))
	return path
}

// BenchmarkImport takes all published releases into a new archive, aligned and
// indexed, against git committing the same texts one after another and gc.
func BenchmarkImport(b *testing.B) {
	t := newBench(b)
	for b.Loop() {
		path := filepath.Join(t.folder, "fresh.db")
		published := filepath.Join(archivetest.Corpus(b), "published")
		for _, p := range []string{path, path + ".index", path + "-wal", path + "-shm"} {
			os.RemoveAll(p)
		}
		ours, state := t.took(nil, t.program, "import", "--archive", path, published)
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		theirs := t.gitCommits()
		again := t.rulebook(3, "import", "--archive", path, published)
		t.report(ours, theirs, "git")
		b.ReportMetric(again.Seconds()/ours.Seconds(), "ratio-second-import")
		b.ReportMetric(float64(info.Size())/1e6, "MB-archive")
		b.ReportMetric(maxRSS(state)/1e6, "MB-peak")
	}
}

func (b bench) gitCommits() time.Duration {
	b.Helper()
	repo := filepath.Join(b.folder, "repo")
	os.RemoveAll(repo)
	b.took(nil, "git", "init", "-q", repo)
	git := []string{"-C", repo, "-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0"}
	var total time.Duration
	run := func(args ...string) {
		elapsed, _ := b.took(nil, "git", append(slices.Clone(git), args...)...)
		total += elapsed
	}
	for _, p := range b.published() {
		text, err := os.ReadFile(p)
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(repo, "rules.txt"), text, 0o644); err != nil {
			b.Fatal(err)
		}
		run("add", "rules.txt")
		run("commit", "-q", "-m", filepath.Base(p))
	}
	run("gc", "-q")
	return total
}

// BenchmarkDiff compares two releases in full against git diff --word-diff.
func BenchmarkDiff(b *testing.B) {
	t := newBench(b)
	archive := t.archive()
	at := func(code string) string { return t.exported(archive, code) }
	for _, pair := range [][2]string{{"WAR", "IKO"}, {"RIX", "DOM"}, {"M14", "EOE"}} {
		b.Run(pair[0]+"-"+pair[1], func(b *testing.B) {
			t := bench{b, t.program, t.folder}
			for b.Loop() {
				ours := t.rulebook(5, "diff", "--archive", archive, pair[0], pair[1])
				theirs := t.fastest(3, []int{1}, "git", "diff", "--no-index", "--word-diff", at(pair[0]), at(pair[1]))
				t.report(ours, theirs, "git")
			}
		})
	}
}

// exported writes the raw text of a release to a file for other tools.
func (b bench) exported(archive, release string) string {
	b.Helper()
	path := filepath.Join(b.folder, release+".txt")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	out, err := exec.Command(b.program, "raw", "--archive", archive, release).Output()
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(path, out, 0o644); err != nil {
		b.Fatal(err)
	}
	return path
}

// BenchmarkSearch runs ten searches, a process each, against rg -i over the
// published texts.
func BenchmarkSearch(b *testing.B) {
	t := newBench(b)
	archive := t.archive()
	queries := []string{"excess damage", "mulligan", "state-based actions", "layers", "phasing", "legend rule",
		"trample", "mana value", "summoning sickness", "enters the battlefield"}
	published := filepath.Join(archivetest.Corpus(b), "published")
	if _, err := exec.LookPath("rg"); err != nil {
		b.Skip("rg is not on this machine")
	}
	for b.Loop() {
		var ours, theirs time.Duration
		for _, q := range queries {
			ours += t.rulebook(3, "search", "--archive", archive, q)
			theirs += t.fastest(3, []int{1}, "rg", "-i", "--count-matches", q, published)
		}
		t.report(ours, theirs, "rg")
		b.ReportMetric(float64(len(queries)), "searches")
	}
}

// maxRSS is the peak memory of an ended process in bytes.
func maxRSS(state *os.ProcessState) float64 {
	const unit = 1024 // Linux counts in KiB
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return float64(usage.Maxrss) * unit
}
