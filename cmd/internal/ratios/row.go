package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// row is one thing that we and another program did.
type row struct {
	done, what, other string
	unit              string
	ours, theirs      float64
}

// besideLine is a benchmark's name without what go puts behind it: the number of
// processors.
var besideLine = regexp.MustCompile(`^BenchmarkBeside/(.+?)(?:-\d+)?\s+\d+\s`)

// readRows reads the comparisons that a line reports; none if it is about something else.
func readRows(line string) []row {
	m := besideLine.FindStringSubmatch(line)
	if m == nil {
		return nil
	}
	parts := strings.SplitN(strings.ReplaceAll(m[1], "_", " "), "/", 3)
	const named = 3
	if len(parts) != named {
		return nil
	}
	fields := strings.Fields(line)
	metrics := make(map[string]float64)
	for i := 3; i < len(fields); i += 2 { // name, count, value, unit, value, unit, …
		if value, err := strconv.ParseFloat(fields[i-1], 64); err == nil {
			metrics[fields[i]] = value
		}
	}
	var rows []row
	for i := 3; i < len(fields); i += 2 {
		unit, isOurs := strings.CutSuffix(fields[i], "-ours")
		theirs, both := metrics[unit+"-theirs"]
		if isOurs && both {
			rows = append(rows, row{done: parts[0], what: parts[1], other: parts[2], unit: unit, ours: metrics[fields[i]], theirs: theirs})
		}
	}
	return rows
}

// ratio is our time by theirs, below 1 when we are faster. What is counted by the second
// is turned round.
func (r row) ratio() float64 {
	if strings.HasSuffix(r.unit, "/s") {
		return r.theirs / r.ours
	}
	return r.ours / r.theirs
}

// notes say what a unit is about, where it is not the time that the thing takes.
var notes = map[string]string{"ms-p99": ", slowest hundredth", "µs-p99": ", slowest hundredth", "µs-p50": ", median"}

// formatRows is the table in Markdown.
func formatRows(rows []row) string {
	var out strings.Builder
	out.WriteString("| what | rulebook | the other | which | ratio |\n| --- | ---: | ---: | --- | ---: |\n")
	for _, r := range rows {
		unit, _, _ := strings.Cut(r.unit, "-")
		fmt.Fprintf(&out, "| %s: %s%s | %s %s | %s %s | %s | %s |\n", r.done, r.what, notes[r.unit],
			threeDigits(r.ours), unit, threeDigits(r.theirs), unit, r.other, threeDigits(r.ratio()))
	}
	return out.String()
}

// threeDigits is a number as people read it.
func threeDigits(x float64) string {
	switch {
	case x < 0.0995:
		return strconv.FormatFloat(x, 'f', 3, 64)
	case x < 9.995:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 99.95:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return strconv.FormatFloat(x, 'f', 0, 64)
}
