package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"rulebook/archive"
)

type showOptions struct {
	rule reference
	in   string
	json bool
}

func (a *app) showCommand() *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show RULE [--in REL] [--json]",
		Short: "A rule with its subrules, a heading, a term, as of a release",
		Long: `Shows a rule with its subrules, a heading with its rules, a section, or a
glossary term, as of a release: the newest held, or the one that --in names.
Which ways of naming there are says: rulebook help naming`,
		Example: `  rulebook show 702.19
  rulebook show 702.19b --in IKO
  rulebook show trample --in 2019-08-01
  rulebook show 702@latest~1 --json`,
		Args:              arguments(1, -1, "one rule or term"),
		ValidArgsFunction: a.completeRule(&o.in, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.rule, err = parseReference(args, o.in); err != nil {
				return err
			}
			return a.show(cmd.Context(), o)
		},
	}
	a.addIn(cmd, &o.in)
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) show(ctx context.Context, o showOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	snapshot, err := h.openAny(ctx, o.rule.release)
	if err != nil {
		return err
	}
	entries, err := o.rule.find(snapshot)
	if err != nil {
		return err
	}
	newest := h.newestOrNone()
	if o.json {
		return a.printJSON(archive.NewShowDocument(snapshot, entries, snapshot.Release.Effective == newest.Effective))
	}
	return a.streams.Page(func(w io.Writer) error {
		set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
		set.release(snapshot.Release, newest)
		if chain := archive.Chain(snapshot.Titles(), entries[0].Number.Parent()); chain != "" {
			fmt.Fprintln(w)
			set.note(chain)
		}
		fmt.Fprintln(w)
		set.entries(entries)
		return nil
	})
}
