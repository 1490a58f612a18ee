// Command ratios reads what go test -bench prints and hands it on. Behind it, it prints
// a table of what stands beside another program, and the machine:
//
//	go test -run '^$' -bench . ./... | go run ./cmd/internal/ratios
//
// A benchmark named BenchmarkBeside/done/what/other that reports "UNIT-ours" and
// "UNIT-theirs" is a row of the table.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

func main() {
	var file string
	flag.StringVar(&file, "o", "", "write table and machine to a `file` too")
	flag.Parse()
	if err := run(os.Stdin, os.Stdout, file); err != nil {
		fmt.Fprintln(os.Stderr, "ratios:", err)
		os.Exit(1)
	}
}

func run(in io.Reader, out io.Writer, file string) error {
	var rows []row
	failed := false
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		line := lines.Text()
		if _, err := fmt.Fprintln(out, line); err != nil {
			return err
		}
		rows = append(rows, readRows(line)...)
		failed = failed || strings.HasPrefix(line, "FAIL") || strings.HasPrefix(line, "--- FAIL")
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if failed {
		return errors.New("a benchmark failed; see above")
	}
	table := formatRows(rows) + "\n" + machine()
	if _, err := fmt.Fprint(out, "\n"+table); err != nil || file == "" {
		return err
	}
	return os.WriteFile(file, []byte(table), 0o644)
}
