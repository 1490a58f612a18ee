package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"rulebook/archive"
)

type rawOptions struct {
	release string
	json    bool
}

func (a *app) rawCommand() *cobra.Command {
	var o rawOptions
	cmd := &cobra.Command{
		Use:   "raw REL [--json]",
		Short: "A release's file, byte for byte as it was imported",
		Long: `Writes the file of a release to standard output, byte for byte as it was
imported. --json says what is known of the file instead.`,
		Example: `  rulebook raw IKO > rules.txt
  rulebook raw IKO --json`,
		Args:              arguments(1, 1, "one release"),
		ValidArgsFunction: a.completeReleases(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.release = args[0]
			return a.raw(cmd.Context(), o)
		},
	}
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) raw(ctx context.Context, o rawOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	defer h.Close()
	release, err := archive.ResolveRelease(h.releases, o.release)
	if err != nil {
		return err
	}
	if o.json {
		return a.printJSON(archive.NewReleaseDocument(release))
	}
	raw, err := h.Raw(ctx, release.Effective)
	if err != nil {
		return err
	}
	return a.streams.Print(func(w io.Writer) error {
		_, err := w.Write(raw)
		return err
	})
}
