package parse_test

import (
	"path/filepath"
	"testing"

	"rulebook/archive/parse"
)

// BenchmarkParse reads the newest release of each kind of file.
func BenchmarkParse(b *testing.B) {
	for _, file := range []string{
		"MagicCompRules 20250725.txt", "MagicCompRules 20181005.txt", "MagicCompRules 20221118.txt", "MagicCompRules 20230203.docx",
	} {
		b.Run(file, func(b *testing.B) {
			raw := readFile(b, filepath.Join(corpus(b, "published"), file))
			b.SetBytes(int64(len(raw)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := parse.Parse(raw, parse.Options{File: file}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
