package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/archive/quote"
	"rulebook/diffing"
)

type quoteOptions struct {
	rules  []reference
	in     string
	format string
	since  archive.Date // with --if-changed-since
	json   bool
}

// quoteDocument is a quote in JSON: the entries as show has them, and since when
// all of their words stand.
type quoteDocument struct {
	archive.ShowDocument
	Since archive.Date `json:"since"`
	// Beginning says that the words may be older: since is the oldest release held.
	Beginning bool `json:"beginning"`
}

func (a *app) quoteCommand() *cobra.Command {
	o := quoteOptions{format: string(quote.Text)}
	formats := make([]string, len(quote.Formats))
	for i, f := range quote.Formats {
		formats[i] = string(f)
	}
	cmd := &cobra.Command{
		Use:   "quote RULE... [--in REL] [--format FORMAT|--json] [--if-changed-since DATE]",
		Short: "Rules as a block to cite, and whether an older quote still holds",
		Long: `Prints rules, with what stands under them and their examples, as a block to cite
elsewhere: headed by the book with date and name of the release, ended by since
when the words stand.

--if-changed-since takes the day on which such a quote was made. It prints nothing
and ends with 0 when that quote still holds, word for word and number for number;
else it shows what changed and ends with exit code 1. Rules are named by what they
were called on that day.`,
		Example: `  rulebook quote 702.19
  rulebook quote 702.19b–d 510.1c --in MOM --format wikitext
  rulebook quote 702.19 --if-changed-since 2023-01-15`,
		Args:              arguments(1, -1, "one rule or more"),
		ValidArgsFunction: a.completeRule(&o.in, -1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if cmd.Flags().Changed("if-changed-since") && cmd.Flags().Changed("format") {
				return wrongUsage("--format does not go with --if-changed-since, which prints what changed")
			}
			for _, other := range []string{"format", "if-changed-since"} {
				if err := oneAtMost(cmd, "json", other); err != nil {
					return err
				}
			}
			if o.rules, o.in, err = parseReferences(args, o.in); err != nil {
				return err
			}
			return a.quote(cmd.Context(), o)
		},
	}
	a.addIn(cmd, &o.in)
	addOneOf(cmd, &o.format, "format", formats, "how to print it")
	cmd.Flags().Var(&dateValue{&o.since}, "if-changed-since", "only tell what changed in a quote made on that day")
	addJSON(cmd, &o.json)
	return cmd
}

// parseReferences reads arguments that each name one rule; words that are no
// numbers are together one term. All must be meant in one release, which is
// returned as it was written.
func parseReferences(args []string, in string) (refs []reference, release string, err error) {
	var words []string
	end := func() error {
		if len(words) == 0 {
			return nil
		}
		r, err := parseReference(words, in)
		words = nil
		if err != nil {
			return err
		}
		refs = append(refs, r)
		in = r.release
		return nil
	}
	for i := 0; i < len(args); i++ {
		arg := args[i]
		if i+1 < len(args) && isLead(arg) {
			i++
			arg += " " + args[i]
		}
		r, err := parseReference([]string{arg}, in)
		if err != nil {
			return nil, "", err
		}
		_, _, isRange := rangeOf(r.asked)
		isNumber := isRange || !r.number.IsZero()
		if isNumber {
			if err := end(); err != nil {
				return nil, "", err
			}
		}
		words = append(words, arg)
		if isNumber {
			if err := end(); err != nil {
				return nil, "", err
			}
		}
	}
	if err := end(); err != nil {
		return nil, "", err
	}
	return refs, in, nil
}

// isLead reports whether an argument only says that the number of a rule follows.
func isLead(arg string) bool {
	_, ok := archive.ParseCitation(arg + " 100.1")
	return ok
}

func (a *app) quote(ctx context.Context, o quoteOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	if !o.since.IsZero() {
		return a.checkQuote(ctx, h, o)
	}
	s, err := h.open(ctx, o.in)
	if err != nil {
		return err
	}
	q := quote.Quote{Release: s.Release}
	if q.Entries, err = findAll(s, o.rules); err != nil {
		return err
	}
	since, err := h.since(ctx, q.Entries, s.Release.Effective)
	if err != nil {
		return err
	}
	held := h.held()
	q.Since, q.Beginning = s.Release, since == held[0].Effective
	if at := slices.IndexFunc(held, func(r archive.Release) bool { return r.Effective == since }); at >= 0 {
		q.Since = held[at]
	}
	if o.json {
		newest := s.Release.Effective == held[len(held)-1].Effective
		return a.printJSON(quoteDocument{archive.NewShowDocument(s, q.Entries, newest), q.Since.Effective, q.Beginning})
	}
	return a.streams.Print(func(w io.Writer) error { return q.Write(w, quote.Format(o.format)) })
}

// findAll returns the entries that references name, each once, in the book's order.
func findAll(s *archive.Snapshot, refs []reference) ([]archive.Entry, error) {
	var wanted []archive.Entry
	for _, r := range refs {
		find := func() ([]archive.Entry, error) { return r.find(s) }
		if near, far, isRange := rangeOf(r.asked); isRange {
			find = func() ([]archive.Entry, error) { return findRange(s, near, far) }
		}
		entries, err := find()
		if err != nil {
			return nil, err
		}
		wanted = append(wanted, entries...)
	}
	isWanted := func(e archive.Entry) bool {
		return slices.ContainsFunc(wanted, func(w archive.Entry) bool { return w.Kind == e.Kind && w.Number == e.Number && w.Term == e.Term })
	}
	var found []archive.Entry
	for _, e := range s.Entries {
		if e.Kind != archive.Contents && isWanted(e) {
			found = append(found, e)
		}
	}
	return found, nil
}

// fewLineages is up to how many lineages are read one by one: reading the whole
// archive at once takes as long as some thirty of them.
const fewLineages = 30

// since returns the first release from which on the words of all entries stand as
// they do in release d.
func (h *holdings) since(ctx context.Context, entries []archive.Entry, d archive.Date) (archive.Date, error) {
	spans := make(map[archive.LineageID][]archive.Span)
	for _, e := range entries {
		spans[e.Lineage] = nil
	}
	if len(spans) > fewLineages {
		err := h.EachSpan(ctx, func(span archive.Span) error {
			if _, wanted := spans[span.Lineage]; wanted {
				spans[span.Lineage] = append(spans[span.Lineage], span)
			}
			return nil
		})
		if err != nil {
			return archive.Date{}, err
		}
	} else {
		for id := range spans {
			of, err := h.Spans(ctx, id)
			if err != nil {
				return archive.Date{}, err
			}
			spans[id] = of
		}
	}
	var latest archive.Date
	for _, of := range spans {
		if since := quote.Since(of, d); latest.Before(since) {
			latest = since
		}
	}
	return latest, nil
}

// checkQuote tells what changed in a quote since the day it was made.
func (a *app) checkQuote(ctx context.Context, h *holdings, o quoteOptions) error {
	if today := time.Now().Format(time.DateOnly); o.since.String() > today {
		return wrongUsage("no quote was made on %s yet; give the day on which it was made", o.since)
	}
	c, err := h.compare(ctx, o.since.String(), cmp.Or(o.in, newestHeld))
	if err != nil {
		return err
	}
	quoted, err := findAll(c.old, o.rules)
	if err != nil {
		return err
	}
	changes := quoteChanges(c, quoted)
	if len(changes) == 0 {
		return nil
	}
	err = a.streams.Page(func(w io.Writer) error {
		set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
		set.fromTo(c.old.Release, c.new.Release)
		fmt.Fprintln(w)
		set.changes(changes)
		return nil
	})
	if err != nil {
		return err
	}
	return errAlreadySaid
}

// quoteChanges are the changes that make a quote of entries of the older release
// wrong: to the entries themselves, and what came under one of them.
func quoteChanges(c *comparison, quoted []archive.Entry) []*diffing.Change {
	inQuote := make(map[archive.LineageID]bool)
	for _, e := range quoted {
		inQuote[e.Lineage] = true
	}
	bearer := make(map[archive.Number]archive.LineageID)
	for i := range c.new.Entries {
		bearer[c.new.Entries[i].Number] = c.new.Entries[i].Lineage
	}
	report := c.report()
	var changes []*diffing.Change
	for i := range report.Changes {
		change := &report.Changes[i]
		concerns := change.Old != nil && inQuote[change.Old.Lineage]
		if change.Old == nil {
			if n, err := archive.ParseNumber(change.New.Number); err == nil {
				concerns = inQuote[bearer[n.Parent()]]
			}
		}
		if concerns && change.Class != diffing.Typography {
			changes = append(changes, change)
		}
	}
	return changes
}
