package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/archive/ingest"
	"rulebook/archive/parse"
	"rulebook/archive/sqlite"
	"rulebook/cmd/internal/term"
	"rulebook/data"
)

type importOptions struct {
	paths   []string
	excerpt bool
	excerptOptions
	replace bool
	json    bool
}

func (a *app) importCommand() *cobra.Command {
	var o importOptions
	cmd := &cobra.Command{
		Use:   "import PATH... [flags]",
		Short: "Take in published files",
		Long: `Takes published files into the archive, which is made when there is none: text
files (.txt) and Word files (.docx), one by one or by the folder. All of them go
in together or none; a file that cannot be taken is refused by itself, with the
reason, and the exit code is 1. The same files again change nothing.

--excerpt takes pieces of releases as people keep them on pages of their own:
rules below a line such as "From the Comprehensive Rules (November 8,
2024—Foundations)", or, with --rule, the history of one rule in paragraphs with
dates. An excerpt never counts as a release: what it does not hold is unknown.
It is shown where no whole release is held: by show, diff, history and releases.`,
		Example: `  rulebook import rules/
  rulebook import "MagicCompRules 20200417.txt"
  rulebook import old.txt --encoding cp437 --effective 2003-07-28
  rulebook import corrected.txt --replace
  rulebook import --excerpt history.txt --rule 702.19b`,
		Args: arguments(1, -1, "files or folders"),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"txt", "docx"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			o.paths = args
			if o.excerpt {
				return a.importExcerpts(cmd.Context(), o)
			}
			if o.rule != "" {
				return wrongUsage("--rule is about an excerpt; give --excerpt too")
			}
			return a.importFiles(cmd.Context(), o)
		},
	}
	addOneOf(cmd, &o.encoding, "encoding", parse.Encodings(), "read the text in this encoding instead of finding it out")
	cmd.Flags().Var(&dateValue{&o.effective}, "effective", "the effective date, for a text that does not say it, or for an excerpt whose label names two releases")
	cmd.Flags().BoolVar(&o.replace, "replace", false, "take other wording, or the same file told of another date or encoding, in the place of what is held")
	cmd.Flags().BoolVar(&o.excerpt, "excerpt", false, "the files are excerpts")
	cmd.Flags().StringVar(&o.rule, "rule", "", "the rule `N` that an excerpt is the history of")
	complete(cmd, "rule", a.completeRule(new(string), 1))
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) importFiles(ctx context.Context, o importOptions) error {
	files, refused := findFiles(o.paths)
	if !o.effective.IsZero() && len(files) > 1 {
		return oneDate(len(files))
	}
	catalog, err := data.Catalog()
	if err != nil {
		return err
	}
	done := &imported{Summary: new(ingest.Summary)}
	if len(files) > 0 {
		done, err = a.ingest(ctx, files, ingest.Importer{
			Catalog: catalog, Given: archive.Given{Encoding: o.encoding, Effective: o.effective}, Replace: o.replace})
		if err != nil {
			return err
		}
	}
	done.Refused = append(refused, done.Refused...)
	return a.reportImport(done, o.json)
}

// oneDate says that one date was given for several files.
func oneDate(files int) error {
	return wrongUsage("--effective is the date of one file, and here are %d; import them one by one", files)
}

// imported is what an import did, and what is to be seen in the files.
type imported struct {
	*ingest.Summary
	warnings map[archive.Date][]archive.Warning // of the releases held that have some
}

// ingest runs an import into the archive, which it makes when there is none, and
// builds the search index of what it has become.
func (a *app) ingest(ctx context.Context, files []ingest.File, im ingest.Importer) (*imported, error) {
	store, leave, err := a.openToFill(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	progress := a.streams.Progress()
	defer progress.Clear()
	im.Store = ingestStore{store}
	im.Progress = showImport(progress)
	summary, err := im.Import(ctx, files)
	if err != nil {
		return nil, err
	}
	warnings, err := store.Warnings(ctx)
	if err != nil {
		return nil, err
	}
	if fresh := len(summary.Imported); fresh > 0 {
		progress.Clear()
		a.settle(ctx, store, fresh)
	}
	return &imported{summary, warnings}, nil
}

// openToFill opens the archive for writing and makes it when there is none. leave
// closes it; one that was made, and that nothing came into, is not left behind.
func (a *app) openToFill(ctx context.Context) (store *sqlite.Store, leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	ctx = context.WithoutCancel(ctx) // to open and to leave an archive is done as a whole
	collectAt(importing)
	path := a.archivePath()
	_, missing := os.Stat(path)
	if store, err = sqlite.Open(ctx, path, sqlite.ReadWrite); err != nil {
		return nil, nil, err
	}
	return store, func() {
		if errors.Is(missing, fs.ErrNotExist) {
			store.Discard(ctx)
		} else {
			store.Close()
		}
	}, nil
}

// openToChange opens an archive that is there for writing, and brings it up to date
// where an older rulebook wrote it.
func (a *app) openToChange(ctx context.Context) (*sqlite.Store, error) {
	path := a.archivePath()
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		store, err := sqlite.Open(ctx, path, sqlite.ReadOnly) // says so, and makes nothing
		if err == nil {
			store.Close()
		} else {
			return nil, err
		}
	}
	return sqlite.Open(ctx, path, sqlite.ReadWrite)
}

// settle makes ready what an archive is used with, its search index, and meanwhile makes
// the file compact where most of what it holds is fresh. It is whole without either, so
// that a failure is said and no more.
func (a *app) settle(ctx context.Context, store *sqlite.Store, fresh int) {
	compacted := make(chan error, 1)
	go func() { compacted <- compact(ctx, store, fresh) }()
	built, indexErr := a.openIndex(ctx, store)
	if indexErr == nil {
		indexErr = built.Close()
	}
	compactErr := <-compacted
	switch {
	case ctx.Err() != nil:
		fmt.Fprintln(a.streams.Err, "interrupted: nothing is missing in the archive, and the next search builds its index")
		return
	case indexErr != nil:
		fmt.Fprintf(a.streams.Err, "the search index is not built (%s); the next search builds it\n", cause(indexErr))
	}
	if compactErr != nil {
		fmt.Fprintf(a.streams.Err, "the archive takes more room than it needs (%s); nothing is missing, and rulebook rebuild tries again\n", cause(compactErr))
	}
}

// compact makes the file of an archive compact that was filled by what is fresh.
func compact(ctx context.Context, store *sqlite.Store, fresh int) error {
	releases, err := store.Releases(ctx)
	if err != nil {
		return err
	}
	if 2*fresh <= len(heldOf(releases)) {
		return nil
	}
	return store.Compact(ctx)
}

func showImport(progress *term.Progress) func(ingest.Event) {
	return func(e ingest.Event) { progress.Show(e.Done, e.Total, string(e.Stage)+" "+e.Name) }
}

// importerFor is the importer that made an archive: of the sample, or of
// published files.
func importerFor(releases []archive.Release) (*ingest.Importer, error) {
	isSample := slices.ContainsFunc(releases, func(r archive.Release) bool { return r.Held && r.Sample })
	catalog := data.Catalog
	if isSample {
		catalog = data.SampleReleases
	}
	known, err := catalog()
	return &ingest.Importer{Catalog: known, Sample: isSample}, err
}

// ingestStore offers a store to package ingest.
type ingestStore struct{ *sqlite.Store }

// Update runs f in one transaction.
func (s ingestStore) Update(ctx context.Context, f func(ingest.Writer) error) error {
	return s.Store.Update(ctx, func(tx *sqlite.Tx) error { return f(tx) })
}

// publishedNames are the endings of the files that are taken from a folder.
var publishedNames = []string{".txt", ".docx"}

// findFiles turns paths into files: a folder gives the published files directly
// in it, hidden ones left out. A path that gives none is refused.
func findFiles(paths []string) (files []ingest.File, refused []ingest.Refusal) {
	for _, path := range paths {
		info, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			refused = append(refused, ingest.Refusal{Path: path, Reason: "there is no such file or folder; check the spelling"})
			continue
		case err != nil:
			refused = append(refused, ingest.Refusal{Path: path, Reason: "it cannot be read: " + cause(err)})
			continue
		case !info.IsDir():
			files = append(files, fileAt(path))
			continue
		}
		inside, err := folderFiles(path)
		if err != nil {
			refused = append(refused, ingest.Refusal{Path: path, Reason: "it cannot be read: " + cause(err)})
		} else if len(inside) == 0 {
			refused = append(refused, ingest.Refusal{Path: path, Reason: "no " + strings.Join(publishedNames, " or ") + " file is in this folder"})
		}
		files = append(files, inside...)
	}
	return files, refused
}

func folderFiles(folder string) ([]ingest.File, error) {
	inside, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var files []ingest.File
	for _, entry := range inside {
		name := entry.Name()
		if entry.IsDir() || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") {
			continue
		}
		if slices.Contains(publishedNames, strings.ToLower(filepath.Ext(name))) {
			files = append(files, fileAt(filepath.Join(folder, name)))
		}
	}
	return files, nil
}

// fileAt is a file that is read when its turn comes. What can be read only once, a
// pipe, is kept.
func fileAt(path string) ingest.File {
	read := func() ([]byte, error) {
		raw, err := parse.ReadFile(path)
		if err != nil && !errors.As(err, new(*parse.RefusedError)) {
			err = errors.New(cause(err))
		}
		return raw, err
	}
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		read = sync.OnceValues(read)
	}
	return ingest.File{Path: path, Name: filepath.Base(path), Read: read}
}

// cause is a file error without the path, which is said already.
func cause(err error) string {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err.Error()
	}
	return err.Error()
}
