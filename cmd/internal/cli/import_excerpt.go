package cli

import (
	"context"
	"errors"
	"fmt"
	"io"

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
	summary := new(ingest.Summary)
	var kept []*archive.Excerpt
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
		if err := im.ImportExcerpt(ctx, excerpt, raw); err != nil {
			return err
		}
		kept = append(kept, excerpt)
	}
	return a.reportExcerpts(kept, summary.Refused, o.json)
}

// reasonOf is the reason of a refusal, without the path that stands before it.
func reasonOf(err error) string {
	if inner := errors.Unwrap(err); inner != nil {
		return inner.Error()
	}
	return err.Error()
}

func (a *app) reportExcerpts(kept []*archive.Excerpt, refused []ingest.Refusal, asJSON bool) error {
	if asJSON {
		d := importDocument{Imported: len(kept), Flagged: []flaggedDocument{}, Warned: []warnedDocument{}, Refused: append([]ingest.Refusal{}, refused...)}
		if err := a.printJSON(d); err != nil {
			return err
		}
		return failedIf(len(refused) > 0)
	}
	err := a.streams.Print(func(w io.Writer) error {
		for _, e := range kept {
			rules := 0
			for _, b := range e.Blocks {
				rules += len(b.Rules)
			}
			fmt.Fprintf(w, "%s: %s under %s\n", term.Clean(e.Source.File),
				count(rules, "rule", "rules"), count(len(e.Blocks), "label", "labels"))
			for _, warning := range e.Warnings {
				fmt.Fprintf(w, "  %s\n", term.Clean(warning.String()))
			}
		}
		_, err := fmt.Fprintln(w, count(len(kept), "excerpt", "excerpts")+" held")
		return err
	})
	if err != nil {
		return err
	}
	a.sayRefused(refused)
	return failedIf(len(refused) > 0)
}

// failedIf ends a command that has said all there is to say.
func failedIf(failed bool) error {
	if failed {
		return errAlreadySaid
	}
	return nil
}
