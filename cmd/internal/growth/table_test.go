//go:build linux

package main

import (
	"testing"

	"rulebook/archive"
)

func TestTable(t *testing.T) {
	of := func(releases int, took, size, peak float64) *subject {
		return &subject{dates: make([]archive.Date, releases), costs: []cost{
			{name: "import", amount: took, unit: seconds, peak: peak}, {name: "archive", amount: size, unit: bytes}}}
	}
	const want = `| releases | 10 | 100 | exponent | peak memory |
| --- | ---: | ---: | ---: | ---: |
| import | 250 ms | 2.50 s | 1.00 | 20.0 MB, 900 B |
| archive | 5.00 kB | 500 kB | 2.00 |  |
`
	if got := formatTable([]*subject{of(10, 0.25, 5e3, 2e7), of(100, 2.5, 5e5, 900)}); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
