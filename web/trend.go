package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"rulebook/archive"
	"rulebook/search/trend"
)

// trendPage counts terms over the releases.
type trendPage struct {
	frame
	Terms    string // as written, a comma between two
	Action   string
	Chart    *trendChart
	Problem  string
	SVG, CSV string // addresses for download
	Examples []link
}

// trendChart is a line of steps for each term, on the axis of time.
type trendChart struct {
	axis
	Height, Base, Labels int
	Rules                []ruled
	Lines                []trendLine
	Gaps                 []gap
	Rows                 []trendRow // newest first
}

// trendLine is one term's counts.
type trendLine struct {
	Term   string
	Class  string // "term-1" to "term-6": hue, dashes and weight
	Steps  []step
	Label  string // its last count
	LabelY int
	First  *link // the release of first use and of last, where they are not the edges
	Last   *link
	Search string
}

// step is a straight line; X in percent, Y in pixels.
type step struct {
	X1, X2 string
	Y1, Y2 int
}

// trendRow is one release in the table.
type trendRow struct {
	link
	Date   string
	Counts []trendCount
}

type trendCount struct{ Count, Rules int }

// The chart's measures in pixels.
const (
	trendHeight = 220
	trendTop    = 16
)

// counted is the archive for counting, with the texts of all releases read once.
type counted struct{ *library }

func (c counted) Releases(context.Context) ([]archive.Release, error) { return c.releases, nil }

func (c counted) Printing(ctx context.Context) (*archive.Printing, error) {
	return c.printing.get(struct{}{}, func() (*archive.Printing, error) {
		return c.archive.Printing(context.WithoutCancel(ctx))
	})
}

// showTrend answers /trend.
func (v *visit) showTrend() (answer, error) {
	p := trendPage{frame: v.server.frame(v.library, "Terms through time"), Terms: v.query.Get("q"), Action: v.to.trend()}
	p.Canonical = v.to.trend() + query("q", p.Terms)
	p.Description = "How often a term stands in each release of the rules."
	for _, q := range v.trendExamples() {
		p.Examples = append(p.Examples, link{Href: v.to.trend() + query("q", q), Label: q})
	}
	if strings.TrimSpace(p.Terms) == "" {
		return page{template: "trend", data: p}, nil
	}
	p.Title = p.Terms + " through time"
	t, err := v.count(p.Terms)
	var wrong *problem
	if errors.As(err, &wrong) && !v.json {
		p.Problem = wrong.says
		return page{template: "trend", data: p}, nil
	}
	if err != nil {
		return nil, err
	}
	p.Chart = v.trendChart(t)
	p.SVG, p.CSV = v.to.path("trend.svg")+query("q", p.Terms), v.to.path("trend.csv")+query("q", p.Terms)
	return page{template: "trend", data: p, document: func() any { return t.Rows() }}, nil
}

// trendExamples are terms to begin with; an export counts one at a time.
func (v *visit) trendExamples() []string {
	if v.server.static {
		return []string{"battle", "trample", "deathtouch", "graveyard"}
	}
	return []string{"battle", "trample, deathtouch", "\"remaining damage\", \"excess damage\"", "discard pile, graveyard"}
}

// count counts the terms of a query, a comma between two.
func (v *visit) count(terms string) (*trend.Trend, error) {
	var list []trend.Term
	for _, text := range splitTerms(terms) {
		t, err := trend.ParseTerm(text)
		if err != nil {
			return nil, &problem{status: http.StatusBadRequest, title: "Nothing to count", says: sentence(err.Error()) + "."}
		}
		list = append(list, t)
	}
	if len(list) == 0 || len(list) > trend.MaxTerms {
		return nil, &problem{status: http.StatusBadRequest, title: "Too many terms",
			says: fmt.Sprintf("One to %d terms can be counted side by side, with a comma between two.", trend.MaxTerms)}
	}
	t, err := trend.Count(v.ctx(), counted{v.library}, list)
	if err != nil {
		return nil, fmt.Errorf("count terms: %w", err)
	}
	return t, nil
}

// splitTerms parts a list at its commas, those in quotation marks left alone.
func splitTerms(s string) []string {
	quoted := false
	parts := strings.FieldsFunc(archive.Fold(s), func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return r == ',' && !quoted
	})
	var terms []string
	for _, part := range parts {
		if part = strings.TrimSpace(part); part != "" {
			terms = append(terms, part)
		}
	}
	return terms
}

func (v *visit) trendChart(t *trend.Trend) *trendChart {
	c := &trendChart{axis: newAxis(v.releases), Base: trendTop + trendHeight, Labels: trendTop + trendHeight + 20, Height: trendTop + trendHeight + 26}
	most := max(1, t.Most())
	y := func(n int) int { return c.Base - n*trendHeight/most }
	for at := niceStep(most); at <= most; at += niceStep(most) {
		c.Rules = append(c.Rules, ruled{Y: y(at), Label: thousands(at)})
	}
	for i := range t.Series {
		c.Lines = append(c.Lines, v.trendLine(c, &t.Series[i], i, y))
	}
	c.placeLabels(t, y)
	c.keepApart()
	c.Gaps = v.gaps(c.axis)
	if len(t.Series) == 0 {
		return c
	}
	for k := len(t.Series[0].Points) - 1; k >= 0; k-- {
		r := t.Series[0].Points[k].Release
		row := trendRow{link: link{Href: v.to.release(r.Effective), Label: nameOf(r), Note: v.codeOf(r)}, Date: r.Effective.String()}
		for i := range t.Series {
			row.Counts = append(row.Counts, trendCount{t.Series[i].Points[k].Count, t.Series[i].Points[k].Rules})
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}

// trendLine draws one term: level from release to release, upright at each.
func (v *visit) trendLine(c *trendChart, s *trend.Series, i int, y func(int) int) trendLine {
	line := trendLine{Term: s.Term, Class: fmt.Sprintf("term-%d", i+1), Search: v.to.search("q", s.Term, "in", "all")}
	for k := range s.Points {
		at, level := c.at(s.Points[k].Release.Effective), y(s.Points[k].Count)
		if k > 0 && s.Points[k-1].Count != s.Points[k].Count {
			line.Steps = append(line.Steps, step{at, at, y(s.Points[k-1].Count), level})
		}
		until := "100%"
		if k+1 < len(s.Points) {
			until = c.at(s.Points[k+1].Release.Effective)
		}
		if n := len(line.Steps); n > 0 && line.Steps[n-1].Y1 == level && line.Steps[n-1].Y2 == level {
			line.Steps[n-1].X2 = until
		} else {
			line.Steps = append(line.Steps, step{at, until, level, level})
		}
	}
	if n := len(s.Points); n > 0 {
		line.Label = thousands(s.Points[n-1].Count)
	}
	if at := s.First(); at > 0 {
		l := v.releaseLink(s.Points[at].Release)
		line.First = &l
	}
	if at := s.Last(); at >= 0 && at < len(s.Points)-1 {
		l := v.releaseLink(s.Points[at].Release)
		line.Last = &l
	}
	return line
}

// placeLabels writes each label above the end of its line, or below where fewer lines run.
func (c *trendChart) placeLabels(t *trend.Trend, y func(int) int) {
	const gap, room = 4, 18 // pixels from the line to the label, and to its far side
	for i := range t.Series {
		points := t.Series[i].Points
		if len(points) == 0 {
			continue
		}
		end := y(points[len(points)-1].Count)
		above, below := 0, 0
		for _, other := range t.Series {
			for _, p := range other.Points[len(other.Points)*3/4:] { // a label reaches as far back
				switch d := y(p.Count) - end; {
				case -room < d && d < -gap:
					above++
				case gap < d && d < room:
					below++
				}
			}
		}
		c.Lines[i].LabelY = end
		if above > below && end+room <= c.Base {
			c.Lines[i].LabelY = end + room
		}
	}
}

// keepApart moves labels that would stand on one another.
func (c *trendChart) keepApart() {
	const apart = 14 // pixels between two
	for i := range c.Lines {
		for j := range i {
			if d := c.Lines[i].LabelY - c.Lines[j].LabelY; d > -apart && d < apart {
				c.Lines[i].LabelY = c.Lines[j].LabelY - apart
			}
		}
	}
}

// trendSVG answers /trend.svg with a chart that stands alone.
func (v *visit) trendSVG() (answer, error) {
	return v.trendFile("image/svg+xml", "trend.svg", (*trend.Trend).WriteSVG)
}

// trendCSV answers /trend.csv.
func (v *visit) trendCSV() (answer, error) {
	return v.trendFile("text/csv; charset=utf-8", "trend.csv", (*trend.Trend).WriteCSV)
}

func (v *visit) trendFile(contentType, name string, write func(*trend.Trend, io.Writer) error) (answer, error) {
	t, err := v.count(v.query.Get("q"))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := write(t, &b); err != nil {
		return nil, fmt.Errorf("write %s: %w", name, err)
	}
	return file{contentType: contentType, download: name, body: b.Bytes()}, nil
}
