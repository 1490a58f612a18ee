package diffing_test

import (
	"testing"

	"rulebook/diffing"
)

// BenchmarkAlignNeighbours aligns every two neighbouring releases, as an import
// of all does.
func BenchmarkAlignNeighbours(b *testing.B) {
	all := published(b)
	b.ReportAllocs()
	for b.Loop() {
		for i := range all[1:] {
			diffing.Align(all[i], all[i+1], nil)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/float64(len(all)-1), "ms/pair")
}

// BenchmarkAlignWidest aligns the oldest release with the newest.
func BenchmarkAlignWidest(b *testing.B) {
	all := published(b)
	b.ReportAllocs()
	for b.Loop() {
		diffing.Align(all[0], all[len(all)-1], nil)
	}
}
