package web

import (
	"fmt"
	"slices"
	"time"

	"rulebook/archive"
)

// axis is the one scale of time on every page: from the January before the first
// known release to the December after the last, left to right, in percent of the
// drawing's width. Percentages keep marks and letters their size on any screen.
type axis struct {
	from, to time.Time
	Years    []tick
}

// tick is a year's place on the axis.
type tick struct {
	X     string // of January 1st, "12.5%"
	Mid   string // of the middle of the year, where its label stands
	Label string // "2013"
	Short string // "’13"
	Even  bool   // labelled where there is little room
}

func newAxis(releases []archive.Release) axis {
	if len(releases) == 0 {
		return axis{}
	}
	first, last := releases[0].Effective.Year, releases[len(releases)-1].Effective.Year
	a := axis{
		from: time.Date(first, time.January, 1, 0, 0, 0, 0, time.UTC),
		to:   time.Date(last+1, time.January, 1, 0, 0, 0, 0, time.UTC),
	}
	const roomy = 8 // years that fit on a phone with every one labelled
	for y := first; y <= last; y++ {
		a.Years = append(a.Years, tick{
			X:     a.at(archive.Date{Year: y, Month: time.January, Day: 1}),
			Mid:   a.at(archive.Date{Year: y, Month: time.July, Day: 1}),
			Label: fmt.Sprint(y), Short: fmt.Sprintf("’%02d", y%100),
			Even: (last-y)%2 == 0 || last-first < roomy,
		})
	}
	return a
}

// share is a day's place on the axis, 0 to 1.
func (a axis) share(d archive.Date) float64 {
	day := time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC)
	whole := a.to.Sub(a.from).Hours()
	if whole <= 0 {
		return 0
	}
	return min(1, max(0, day.Sub(a.from).Hours()/whole))
}

// at is a day's place on the axis in percent.
func (a axis) at(d archive.Date) string { return percent(a.share(d)) }

// width is the stretch between two days in percent.
func (a axis) width(from, to archive.Date) string { return percent(a.share(to) - a.share(from)) }

func percent(share float64) string { return fmt.Sprintf("%.2f%%", 100*share) }

// strip is a rule's life as dots on the axis: a line for as long as it stood, a
// tick for every release, a dot where its wording changed.
type strip struct {
	axis
	From, Width string // the line
	Open        bool   // it is still in force: the line goes on to the end
	Ticks       []string
	Dots        []dot
	Here        string // the release that the page speaks of; may be empty
	Label       string // for those who cannot see it
	Key         []keyed
}

// keyed is a mark of a strip and what it says.
type keyed struct{ Kind, Says string }

// explain says what the marks of a strip mean, those that are on it, in this order.
func (st *strip) explain() {
	if len(st.Dots) < 2 {
		return // a single mark is where its line begins
	}
	for _, k := range []keyed{{"born", "first held"}, {"changed", "reworded"}, {"example", "examples changed"}, {"moved", "renumbered"}, {"gone", "gone"}} {
		if slices.ContainsFunc(st.Dots, func(d dot) bool { return d.Kind == k.Kind }) {
			st.Key = append(st.Key, k)
		}
	}
	if st.Here != "" {
		st.Key = append(st.Key, keyed{"now", "this release"})
	}
}

// dot is one change in a strip.
type dot struct {
	X     string
	Href  string
	Title string
	Kind  string // "born", "changed", "example", "moved", "gone"
}
