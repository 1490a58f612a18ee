package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"
)

func (a *app) dumpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "dump",
		Short: "All that the archive says, as text",
		Long: `Writes all that the archive says to standard output, a JSON object a line and
always in the same order: archives that say the same have equal dumps, in
whatever order their files were imported.`,
		Example: `  rulebook dump | sha256sum
  rulebook dump > archive.jsonl`,
		Args:              arguments(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return a.dump(cmd.Context()) },
	}
}

func (a *app) dump(ctx context.Context) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	return a.streams.Print(func(w io.Writer) error { return h.Dump(ctx, w) })
}
