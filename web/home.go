package web

import (
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
)

// homePage is the front door.
type homePage struct {
	frame
	Book    string // what the rulebook calls itself
	Since   string
	Held    int
	Chart   chart
	Newest  when
	Changed *changeWords
	Release string
	Example archive.Number // for how to link
	Tries   []link
}

// chart is what changed in every release, a bar at its date.
type chart struct {
	axis
	Height  int // pixels, all of the drawing
	Base    int // y of the line from which additions go up and removals down
	Labels  int // y of the years
	Bars    []bar
	Gaps    []gap
	Rules   []ruled
	Pending int // releases whose changes are not reckoned yet
	top     int // the count at the chart's top
}

// bar is one release in the chart: three stacked strokes at one x.
type bar struct {
	X, HitX, HitWidth string
	Href              string
	Name, Date        string
	Reworded, Added   stroke
	Removed           stroke
	Words             string
	Anchor            string // where its caption stands: start, middle, end
	TipX              string
	Newest            bool
	Top               int    // y of the bar's end
	Cut               string // the count of a bar higher than the chart
	Break             stroke // where such a bar is broken
	Code              string // of the highest bars' releases
}

// stroke is a vertical line from Y1 to Y2; none when they are equal.
type stroke struct{ Y1, Y2 int }

// gap is a release known and not held.
type gap struct{ X, Title string }

// ruled is a horizontal guide with its value.
type ruled struct {
	Y     int
	Label string
}

// The chart's measures in pixels.
const (
	chartUp    = 168 // room above the line
	chartDown  = 40  // and below, at most
	chartTop   = 38  // for the caption of the bar under the pointer, and the codes
	chartYears = 20  // for the years
)

func (v *visit) showHome() (answer, error) {
	d := v.newest().Effective
	b, err := v.book(v.ctx(), d)
	if err != nil {
		return nil, err
	}
	p := homePage{frame: v.server.frame(v.library, ""), Book: "Rulebook", Since: v.held[0].Effective.Long(), Held: len(v.held),
		Chart: v.chart(), Newest: *v.when(v.newest()), Release: v.to.release(d)}
	p.Canonical = v.to.home()
	p.Feed = v.feedLink()
	if len(b.Front) > 0 {
		p.Book = strings.TrimSpace(b.Front[0])
	}
	p.Title = p.Book + " through time"
	p.Description = fmt.Sprintf("%s as they stood on any day since %s: compared word by word, followed rule by rule, searched.", p.Book, p.Since)
	p.Flags = nil
	if before, _ := v.neighbours(d); before != nil {
		r, err := v.compare(v.ctx(), before.Effective, d)
		if err != nil {
			return nil, err
		}
		p.Changed = v.changeWords(*before, d, newSummary(r))
	}
	p.Example = exampleNumber(b)
	p.Tries = v.tries(b)
	return page{template: "home", data: p, document: v.releasesDocument}, nil
}

// exampleNumber is a rule to explain addresses with: the one that judges know best
// where the book has it.
func exampleNumber(b *book) archive.Number {
	n := archive.Number{Section: 7, Heading: 702, Rule: 19, Letter: "b"}
	if b.has(n) {
		return n
	}
	for i := range b.Entries {
		if b.Entries[i].Kind == archive.Subrule {
			return b.Entries[i].Number
		}
	}
	return archive.Number{Section: 1, Heading: 100, Rule: 1}
}

// tries are searches to begin with, those that this book can answer.
func (v *visit) tries(b *book) []link {
	out := []link{{Href: v.to.search("q", exampleNumber(b).String()), Label: exampleNumber(b).String()}}
	for _, word := range []string{"trample", "\"excess damage\"", "battle"} {
		out = append(out, link{Href: v.to.search("q", word), Label: word})
	}
	return out
}

// chart draws what is known by now; releases still to be reckoned have no bar yet.
func (v *visit) chart() chart {
	var c chart
	c.axis = newAxis(v.releases)
	var ups []int
	least := 0
	for _, r := range v.held[1:] {
		s, ok := v.summary(r.Effective)
		if !ok {
			c.Pending++
			continue
		}
		ups = append(ups, s.up())
		least = max(least, s.down())
	}
	c.top = heightFor(ups)
	c.Base = chartTop + chartUp
	down := min(c.pixels(least), chartDown)
	c.Labels = c.Base + down + chartYears
	c.Height = c.Labels + 6
	step := niceStep(c.top)
	for at := step; at <= c.top; at += step {
		c.Rules = append(c.Rules, ruled{Y: c.Base - c.pixels(at), Label: thousands(at)})
	}
	slices.Sort(ups)
	for i, r := range v.held {
		c.Bars = append(c.Bars, v.bar(&c, i, r, ups))
	}
	c.Gaps = v.gaps(c.axis)
	return c
}

// gaps are the releases that are known and not held, on an axis.
func (lib *library) gaps(a axis) []gap {
	var out []gap
	for _, r := range lib.releases {
		if r.Held {
			continue
		}
		g := gap{X: a.at(r.Effective), Title: nameOf(r) + ", " + r.Effective.Long() + ": known, not held"}
		if lib.pieceOn(r.Effective) != nil {
			g.Title += " but for an excerpt"
		}
		out = append(out, g)
	}
	return out
}

// heightFor is the count at the chart's top: the highest bar, unless it is more
// than half as high again as the second, which would press all others down; then
// that bar is cut and says its count.
func heightFor(ups []int) int {
	first, second := 1, 1
	for _, n := range ups {
		if n > first {
			first, second = n, first
		} else if n > second {
			second = n
		}
	}
	if len(ups) > 2 && 2*first > 3*second {
		first = second * 5 / 4
	}
	return first
}

// pixels is a count's height.
func (c *chart) pixels(n int) int {
	px := (n*chartUp + c.top/2) / c.top
	if n > 0 && px == 0 {
		px = 1
	}
	return px
}

func (v *visit) bar(c *chart, i int, r archive.Release, ups []int) bar {
	share := c.share(r.Effective)
	b := bar{X: percent(share), Href: v.to.release(r.Effective), Name: nameOf(r), Date: r.Effective.Long(),
		Anchor: "middle", TipX: percent(share), Newest: i == len(v.held)-1}
	switch {
	case share < 0.2:
		b.Anchor, b.TipX = "start", "0%"
	case share > 0.8:
		b.Anchor, b.TipX = "end", "100%"
	}
	// a bar is pointed at halfway to its neighbours
	left, right := share-0.01, share+0.01
	if i > 0 {
		left = max(left, (share+c.share(v.held[i-1].Effective))/2)
	}
	if i+1 < len(v.held) {
		right = min(right, (share+c.share(v.held[i+1].Effective))/2)
	}
	b.HitX, b.HitWidth = percent(left), percent(right-left)
	s, ok := v.summary(r.Effective)
	if !ok {
		b.Words = "changes are still being counted"
		if i == 0 {
			b.Words = "the first release held"
		}
		return b
	}
	b.Href = v.to.diff(s.before, r.Effective)
	n := s.counts
	up := min(c.pixels(s.changed()), chartUp)
	b.Reworded = stroke{c.Base, c.Base - up}
	b.Added = stroke{c.Base - up, c.Base - min(up+c.pixels(n.Added+n.Split), chartUp)}
	b.Removed = stroke{c.Base, c.Base + min(c.pixels(s.down()), chartDown)}
	b.Words = fmt.Sprintf("%s changed, %s added, %s removed", thousands(s.changed()), thousands(n.Added+n.Split), thousands(s.down()))
	b.Top = b.Added.Y2
	if s.up() > c.top {
		b.Cut = thousands(s.up())
		b.Break = stroke{b.Top + 12, b.Top + 15}
	}
	const named = 7 // the highest bars bear their release's code
	if len(ups) > named && s.up() >= ups[len(ups)-named] && s.up() > 2*ups[len(ups)/2] {
		b.Code = v.codeOf(r)
	}
	return b
}

// niceStep divides a height into two to four round parts.
func niceStep(most int) int {
	for unit := 1; ; unit *= 10 {
		for _, m := range []int{1, 2, 5} {
			if step := unit * m; most <= 4*step {
				return step
			}
		}
	}
}
