//go:build linux

package main_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"rulebook/archive/parse"
)

// timeRepository commits the text of every published release, a line a rule, one
// after another: what a historian with git would have.
func (b bench) timeRepository() string {
	b.Helper()
	repo := filepath.Join(b.folder, "texts")
	b.took(nil, "git", "init", "-q", repo)
	for _, p := range b.files() {
		text, err := os.ReadFile(p)
		if err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(repo, "rules.txt"), lines(b, p, text), 0o644); err != nil {
			b.Fatal(err)
		}
		b.took(nil, "git", inRepo(repo, "add", "rules.txt")...)
		b.took(nil, "git", inRepo(repo, "commit", "-q", "-m", filepath.Base(p))...)
	}
	b.took(nil, "git", inRepo(repo, "gc", "-q")...)
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
func (b bench) lineOf(number string) string {
	b.Helper()
	text, err := os.ReadFile(filepath.Join(b.repo, "rules.txt"))
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

// git is the shortest time of a command in the repository of texts.
func (b bench) git(args ...string) time.Duration {
	b.Helper()
	return b.fastest(3, nil, "git", inRepo(b.repo, args...)...)
}

// timedRules are short and long, old and young, settled and often changed.
var timedRules = []string{"702.19b", "613.1a", "205.3m", "701.16a", "903.9a"}

// ofRules sums up the times of one of our commands for each timed rule.
func (b bench) ofRules(command string) (total time.Duration) {
	b.Helper()
	for _, rule := range timedRules {
		total += b.rulebook(5, command, "--archive", b.archive, rule)
	}
	return total
}

// histories follows rules through all releases.
func (b bench) histories() {
	b.beside("five rules/git log -L", func(t bench) (ours, theirs time.Duration) {
		for _, rule := range timedRules {
			theirs += t.git("log", "-L", t.lineOf(rule)+":rules.txt")
		}
		return t.ofRules("history"), theirs
	})
}

// blames credits the words of rules. git blame -L credits the lines of one rule, and
// without -L those of all.
func (b bench) blames() {
	b.beside("five rules/git blame -L", func(t bench) (ours, theirs time.Duration) {
		for _, rule := range timedRules {
			theirs += t.git("blame", "-L", t.lineOf(rule), "rules.txt")
		}
		return t.ofRules("blame"), theirs
	})
	b.beside("a whole release/git blame", func(t bench) (ours, theirs time.Duration) {
		return t.rulebook(3, "blame", "--archive", t.archive), t.git("blame", "rules.txt")
	})
}

// trends counts terms in all releases. git grep counts lines in every commit; git log -G
// only names the commits in which a line with the term changed.
func (b bench) trends() {
	terms := []string{"converted mana cost", "mana value", "battle"}
	ours := func(t bench) time.Duration {
		return t.rulebook(5, append([]string{"trend", "--archive", t.archive}, terms...)...)
	}
	b.beside("three terms/git grep -c in every commit", func(t bench) (_, theirs time.Duration) {
		out, err := exec.Command("git", inRepo(t.repo, "rev-list", "HEAD")...).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, term := range terms {
			theirs += t.git(append([]string{"grep", "-c", "-i", "-w", "-F", term}, strings.Fields(string(out))...)...)
		}
		return ours(t), theirs
	})
	b.beside("three terms/git log -G", func(t bench) (_, theirs time.Duration) {
		for _, term := range terms {
			theirs += t.git("log", "--oneline", "-i", "-G", term)
		}
		return ours(t), theirs
	})
}
