package cli

import (
	"context"
	"fmt"
	"io"

	"rulebook/archive/ingest"
	"rulebook/cmd/internal/term"
)

// importExcerpts keeps excerpts in the archive, which is made when there is none.
// One that cannot be read is refused by itself.
func (a *app) importExcerpts(ctx context.Context, o importOptions) error {
	rule, err := o.about()
	if err != nil {
		return err
	}
	paths, refused := findFiles(o.paths)
	if !o.effective.IsZero() && len(paths) > 1 {
		return oneDate(len(paths))
	}
	store, leave, err := a.openToFill(ctx)
	if err != nil {
		return err
	}
	defer leave()
	releases, err := store.Releases(ctx)
	if err != nil {
		return err
	}
	im, err := importerFor(releases)
	if err != nil {
		return err
	}
	im.Store, im.Replace = ingestStore{store}, o.replace
	var files []ingest.ExcerptFile
	for _, f := range paths {
		excerpt, raw, err := readExcerpt(im, f, rule, o.excerptOptions)
		if err != nil {
			refused = append(refused, ingest.Refusal{Path: f.Path, Reason: err.Error()})
			continue
		}
		files = append(files, ingest.ExcerptFile{Path: f.Path, Excerpt: excerpt, Raw: raw})
	}
	summary, err := im.ImportExcerpts(ctx, files)
	if err != nil {
		return err
	}
	summary.Refused = append(refused, summary.Refused...)
	return a.reportExcerpts(summary, o.json)
}

func (a *app) reportExcerpts(s *ingest.ExcerptSummary, asJSON bool) error {
	if asJSON {
		d := importDocument{Imported: len(s.Imported), Unchanged: len(s.Unchanged), Flagged: []flaggedDocument{}, Warned: []warnedDocument{},
			Refused: append([]ingest.Refusal{}, s.Refused...)}
		if err := a.printJSON(d); err != nil {
			return err
		}
		return failedIf(len(s.Refused) > 0)
	}
	err := a.streams.Print(func(w io.Writer) error {
		for _, e := range s.Imported {
			fmt.Fprintln(w, term.Clean(excerptLine(e)))
			for _, warning := range e.Warnings {
				fmt.Fprintf(w, "  %s\n", term.Clean(warning.String()))
			}
		}
		for _, e := range s.Replaced {
			fmt.Fprintf(w, "%s: took the place of what was held of it\n", term.Clean(e.Source.File))
		}
		for _, e := range s.Unchanged {
			fmt.Fprintf(w, "%s: already held\n", term.Clean(e.Source.File))
		}
		_, err := fmt.Fprintln(w, excerptsLine(s))
		return err
	})
	if err != nil {
		return err
	}
	a.sayRefused(s.Refused)
	return failedIf(len(s.Refused) > 0)
}

// excerptsLine is an import of excerpts in one line.
func excerptsLine(s *ingest.ExcerptSummary) string {
	if len(s.Imported) == 0 && len(s.Refused) == 0 {
		return "nothing to do: " + count(len(s.Unchanged), "excerpt", "excerpts") + " already held"
	}
	line := count(len(s.Imported), "excerpt", "excerpts") + " imported"
	if known := len(s.Unchanged); known > 0 {
		line += ", " + grouped(int64(known)) + " already held"
	}
	if refused := len(s.Refused); refused > 0 {
		line += ", " + count(refused, "file", "files") + " refused"
	}
	return line
}

// failedIf ends a command that has said all there is to say.
func failedIf(failed bool) error {
	if failed {
		return errAlreadySaid
	}
	return nil
}
