package cli

import (
	"context"

	"github.com/spf13/cobra"

	"rulebook/diffing"
)

func (a *app) termsCommand() *cobra.Command {
	o := diffOptions{format: formatText, summary: true}
	cmd := &cobra.Command{
		Use:   "terms [OLD] NEW [--json]",
		Short: "What a release was about: terms that came, went or were replaced",
		Long: `Says what a release was about: the substitutions that run through many rules,
the terms that came and went, headings and keywords added and removed, and the
counts of changes. With one release, it is compared with the one held before it.`,
		Example: `  rulebook terms KHM STX
  rulebook terms MOM
  rulebook terms M14 latest --json`,
		Args:              arguments(1, 2, "one release or two"),
		ValidArgsFunction: a.completeReleases(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.old, o.new = args[0], args[len(args)-1]
			if len(args) == 1 {
				o.old = o.new + "~1"
			}
			if o.json {
				return a.termsJSON(cmd.Context(), o)
			}
			return a.diff(cmd.Context(), o)
		},
	}
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) termsJSON(ctx context.Context, o diffOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	report, err := h.changes(ctx, o.old, o.new, diffing.Filter{})
	if err != nil {
		return err
	}
	return a.printJSON(report.Terms())
}
