package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
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
		t := releaseTable{w: w, width: a.streams.Width, palette: a.streams.Palette, long: o.long}
		t.write(h.releases)
		return nil
	})
}

// releaseTable sets releases in columns.
type releaseTable struct {
	w       io.Writer
	width   int
	palette term.Palette
	long    bool

	code, name, encoding int // widths of the columns that fit their contents
}

// Widths of the columns whose contents are always alike.
const (
	dateColumn    = len("2020-04-17")
	entriesColumn = len("entries")
	columnGap     = 2
)

func (t *releaseTable) write(releases []archive.Release) {
	t.measure(releases)
	t.row(t.palette.Faint.Paint, "effective", "code", "name", "entries", "encoding")
	held := 0
	for _, r := range releases {
		if r.Held {
			held++
		}
		t.release(r)
	}
	fmt.Fprintln(t.w)
	summary := fmt.Sprintf("%s held", grouped(int64(held)))
	if missing := len(releases) - held; missing > 0 {
		summary += fmt.Sprintf(", %s known and missing", grouped(int64(missing)))
	}
	if releases[0].Sample || releases[len(releases)-1].Sample {
		summary += "; " + sampleNotice
	}
	fmt.Fprintln(t.w, summary)
}

// measure fits the columns to the page: the name gets what the others leave.
func (t *releaseTable) measure(releases []archive.Release) {
	t.code, t.encoding = len("code"), len("encoding")
	for _, r := range releases {
		t.code = max(t.code, term.Columns(r.Code))
		t.encoding = max(t.encoding, term.Columns(r.Source.Encoding))
		t.name = max(t.name, term.Columns(r.Name))
	}
	left := t.width - dateColumn - t.code - entriesColumn - t.encoding - 4*columnGap
	t.name = min(t.name, max(left, len("name")))
}

func (t *releaseTable) release(r archive.Release) {
	entries, encoding := "missing", ""
	if r.Held {
		entries, encoding = grouped(int64(entryCount(r.Counts))), r.Source.Encoding
	}
	plain := func(s string) string { return s }
	paint := plain
	if !r.Held {
		paint = t.palette.Faint.Paint
	}
	name := term.Wrap(term.Clean(r.Name), t.name)
	t.row(paint, r.Effective.String(), term.Clean(r.Code), name[0], entries, encoding)
	under := dateColumn + columnGap + t.code + columnGap
	for _, rest := range name[1:] {
		t.below(under, paint(rest))
	}
	if t.long && r.Held {
		t.details(r)
	}
	for _, flag := range flawsOf(r) {
		for _, line := range term.Wrap(term.Clean(flag), t.width-under) {
			t.below(under, t.palette.Warning.Paint(line))
		}
	}
}

func (t *releaseTable) row(paint func(string) string, effective, code, name, entries, encoding string) {
	gap := strings.Repeat(" ", columnGap)
	line := term.Pad(effective, dateColumn) + gap + term.Pad(code, t.code) + gap + term.Pad(name, t.name) + gap +
		strings.Repeat(" ", max(0, entriesColumn-len(entries))) + entries + gap + encoding
	fmt.Fprintln(t.w, paint(strings.TrimRight(line, " ")))
}

func (t *releaseTable) below(indent int, line string) {
	fmt.Fprintln(t.w, strings.Repeat(" ", indent)+line)
}

func (t *releaseTable) details(r archive.Release) {
	c := r.Counts
	for _, line := range []string{
		strings.Join([]string{count(c.Headings, "heading", "headings"), count(c.Rules, "rule", "rules"),
			count(c.Examples, "example", "examples"), count(c.Glossary, "glossary term", "glossary terms")}, ", "),
		fmt.Sprintf("%s, %s bytes", term.Clean(r.Source.File), grouped(r.Source.Bytes)),
		"sha256 " + r.Source.SHA256,
	} {
		t.below(columnGap, t.palette.Faint.Paint(line))
	}
}

func entryCount(c archive.Counts) int { return c.Sections + c.Headings + c.Rules + c.Glossary }

// flawsOf are the flaws of a release as a list of releases says them.
func flawsOf(r archive.Release) []string {
	var all []string
	if r.Excerpt {
		all = append(all, "an excerpt")
	}
	for _, flag := range r.Flags {
		all = append(all, "flawed: "+flag)
	}
	return all
}
