package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"
)

type rebuildOptions struct{ json bool }

func (a *app) rebuildCommand() *cobra.Command {
	var o rebuildOptions
	cmd := &cobra.Command{
		Use:   "rebuild [--json]",
		Short: "Make the archive anew from the files it holds",
		Long: `Reads every release again from the bytes that were imported and aligns all
anew, as after an update of rulebook; an archive that an older rulebook wrote
is brought up to date. Pins are kept. Readers see the archive as
it was until all of it is done.`,
		Example:           "  rulebook rebuild",
		Args:              arguments(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return a.rebuild(cmd.Context(), o) },
	}
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) rebuild(ctx context.Context, o rebuildOptions) error {
	store, err := a.openToChange(ctx)
	if err != nil {
		return err
	}
	defer store.Close()
	releases, err := store.Releases(ctx)
	if err != nil {
		return err
	}
	im, err := importerFor(releases)
	if err != nil {
		return err
	}
	im.Store = ingestStore{store}
	progress := a.streams.Progress()
	defer progress.Clear()
	im.Progress = showImport(progress)
	summary, err := im.Rebuild(ctx, store.Raw)
	if err != nil {
		return err
	}
	progress.Clear()
	a.settle(ctx, store, len(summary.Imported))
	if o.json {
		warnings, err := store.Warnings(ctx)
		if err != nil {
			return err
		}
		return a.printImportJSON(&imported{summary, warnings})
	}
	return a.streams.Print(func(w io.Writer) error {
		_, err := fmt.Fprintln(w, count(len(summary.Imported), "release", "releases")+" rebuilt")
		return err
	})
}
