//go:build linux

// Command growth tells how the costs of the program grow with the number of releases:
//
//	go run ./cmd/internal/growth
//
// It makes archives of 10, 71 and 710 releases from the published files, takes the
// measure of what a user does with each, and prints a table. The processor's time is
// what counts, so that the machine need not be quiet.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
)

type options struct{ published, program, sizes, keep, out string }

func main() {
	var o options
	flag.StringVar(&o.published, "published", defaultPublished(), "the `folder` of the published files")
	flag.StringVar(&o.program, "program", "", "the rulebook `binary` to measure (built when not given)")
	flag.StringVar(&o.sizes, "releases", "10,71,710", "the `numbers` of releases, with commas")
	flag.StringVar(&o.keep, "keep", "", "the `folder` in which texts and archives stay for a closer look")
	flag.StringVar(&o.out, "o", "", "write the table to a `file` too")
	flag.Parse()
	if err := run(o); err != nil {
		fmt.Fprintln(os.Stderr, "growth:", err)
		os.Exit(1)
	}
}

// defaultPublished is where the tests find the published files too.
func defaultPublished() string {
	corpus := os.Getenv("RULEBOOK_CORPUS")
	if corpus == "" {
		corpus = filepath.Join("..", "shared", "corpus")
	}
	return filepath.Join(corpus, "published")
}

func run(o options) error {
	folder, err := workFolder(o.keep)
	if err != nil {
		return err
	}
	if o.keep == "" {
		defer os.RemoveAll(folder)
	}
	program, err := theProgram(o.program, folder)
	if err != nil {
		return err
	}
	books, err := readBooks(o.published)
	if err != nil {
		return err
	}
	var subjects []*subject
	for word := range strings.SplitSeq(o.sizes, ",") {
		releases, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || releases < 2 {
			return fmt.Errorf("%q is no number of releases; give two or more, as 10,71,710", word)
		}
		s, err := newSubject(program, filepath.Join(folder, strconv.Itoa(releases)), books, releases)
		if err != nil {
			return err
		}
		subjects = append(subjects, s)
	}
	if err := forgetMemory(); err != nil {
		return err
	}
	for _, s := range subjects {
		fmt.Fprintf(os.Stderr, "measuring %d releases\n", len(s.dates))
		if err := s.measure(); err != nil {
			return fmt.Errorf("%d releases: %w", len(s.dates), err)
		}
	}
	table := formatTable(subjects)
	fmt.Print(table)
	if o.out == "" {
		return nil
	}
	return os.WriteFile(o.out, []byte(table), 0o644)
}

// workFolder is the one to keep, which must not be there yet, or one for a while.
func workFolder(keep string) (string, error) {
	if keep == "" {
		return os.MkdirTemp("", "rulebook-growth-")
	}
	if err := os.Mkdir(keep, 0o755); err != nil {
		return "", err
	}
	return filepath.Abs(keep)
}

// forgetMemory gives back what reading the books took. A process begins with the most
// memory that the one which starts it ever had, and that would be counted as its own.
func forgetMemory() error {
	debug.FreeOSMemory()
	return os.WriteFile("/proc/self/clear_refs", []byte("5"), 0)
}

// theProgram is the absolute path of the binary, built as it is handed out when none
// was given.
func theProgram(program, folder string) (string, error) {
	if program != "" {
		return filepath.Abs(program)
	}
	program = filepath.Join(folder, "rulebook")
	out, err := exec.Command(".ci/dist/binary", program).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("run it from the project's folder; .ci/dist/binary: %w\n%s", err, out)
	}
	return program, nil
}
