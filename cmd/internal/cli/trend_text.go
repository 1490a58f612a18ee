package cli

import (
	"fmt"
	"strings"

	"rulebook/cmd/internal/term"
	"rulebook/search/trend"
)

// trend sets a sparkline for each term and a table of all counts. near has for terms
// that stand nowhere what may have been meant.
func (p *page) trend(t *trend.Trend, near map[string]string) {
	newest := t.Series[0].Points[len(t.Series[0].Points)-1].Release
	if newest.Sample {
		p.note(sampleNotice)
		fmt.Fprintln(p.w)
	}
	var found []*trend.Series
	for i := range t.Series {
		s := &t.Series[i]
		if s.First() < 0 {
			p.hang("", nowhere(s.Term, near[s.Term]), term.Style{})
			fmt.Fprintln(p.w)
			continue
		}
		found = append(found, s)
		least, most := s.Range()
		p.hang("", s.Term, p.palette.Strong)
		fmt.Fprintln(p.w, trend.Sparkline(s.Points, most, p.width))
		p.note(s.Use() + "; " + occurrences(least, most))
		fmt.Fprintln(p.w)
	}
	if len(found) == 0 {
		p.note(fmt.Sprintf("counted in %s, %s to %s", count(len(t.Series[0].Points), "release", "releases"),
			t.Series[0].Points[0].Release.Effective, newest.Effective))
		return
	}
	for len(found) > 0 {
		c := p.countTable(found)
		c.print()
		fmt.Fprintln(p.w)
		found = found[len(c.columns):]
	}
	p.note("occurrences, in so many entries")
}

// nowhere says that a term stands in no release, and what may have been meant.
func nowhere(name, near string) string {
	says := fmt.Sprintf("“%s” stands in no release held", name)
	if near != "" {
		says += "; did you mean: rulebook trend " + quoted(near)
	}
	return says
}

// occurrences says how often a term stands in a release.
func occurrences(least, most int) string {
	if least == most {
		return count(most, "occurrence", "occurrences")
	}
	return grouped(int64(least)) + " to " + count(most, "occurrence", "occurrences")
}

// countTable is a release a row, and for each term its count and the entries that
// hold it: as many terms as the page is wide enough for.
type countTable struct {
	*page
	code    int // columns of the code
	columns []countColumn
	stacked bool // too narrow for one term beside its release
}

// countColumn is one term of a table.
type countColumn struct {
	series       *trend.Series
	count, rules int // columns of its numbers
	width        int // so that no word of the term is broken, if it can be helped
}

// How wide a term's name may make its column before it is wrapped, and a word of it
// before it is broken.
const (
	nameColumns = 24
	wordColumns = 12
)

// countTable measures a table of as many of the series as go beside one another.
func (p *page) countTable(series []*trend.Series) *countTable {
	c := &countTable{page: p, code: p.codeColumn()}
	left := p.width - dateColumn - columnGap - c.code
	roomy, tight := 0, 0
	for _, s := range series {
		column := countColumn{series: s}
		for _, point := range s.Points {
			column.count = max(column.count, len(grouped(int64(point.Count))))
			column.rules = max(column.rules, len(grouped(int64(point.Rules))))
		}
		column.width = column.count + len(" in ") + column.rules
		for _, word := range strings.Fields(s.Term) {
			column.width = max(column.width, min(term.Columns(word), wordColumns))
		}
		roomy += columnGap + max(column.width, min(term.Columns(s.Term), nameColumns))
		tight += columnGap + column.width
		if tight > left && len(c.columns) > 0 {
			roomy = left + 1 // they do not all fit
			break
		}
		c.columns = append(c.columns, column)
	}
	if roomy <= left {
		for i := range c.columns {
			column := &c.columns[i]
			column.width = max(column.width, min(term.Columns(column.series.Term), nameColumns))
		}
	}
	c.stacked = columnGap+c.columns[0].width > left
	return c
}

func (c *countTable) print() {
	c.head()
	k := 0
	for _, r := range c.known {
		cells := []string{"not held"}
		paint := c.palette.Faint.Paint
		if r.Held {
			cells = cells[:0]
			for i := range c.columns {
				cells = append(cells, c.columns[i].cell(k))
			}
			k++
			paint = func(s string) string { return s }
		}
		c.row(paint, r.Effective.String(), codeOf(c.known, r), cells)
	}
}

// head sets the names of the columns; those of terms are wrapped.
func (c *countTable) head() {
	var names [][]string
	height := 1
	for _, column := range c.columns {
		names = append(names, term.Wrap(term.Clean(column.series.Term), column.width))
		height = max(height, len(names[len(names)-1]))
	}
	for line := range height {
		day, code := "", ""
		if line == height-1 {
			day, code = "effective", "code"
		}
		cells := make([]string, len(names))
		for i, name := range names {
			if above := height - len(name); line >= above {
				cells[i] = name[line-above]
			}
		}
		c.row(c.palette.Faint.Paint, day, code, cells)
	}
}

func (c *countTable) row(paint func(string) string, day, code string, cells []string) {
	gap := strings.Repeat(" ", columnGap)
	line := term.Pad(day, dateColumn) + gap + term.Pad(code, c.code)
	if c.stacked {
		fmt.Fprintln(c.w, paint(strings.TrimRight(line, " ")))
		line = ""
	}
	for i, cell := range cells {
		line += gap + term.Pad(cell, c.columns[i].width)
	}
	fmt.Fprintln(c.w, paint(strings.TrimRight(line, " ")))
}

// cell is the count of the k-th release held.
func (c *countColumn) cell(k int) string {
	point := &c.series.Points[k]
	if point.Count == 0 {
		return fmt.Sprintf("%*s", c.count, "-")
	}
	return fmt.Sprintf("%*s in %*s", c.count, grouped(int64(point.Count)), c.rules, grouped(int64(point.Rules)))
}
