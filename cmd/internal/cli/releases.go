package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/archive/sqlite"
	"rulebook/data"
)

type releasesOptions struct {
	long bool
	json bool
}

func (a *app) releasesCommand() *cobra.Command {
	var o releasesOptions
	cmd := &cobra.Command{
		Use:   "releases [REL] [--long] [--json]",
		Short: "Every release known, held or missing, or one with its warnings",
		Long: `Lists every release known, in order of its effective date: what it is called,
whether the archive holds it, how many entries it has (sections, headings, rules
and glossary terms), the encoding its file was found to have, and its flaws.
--long adds the counts, the file and its SHA-256. What is known from an excerpt
only is said to be; below stand the excerpts held.

With REL, says all that is known of one release: its counts, its file, and every
warning there is about it, with the line of the file.`,
		Example: `  rulebook releases
  rulebook releases IKO
  rulebook releases --long
  rulebook releases --json`,
		Args:              arguments(0, 1, "one release or none"),
		ValidArgsFunction: a.completeReleases(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return a.showRelease(cmd.Context(), args[0], o)
			}
			return a.listReleases(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVarP(&o.long, "long", "l", false, "counts, file and hash too")
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) listReleases(ctx context.Context, o releasesOptions) error {
	releases, excerpts, err := a.knownReleases(ctx)
	if err != nil {
		return err
	}
	if o.json {
		return a.printJSON(archive.NewReleaseDocuments(releases, excerpts))
	}
	known := archive.WithExcerpts(releases, excerpts)
	err = a.streams.Page(func(w io.Writer) error {
		t := releaseTable{w: w, width: a.streams.Width, palette: a.streams.Palette, known: known, long: o.long}
		t.write()
		if len(excerpts) > 0 {
			fmt.Fprintln(w)
			(&typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}).excerpts(excerpts)
		}
		return nil
	})
	if err == nil && !slices.ContainsFunc(releases, func(r archive.Release) bool { return r.Held }) {
		none := "none is in the archive yet"
		if len(excerpts) > 0 {
			none = "none is in the archive as a whole"
		}
		fmt.Fprintln(a.streams.Err, none+"; get them with: rulebook fetch --all, take files in with: rulebook import PATH, or try: rulebook sample")
	}
	return err
}

// knownReleases are the releases that the archive knows, those of the bundled catalog
// where there is no archive, and the excerpts held.
func (a *app) knownReleases(ctx context.Context) ([]archive.Release, []archive.Excerpt, error) {
	h, err := a.openHoldings(ctx)
	if errors.Is(err, sqlite.ErrNoArchive) {
		catalog, err := data.Catalog()
		return catalog, nil, err
	}
	if err != nil {
		return nil, nil, err
	}
	excerpts, err := h.Excerpts(ctx)
	if err != nil {
		return nil, nil, err
	}
	return h.releases, excerpts, nil
}
