//go:build linux

package main

import (
	"fmt"
	"math"
	"strings"
)

// unit is what a cost is counted in.
type unit int

const (
	seconds unit = iota // of a processor
	bytes
)

// cost is one row's cell: what something took, and the most memory meanwhile.
type cost struct {
	name   string
	amount float64
	unit   unit
	peak   float64 // bytes; 0 where it is not of interest
}

func (s *subject) note(c cost) { s.costs = append(s.costs, c) }

// formatTable has a column for each subject, in Markdown. The exponent tells how a
// cost grew over the last step: 1 with the number of releases, 2 with its square, 0 not
// at all.
func formatTable(subjects []*subject) string {
	last := subjects[len(subjects)-1]
	var out strings.Builder
	out.WriteString("| releases |")
	for _, s := range subjects {
		fmt.Fprintf(&out, " %d |", len(s.dates))
	}
	out.WriteString(" exponent | peak memory |\n| --- |" + strings.Repeat(" ---: |", len(subjects)+2) + "\n")
	for row, c := range last.costs {
		fmt.Fprintf(&out, "| %s |", c.name)
		var peaks []string
		for _, s := range subjects {
			fmt.Fprintf(&out, " %s |", c.unit.words(s.costs[row].amount))
			if c.peak > 0 {
				peaks = append(peaks, bytes.words(s.costs[row].peak))
			}
		}
		fmt.Fprintf(&out, " %s | %s |\n", exponent(subjects, row), strings.Join(peaks, ", "))
	}
	return out.String()
}

// exponent is that of a row over the last two subjects.
func exponent(subjects []*subject, row int) string {
	if len(subjects) < 2 {
		return ""
	}
	before, after := subjects[len(subjects)-2], subjects[len(subjects)-1]
	growth := after.costs[row].amount / before.costs[row].amount
	return fmt.Sprintf("%.2f", math.Log(growth)/math.Log(float64(len(after.dates))/float64(len(before.dates))))
}

// words is an amount as people read it, three digits of it.
func (u unit) words(amount float64) string {
	name := map[unit]string{seconds: "s", bytes: "B"}[u]
	scales := map[unit][]struct {
		size float64
		sign string
	}{
		seconds: {{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}},
		bytes:   {{1e6, " MB"}, {1e3, " kB"}, {1, " B"}},
	}[u]
	for _, s := range scales {
		if amount >= s.size {
			return threeDigits(amount/s.size) + s.sign
		}
	}
	return "0 " + name
}

func threeDigits(x float64) string {
	switch {
	case x < 9.995:
		return fmt.Sprintf("%.2f", x)
	case x < 99.95:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}
