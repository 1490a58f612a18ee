package ingest

import (
	"context"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// Reader is what checking an excerpt needs of the archive.
type Reader interface {
	Releases(ctx context.Context) ([]archive.Release, error)
	Snapshot(ctx context.Context, d archive.Date) (*archive.Snapshot, error)
	EachSpan(ctx context.Context, yield func(archive.Span) error) error
}

// Verdict is how a rule of an excerpt stands to the archive.
type Verdict string

// The verdicts.
const (
	Agrees         Verdict = "agrees"       // word for word
	TypographyOnly Verdict = "typography"   // but for quotes, dashes, spaces
	Beginning      Verdict = "beginning"    // it is cut, and begins as the held text does
	Differs        Verdict = "differs"      // Edits say where
	NoSuchRule     Verdict = "no-such-rule" // the release is held and has no rule of that number
	NotHeld        Verdict = "not-held"     // no release of that date is held
	Undated        Verdict = "undated"      // no label dates it
)

// Finding is the verdict on one rule of an excerpt.
type Finding struct {
	Date    archive.Date
	Set     string
	Number  archive.Number
	Line    int
	Cut     bool
	Verdict Verdict
	// NoChangeSince is the date of the next older paragraph on the page for the same
	// rule where its folded text is equal, so that the page shows a change of
	// typography as a change of wording; the zero Date elsewhere.
	NoChangeSince archive.Date
	// Edits turn the held wording into the excerpt's, for Differs.
	Edits []diffing.Edit
	// Bearer is the rule that bears this wording in the nearest held release, for
	// every verdict but Agrees, TypographyOnly and Beginning; nil where none does.
	Bearer *archive.Bearer
}

// CheckExcerpt holds each rule of an excerpt against what the archive holds for
// its date, in printed order.
func CheckExcerpt(ctx context.Context, r Reader, e *archive.Excerpt) ([]Finding, error) {
	releases, err := r.Releases(ctx)
	if err != nil {
		return nil, err
	}
	var findings []Finding
	var rules []*archive.Excerpted // of each finding
	for i := range e.Blocks {
		b := &e.Blocks[i]
		var held *archive.Snapshot
		for _, release := range releases {
			if release.Held && release.Effective == b.Date {
				if held, err = r.Snapshot(ctx, b.Date); err != nil {
					return nil, err
				}
			}
		}
		for j := range b.Rules {
			f := Finding{Date: b.Date, Set: b.Set, Number: b.Rules[j].Number, Line: b.Rules[j].Line, Cut: b.Rules[j].Cut}
			switch {
			case b.Date.IsZero():
				f.Verdict = Undated
			case held == nil:
				f.Verdict = NotHeld
			default:
				f.Verdict, f.Edits = judge(held, &b.Rules[j])
			}
			findings, rules = append(findings, f), append(rules, &b.Rules[j])
		}
	}
	markFlips(findings, rules)
	return findings, findBearers(ctx, r, releases, findings, rules)
}

// markFlips finds the paragraphs of a history page that say what the next older
// one says, in other marks.
func markFlips(findings []Finding, rules []*archive.Excerpted) {
	for i := range findings {
		for j := range findings {
			older := findings[j].Date.Before(findings[i].Date) && !findings[j].Date.IsZero()
			if !older || findings[j].Number != findings[i].Number || findings[j].Date.Before(nextOlder(findings, i)) {
				continue
			}
			if archive.Fold(rules[i].Text) == archive.Fold(rules[j].Text) {
				findings[i].NoChangeSince = findings[j].Date
			}
		}
	}
}

// nextOlder is the newest date before that of finding i among those of its rule.
func nextOlder(findings []Finding, i int) archive.Date {
	var next archive.Date
	for _, f := range findings {
		if f.Number == findings[i].Number && f.Date.Before(findings[i].Date) && next.Before(f.Date) {
			next = f.Date
		}
	}
	return next
}

// judge compares a rule of an excerpt with those of its number in the release.
func judge(held *archive.Snapshot, rule *archive.Excerpted) (Verdict, []diffing.Edit) {
	at := held.FindAll(rule.Number)
	if len(at) == 0 {
		return NoSuchRule, nil
	}
	for _, i := range at {
		if v := compare(&held.Entries[i], rule); v != Differs {
			return v, nil
		}
	}
	return Differs, diffing.Words(comparable(&held.Entries[at[0]], rule), rule.Wording())
}

// comparable is what of a held entry an excerpt's rule is compared with: a page
// that shows no examples says nothing of them.
func comparable(held *archive.Entry, rule *archive.Excerpted) string {
	if len(rule.Examples) == 0 {
		return held.Text
	}
	return held.Wording()
}

func compare(held *archive.Entry, rule *archive.Excerpted) Verdict {
	theirs, ours := rule.Wording(), comparable(held, rule)
	switch {
	case theirs == ours:
		return Agrees
	case archive.Fold(theirs) == archive.Fold(ours):
		return TypographyOnly
	case rule.Cut && strings.HasPrefix(archive.Fold(ours), archive.Fold(theirs)):
		return Beginning
	}
	return Differs
}

// findBearers looks through all wordings for those of the rules that no held
// release confirms under their number and date.
func findBearers(ctx context.Context, r Reader, releases []archive.Release, findings []Finding, rules []*archive.Excerpted) error {
	sought := make([]archive.Sought, len(findings))
	for i, f := range findings {
		switch f.Verdict {
		case Agrees, TypographyOnly, Beginning:
		default:
			sought[i] = archive.Sought{Text: rules[i].Text, Cut: f.Cut, Day: f.Date}
		}
	}
	bearers, err := archive.FindBearers(sought, releases, func(yield func(archive.Span) error) error { return r.EachSpan(ctx, yield) })
	if err != nil {
		return err
	}
	for i := range findings {
		findings[i].Bearer = bearers[i]
	}
	return nil
}
