package cli

import (
	"context"

	"github.com/spf13/cobra"

	"rulebook/archive/ingest"
	"rulebook/data"
)

type sampleOptions struct{ json bool }

func (a *app) sampleCommand() *cobra.Command {
	var o sampleOptions
	cmd := &cobra.Command{
		Use:   "sample [--json]",
		Short: "Make an archive of the bundled sample",
		Long: `Makes an archive of the bundled sample: seven releases of a small rulebook, in
our own words, to try everything on. It is not the published rules, and it goes
into an archive of its own.`,
		Example: `  rulebook sample
  rulebook sample --archive sample.db`,
		Args:              arguments(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return a.sample(cmd.Context(), o) },
	}
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) sample(ctx context.Context, o sampleOptions) error {
	bundled, err := data.Sample()
	if err != nil {
		return err
	}
	releases, err := data.SampleReleases()
	if err != nil {
		return err
	}
	var files []ingest.File
	for _, f := range bundled {
		files = append(files, ingest.File{Path: f.Name, Name: f.Name, Read: func() ([]byte, error) { return f.Bytes, nil }})
	}
	summary, err := a.ingest(ctx, files, ingest.Importer{Catalog: releases, Sample: true})
	if err != nil {
		return err
	}
	return a.reportImport(summary, o.json)
}
