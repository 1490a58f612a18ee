package cli

import (
	"context"
	"errors"
	"io"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/diffing/history"
)

type historyOptions struct {
	rule         reference
	byNumber     bool
	history      history.Options
	since, until string
	format       string
	json         bool
}

func (a *app) historyCommand() *cobra.Command {
	o := historyOptions{format: formatText}
	in := ""
	cmd := &cobra.Command{
		Use:   "history RULE[@REL] [flags]",
		Short: "Every wording of one rule, with what changed",
		Long: `Follows one rule through time although it was renumbered: its wordings newest
first, each with the releases it held for, the number it bore then and the words
that changed; at the top what became of it, at the end where it came from.

RULE is the number or term in the newest release that has it; RULE@REL is what
bore it in that release. Changes of quotes, dashes and spaces, and of examples
alone, are folded into the wording that they left as it was. Below stands what
excerpts show of it on days of which no whole release is held.`,
		Example: `  rulebook history 702.19b
  rulebook history 702.6d@STX
  rulebook history mana value
  rulebook history 701.34a --by-number
  rulebook history 702.19b --since IKO --json`,
		Args:              arguments(1, -1, "one rule or term"),
		ValidArgsFunction: a.completeRule(&in, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := oneAtMost(cmd, "format", "json"); err != nil {
				return err
			}
			if o.rule, err = parseReference(args, in); err != nil {
				return err
			}
			return a.history(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.byNumber, "by-number", false, "what stood under the number through time, whichever rule it was")
	flags.BoolVar(&o.history.Typography, "typography", false, "show versions that differ in quotes, dashes or spaces only")
	flags.BoolVar(&o.history.Examples, "examples", false, "show changes of examples one by one")
	a.addRelease(cmd, &o.since, "since", "only wordings that held in `REL` or later")
	a.addRelease(cmd, &o.until, "until", "only wordings that held in `REL` or before")
	addOneOf(cmd, &o.format, "format", []string{formatText, formatMarkdown, formatJSON}, "how to print it")
	addJSON(cmd, &o.json)
	a.addIn(cmd, &in)
	return cmd
}

func (a *app) history(ctx context.Context, o historyOptions) error {
	if o.json {
		o.format = formatJSON
	}
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	if err := h.readBounds(&o); err != nil {
		return err
	}
	found, err := h.findRule(ctx, o.rule)
	if err != nil {
		return a.onlyEvidence(ctx, h, o, err)
	}
	newest, flawed := h.newestOrNone(), flawedReleases(h.held())
	if o.byNumber {
		if found.Number.IsZero() {
			return wrongUsage("--by-number needs a number; %s has none", found.Name())
		}
		under, err := history.Under(ctx, h, found, o.history)
		if err != nil {
			return err
		}
		shown, err := h.evidenceUnder(ctx, found.Number, o.history)
		if err != nil {
			return err
		}
		return a.printLife(h, o.format, numberDocument{under, newFlaggedDocuments(flawed), archive.NewEvidenceDocuments(shown, h.releases)}, newest, func(p *lifePrinter) {
			p.byNumber(under)
			p.flaws(flawed)
			p.evidence(shown, h.releases)
		})
	}
	life, err := history.Of(ctx, h, found, o.history)
	if err != nil {
		return err
	}
	shown, err := h.evidenceOf(ctx, found, o.history)
	if err != nil {
		return err
	}
	return a.printLife(h, o.format, historyDocument{life, newFlaggedDocuments(flawed), archive.NewEvidenceDocuments(shown, h.releases)}, newest, func(p *lifePrinter) {
		p.history(life)
		p.flaws(flawed)
		p.evidence(shown, h.releases)
	})
}

// printLife prints a document, or draws it as text or Markdown.
func (a *app) printLife(h *holdings, format string, document any, newest archive.Release, draw func(*lifePrinter)) error {
	if format == formatJSON {
		return a.printJSON(document)
	}
	return a.streams.Page(func(w io.Writer) error {
		p := &lifePrinter{newest: newest, page: a.newPage(w, h.releases), markdown: format == formatMarkdown}
		draw(p)
		return nil
	})
}

// readBounds turns --since and --until into days: a release by name, or any day.
func (h *holdings) readBounds(o *historyOptions) (err error) {
	if o.history.Since, err = h.bound(o.since); err != nil {
		return err
	}
	if o.history.Until, err = h.bound(o.until); err != nil {
		return err
	}
	if !o.history.Until.IsZero() && o.history.Until.Before(o.history.Since) {
		return wrongUsage("--until %s lies before --since %s; exchange them", o.until, o.since)
	}
	return nil
}

func (h *holdings) bound(ref string) (archive.Date, error) {
	if ref == "" {
		return archive.Date{}, nil
	}
	if day, err := archive.ParseDate(ref); err == nil {
		return day, nil
	}
	r, err := archive.ResolveRelease(h.releases, ref)
	return r.Effective, err
}

// findRule finds the rule that a reference means: in the release it names, else in
// the newest in which anything bore the number or term.
func (h *holdings) findRule(ctx context.Context, r reference) (*history.Found, error) {
	var d archive.Date
	if r.release != "" {
		release, err := archive.ResolveRelease(h.releases, r.release)
		if err != nil {
			return nil, err
		}
		d = release.Effective
	}
	found, err := history.Find(ctx, h, h, r.number, r.asked, d)
	var missing *archive.NotFoundError
	if err == nil || !errors.As(err, &missing) {
		return found, err
	}
	snapshot, openErr := h.open(ctx, r.release)
	if openErr != nil {
		return nil, openErr
	}
	entries, findErr := r.find(snapshot)
	if findErr != nil {
		if missing.Hint != "" { // it stood in other releases
			return nil, missing
		}
		return nil, findErr
	}
	if e := entries[0]; !e.Number.IsZero() { // a title
		return history.Find(ctx, h, h, e.Number, "", snapshot.Release.Effective)
	}
	if entries[0].Lineage == 0 {
		return nil, wrongUsage("the %s is not followed through time; name a rule, such as 702.19b, or a glossary term", r.asked)
	}
	return &history.Found{Lineage: entries[0].Lineage,
		Asked: history.Asked{Term: entries[0].Name(), Release: history.NameOf(snapshot.Release)}}, nil
}
