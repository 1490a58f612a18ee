package parse_test

import (
	"path/filepath"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

func TestX(t *testing.T) {
	dir := corpus(t, "excerpts")
	for _, f := range []string{"card-page-beast.txt", "card-page-wurm.txt", "history-page-702.19b.txt", "keyword-page-trample.txt"} {
		o := parse.ExcerptOptions{File: f}
		for range 2 {
			e, err := parse.ParseExcerpt(readFile(t, filepath.Join(dir, f)), o)
			t.Log(f, err)
			if err == nil {
				for _, b := range e.Blocks {
					t.Logf("%s %q line %d", b.Date, b.Set, b.Line)
					for _, r := range b.Rules {
						t.Logf("   %v %s %.40q ex %d cut %v", r.Kind, r.Number, r.Text, len(r.Examples), r.Cut)
					}
				}
			}
			o.Rule, _ = archive.ParseNumber("702.19b")
		}
	}
}
