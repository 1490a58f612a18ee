//go:build unix

package main_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"rulebook/archive/parse"
)

// timeRepository commits the text of every published release, a line a rule, one
// after another: what a historian with git would have.
func (b bench) timeRepository() string {
	b.Helper()
	repo := filepath.Join(b.folder, "texts")
	b.took(nil, "git", "init", "-q", repo)
	git := []string{"-C", repo, "-c", "user.name=bench", "-c", "user.email=bench@example.org", "-c", "gc.auto=0"}
	for _, p := range b.published() {
		text, err := os.ReadFile(p)
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(repo, "rules.txt"), lines(b, p, text), 0o644); err != nil {
			b.Fatal(err)
		}
		b.took(nil, "git", append(slices.Clone(git), "add", "rules.txt")...)
		b.took(nil, "git", append(slices.Clone(git), "commit", "-q", "-m", filepath.Base(p))...)
	}
	b.took(nil, "git", append(git, "gc", "-q")...)
	return repo
}

// lines is a release as plain text in UTF-8 with a line for each entry.
func lines(b bench, path string, raw []byte) []byte {
	b.Helper()
	snapshot, err := parse.Parse(raw, parse.Options{File: filepath.Base(path)})
	if err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	for i := range snapshot.Entries {
		e := &snapshot.Entries[i]
		fmt.Fprintf(&out, "%s %s%s\n", e.Number.Printed(), e.Term, e.Wording())
	}
	return out.Bytes()
}

// lineOf is the line of the newest text that begins with a rule's number.
func (b bench) lineOf(repo, number string) string {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(repo, "rules.txt"))
	if err != nil {
		b.Fatal(err)
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if bytes.HasPrefix(line, []byte(number+" ")) {
			return fmt.Sprintf("%d,%d", i+1, i+1)
		}
	}
	b.Fatalf("%s is not in the text", number)
	return ""
}

// timedRules are short and long, old and young, settled and often changed.
var timedRules = []string{"702.19b", "613.1a", "205.3m", "701.16a", "903.9a"}

// each sums up the shortest times of our command and of git's for each timed rule.
func (b bench) each(ours func(rule string) time.Duration, theirs func(lines string) time.Duration, repo string) (o, t time.Duration) {
	b.Helper()
	for _, rule := range timedRules {
		o += ours(rule)
		t += theirs(b.lineOf(repo, rule))
	}
	return o, t
}

// BenchmarkHistory follows rules through all releases, against git log -L of their
// lines.
func BenchmarkHistory(b *testing.B) {
	t := newBench(b)
	archive, repo := t.archive(), t.timeRepository()
	for b.Loop() {
		ours, theirs := t.each(
			func(rule string) time.Duration { return t.rulebook(5, "history", "--archive", archive, rule) },
			func(lines string) time.Duration {
				return t.fastest(3, nil, "git", "-C", repo, "log", "-L", lines+":rules.txt")
			}, repo)
		t.report(ours, theirs, "git")
	}
}

// BenchmarkBlame credits the words of rules, and of a whole release, against git
// blame of the text.
func BenchmarkBlame(b *testing.B) {
	t := newBench(b)
	archive, repo := t.archive(), t.timeRepository()
	for b.Loop() {
		ours, theirs := t.each(
			func(rule string) time.Duration { return t.rulebook(5, "blame", "--archive", archive, rule) },
			func(string) time.Duration { return t.fastest(3, nil, "git", "-C", repo, "blame", "rules.txt") }, repo)
		t.report(ours, theirs, "git")
		_, line := t.each(func(string) time.Duration { return 0 }, func(lines string) time.Duration {
			return t.fastest(3, nil, "git", "-C", repo, "blame", "-L", lines, "rules.txt")
		}, repo)
		b.ReportMetric(ours.Seconds()/line.Seconds(), "ratio-one-line")
		whole := t.rulebook(3, "blame", "--archive", archive)
		b.ReportMetric(whole.Seconds(), "s-whole-release")
	}
}

// BenchmarkTrend counts three terms in all releases, against git log -L and git
// blame, which answer less, and against git log -G, which names the commits in which
// lines with one of the terms changed.
func BenchmarkTrend(b *testing.B) {
	t := newBench(b)
	archive, repo := t.archive(), t.timeRepository()
	terms := []string{"converted mana cost", "mana value", "battle"}
	for b.Loop() {
		ours := t.rulebook(5, append([]string{"trend", "--archive", archive}, terms...)...)
		theirs := t.fastest(3, nil, "git", "-C", repo, "log", "-L", t.lineOf(repo, "702.19b")+":rules.txt")
		t.report(ours, theirs, "git")
		blame := t.fastest(3, nil, "git", "-C", repo, "blame", "rules.txt")
		b.ReportMetric(ours.Seconds()/blame.Seconds(), "ratio-blame")
		var grep time.Duration
		for _, term := range terms {
			grep += t.fastest(3, nil, "git", "-C", repo, "log", "--oneline", "-i", "-G", term)
		}
		b.ReportMetric(ours.Seconds()/grep.Seconds(), "ratio-log-G")
	}
}
