package cli

import (
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
)

type mapOptions struct {
	rule     reference // zero for the whole release
	from, to string
	csv      bool
	json     bool
}

func (a *app) mapCommand() *cobra.Command {
	var o mapOptions
	cmd := &cobra.Command{
		Use:   "map [RULE] --from REL --to REL [--csv] [--json]",
		Short: "Which number a rule bears in another release",
		Long: `Says which number a rule of one release bears in another, or what became of
it; without a rule, for all rules and headings. --csv gives the columns
old,new,relation,confidence with - for none: each rule and heading of the release
--to in one row, each one of --from without a successor in one more. Relations
are same, changed, moved, moved-changed, added, removed, split-from (old is the
rule it came out of) and merged-into (new is the rule that took it in).`,
		Example: `  rulebook map 505.5 --from CN2 --to KLD
  rulebook map 702.6d@STX --to latest
  rulebook map --from M14 --to EOE --csv > map.csv`,
		Args:              cobra.ArbitraryArgs,
		ValidArgsFunction: a.completeRule(&o.from, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if err := oneAtMost(cmd, "csv", "json"); err != nil {
				return err
			}
			if len(args) > 0 {
				if o.rule, err = parseReference(args, o.from); err != nil {
					return err
				}
				o.from = o.rule.release
			}
			if o.from == "" {
				return wrongUsage("say from which release, with --from REL; for example: %s", firstExample(cmd))
			}
			return a.mapRules(cmd.Context(), o)
		},
	}
	a.addRelease(cmd, &o.from, "from", "the release `REL` that the rule is named in")
	a.addRelease(cmd, &o.to, "to", "the release `REL` to look in (default: the newest held)")
	cmd.Flags().BoolVar(&o.csv, "csv", false, "print all rows as CSV")
	addJSON(cmd, &o.json)
	return cmd
}

// mapDocument is a map in JSON.
type mapDocument struct {
	Old  namedRelease  `json:"old"`
	New  namedRelease  `json:"new"`
	Rows []renumbering `json:"rows"`
}

// namedRelease is how documents name a release.
type namedRelease struct {
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Name      string       `json:"name"`
	Sample    bool         `json:"sample,omitempty"`
}

func nameRelease(r archive.Release) namedRelease {
	return namedRelease{r.Effective, r.Code, r.Name, r.Sample}
}

func (a *app) mapRules(ctx context.Context, o mapOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	c, err := h.compare(ctx, o.from, cmp.Or(o.to, newestHeld))
	if err != nil {
		return err
	}
	rows := c.renumberings()
	if o.rule.asked != "" {
		if rows, err = rowsOf(rows, o.rule, c.old); err != nil {
			return err
		}
	}
	switch {
	case o.csv:
		return a.streams.Print(func(w io.Writer) error { return writeCSV(w, rows) })
	case o.json:
		return a.printJSON(mapDocument{nameRelease(c.old.Release), nameRelease(c.new.Release), append([]renumbering{}, rows...)})
	}
	return a.streams.Page(func(w io.Writer) error {
		set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
		set.renumberings(c, rows, o.rule.asked == "")
		return nil
	})
}

// rowsOf are the rows of the rule that a reference names in the older release, and
// of what stands under it: where it went, and what was split from it.
func rowsOf(rows []renumbering, r reference, old *archive.Snapshot) ([]renumbering, error) {
	entries, err := r.find(old)
	if err != nil {
		return nil, err
	}
	if entries[0].Number.IsZero() {
		return nil, wrongUsage("%s bears no number; a map is about the numbers of rules", entries[0].Name())
	}
	var found []renumbering
	for _, row := range rows {
		if entries[0].Number.Contains(row.oldNumber) {
			found = append(found, row)
		}
	}
	return found, nil
}

func writeCSV(w io.Writer, rows []renumbering) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"old", "new", "relation", "confidence"}); err != nil {
		return err
	}
	for _, row := range rows {
		confidence := strconv.FormatFloat(row.Confidence, 'f', -1, 64)
		if err := out.Write([]string{row.Old, row.New, row.Relation, confidence}); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// renumberings sets a map in columns. hideSame leaves out what stayed as it was.
func (t *typesetter) renumberings(c *comparison, rows []renumbering, hideSame bool) {
	t.fromTo(c.old.Release, c.new.Release)
	fmt.Fprintln(t.w)
	same := 0
	width := 0
	for _, row := range rows {
		width = max(width, len(row.Old))
	}
	for _, row := range rows {
		if hideSame && row.Relation == relationSame {
			same++
			continue
		}
		line := term.Pad(row.Old, width) + " → " + term.Pad(row.New, width) + "  "
		if sure := howSure(row); sure != "" {
			line += term.Pad(row.Relation, len(relationMovedChanged)) + "  " + t.palette.Faint.Paint(sure)
		} else {
			line += row.Relation
		}
		fmt.Fprintln(t.w, line)
	}
	if same > 0 {
		fmt.Fprintln(t.w)
		t.hang("", count(same, "rule or heading", "rules and headings")+" as they were, not shown", term.Style{})
	}
}

// howSure says where a row's certainty is worth a word.
func howSure(row renumbering) string {
	switch {
	case row.ByHand:
		return "by hand"
	case row.Confidence < 1:
		return strconv.FormatFloat(row.Confidence, 'f', 2, 64)
	}
	return ""
}
