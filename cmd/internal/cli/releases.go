package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"rulebook/archive"
)

type releasesOptions struct {
	long bool
	json bool
}

func (a *app) releasesCommand() *cobra.Command {
	var o releasesOptions
	cmd := &cobra.Command{
		Use:   "releases [--long] [--json]",
		Short: "Every release known, held or missing",
		Long: `Lists every release known, in order of its effective date: what it is called,
whether the archive holds it, how many entries it has (sections, headings, rules
and glossary terms), the encoding its file was found to have, and its flaws.
--long adds the counts, the file and its SHA-256.`,
		Example: `  rulebook releases
  rulebook releases --long
  rulebook releases --json`,
		Args:              arguments(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return a.listReleases(cmd.Context(), o) },
	}
	cmd.Flags().BoolVarP(&o.long, "long", "l", false, "counts, file and hash too")
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) listReleases(ctx context.Context, o releasesOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	defer h.Close()
	if o.json {
		documents := []archive.ReleaseDocument{}
		for _, r := range h.releases {
			documents = append(documents, archive.NewReleaseDocument(r))
		}
		return a.printJSON(documents)
	}
	if len(h.releases) == 0 {
		return archive.ErrEmpty
	}
	return a.streams.Page(func(w io.Writer) error {
		t := releaseTable{w: w, width: a.streams.Width, palette: a.streams.Palette, known: h.releases, long: o.long}
		t.write()
		return nil
	})
}
