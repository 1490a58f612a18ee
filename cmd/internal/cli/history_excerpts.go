package cli

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"rulebook/archive"
	"rulebook/archive/ingest"
	"rulebook/diffing"
	"rulebook/diffing/history"
)

// evidence is what excerpts show of a rule on days of which no whole release is held,
// and of what they show otherwise than any release held has it, whose words those are.
type evidence struct {
	archive.Evidence
	release archive.Release // of its date, as it is known
	bearer  *ingest.Bearer
}

// evidenceOf is what excerpts show of the rule that was found.
func (h *holdings) evidenceOf(ctx context.Context, f *history.Found, o history.Options) ([]evidence, error) {
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
func (h *holdings) evidenceUnder(ctx context.Context, n archive.Number, o history.Options) ([]evidence, error) {
	excerpts, err := h.Excerpts(ctx)
	if err != nil {
		return nil, err
	}
	return h.explained(ctx, archive.EvidenceUnder(excerpts, h.releases, n), o)
}

// explained keeps of what was found the time asked for, and looks for the rules that
// bear the words of the rest. What bears no date is of no time in particular.
func (h *holdings) explained(ctx context.Context, found []archive.Evidence, o history.Options) ([]evidence, error) {
	var all []evidence
	var odd archive.Excerpt // what no release held confirms, a block each
	for _, e := range found {
		if !o.Since.IsZero() && e.Date.Before(o.Since) || !o.Until.IsZero() && (e.Date.IsZero() || o.Until.Before(e.Date)) {
			continue
		}
		all = append(all, evidence{Evidence: e, release: h.at(e.Date)})
		if e.Same == nil {
			odd.Blocks = append(odd.Blocks, archive.ExcerptBlock{Date: e.Date, Rules: []archive.Excerpted{e.Rule}})
		}
	}
	if len(odd.Blocks) == 0 || len(h.held()) == 0 {
		return all, nil
	}
	findings, err := ingest.CheckExcerpt(ctx, h, &odd)
	if err != nil {
		return nil, err
	}
	for i := range all {
		if all[i].Same == nil {
			all[i].bearer, findings = findings[0].Bearer, findings[1:]
		}
	}
	return all, nil
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
		Excerpts: newEvidenceDocuments(shown)}
	return a.printLife(h, o.format, document, h.newestOrNone(), func(p *lifePrinter) {
		p.title("History of " + asked.Name())
		p.gap()
		p.strong("known from excerpts only")
		p.evidence(shown)
	})
}

// historyDocument and numberDocument are the JSON of a history, with the flawed releases
// that it comes from and what excerpts show.
type (
	historyDocument struct {
		*history.History
		Flawed   []flaggedDocument  `json:"flawed,omitempty"`
		Excerpts []evidenceDocument `json:"excerpts,omitempty"`
	}
	numberDocument struct {
		*history.ByNumber
		Flawed   []flaggedDocument  `json:"flawed,omitempty"`
		Excerpts []evidenceDocument `json:"excerpts,omitempty"`
	}
)

// evidenceDocument is a rule of an excerpt.
type evidenceDocument struct {
	Effective archive.Date    `json:"effective"` // of its label; empty where none stands
	Code      string          `json:"code"`
	Name      string          `json:"name"`
	File      string          `json:"file"`
	Line      int             `json:"line"`
	Number    archive.Number  `json:"number"`
	Cut       bool            `json:"cut"`
	Text      string          `json:"text"`
	Examples  []string        `json:"examples"`
	Same      *sameDocument   `json:"same"`   // the held wording with these words, or null
	Bearer    *bearerDocument `json:"bearer"` // another rule with these words, or null
}

type sameDocument struct {
	From archive.Date `json:"from"`
	To   archive.Date `json:"to"`
}

func newEvidenceDocuments(shown []evidence) []evidenceDocument {
	var all []evidenceDocument
	for _, e := range shown {
		d := evidenceDocument{Effective: e.Date, Code: e.release.Code, Name: e.name(), File: e.File, Line: e.Rule.Line,
			Number: e.Rule.Number, Cut: e.Rule.Cut, Text: e.Rule.Text, Examples: append([]string{}, e.Rule.Examples...), Bearer: newBearerDocument(e.bearer)}
		if e.Same != nil {
			d.Same = &sameDocument{e.Same.From, e.Same.To}
		}
		all = append(all, d)
	}
	return all
}

// name is what the release is called, by the catalog or else by the label.
func (e *evidence) name() string {
	if e.release.Name != "" {
		return e.release.Name
	}
	return e.Set
}

// evidence sets what excerpts show, below a history.
func (p *lifePrinter) evidence(shown []evidence) {
	if len(shown) == 0 {
		return
	}
	p.gap()
	p.strong("Excerpts: what they do not hold is unknown, not removed")
	for i := range shown {
		e := &shown[i]
		release := archive.Release{Effective: e.Date, Code: e.release.Code, Name: e.name()}
		head := "no date"
		if !e.Date.IsZero() {
			head = named(release)
		}
		says := p.evidenceSays(e)
		again := e.Same == nil && i+1 < len(shown) && sameRule(e, &shown[i+1])
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

// sameRule reports whether two rules of excerpts are the same, marks aside.
func sameRule(a, b *evidence) bool {
	return a.Rule.Number == b.Rule.Number && a.Rule.Cut == b.Rule.Cut && archive.Fold(a.Rule.Wording()) == archive.Fold(b.Rule.Wording())
}

// evidenceSays is where a rule of an excerpt stands, and whose words it has.
func (p *lifePrinter) evidenceSays(e *evidence) string {
	says := []string{e.Rule.Number.String(), fmt.Sprintf("%s, line %d", e.File, e.Rule.Line)}
	if e.Rule.Cut {
		says = append(says, "cut in mid-sentence")
	}
	switch {
	case e.Same != nil && e.Rule.Cut:
		says = append(says, "the beginning of the wording since "+e.Same.From.String())
	case e.Same != nil:
		says = append(says, "the wording since "+e.Same.From.String())
	case e.bearer != nil:
		says = append(says, fmt.Sprintf("these are the words of %s in %s", e.bearer.Name, named(e.bearer.Release)))
	case !p.newest.Effective.IsZero():
		says = append(says, "no release held has these words")
	}
	return strings.Join(says, "; ")
}
