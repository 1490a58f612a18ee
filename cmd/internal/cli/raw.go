package cli

import (
	"context"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
)

type rawOptions struct {
	release string
	json    bool
}

func (a *app) rawCommand() *cobra.Command {
	var o rawOptions
	cmd := &cobra.Command{
		Use:   "raw REL|EXCERPT [--json]",
		Short: "A release's file, byte for byte as it was imported",
		Long: `Writes the file of a release to standard output, byte for byte as it was
imported, or that of an excerpt, which is named by its file or by the beginning of
its SHA-256. --json says what is known of the file instead.`,
		Example: `  rulebook raw IKO > rules.txt
  rulebook raw IKO --json
  rulebook raw trample.txt > trample.txt`,
		Args:              arguments(1, 1, "one release or excerpt"),
		ValidArgsFunction: a.completeReleases(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.release = args[0]
			return a.raw(cmd.Context(), o)
		},
	}
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) raw(ctx context.Context, o rawOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	release, err := archive.ResolveRelease(h.releases, o.release)
	if err != nil {
		excerpt, excerptErr := h.excerptNamed(ctx, o.release)
		if excerptErr != nil {
			return excerptErr
		}
		if excerpt == nil {
			return err
		}
		return a.rawExcerpt(ctx, h, excerpt, o)
	}
	if o.json {
		return a.printJSON(archive.NewReleaseDocument(release))
	}
	raw, err := h.Raw(ctx, release.Effective)
	if err != nil {
		return err
	}
	return a.printRaw(raw)
}

func (a *app) printRaw(raw []byte) error {
	return a.streams.Print(func(w io.Writer) error {
		_, err := w.Write(raw)
		return err
	})
}

func (a *app) rawExcerpt(ctx context.Context, h *holdings, e *archive.Excerpt, o rawOptions) error {
	if o.json {
		return a.printJSON(archive.NewExcerptDocument(e, e.Rules()))
	}
	raw, err := h.RawExcerpt(ctx, *e)
	if err != nil {
		return err
	}
	return a.printRaw(raw)
}

// excerptNamed is the excerpt whose file, or the beginning of whose hash, is as asked;
// nil when there is none.
func (h *holdings) excerptNamed(ctx context.Context, asked string) (*archive.Excerpt, error) {
	const least = 8 // digits of a hash, fewer may be a name
	excerpts, err := h.Excerpts(ctx)
	if err != nil {
		return nil, err
	}
	var found *archive.Excerpt
	for i := range excerpts {
		source := &excerpts[i].Source
		if source.File != asked && (len(asked) < least || !strings.HasPrefix(source.SHA256, strings.ToLower(asked))) {
			continue
		}
		if found != nil && found.Source.SHA256 != source.SHA256 {
			return nil, wrongUsage("several excerpts are named %s; name one by its hash: %s or %s", asked, found.Source.SHA256[:least], source.SHA256[:least])
		}
		found = &excerpts[i]
	}
	return found, nil
}
