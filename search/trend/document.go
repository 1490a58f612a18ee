package trend

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"rulebook/archive"
)

// Row is a count in the trend's JSON and CSV.
type Row struct {
	Term      string       `json:"term"`
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Count     int          `json:"count"`
	Rules     int          `json:"rules"`
}

// Rows are the counts of all terms, term by term, oldest release first.
func (t *Trend) Rows() []Row {
	rows := []Row{}
	for _, s := range t.Series {
		for _, p := range s.Points {
			rows = append(rows, Row{s.Term, p.Release.Effective, p.Release.Code, p.Count, p.Rules})
		}
	}
	return rows
}

// WriteCSV writes the rows with a header, as RFC 4180 has it but for the line ends.
func (t *Trend) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"term", "effective", "code", "count", "rules"}); err != nil {
		return err
	}
	for _, r := range t.Rows() {
		err := out.Write([]string{cell(r.Term), r.Effective.String(), cell(r.Code), strconv.Itoa(r.Count), strconv.Itoa(r.Rules)})
		if err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// cell is a text as it may stand in a table: harmless to look at, and to a spreadsheet
// no formula, which a term such as +1/+1 would be to it.
func cell(text string) string {
	text = archive.Harmless(text)
	if text != "" && strings.ContainsRune("=+-@", rune(text[0])) {
		return "'" + text
	}
	return text
}

// sparks are the heights of a sparkline; nothing at all is a low dot.
var sparks = []rune("▁▂▃▄▅▆▇█")

// Sparkline draws counts as bars of text, most being the highest bar, at most width
// of them: where there are more counts, a bar is the highest of several.
func Sparkline(points []Point, most, width int) string {
	per := max(1, (len(points)+width-1)/max(width, 1))
	var line []rune
	for lo := 0; lo < len(points); lo += per {
		n := 0
		for _, p := range points[lo:min(lo+per, len(points))] {
			n = max(n, p.Count)
		}
		bar := '·'
		if n > 0 {
			bar = sparks[(n*len(sparks)-1)/max(most, n)]
		}
		line = append(line, bar)
	}
	return string(line)
}
