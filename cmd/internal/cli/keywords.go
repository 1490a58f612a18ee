package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/search/keyword"
)

type keywordsOptions struct {
	in   string
	json bool
}

func (a *app) keywordsCommand() *cobra.Command {
	var o keywordsOptions
	cmd := &cobra.Command{
		Use:   "keywords [--in REL] [--json]",
		Short: "Every keyword of a release, and since when",
		Long: `Lists the keyword abilities, the keyword actions and the ability words that a
release defines, each with its number, since when it is in the book, and what
became of it later; then those that were gone before. The lists are read from the
book itself, whatever numbers they stand under.`,
		Example: `  rulebook keywords
  rulebook keywords --in M14
  rulebook keywords --json`,
		Args:              arguments(0, 0, "no arguments"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return a.listKeywords(cmd.Context(), o) },
	}
	a.addIn(cmd, &o.in)
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) listKeywords(ctx context.Context, o keywordsOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	s, err := h.open(ctx, o.in)
	if err != nil {
		return err
	}
	newest, err := h.newest()
	if err != nil {
		return err
	}
	chronicle, err := keyword.ReadChronicle(ctx, h)
	if err != nil {
		return err
	}
	list := keyword.List(s)
	if o.json {
		return a.printJSON(chronicle.NewListDocument(s.Release, list))
	}
	return a.streams.Page(func(w io.Writer) error {
		set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
		set.release(s.Release, newest)
		set.keywords(chronicle, s.Release, list)
		return nil
	})
}

// keywords sets the keywords of a release in three lists, and then those gone.
func (t *typesetter) keywords(c *keyword.Chronicle, r archive.Release, list []keyword.Keyword) {
	for _, kind := range keyword.Kinds {
		of := keyword.Fitting(list, kind)
		fmt.Fprintln(t.w)
		fmt.Fprintln(t.w, t.palette.Strong.Paint(capital(keywordCount(kind, len(of)))))
		number, name := 0, 0
		for _, k := range of {
			number, name = max(number, len(k.Number.String())), max(name, term.Columns(k.Name))
		}
		for _, k := range of {
			t.keyword("  "+term.Pad(k.Number.String(), number+gutter), k.Name, name, keywordStanding(c, c.Life(k), r.Effective))
		}
	}
	gone := c.Gone(r.Effective)
	if len(gone) == 0 {
		return
	}
	fmt.Fprintln(t.w)
	fmt.Fprintln(t.w, t.palette.Strong.Paint("Gone before this release"))
	for _, l := range gone {
		name := l.Last().Name
		t.keyword("  ", name, term.Columns(name), string(l.Kind)+", "+keywordStanding(c, l, l.Last().To))
	}
}

// leastStanding is the room that a keyword's standing needs beside its name, in
// columns; where there is less it stands below.
const leastStanding = 24

// keyword sets a keyword with its standing, beside its name in a column, or below.
func (t *typesetter) keyword(lead, name string, column int, standing string) {
	if beside := lead + term.Pad(term.Clean(name), column+gutter); t.width-term.Columns(beside) >= leastStanding {
		t.hang(beside, standing, t.palette.Faint)
		return
	}
	t.hang(lead, name, term.Style{})
	t.hang(strings.Repeat(" ", term.Columns(lead)+gutter), standing, t.palette.Faint)
}

// keywordStanding says since when a keyword is in the book, and what became of it
// after release d.
func keywordStanding(c *keyword.Chronicle, l *keyword.Life, d archive.Date) string {
	says := "since " + l.Since.Label()
	if l.Beginning {
		says = "since " + l.Since.Label() + " or before"
	}
	if l.Names[0].Name != l.Name(d) {
		says += ", first as " + l.Names[0].Name
	}
	if later := l.Later(d, c.Label); later != "" {
		says += "; " + later
	}
	return says
}

func keywordCount(kind keyword.Kind, n int) string {
	many := string(kind) + "s"
	if kind == keyword.Ability {
		many = "keyword abilities"
	}
	if n == 0 {
		return "no " + many
	}
	return count(n, string(kind), many)
}

// capital writes the first letter of an ASCII sentence large.
func capital(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
