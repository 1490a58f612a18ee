package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"rulebook/archive"
	"rulebook/archive/ingest"
	"rulebook/cmd/internal/term"
)

// importExcerpts keeps excerpts in the archive, which is made when there is none.
// One that cannot be read is refused by itself.
func (a *app) importExcerpts(ctx context.Context, o importOptions) error {
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
	im.Store = ingestStore{store}
	before, err := store.Excerpts(ctx)
	if err != nil {
		return err
	}
	summary := new(ingest.Summary)
	var kept, known []*archive.Excerpt
	for _, path := range o.paths {
		excerpt, raw, err := readExcerpt(im, path, o.excerptOptions)
		var usage *usageError
		if errors.As(err, &usage) {
			return err
		}
		if err != nil {
			summary.Refused = append(summary.Refused, ingest.Refusal{Path: path, Reason: reasonOf(err)})
			continue
		}
		same := func(b archive.Excerpt) bool {
			return b.Source.SHA256 == excerpt.Source.SHA256 && b.Rule == excerpt.Rule
		}
		if slices.ContainsFunc(before, same) {
			known = append(known, excerpt)
			continue
		}
		if err := im.ImportExcerpt(ctx, excerpt, raw); err != nil {
			return err
		}
		kept, before = append(kept, excerpt), append(before, *excerpt)
	}
	return a.reportExcerpts(kept, known, summary.Refused, o.json)
}

// reasonOf is the reason of a refusal, without the path that stands before it.
func reasonOf(err error) string {
	if inner := errors.Unwrap(err); inner != nil {
		return inner.Error()
	}
	return err.Error()
}

func (a *app) reportExcerpts(kept, known []*archive.Excerpt, refused []ingest.Refusal, asJSON bool) error {
	if asJSON {
		d := importDocument{Imported: len(kept), Unchanged: len(known), Flagged: []flaggedDocument{}, Warned: []warnedDocument{}, Refused: append([]ingest.Refusal{}, refused...)}
		if err := a.printJSON(d); err != nil {
			return err
		}
		return failedIf(len(refused) > 0)
	}
	err := a.streams.Print(func(w io.Writer) error {
		for _, e := range kept {
			fmt.Fprintf(w, "%s: %s under %s\n", term.Clean(e.Source.File),
				count(e.Rules(), "rule", "rules"), count(len(e.Blocks), "label", "labels"))
			for _, warning := range e.Warnings {
				fmt.Fprintf(w, "  %s\n", term.Clean(warning.String()))
			}
		}
		for _, e := range known {
			fmt.Fprintf(w, "%s: already held\n", term.Clean(e.Source.File))
		}
		_, err := fmt.Fprintln(w, excerptsLine(len(kept), len(known)))
		return err
	})
	if err != nil {
		return err
	}
	a.sayRefused(refused)
	return failedIf(len(refused) > 0)
}

// excerptsLine is an import of excerpts in one line.
func excerptsLine(kept, known int) string {
	switch {
	case kept == 0 && known > 0:
		return "nothing to do: " + count(known, "excerpt", "excerpts") + " already held"
	case known > 0:
		return fmt.Sprintf("%s imported, %s already held", count(kept, "excerpt", "excerpts"), grouped(int64(known)))
	}
	return count(kept, "excerpt", "excerpts") + " imported"
}

// failedIf ends a command that has said all there is to say.
func failedIf(failed bool) error {
	if failed {
		return errAlreadySaid
	}
	return nil
}
