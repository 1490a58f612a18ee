package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing"
)

// openAny returns the snapshot of the release that ref names, or what excerpts hold
// of one that is not held.
func (h *holdings) openAny(ctx context.Context, ref string) (*archive.Snapshot, error) {
	if excerpt, err := h.excerptOf(ctx, ref); excerpt != nil || err != nil {
		return excerpt, err
	}
	return h.open(ctx, ref)
}

// excerptOf returns what excerpts hold of the release that ref names by its date or
// its code, and nil when the release is held or no excerpt has any of it. Where no
// release is held at all the newest, which ref names by being empty too, is the
// newest that an excerpt has a piece of.
func (h *holdings) excerptOf(ctx context.Context, ref string) (*archive.Snapshot, error) {
	ref = strings.TrimSpace(ref)
	onlyExcerpts := len(h.held()) == 0 && (ref == "" || strings.EqualFold(ref, newestHeld))
	day, isDay := h.dayOf(ref)
	if !onlyExcerpts && (!isDay || h.at(day).Held) {
		return nil, nil
	}
	excerpts, err := h.Excerpts(ctx)
	if err != nil {
		return nil, err
	}
	if onlyExcerpts {
		for _, e := range excerpts {
			if dates, _ := e.Dates(); len(dates) > 0 && day.Before(dates[len(dates)-1]) {
				day = dates[len(dates)-1]
			}
		}
	}
	s := archive.ExcerptsOn(excerpts, day)
	if known := h.at(day); s != nil && known.Name != "" {
		s.Release.Code, s.Release.Name = known.Code, known.Name
	}
	return s, nil
}

// dayOf is the day that ref names, by itself or by the code of a release that is not
// held.
func (h *holdings) dayOf(ref string) (day archive.Date, ok bool) {
	if day, err := archive.ParseDate(ref); err == nil {
		return day, true
	}
	for _, r := range h.releases {
		if !r.Held && r.Code != "" && strings.EqualFold(archive.ShortReference(h.releases, r), ref) {
			return r.Effective, true
		}
	}
	return archive.Date{}, false
}

// compareAny compares two releases when one at least is known from excerpts only,
// and returns nil when both are held.
func (h *holdings) compareAny(ctx context.Context, oldRef, newRef string) (*comparison, error) {
	var sides [2]*archive.Snapshot
	any := false
	for i, ref := range []string{oldRef, newRef} {
		excerpt, err := h.excerptOf(ctx, ref)
		if err != nil {
			return nil, err
		}
		sides[i], any = excerpt, any || excerpt != nil
	}
	if !any {
		return nil, nil
	}
	for i, ref := range []string{oldRef, newRef} {
		if sides[i] == nil {
			held, err := h.open(ctx, ref)
			if err != nil {
				return nil, err
			}
			sides[i] = held
		}
	}
	return compareExcerpts(sides[0], sides[1]), nil
}

// compareExcerpts compares two releases of which one at least is known from excerpts
// only. What an excerpt does not hold is unknown: it stands in no pair, and so it is
// neither added nor removed. Of a rule that an excerpt holds, often without the rules
// around it or cut short, less is needed to believe that it bore its number on.
func compareExcerpts(old, new *archive.Snapshot) *comparison {
	c := &comparison{old: old, new: new}
	aligned := diffing.Align(old, new, nil)
	oldPaired, newPaired := make(map[int]bool), make(map[int]bool)
	stand := func(p archive.Pair) {
		sameExamples(&old.Entries[p.Old], &new.Entries[p.New], old.Release.Excerpt, new.Release.Excerpt)
		oldPaired[p.Old], newPaired[p.New] = true, true
		c.pairs = append(c.pairs, p)
	}
	for _, p := range aligned {
		if p.Relation == archive.Continues {
			stand(p)
		}
	}
	for _, p := range aligned {
		candidate := (p.Relation == archive.Added || p.Relation == archive.Removed) && p.Old >= 0 && p.New >= 0
		if candidate && old.Entries[p.Old].Number == new.Entries[p.New].Number && !oldPaired[p.Old] && !newPaired[p.New] {
			p.Relation = archive.Continues
			stand(p)
		}
	}
	for _, p := range aligned {
		switch {
		case p.Relation == archive.Removed && !new.Release.Excerpt && !oldPaired[p.Old],
			p.Relation == archive.Added && !old.Release.Excerpt && !newPaired[p.New]:
			c.pairs = append(c.pairs, p)
		}
	}
	return c
}

// sameExamples leaves the examples of a rule out where its other side is from a page
// that shows none, which says nothing of them.
func sameExamples(old, new *archive.Entry, oldExcerpt, newExcerpt bool) {
	if oldExcerpt && len(old.Examples) == 0 {
		new.Examples = nil
	}
	if newExcerpt && len(new.Examples) == 0 {
		old.Examples = nil
	}
}

// excerpts sets the list of the excerpts held.
func (t *typesetter) excerpts(excerpts []archive.Excerpt) {
	t.hang("", count(len(excerpts), "excerpt", "excerpts")+" held, of which what they do not hold is unknown", term.Style{})
	for i := range excerpts {
		t.hang("  ", excerptLine(&excerpts[i]), term.Style{})
	}
}

// excerptLine is an excerpt in a line: "page.txt: 5 rules of 2019-05-03, 2020-04-17",
// "page.txt: the history of 702.19b, 2 wordings of 2019-05-03, no date".
func excerptLine(e *archive.Excerpt) string {
	dates, undated := e.Dates()
	var of []string
	for _, d := range dates {
		of = append(of, d.String())
	}
	if undated {
		of = append(of, "no date")
	}
	holds := count(e.Rules(), "rule", "rules")
	if !e.Rule.IsZero() {
		holds = "the history of " + e.Rule.String() + ", " + count(e.Rules(), "wording", "wordings")
	}
	return e.Source.File + ": " + holds + " of " + strings.Join(of, ", ")
}

// referenceBefore names the release held before the one that ref names, of which
// perhaps only excerpts are held.
func (h *holdings) referenceBefore(ctx context.Context, ref string) (string, error) {
	excerpt, err := h.excerptOf(ctx, ref)
	if err != nil || excerpt == nil {
		return ref + "~1", err
	}
	before := ""
	for _, r := range h.held() {
		if r.Effective.Before(excerpt.Release.Effective) {
			before = r.Effective.String()
		}
	}
	if before == "" {
		return "", &archive.NotFoundError{What: "release held before", Asked: ref, Hint: "name two releases to compare"}
	}
	return before, nil
}

// onlyExcerptsError says that the archive is not empty, although what was asked of it
// takes whole releases.
type onlyExcerptsError struct{ example string }

func (e *onlyExcerptsError) Error() string {
	return "only excerpts are held and no whole release; rulebook releases lists them, " + e.example +
		" reads one, and whole releases are had with: rulebook fetch --all, or rulebook import PATH"
}

// Unwrap makes it an archive that is empty but for excerpts.
func (e *onlyExcerptsError) Unwrap() error { return archive.ErrEmpty }

// explainEmpty says of an archive that is found empty, whichever part of the program
// found it so, that it holds excerpts when it does.
func (a *app) explainEmpty(ctx context.Context, err error) error {
	if !errors.Is(err, archive.ErrEmpty) {
		return err
	}
	h, openErr := a.openHoldings(ctx)
	if openErr != nil {
		return err
	}
	excerpts, readErr := h.Excerpts(ctx)
	if readErr != nil || len(excerpts) == 0 {
		return err
	}
	first := &excerpts[0].Blocks[0]
	example := "rulebook history " + first.Rules[0].Number.String()
	if newest, err := h.excerptOf(ctx, newestHeld); err == nil && newest != nil {
		example = fmt.Sprintf("rulebook show %s --in %s", newest.Entries[0].Number, newest.Release.Effective)
	}
	return &onlyExcerptsError{example}
}
