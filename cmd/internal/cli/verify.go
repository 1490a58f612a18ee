package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"rulebook/archive/parse"
	"rulebook/archive/sqlite"
	"rulebook/cmd/internal/term"
)

type verifyOptions struct {
	excerpt string // file; empty to verify the archive
	excerptOptions
	json bool
}

func (a *app) verifyCommand() *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify [--excerpt FILE [--rule N]] [--json]",
		Short: "Prove that the archive is whole, or check an excerpt against it",
		Long: `Proves that the archive is whole: the file itself, the hashes of texts and of
raw bytes, the counts of each release, the links between rules, the search index.
Prints what is wrong and where, and ends with exit code 1.

With --excerpt, says of each rule of an excerpt whether it agrees with the
release it claims to be from: word for word, but for typography, as a beginning
of the held text, or not, and then where it differs. Of a date that is not held
it names the rule of the nearest release with this wording.`,
		Example: `  rulebook verify
  rulebook verify --excerpt trample.txt
  rulebook verify --excerpt history.txt --rule 702.19b`,
		Args:              arguments(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.excerpt != "" {
				return a.verifyExcerpt(cmd.Context(), o)
			}
			if o.rule != "" || o.encoding != "" || !o.effective.IsZero() {
				return wrongUsage("--rule, --encoding and --effective are about an excerpt; name its file with --excerpt FILE")
			}
			return a.verify(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.excerpt, "excerpt", "", "check the excerpt in `FILE`")
	flags.StringVar(&o.rule, "rule", "", "the rule `N` that the excerpt is the history of")
	addOneOf(cmd, &o.encoding, "encoding", parse.Encodings(), "read the excerpt in this encoding")
	flags.Var(&dateValue{&o.effective}, "effective", "the release meant by a label whose date and set disagree")
	addJSON(cmd, &o.json)
	complete(cmd, "rule", a.completeRule(new(string), 1))
	return cmd
}

// verifyDocument is what is wrong with an archive, in JSON.
type verifyDocument struct {
	Releases int            `json:"releases"`
	Excerpts int            `json:"excerpts"`
	Faults   []sqlite.Fault `json:"faults"`
}

func (a *app) verify(ctx context.Context, o verifyOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	faults, err := h.Verify(ctx)
	if err != nil {
		return err
	}
	excerpts, err := h.Excerpts(ctx)
	if err != nil && len(faults) == 0 {
		return err
	}
	held := len(h.held())
	if o.json {
		err = a.printJSON(verifyDocument{held, len(excerpts), append([]sqlite.Fault{}, faults...)})
	} else {
		err = a.streams.Print(func(w io.Writer) error {
			for _, f := range faults {
				fmt.Fprintln(w, term.Clean(f.String()))
			}
			if len(faults) == 0 {
				says := count(held, "release", "releases")
				if len(excerpts) > 0 {
					says += " and " + count(len(excerpts), "excerpt", "excerpts")
				}
				_, err := fmt.Fprintln(w, says+", all whole")
				return err
			}
			return nil
		})
	}
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		return fmt.Errorf("%s found; restore a copy of the archive, or import the published files into a new one",
			count(len(faults), "fault", "faults"))
	}
	return a.verifyIndex(ctx, h)
}

// verifyIndex opens the search index, where there is one, as a search would. It is
// built anew when it is stale or damaged.
func (a *app) verifyIndex(ctx context.Context, h *holdings) error {
	if _, err := os.Stat(indexPath(a.archivePath())); err != nil {
		return nil // the next search makes one
	}
	x, err := a.openIndex(ctx, h)
	if errors.As(err, new(*noIndexError)) {
		fmt.Fprintln(a.streams.Err, "not verified: "+term.Clean(err.Error()))
		return nil
	}
	if err != nil {
		return err
	}
	return x.Close()
}
