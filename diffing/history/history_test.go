package history_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/diffing"
	"rulebook/diffing/history"
)

// codes are the releases that brought a history's wordings, newest first.
func codes(h *history.History) string {
	var all []string
	for _, w := range h.Spans {
		all = append(all, w.FromCode)
	}
	return strings.Join(all, " ")
}

// TestTimeAskedFor: what is left out is counted, and the origin stays the rule's.
func TestTimeAskedFor(t *testing.T) {
	s := archivetest.Sample(t)
	day := func(text string) archive.Date {
		if text == "" {
			return archive.Date{}
		}
		d, err := archive.ParseDate(text)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	all := len(historyOf(t, s, "702.19b", "", history.Options{}).Spans)
	for _, c := range []struct {
		since, until string
		shown        int
		out          history.LeftOut
	}{
		{"2013-07-13", "2025-07-25", 3, history.LeftOut{}},
		{"2020-04-17", "2030-01-01", 2, history.LeftOut{Older: 1}},
		{"2020-04-18", "2020-05-01", 1, history.LeftOut{Newer: 1, Older: 1}},
		{"2030-01-01", "", 1, history.LeftOut{Older: 2}},
		{"1999-01-01", "2000-01-01", 0, history.LeftOut{Newer: 3}},
	} {
		h := historyOf(t, s, "702.19b", "", history.Options{Since: day(c.since), Until: day(c.until)})
		var out history.LeftOut
		if h.LeftOut != nil {
			out = *h.LeftOut
		}
		if len(h.Spans) != c.shown || out != c.out || len(h.Spans)+out.Newer+out.Older != all {
			t.Errorf("%s to %s: %d wordings, left out %+v; want %d, %+v", c.since, c.until, len(h.Spans), out, c.shown, c.out)
		}
		if h.Origin.Kind != history.Earlier || h.Fate.Kind != history.InForce {
			t.Errorf("%s to %s: %s, %s", c.since, c.until, h.Origin.Kind, h.Fate.Kind)
		}
	}
}

// TestPublishedHistories are what people looked for and did not find elsewhere.
func TestPublishedHistories(t *testing.T) {
	s := archivetest.PublishedStore(t)

	// Exactly three wordings, whatever the quotes and the examples did in between.
	h := historyOf(t, s, "702.19b", "", history.Options{})
	if got := codes(h); got != "MOM IKO M14" {
		t.Errorf("702.19b changed in %s, want MOM IKO M14", got)
	}
	for i, word := range []string{"battle", "excess", "remaining"} {
		if i < len(h.Spans) && !strings.Contains(h.Spans[i].Text, word) {
			t.Errorf("702.19b in %s has no %q", h.Spans[i].FromCode, word)
		}
	}
	if h.Origin.Kind != history.Earlier || h.Fate.Kind != history.InForce {
		t.Errorf("702.19b came %s and is %s", h.Origin.Kind, h.Fate.Kind)
	}
	if got := codes(historyOf(t, s, "702.19b", "", history.Options{Examples: true})); got != "MOM IKO DOM M14" {
		t.Errorf("702.19b with its examples changed in %s", got)
	}
	if n := len(historyOf(t, s, "702.19b", "", history.Options{Typography: true}).Spans); n <= 3 {
		t.Errorf("702.19b has %d typographic versions", n)
	}

	// A rewrite is not an end, and a number is not a rule.
	h = historyOf(t, s, "701.36a", "AFR", history.Options{})
	first := h.Spans[len(h.Spans)-1]
	if first.Number.String() != "701.33a" || first.FromCode != "SOI" {
		t.Errorf("701.36a@AFR begins as %s in %s, want 701.33a in SOI", first.Number, first.FromCode)
	}

	// A number used twice: what is gone, and what bears the number now.
	h = historyOf(t, s, "702.6d", "STX", history.Options{})
	if h.Fate.Kind != history.RemovedIn || h.Fate.Release.Code != "MH2" {
		t.Errorf("702.6d@STX: %s %s, want removed in MH2", h.Fate.Kind, h.Fate.Release.Code)
	}
	if len(h.Others) != 1 || h.Others[0].From.Code != "MH2" {
		t.Errorf("702.6d@STX: others are %+v", h.Others)
	}
	if now := historyOf(t, s, "702.6d", "", history.Options{}); now.Fate.Kind != history.InForce || now.Spans[0].Was.String() != "702.6e" {
		t.Errorf("702.6d: %+v, was %s", now.Fate, now.Spans[0].Was)
	}
	under, err := history.Under(context.Background(), s, find(t, s, "702.6d", ""), history.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(under.Occupants) != 2 || under.Occupants[0].Before.String() != "702.6e" || under.Occupants[1].Fate == nil {
		t.Errorf("under 702.6d stood %+v", under.Occupants)
	}

	// The history begins with the full text.
	h = historyOf(t, s, "613.1a", "", history.Options{})
	first = h.Spans[len(h.Spans)-1]
	if !first.Whole() || first.Text == "" || len(first.Edits) != 1 || first.Edits[0].Text != first.Text {
		t.Errorf("613.1a begins with %+v", first)
	}

	// A glossary term that was called otherwise.
	h = historyOf(t, s, "mana value", "", history.Options{})
	if h.Asked.Term != "Mana Value" || h.Spans[len(h.Spans)-1].Term != "Converted Mana Cost" {
		t.Errorf("mana value: %+v, first %s", h.Asked, h.Spans[len(h.Spans)-1].Term)
	}
}

// TestPublishedGaps: two releases between MOM and WHO are known and not held.
func TestPublishedGaps(t *testing.T) {
	s := archivetest.PublishedStore(t)
	seen := 0
	for _, name := range []string{"205.3i", "205.3m", "205.3j", "701.10a"} {
		for _, w := range historyOf(t, s, name, "", history.Options{}).Spans {
			switch {
			case w.FromCode != "WHO":
				if w.Gap != nil {
					t.Errorf("%s: a gap before %s", name, w.FromCode)
				}
			case w.Gap == nil:
				t.Errorf("%s: no gap before WHO", name)
			default:
				seen++
				if got := w.Gap.Between(w.From); got != "between 2023-04-14 and 2023-10-13 (LTR and WOE not held)" {
					t.Errorf("%s: %s", name, got)
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no change was first seen in WHO")
	}
}

// TestFind: nobody who names a rule of any time is told that there is none.
func TestFind(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	for _, r := range archivetest.Releases(t, s) {
		if !r.Held {
			continue
		}
		for _, e := range archivetest.Snapshot(t, s, r.Effective.String()).Entries {
			if e.Lineage == 0 || e.Number.IsZero() && e.Term == "" {
				continue
			}
			f, err := history.Find(ctx, s, s, e.Number, e.Term, r.Effective)
			if err != nil || f.Lineage != e.Lineage {
				t.Errorf("%s@%s: found %+v, %v, want lineage %d", e.Name(), r.Code, f, err, e.Lineage)
			}
			if _, err := history.Find(ctx, s, s, e.Number, e.Term, archive.Date{}); err != nil {
				t.Errorf("%s: %v", e.Name(), err)
			}
		}
	}
	var missing *archive.NotFoundError
	if _, err := history.Find(ctx, s, s, archive.Number{Section: 9, Heading: 999}, "", archive.Date{}); !errors.As(err, &missing) {
		t.Errorf("999 is found: %v", err)
	}
}

// TestHistoryLaws holds of every lineage: each wording differs from the one before in
// words, number or kind; edits give both texts; stretches follow one another and cover
// the rule's life.
func TestHistoryLaws(t *testing.T) {
	for name, open := range map[string]func(testing.TB) archivetest.Store{"sample": archivetest.Sample, "published": archivetest.PublishedStore} {
		t.Run(name, func(t *testing.T) {
			ctx := context.Background()
			s := open(t)
			book, err := history.ReadBook(ctx, s)
			if err != nil {
				t.Fatal(err)
			}
			lineages, err := s.Lineages(ctx)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range lineages {
				h, err := history.Of(ctx, book, &history.Found{Lineage: l.ID}, history.Options{Examples: true})
				if err != nil {
					t.Fatal(err)
				}
				checkLaws(t, l, h)
			}
		})
	}
}

func checkLaws(t *testing.T, l archive.Lineage, h *history.History) {
	t.Helper()
	spans := slices.Clone(h.Spans)
	slices.Reverse(spans)
	if spans[0].From != l.Born || spans[len(spans)-1].To != l.Last {
		t.Errorf("lineage %d lived from %s to %s, its wordings from %s to %s", l.ID, l.Born, l.Last, spans[0].From, spans[len(spans)-1].To)
	}
	for i := range spans {
		w := &spans[i]
		if w.To.Before(w.From) || w.Kind == "" || w.Class == "" || len(w.Edits) == 0 && w.Text != "" {
			t.Errorf("lineage %d: wording %+v", l.ID, w)
		}
		if i == 0 {
			continue
		}
		before := &spans[i-1]
		if !before.To.Before(w.From) {
			t.Errorf("lineage %d: %s follows %s", l.ID, w.From, before.To)
		}
		if w.Class == diffing.Typography && archive.Fold(w.Term) == archive.Fold(before.Term) && w.EntryOf == before.EntryOf {
			t.Errorf("lineage %d (%s): %s brought typography only", l.ID, w.Number, w.From)
		}
		var old, new strings.Builder
		for _, e := range w.Edits {
			if e.Op != diffing.Insert {
				old.WriteString(e.Text)
			}
			if e.Op != diffing.Delete {
				new.WriteString(e.Text)
			}
		}
		if old.String() != before.Text || new.String() != w.Text {
			t.Errorf("lineage %d (%s): the edits of %s do not give both texts", l.ID, w.Number, w.From)
		}
	}
}
