package main

import (
	"strings"
	"testing"
)

const printed = `goos: linux
cpu: Some Processor
BenchmarkBeside/diff/WAR_to_IKO/git_diff_--word-diff-2         	       1	        41.50 ms-ours	       166.0 ms-theirs
BenchmarkBeside/import/all/git_add-8 	       1	        12.00 MB-archive	      5000 ms-ours	       2500 ms-theirs
BenchmarkBeside/pages/a_rule/nginx,_same_bytes-2 	       1	     10000 answers/s-ours	     25000 answers/s-theirs	 12.0 ms-p99-ours	 3.00 ms-p99-theirs
BenchmarkBeside/pages/storm-2 	       1	       120.5 MB-peak
BenchmarkParse-2 	       3	  44000000 ns/op
PASS
`

const table = `| what | rulebook | the other | which | ratio |
| --- | ---: | ---: | --- | ---: |
| diff: WAR to IKO | 41.5 ms | 166 ms | git diff --word-diff | 0.25 |
| import: all | 5000 ms | 2500 ms | git add | 2.00 |
| pages: a rule | 10000 answers/s | 25000 answers/s | nginx, same bytes | 2.50 |
| pages: a rule, slowest hundredth | 12.0 ms | 3.00 ms | nginx, same bytes | 4.00 |
`

func TestRows(t *testing.T) {
	var rows []row
	for line := range strings.Lines(printed) {
		rows = append(rows, readRows(line)...)
	}
	if got := formatRows(rows); got != table {
		t.Errorf("got\n%s\nwant\n%s", got, table)
	}
}

func TestRunHandsOn(t *testing.T) {
	var out strings.Builder
	if err := run(strings.NewReader(printed), &out, ""); err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(out.String(), printed) || !strings.Contains(out.String(), table) {
		t.Errorf("got\n%s", out.String())
	}
}

func TestFailureIsPassedOn(t *testing.T) {
	var out strings.Builder
	if err := run(strings.NewReader(printed+"FAIL\trulebook/web\n"), &out, ""); err == nil {
		t.Error("a failed benchmark is no failure")
	}
}
