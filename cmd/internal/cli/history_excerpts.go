package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
	"rulebook/diffing/history"
)

// evidenceOf is what excerpts show of the rule that was found.
func (h *holdings) evidenceOf(ctx context.Context, f *history.Found, o history.Options) ([]archive.Evidence, error) {
	excerpts, err := h.Excerpts(ctx)
	if err != nil || len(excerpts) == 0 {
		return nil, err
	}
	spans, err := h.Spans(ctx, f.Lineage)
	if err != nil {
		return nil, err
	}
	return h.explained(ctx, archive.EvidenceOf(excerpts, h.releases, spans), o)
}

// evidenceUnder is what excerpts show under a number.
func (h *holdings) evidenceUnder(ctx context.Context, n archive.Number, o history.Options) ([]archive.Evidence, error) {
	excerpts, err := h.Excerpts(ctx)
	if err != nil {
		return nil, err
	}
	return h.explained(ctx, archive.EvidenceUnder(excerpts, h.releases, n), o)
}

// explained keeps of what was found the time asked for, and looks for the rules that
// bear the words of the rest. What bears no date is of no time in particular.
func (h *holdings) explained(ctx context.Context, found []archive.Evidence, o history.Options) ([]archive.Evidence, error) {
	found = slices.DeleteFunc(found, func(e archive.Evidence) bool {
		return !o.Since.IsZero() && e.Date.Before(o.Since) || !o.Until.IsZero() && (e.Date.IsZero() || o.Until.Before(e.Date))
	})
	if len(h.held()) == 0 {
		return found, nil
	}
	return found, archive.NameBearers(found, h.releases, func(yield func(archive.Span) error) error { return h.EachSpan(ctx, yield) })
}

// onlyEvidence is the answer for a number that no release held has, or that was asked
// for in a release of which no whole is held: what excerpts show under it. It returns
// err, which says so, when they show nothing.
func (a *app) onlyEvidence(ctx context.Context, h *holdings, o historyOptions, err error) error {
	if o.rule.number.IsZero() || !errors.Is(err, archive.ErrEmpty) && !errors.As(err, new(*archive.NotFoundError)) {
		return err
	}
	shown, evidenceErr := h.evidenceUnder(ctx, o.rule.number, o.history)
	if evidenceErr != nil {
		return evidenceErr
	}
	if len(shown) == 0 {
		return err
	}
	asked := history.Asked{Number: o.rule.number}
	document := historyDocument{History: &history.History{Asked: asked, Others: []history.Other{}, Spans: []history.Wording{}},
		Excerpts: archive.NewEvidenceDocuments(shown, h.releases)}
	return a.printLife(h, o.format, document, h.newestOrNone(), func(p *lifePrinter) {
		p.title("History of " + asked.Name())
		p.gap()
		p.strong("known from excerpts only")
		p.evidence(shown, h.releases)
	})
}

// historyDocument and numberDocument are the JSON of a history, with the flawed releases
// that it comes from and what excerpts show.
type (
	historyDocument struct {
		*history.History
		Flawed   []flaggedDocument          `json:"flawed,omitempty"`
		Excerpts []archive.EvidenceDocument `json:"excerpts,omitempty"`
	}
	numberDocument struct {
		*history.ByNumber
		Flawed   []flaggedDocument          `json:"flawed,omitempty"`
		Excerpts []archive.EvidenceDocument `json:"excerpts,omitempty"`
	}
)

// evidence sets what excerpts show, below a history.
func (p *lifePrinter) evidence(shown []archive.Evidence, known []archive.Release) {
	if len(shown) == 0 {
		return
	}
	p.gap()
	p.strong("Excerpts: what they do not hold is unknown, not removed")
	for i := range shown {
		e := &shown[i]
		head := "no date"
		if !e.Date.IsZero() {
			head = named(e.Release(known))
		}
		says := p.evidenceSays(e)
		again := e.Same == nil && i+1 < len(shown) && e.Repeats(&shown[i+1])
		if again {
			says += "; no change from the excerpt below"
		}
		p.gap()
		p.wordingHead(head+", an excerpt", says)
		if e.Same != nil || again {
			continue // its words stand above or below
		}
		p.edits([]diffing.Edit{{Op: diffing.Equal, Text: e.Rule.Text}}, "")
		for _, example := range e.Rule.Examples {
			p.edits([]diffing.Edit{{Op: diffing.Equal, Text: example}}, "Example: ")
		}
	}
}

// evidenceSays is where a rule of an excerpt stands, and whose words it has.
func (p *lifePrinter) evidenceSays(e *archive.Evidence) string {
	says := []string{e.Rule.Number.String(), fmt.Sprintf("%s, line %d", e.File, e.Rule.Line)}
	if e.Rule.Cut {
		says = append(says, "cut in mid-sentence")
	}
	switch {
	case e.Same != nil && e.Rule.Cut:
		says = append(says, "the beginning of the wording since "+e.Same.From.String())
	case e.Same != nil:
		says = append(says, "the wording since "+e.Same.From.String())
	case e.Bearer != nil:
		says = append(says, fmt.Sprintf("these are the words of %s in %s", e.Bearer.Name, named(e.Bearer.Release)))
	case !p.newest.Effective.IsZero():
		says = append(says, "no release held has these words")
	}
	return strings.Join(says, "; ")
}
