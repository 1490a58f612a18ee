package trend

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"rulebook/archive"
)

// Measures of the chart, in SVG's user units.
const (
	chartWidth   = 900.0
	plotHeight   = 300.0
	marginLeft   = 64.0
	marginRight  = 24.0
	marginTop    = 16.0
	marginBottom = 62.0
	legendLine   = 22.0 // of each term
	yTicks       = 5    // about as many lines across the plot
)

// WriteSVG draws the trend as a chart that stands alone: the count of each term as
// a line of steps over the dates of the releases, with marks where a term was first
// and last used. Terms differ in dashes and weight, so that it can be read in
// greyscale; on a dark screen it turns dark.
func (t *Trend) WriteSVG(w io.Writer) error {
	c := newChart(t)
	c.head()
	c.legend()
	c.axes()
	for i := range t.Series {
		c.series(i)
	}
	c.codes()
	c.b.WriteString("</svg>\n")
	_, err := io.WriteString(w, archive.Harmless(c.b.String()))
	return err
}

// chart is a drawing in the making.
type chart struct {
	t        *Trend
	b        strings.Builder
	from, to time.Time
	top      float64 // of the plot
	most     int     // the count at the top of the plot
	step     int     // between two lines across
	marks    []place // of the marks of first and last use
}

// place is where a code belongs.
type place struct {
	x, y float64
	code string
}

func newChart(t *Trend) *chart {
	c := &chart{t: t, top: marginTop + legendLine*float64(len(t.Series))}
	first, last := t.Known[0].Effective, t.Known[len(t.Known)-1].Effective
	c.from = time.Date(first.Year, time.January, 1, 0, 0, 0, 0, time.UTC)
	c.to = time.Date(last.Year+1, time.January, 1, 0, 0, 0, 0, time.UTC)
	c.step = roundStep(max(t.Most(), 1))
	c.most = (max(t.Most(), 1) + c.step - 1) / c.step * c.step
	return c
}

// roundStep is a step of 1, 2 or 5 times a power of ten that parts a count into
// about yTicks pieces.
func roundStep(most int) int {
	for power := 1; ; power *= 10 {
		for _, step := range []int{power, 2 * power, 5 * power} {
			if step*yTicks >= most {
				return step
			}
		}
	}
}

func (c *chart) x(d archive.Date) float64 {
	day := time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
	share := day.Sub(c.from).Hours() / c.to.Sub(c.from).Hours()
	return marginLeft + share*(chartWidth-marginLeft-marginRight)
}

func (c *chart) y(count int) float64 {
	return c.top + plotHeight*(1-float64(count)/float64(c.most))
}

func (c *chart) bottom() float64 { return c.top + plotHeight }

// put writes a piece of the drawing; texts in it must be escaped.
func (c *chart) put(format string, args ...any) { fmt.Fprintf(&c.b, format+"\n", args...) }

// looks tells the lines of the terms apart without colour.
var looks = [MaxTerms]struct {
	dashes string
	weight float64
}{{"none", 2.5}, {"7 4", 2.5}, {"2 3", 2.5}, {"12 4 2 4", 2.5}, {"none", 1.2}, {"7 4", 1.2}}

func (c *chart) head() {
	height := c.bottom() + marginBottom
	c.put(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img" class="trend" aria-labelledby="trend-title trend-desc">`,
		chartWidth, height, chartWidth, height)
	names := make([]string, len(c.t.Series))
	told := make([]string, len(c.t.Series))
	for i := range c.t.Series {
		names[i] = c.t.Series[i].Term
		told[i] = c.t.Series[i].Term + ": " + c.t.Series[i].Use()
	}
	c.put(`<title id="trend-title">%s over the releases</title>`, escape(strings.Join(names, ", ")))
	c.put(`<desc id="trend-desc">%s.</desc>`, escape(strings.Join(told, "; ")))
	c.b.WriteString(style)
}

// style has plain colours, for programs that know no variables, and is bound to the
// chart's class, so that a page which holds the chart stays as it is.
const style = `<style>
.trend { font: 13px system-ui, sans-serif; background: #fff }
.trend text { fill: #1a1a1a }
.trend .faint { fill: #595959 }
.trend .grid { stroke: #d4d4d4; fill: none }
.trend .tick { stroke: #595959; fill: none }
.trend .curve { fill: none; stroke-linejoin: round }
.trend .first { fill: #fff; stroke-width: 2; stroke-dasharray: none }
.trend .s0 { stroke: #0b3d91 } .trend .s1 { stroke: #b3430b } .trend .s2 { stroke: #2b7a4b }
.trend .s3 { stroke: #6d3a8c } .trend .s4 { stroke: #1a1a1a } .trend .s5 { stroke: #7a5c00 }
.trend .l0 { fill: #0b3d91 } .trend .l1 { fill: #b3430b } .trend .l2 { fill: #2b7a4b }
.trend .l3 { fill: #6d3a8c } .trend .l4 { fill: #1a1a1a } .trend .l5 { fill: #7a5c00 }
@media (prefers-color-scheme: dark) {
.trend { background: #16181b }
.trend text { fill: #ececec }
.trend .faint { fill: #a8a8a8 }
.trend .grid { stroke: #3a3d42 }
.trend .tick { stroke: #a8a8a8 }
.trend .first { fill: #16181b }
.trend .s0 { stroke: #8ab4ff } .trend .s1 { stroke: #ffb080 } .trend .s2 { stroke: #86d9a8 }
.trend .s3 { stroke: #d9a8f5 } .trend .s4 { stroke: #ececec } .trend .s5 { stroke: #e6c860 }
.trend .l0 { fill: #8ab4ff } .trend .l1 { fill: #ffb080 } .trend .l2 { fill: #86d9a8 }
.trend .l3 { fill: #d9a8f5 } .trend .l4 { fill: #ececec } .trend .l5 { fill: #e6c860 }
}
</style>
`

func (c *chart) legend() {
	for i := range c.t.Series {
		s := &c.t.Series[i]
		y := marginTop + legendLine*float64(i) + legendLine/2
		c.put(`<path %s d="M%.1f %.1fh36"/>`, curve(i), marginLeft, y-4)
		c.put(`<text x="%.1f" y="%.1f">%s <tspan class="faint">%s</tspan></text>`, marginLeft+44, y, escape(s.Term), escape(s.Use()))
	}
}

// curve is the look of the i-th term's line.
func curve(i int) string {
	look := looks[i]
	return fmt.Sprintf(`class="curve s%d" stroke-width="%g" stroke-dasharray="%s"`, i, look.weight, look.dashes)
}

func (c *chart) axes() {
	right := chartWidth - marginRight
	for n := 0; n <= c.most; n += c.step {
		c.put(`<path class="grid" d="M%.1f %.1fH%.1f"/>`, marginLeft, c.y(n), right)
		c.put(`<text class="faint" x="%.1f" y="%.1f" text-anchor="end">%d</text>`, marginLeft-8, c.y(n)+4, n)
	}
	c.put(`<text x="16" y="%.1f" text-anchor="middle" transform="rotate(-90 16 %.1f)">occurrences</text>`, c.top+plotHeight/2, c.top+plotHeight/2)
	c.releases()
	c.years()
	c.put(`<text x="%.1f" y="%.1f" text-anchor="middle">effective date of the release</text>`, marginLeft+(right-marginLeft)/2, c.bottom()+50)
}

// releases draws a tick for each release held, and a ring for each that is not.
func (c *chart) releases() {
	missing := false
	for _, r := range c.t.Known {
		x, y := c.x(r.Effective), c.bottom()
		if r.Held {
			c.put(`<path class="tick" d="M%.1f %.1fv6"><title>%s</title></path>`, x, y, escape(label(c.t.Known, r)))
			continue
		}
		missing = true
		c.put(`<circle class="tick" cx="%.1f" cy="%.1f" r="2.5"><title>%s, not held</title></circle>`, x, y+5, escape(label(c.t.Known, r)))
	}
	if missing {
		c.put(`<text class="faint" x="%.1f" y="%.1f" text-anchor="end">○ known, not held</text>`, chartWidth-marginRight, c.bottom()+50)
	}
}

// years draws a longer tick at the first day of each year, with the year at it where
// there is room.
func (c *chart) years() {
	const room = 40 // of a year's label
	first := func(year int) float64 { return c.x(archive.Date{Year: year, Month: time.January, Day: 1}) }
	last := -float64(room)
	for year := c.from.Year(); year <= c.to.Year(); year++ {
		x := first(year)
		c.put(`<path class="tick" d="M%.1f %.1fv12"/>`, x, c.bottom())
		if x-last >= room {
			c.put(`<text class="faint" x="%.1f" y="%.1f" text-anchor="middle">%d</text>`, x, c.bottom()+26, year)
			last = x
		}
	}
}

// series draws one term: it rises from nothing where it was first used, falls to
// nothing where it no longer is, and keeps each count until the next release.
func (c *chart) series(i int) {
	s := &c.t.Series[i]
	first, last := s.First(), s.Last()
	if first < 0 {
		return
	}
	var d strings.Builder
	for k := first; k <= last; k++ {
		x, y := c.x(s.Points[k].Release.Effective), c.y(s.Points[k].Count)
		switch {
		case k > first:
			fmt.Fprintf(&d, "H%.1fV%.1f", x, y)
		case k > 0:
			fmt.Fprintf(&d, "M%.1f %.1fV%.1f", x, c.y(0), y)
		default:
			fmt.Fprintf(&d, "M%.1f %.1f", x, y)
		}
	}
	if last+1 < len(s.Points) {
		fmt.Fprintf(&d, "H%.1fV%.1f", c.x(s.Points[last+1].Release.Effective), c.y(0))
	} else {
		fmt.Fprintf(&d, "H%.1f", chartWidth-marginRight)
	}
	c.put(`<path %s d="%s"/>`, curve(i), d.String())
	c.mark(i, s.Points[first], true)
	c.mark(i, s.Points[last], false)
}

// mark marks the release of first use with a ring and that of last use with a square.
func (c *chart) mark(i int, p Point, first bool) {
	x, y := c.x(p.Release.Effective), c.y(p.Count)
	title := fmt.Sprintf("<title>%s: %d in %d rules</title>", escape(label(c.t.Known, p.Release)), p.Count, p.Rules)
	if first {
		c.put(`<circle class="first s%d" cx="%.1f" cy="%.1f" r="4.5">%s</circle>`, i, x, y, title)
	} else {
		c.put(`<rect class="l%d" x="%.1f" y="%.1f" width="8" height="8">%s</rect>`, i, x-4, y-4, title)
	}
	c.marks = append(c.marks, place{x, y - 9, archive.ShortReference(c.t.Known, p.Release)})
}

// codes names the releases of the marks: of a row of marks of one release the
// uppermost, and none upon another.
func (c *chart) codes() {
	const width, height = 40, 14 // of a code
	slices.SortFunc(c.marks, func(a, b place) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) })
	var put []place
	for i, m := range c.marks {
		below := func(p place) bool { return p.x == m.x && m.y-p.y < 2*height }
		if slices.ContainsFunc(c.marks[:i], below) {
			continue
		}
		near := func(p place) bool { return math.Abs(p.x-m.x) < width && math.Abs(p.y-m.y) < height }
		for slices.ContainsFunc(put, near) {
			m.y -= height / 2
		}
		put = append(put, m)
		c.put(`<text class="faint" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`, m.x, m.y, escape(m.code))
	}
}

// escape makes a text harmless inside an element.
func escape(s string) string {
	var b strings.Builder
	// Writing to a strings.Builder does not fail.
	_ = xml.EscapeText(&b, []byte(s))
	return b.String()
}
