package parse_test

import (
	"path/filepath"
	"testing"

	"rulebook/archive/parse"
)

func TestSample(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join("..", "..", "data", "sample", "*.txt"))
	for _, f := range files {
		s := mustParse(t, f)
		t.Log(filepath.Base(f), s.Release.Effective, s.Release.Source.Encoding, s.Release.Counts, s.Release.Flags, s.Warnings)
		checkRoundTrip(t, s, parse.Options{File: filepath.Base(f)})
	}
}
