package render_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/diffing"
	"rulebook/diffing/render"
)

type renderer struct {
	name string
	draw func(io.Writer, *diffing.Report, render.Options) error
}

var renderers = []renderer{
	{"text", render.Text}, {"unified", render.Unified}, {"side by side", render.SideBySide},
	{"markdown", render.Markdown}, {"html", render.HTML}, {"stat", render.Stat}, {"summary", render.Summary},
}

// drawn is what a renderer draws, white space in a row as one space.
func (r renderer) drawn(t *testing.T, report *diffing.Report, o render.Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := r.draw(&b, report, o); err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// A view of some changes does not say what the whole release was about, nor that
// nothing changed where the filter let nothing through.
func TestViewsSpeakOfThemselves(t *testing.T) {
	whole := boatReport(t)
	for _, test := range []struct {
		name  string
		f     diffing.Filter
		about bool
		want  string // in the counts
	}{
		{"all", diffing.Filter{}, true, "10 changed (7 in wording"},
		{"all with typography", diffing.Filter{Typography: true}, true, "only in quotes, dashes or spaces"},
		{"rule", diffing.Filter{Under: archive.Number{Section: 1, Heading: 101, Rule: 1}}, false, "1 changed (1 in the members of a list)"},
		{"section", diffing.Filter{Under: archive.Number{Section: 1}}, false, "9 changed"},
		{"name", diffing.Filter{Name: "barge"}, false, "1 removed"},
		{"term", diffing.Filter{Term: "anchor"}, false, "4 added"},
		{"kind", diffing.Filter{Kinds: []diffing.Kind{diffing.Split}}, false, "1 split off"},
		{"class", diffing.Filter{Classes: []diffing.Class{diffing.List}}, false, "1 changed"},
		{"no such kind", diffing.Filter{Kinds: []diffing.Kind{diffing.Merged}}, false, "no change matches the filter; without it there are 19"},
		{"no such term", diffing.Filter{Term: "battle"}, false, "no change matches the filter; without it there are 19"},
		{"no such class", diffing.Filter{Classes: []diffing.Class{diffing.Example}}, false, "no change matches the filter; without it there are 19"},
		{"class typography", diffing.Filter{Classes: []diffing.Class{diffing.Typography}}, false, "no change matches the filter; without it there are 19"},
	} {
		for _, r := range renderers {
			t.Run(test.name+" "+r.name, func(t *testing.T) {
				got := r.drawn(t, whole.Filter(test.f), render.Options{Typography: test.f.ShowsTypography()})
				if test.name != "all with typography" && !strings.Contains(got, test.want) {
					t.Errorf("%q is not said:\n%s", test.want, got)
				}
				about := strings.Contains(got, "he or she → they")
				if want := test.about && r.name != "stat" && r.name != "unified"; about != want {
					t.Errorf("what the release was about is said: %v, want %v\n%s", about, want, got)
				}
				if strings.Contains(got, "no change of wording") {
					t.Errorf("nothing is said to have changed:\n%s", got)
				}
			})
		}
	}
}

// Changes of typography that were asked for are shown and not called hidden.
func TestTypographyAskedForIsShown(t *testing.T) {
	release := func(text string) *archive.Snapshot {
		return edition(t, "100.1 "+text, archive.Release{Held: true})
	}
	same := []archive.Pair{{Old: 0, New: 0, Link: archive.Link{Reason: "same place", Score: 1}}}
	whole := diffing.Compare(release(`"Wreck" means "lost".`), release(`“Wreck” means “lost”.`), same)
	f := diffing.Filter{Classes: []diffing.Class{diffing.Typography}}
	view := whole.Filter(f)
	for _, r := range renderers {
		got := r.drawn(t, view, render.Options{Typography: f.ShowsTypography()})
		if strings.Contains(got, "not shown") || !strings.Contains(got, "1 differs only in quotes, dashes or spaces") {
			t.Errorf("%s: %s", r.name, got)
		}
		if r.name != "stat" && r.name != "summary" && !strings.Contains(got, "“") {
			t.Errorf("%s does not show it: %s", r.name, got)
		}
		if hidden := r.drawn(t, whole.Filter(diffing.Filter{}), render.Options{}); !strings.Contains(hidden, "(not shown)") {
			t.Errorf("%s: %s", r.name, hidden)
		}
	}
}

// Every rendering of rules names what came and went, and by whose hand a pair was
// made.
func TestEntriesAreNamedAndHandsToo(t *testing.T) {
	r := boatReport(t)
	for i := range r.Changes {
		r.Changes[i].ByHand = true
	}
	for _, one := range renderers[:5] {
		got := one.drawn(t, r, render.Options{})
		if hands := strings.Count(got, "hand"); hands != len(r.Changes)-r.Counts.Moved {
			t.Errorf("%s tells of %d hands: %s", one.name, hands, got)
		}
		for i := range r.Changes {
			c := &r.Changes[i]
			if c.Kind == diffing.Moved {
				continue
			}
			name := c.Entry().Name()
			if e := c.Entry(); e.Number == "" && e.Term == "" {
				name = "Credits"
			}
			if !strings.Contains(got, name) {
				t.Errorf("%s does not name %s: %s", one.name, name, got)
			}
		}
	}
}

// No heading stands twice in a row of rules under it.
func TestHeadingsStandOnce(t *testing.T) {
	r := boatReport(t)
	for _, draw := range []func(io.Writer, *diffing.Report, render.Options) error{render.Text, render.SideBySide} {
		var b bytes.Buffer
		if err := draw(&b, r, render.Options{}); err != nil {
			t.Fatal(err)
		}
		for _, heading := range []string{"100 General", "101 Boats", "103 Tides", "Glossary"} {
			if n := strings.Count("\n"+b.String(), "\n"+heading+"\n"); n != 1 {
				t.Errorf("%s stands %d times:\n%s", heading, n, b.String())
			}
		}
	}
}

// A reference that was left behind says where its rule went, or that it is gone.
func TestReferencesLeftBehindSayWhatBecameOfTheirRules(t *testing.T) {
	report := boatReport(t)
	left := report.Filter(diffing.Filter{Classes: []diffing.Class{diffing.ReferenceTarget}})
	if len(left.Changes) == 0 {
		t.Fatal("nothing was left behind")
	}
	left.Changes[0].Targets = []diffing.Target{{Cited: "101.3", Became: "101.4"}, {Cited: "102.7"}}
	const want = "still cites 101.3, which became 101.4; 102.7, whose rule is gone"
	for _, r := range renderers[:2] {
		if got := r.drawn(t, left, render.Options{}); !strings.Contains(got, want) {
			t.Errorf("%s: %s\nwant %q", r.name, got, want)
		}
	}
}
