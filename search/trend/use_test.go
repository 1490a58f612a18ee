package trend

import (
	"testing"
	"time"

	"rulebook/archive"
)

// TestUse: first and last use, with what is not held beside them.
func TestUse(t *testing.T) {
	release := func(code string, year int, held bool) archive.Release {
		return archive.Release{Effective: archive.Date{Year: year, Month: time.April, Day: 17}, Code: code, Held: held}
	}
	known := []archive.Release{
		release("IKO", 2001, true), release("IKO", 2002, true), release("LTR", 2003, false), release("WOE", 2004, false),
		release("", 2005, true), release("EOE", 2006, true), release("NEW", 2007, false),
	}
	for _, c := range []struct {
		counts      [4]int
		use         string
		least, most int
	}{
		{[4]int{0, 0, 0, 0}, "in no release held", 0, 0},
		{[4]int{1, 2, 2, 2}, "IKO 2001-04-17 or earlier, still in use", 1, 2},
		{[4]int{0, 5, 0, 3}, "first IKO.2 2002-04-17, still in use", 3, 5},
		{[4]int{0, 0, 4, 0}, "first 2005-04-17 (LTR and WOE not held before it), last 2005-04-17", 4, 4},
		{[4]int{0, 4, 0, 0}, "first IKO.2 2002-04-17, last IKO.2 2002-04-17 (LTR and WOE not held after it)", 4, 4},
	} {
		s := Series{known: known}
		for _, r := range known {
			if r.Held {
				s.Points = append(s.Points, Point{Release: r, Count: c.counts[len(s.Points)]})
			}
		}
		if got := s.Use(); got != c.use {
			t.Errorf("%v: %q, want %q", c.counts, got, c.use)
		}
		if least, most := s.Range(); least != c.least || most != c.most {
			t.Errorf("%v: %d to %d", c.counts, least, most)
		}
	}
}
