package cli

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/archive/fetch"
	"rulebook/archive/ingest"
	"rulebook/archive/parse"
	"rulebook/archive/sqlite"
	"rulebook/data"
)

type fetchOptions struct {
	refs     []string
	all      bool
	from     string
	to       string
	noImport bool
	json     bool
}

func (a *app) fetchCommand() *cobra.Command {
	var o fetchOptions
	cmd := &cobra.Command{
		Use:   "fetch REL|URL...|--all [--from URL|FOLDER] [--to FOLDER] [--no-import] [--json]",
		Short: "Get the published files and take them in",
		Long: `Gets the official files of releases from the publisher, or from a mirror or a
folder that has them under the same names, and imports them. A file is imported
only when it is the one that the bundled catalog describes, by size and hash.
What the archive holds, and what was fetched before, is not fetched again; what
broke off goes on from there. A release newer than the catalog is named by the
URL of its file. A file that cannot be had is reported and keeps no other out;
the exit code is then 1. Files whose address nobody knows do not count for --all.`,
		Example: `  rulebook fetch IKO MOM
  rulebook fetch --all
  rulebook fetch --all --from https://mirror.example.org/rules
  rulebook fetch --all --from rules/
  rulebook fetch "https://example.org/rules/MagicCompRules 20300101.txt"
  rulebook fetch latest --no-import --to .`,
		ValidArgsFunction: completeCatalog,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.all == (len(args) > 0) {
				return wrongUsage("%s takes either releases or --all; for example: %s", cmd.CommandPath(), firstExample(cmd))
			}
			o.refs = args
			return a.fetch(cmd.Context(), o)
		},
	}
	cmd.Flags().BoolVar(&o.all, "all", false, "every release that the catalog knows")
	cmd.Flags().StringVar(&o.from, "from", "", "the `URL` of a mirror, or a folder (default: the publisher's addresses)")
	cmd.Flags().StringVar(&o.to, "to", "", "the `FOLDER` to leave the files in (default: rulebook/published in your cache directory)")
	cmd.Flags().BoolVar(&o.noImport, "no-import", false, "only get the files, whether the archive holds them or not")
	complete(cmd, "to", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return nil, cobra.ShellCompDirectiveFilterDirs
	})
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) fetch(ctx context.Context, o fetchOptions) error {
	catalog, err := data.Catalog()
	if err != nil {
		return err
	}
	wanted, err := wantedReleases(catalog, o)
	if err != nil {
		return err
	}
	if !o.noImport {
		if err := a.markHeld(ctx, wanted); err != nil {
			return err
		}
	}
	fetched := fetchReport{folder: cmp.Or(o.to, a.publishedPath()), all: o.all}
	if fetched.summary, err = a.fetchFiles(ctx, wanted, o.from, fetched.folder); err != nil {
		return err
	}
	if files := fetched.summary.Files(); !o.noImport && len(files) > 0 {
		if fetched.imported, err = a.importFetched(ctx, files, catalog); err != nil {
			return err
		}
	}
	return a.reportFetch(fetched, o.json)
}

// wantedReleases are the releases that the user named, each once.
func wantedReleases(catalog []archive.Release, o fetchOptions) ([]archive.Release, error) {
	if o.all {
		return catalog, nil
	}
	var wanted []archive.Release
	for _, ref := range o.refs {
		r, err := wantedRelease(catalog, ref)
		if err != nil {
			return nil, err
		}
		same := func(w archive.Release) bool { return w.Effective == r.Effective && w.Source.URL == r.Source.URL }
		if !slices.ContainsFunc(wanted, same) {
			wanted = append(wanted, r)
		}
	}
	return wanted, nil
}

// wantedRelease is the release of the catalog that ref names as every command
// names one, or what a URL offers.
func wantedRelease(catalog []archive.Release, ref string) (archive.Release, error) {
	if strings.Contains(ref, "://") {
		r, err := fetch.ByURL(ref)
		if err != nil {
			return archive.Release{}, wrongUsage("%s", err)
		}
		known := slices.IndexFunc(catalog, func(k archive.Release) bool { return k.Source.URL == r.Source.URL })
		if known >= 0 {
			return catalog[known], nil
		}
		return r, nil
	}
	all := slices.Clone(catalog)
	for i := range all {
		all[i].Held = true // for the naming: every release there is can be fetched
	}
	r, err := archive.ResolveRelease(all, ref)
	if err != nil {
		return archive.Release{}, err
	}
	r.Held = false
	return r, nil
}

// markHeld marks the releases that the archive holds. Published files do not go
// into an archive of the sample, so nothing is fetched for one.
func (a *app) markHeld(ctx context.Context, wanted []archive.Release) error {
	store, err := a.openToChange(ctx)
	if errors.Is(err, sqlite.ErrNoArchive) {
		return nil
	}
	if err != nil {
		return err
	}
	defer store.Close()
	releases, err := store.Releases(ctx)
	if err != nil {
		return err
	}
	held := make(map[archive.Date]archive.Release)
	for _, r := range releases {
		if !r.Held {
			continue
		}
		if r.Sample {
			return errors.New("this archive holds the bundled sample; fetch the published rules into another with --archive FILE")
		}
		held[r.Effective] = r
	}
	for i := range wanted {
		if r, isHeld := held[wanted[i].Effective]; isHeld {
			wanted[i].Held, wanted[i].Excerpt = true, r.Excerpt
		}
	}
	return nil
}

// publishedPath is the folder of the files that were fetched, in the user's cache
// directory (freedesktop.org's basedir-spec).
func (a *app) publishedPath() string {
	cache := a.getenv("XDG_CACHE_HOME")
	if !filepath.IsAbs(cache) {
		home, err := os.UserHomeDir()
		if err != nil {
			home = "."
		}
		cache = filepath.Join(home, ".cache")
	}
	return filepath.Join(cache, "rulebook", "published")
}

func (a *app) fetchFiles(ctx context.Context, wanted []archive.Release, from, folder string) (*fetch.Summary, error) {
	progress := fetchProgress{bars: a.streams.Bars()}
	defer progress.bars.Clear()
	f := fetch.Fetcher{
		Folder:   folder,
		From:     from,
		Agent:    "rulebook/" + a.version,
		Progress: progress.show,
		Check: func(name string, raw []byte) (archive.Date, error) {
			s, err := parse.Parse(raw, parse.Options{File: name})
			if err != nil {
				return archive.Date{}, err
			}
			return s.Release.Effective, nil
		},
	}
	return f.Fetch(ctx, wanted)
}

func (a *app) importFetched(ctx context.Context, fetched []fetch.Result, catalog []archive.Release) (*imported, error) {
	var files []ingest.File
	for _, r := range fetched {
		files = append(files, fileAt(r.Path))
	}
	return a.ingest(ctx, files, ingest.Importer{Catalog: catalog})
}

// completeCatalog completes arguments that name releases of the catalog, newest
// first.
func completeCatalog(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	catalog, err := data.Catalog()
	if err != nil {
		return nil, directive
	}
	var names []string
	for _, r := range catalog {
		name := archive.ShortReference(catalog, r)
		if hasPrefixFold(name, begun) {
			names = append(names, name+"\t"+r.Label())
		}
	}
	slices.Reverse(names)
	return names, directive
}
