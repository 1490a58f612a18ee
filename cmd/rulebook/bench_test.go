//go:build linux

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

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"

	"rulebook/archive/archivetest"
	"rulebook/archive/parse"
	"rulebook/data"
)

// BenchmarkBeside runs the program as a user does, a whole process each time, beside
// what people would use instead, and in one run. Each of its parts is named
// "what is done/for what/by what else" and reports our cost and theirs, of which make
// bench prints a table. Run it on a quiet machine.
func BenchmarkBeside(b *testing.B) {
	t := newBench(b)
	t.Run("import", func(b *testing.B) { t.with(b).imports() })
	t.archive = filepath.Join(t.folder, "archive.db")
	t.took(nil, t.program, "import", "--archive", t.archive, t.published)
	t.Run("diff", func(b *testing.B) { t.with(b).diffs() })
	t.Run("search", func(b *testing.B) { t.with(b).searches() })
	t.repo = t.timeRepository()
	t.Run("history", func(b *testing.B) { t.with(b).histories() })
	t.Run("blame", func(b *testing.B) { t.with(b).blames() })
	t.Run("trend", func(b *testing.B) { t.with(b).trends() })
	t.Run("pages", func(b *testing.B) { t.with(b).pages() })
}

// bench is a built program and a folder to work in.
type bench struct {
	*testing.B
	program, folder string
	published       string // the folder of the published files
	archive         string // of all of them
	repo            string // their texts in git: see timeRepository
}

// newBench builds the program as it is handed out.
func newBench(b *testing.B) bench {
	b.Helper()
	t := bench{B: b, folder: b.TempDir(), published: filepath.Join(archivetest.Corpus(b), "published")}
	t.program = filepath.Join(t.folder, "rulebook")
	build := exec.Command(filepath.Join("..", "..", ".ci", "dist", "binary"), t.program)
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("build: %v\n%s", err, out)
	}
	return t
}

// with is the same bench for a part.
func (t bench) with(b *testing.B) bench {
	t.B = b
	return t
}

// beside is one comparison: ours and theirs, each timed within measure.
func (b bench) beside(name string, measure func(t bench) (ours, theirs time.Duration)) {
	b.Run(name, func(part *testing.B) {
		t := b.with(part)
		for part.Loop() {
			t.report(measure(t))
		}
	})
}

// report gives our time and theirs in milliseconds. Below a ratio of 1 we are faster.
func (b bench) report(ours, theirs time.Duration) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(ours.Microseconds())/1000, "ms-ours")
	b.ReportMetric(float64(theirs.Microseconds())/1000, "ms-theirs")
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

// files are the paths of the published files in date order.
func (b bench) files() []string {
	b.Helper()
	catalog, err := data.Catalog()
	if err != nil {
		b.Fatal(err)
	}
	var paths []string
	for _, r := range catalog {
		path := filepath.Join(b.published, r.Source.File)
		if _, err := os.Stat(path); err == nil {
			paths = append(paths, path)
		}
	}
	return paths
}

// imports takes all published releases into a new archive, aligned and indexed, against
// git committing the same files one after another and packing them.
func (b bench) imports() {
	b.beside("all published releases/git add, commit, gc", func(t bench) (ours, theirs time.Duration) {
		const runs = 3
		ours, theirs = time.Duration(1<<63-1), time.Duration(1<<63-1)
		for range runs { // in turn, and the best of each
			folder := t.TempDir()
			path := filepath.Join(folder, "fresh.db")
			elapsed, state := t.took(nil, t.program, "import", "--archive", path, t.published)
			ours, theirs = min(ours, elapsed), min(theirs, t.gitCommits(filepath.Join(folder, "repo")))
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			t.ReportMetric(float64(info.Size())/1e6, "MB-archive")
			t.ReportMetric(maxRSS(state)/1e6, "MB-peak")
		}
		return ours, theirs
	})
}

// gitCommits puts the published files into a repository, a commit each.
func (b bench) gitCommits(repo string) time.Duration {
	b.Helper()
	b.took(nil, "git", "init", "-q", repo)
	var total time.Duration
	run := func(args ...string) {
		elapsed, _ := b.took(nil, "git", inRepo(repo, args...)...)
		total += elapsed
	}
	for _, p := range b.files() {
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

// inRepo is a command of git for a repository.
func inRepo(repo string, args ...string) []string {
	return append([]string{"-C", repo, "-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0"}, args...)
}

// diffs compares two releases in full: neighbours, those with the most changes among
// neighbours, the oldest and the newest.
func (b bench) diffs() {
	for _, pair := range [][2]string{{"WAR", "IKO"}, {"RIX", "DOM"}, {"M14", "EOE"}} {
		b.beside(pair[0]+" to "+pair[1]+"/git diff --word-diff", func(t bench) (ours, theirs time.Duration) {
			return t.rulebook(5, "diff", "--archive", t.archive, pair[0], pair[1]),
				t.fastest(3, []int{1}, "git", "diff", "--no-index", "--word-diff", t.exported(pair[0]), t.exported(pair[1]))
		})
	}
	b.neighbours()
}

// neighbours compares every release with the one before it, whole processes one after
// another: the times are sums, the slowest that of the pair where we do worst beside git.
func (b bench) neighbours() {
	b.beside("all neighbours/git diff --word-diff", func(t bench) (ours, theirs time.Duration) {
		worst, slower := 0.0, 0
		var older string
		for _, path := range t.files() {
			newer := t.plain(path)
			if older != "" {
				mine := t.rulebook(5, "diff", "--archive", t.archive, dayOf(older), dayOf(newer))
				git := t.fastest(5, []int{1}, "git", "diff", "--no-index", "--word-diff", older, newer)
				ours, theirs = ours+mine, theirs+git
				ratio := mine.Seconds() / git.Seconds()
				worst = max(worst, ratio)
				if ratio > 1 {
					slower++
				}
			}
			older = newer
		}
		t.ReportMetric(worst, "ratio-worst")
		t.ReportMetric(float64(slower), "pairs-slower")
		return ours, theirs
	})
}

// plain writes the text of a published file in UTF-8, since git shows no words of others,
// and returns its path, which ends in the release's date.
func (b bench) plain(published string) string {
	b.Helper()
	raw, err := os.ReadFile(published)
	if err != nil {
		b.Fatal(err)
	}
	snapshot, err := parse.Parse(raw, parse.Options{File: filepath.Base(published)})
	if err != nil {
		b.Fatal(err)
	}
	text := parse.Format(snapshot) // of a document, which is no text
	if source := snapshot.Release.Source; source.Format == "txt" {
		if text, err = tables[strings.TrimSuffix(source.Encoding, " with BOM")].NewDecoder().Bytes(raw); err != nil {
			b.Fatal(err)
		}
	}
	path := filepath.Join(b.folder, snapshot.Release.Effective.String())
	if err := os.WriteFile(path, text, 0o644); err != nil {
		b.Fatal(err)
	}
	return path
}

// tables are the encodings of the published files.
var tables = map[string]encoding.Encoding{
	"UTF-8": unicode.UTF8BOM, "UTF-16 LE": unicode.UTF16(unicode.LittleEndian, unicode.UseBOM),
	"UTF-16 BE": unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "Windows-1252": charmap.Windows1252, "CP437": charmap.CodePage437,
}

func dayOf(plain string) string { return filepath.Base(plain) }

// exported writes the raw text of a release to a file for other tools.
func (b bench) exported(release string) string {
	b.Helper()
	path := filepath.Join(b.folder, release+".txt")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	out, err := exec.Command(b.program, "raw", "--archive", b.archive, release).Output()
	if err != nil {
		b.Fatal(err)
	}
	if err := os.WriteFile(path, out, 0o644); err != nil {
		b.Fatal(err)
	}
	return path
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
