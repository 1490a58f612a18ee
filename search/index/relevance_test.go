package index

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/search"
)

var update = flag.Bool("update", false, "write the golden files anew")

// What the issue of search asks of the golden queries.
const (
	wantFirst = 0.80 // of queries whose wanted rule is the first hit
	wantFive  = 0.95 // whose wanted rule is among the first five
	wantMean  = 0.87 // mean reciprocal rank
)

// TestRelevance asks each query of testdata/relevance.tsv of the newest published
// release, prints how well the wanted rules come first, and holds the first five
// hits of each against testdata/relevance.golden.
func TestRelevance(t *testing.T) {
	x := open(t, newMemory(published(t, "EOE")...))
	var golden strings.Builder
	var first, five, mean, n float64
	for _, line := range readLines(t, "testdata/relevance.tsv") {
		query, wanted, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		q, err := search.Parse(query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		r, err := x.Search(context.Background(), q, search.Options{Limit: 100})
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		n++
		rank := rankOf(r.Hits, wanted)
		if rank == 1 {
			first++
		}
		if rank >= 1 && rank <= 5 {
			five++
		}
		if rank > 0 {
			mean += 1 / float64(rank)
		}
		if rank != 1 {
			t.Logf("%-45s wants %s, found at %d: %s", query, wanted, rank, strings.Join(namesOf(r.Hits, 5), ", "))
		}
		fmt.Fprintf(&golden, "%s\t%d\t%s\n", query, rank, strings.Join(namesOf(r.Hits, 5), ", "))
	}
	first, five, mean = first/n, five/n, mean/n
	t.Logf("%.0f queries: recall@1 %.3f, recall@5 %.3f, mean reciprocal rank %.3f", n, first, five, mean)
	if first < wantFirst || five < wantFive || mean < wantMean {
		t.Errorf("recall@1 %.3f, recall@5 %.3f, mean reciprocal rank %.3f; want %.2f, %.2f, %.2f", first, five, mean, wantFirst, wantFive, wantMean)
	}
	checkGolden(t, "testdata/relevance.golden", golden.String())
}

// rankOf is the rank of the first hit that is any of the wanted, from 1; 0 for none.
func rankOf(hits []search.Hit, wanted string) int {
	for i, h := range hits {
		if h.Example > 0 {
			continue
		}
		for _, w := range strings.Split(wanted, "|") {
			if h.Number.String() == w || h.Term != "" && archive.FoldCase(h.Term) == archive.FoldCase(w) {
				return i + 1
			}
		}
	}
	return 0
}

// namesOf names the first hits: number or term.
func namesOf(hits []search.Hit, most int) []string {
	var names []string
	for _, h := range hits[:min(most, len(hits))] {
		name := h.Number.String()
		if name == "" {
			name = h.Term
		}
		if name == "" {
			name = h.KindName()
		}
		if h.Example > 0 {
			name += " example"
		}
		names = append(names, name)
	}
	return names
}

func readLines(t testing.TB, file string) []string {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []string
	for s := bufio.NewScanner(f); s.Scan(); {
		lines = append(lines, s.Text())
	}
	return lines
}

// checkGolden compares with a file, or writes it with -update.
func checkGolden(t *testing.T, file, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	was, is := strings.Split(string(want), "\n"), strings.Split(got, "\n")
	for i := range max(len(was), len(is)) {
		switch {
		case i >= len(was):
			t.Errorf("%s: new line %q", file, is[i])
		case i >= len(is):
			t.Errorf("%s: missing line %q", file, was[i])
		case was[i] != is[i]:
			t.Errorf("%s:%d\nwas %s\nis  %s", file, i+1, was[i], is[i])
		}
	}
}
