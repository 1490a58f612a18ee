package cli

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"rulebook/cmd/internal/term"
	"rulebook/search/trend"
)

type trendOptions struct {
	terms []trend.Term
	csv   bool
	json  bool
	svg   string
}

func (a *app) trendCommand() *cobra.Command {
	var o trendOptions
	cmd := &cobra.Command{
		Use:   "trend TERM... [--csv] [--json] [--svg FILE]",
		Short: "How often terms stand in each release",
		Long: `Counts terms in every release held: how often each stands in it, and in how many
entries. A term of several words is one argument, so it needs quotes in the shell.
Forms of a word count together (battle, battles, Battle's); in quotation marks of
its own a phrase counts as it is, with its hyphens and other marks.

The words are those of search: a hyphen parts them, so that faced counts in
double-faced, and double-faced is found as "double faced" too unless it is quoted.
Letter case, accents, Æ and ae, straight and curly marks do not matter. Numbers are
whole: 702.6 does not count in 702.60 or 702.6a.

Counted is the folded text of all entries, with examples and glossary terms and
without the contents list. --svg writes a chart.`,
		Example: `  rulebook trend battle
  rulebook trend "converted mana cost" "mana value"
  rulebook trend '"mana value"' --csv
  rulebook trend phasing --svg phasing.svg`,
		Args:              arguments(1, trend.MaxTerms, fmt.Sprintf("one to %d terms", trend.MaxTerms)),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneAtMost(cmd, "csv", "json"); err != nil {
				return err
			}
			for _, arg := range args {
				t, err := trend.ParseTerm(unshield(arg))
				if err != nil {
					return wrongUsage("%s", err)
				}
				o.terms = append(o.terms, t)
			}
			return a.trend(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.csv, "csv", false, "print the counts as CSV")
	flags.StringVar(&o.svg, "svg", "", "write a chart to `FILE`, or to standard output for -")
	complete(cmd, "svg", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"svg"}, cobra.ShellCompDirectiveFilterFileExt
	})
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) trend(ctx context.Context, o trendOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	collectAt(comparing)
	t, err := trend.Count(ctx, h, o.terms)
	if err != nil {
		return err
	}
	near := a.nearTerms(ctx, h, t)
	if o.json || o.csv || o.svg != "" {
		for i := range t.Series {
			if s := &t.Series[i]; s.First() < 0 {
				fmt.Fprintln(a.streams.Err, term.Clean(nowhere(s.Term, near[s.Term])))
			}
		}
	}
	switch {
	case o.svg == "-":
		if o.csv || o.json {
			return wrongUsage("--svg - takes standard output for the chart; give a file, or leave --csv and --json out")
		}
		return a.streams.Print(t.WriteSVG)
	case o.svg != "":
		if err := writeChart(o.svg, t); err != nil {
			return err
		}
		fmt.Fprintln(a.streams.Err, "the chart is in "+term.Clean(o.svg))
	}
	switch {
	case o.json:
		return a.printJSON(t.Rows())
	case o.csv:
		return a.streams.Print(t.WriteCSV)
	case o.svg != "":
		return nil
	}
	return a.streams.Page(func(w io.Writer) error {
		p := a.newPage(w, t.Known)
		p.trend(t, near)
		return nil
	})
}

// nearTerms are the terms that stand in no release, with what may have been meant,
// as far as the search index knows.
func (a *app) nearTerms(ctx context.Context, h *holdings, t *trend.Trend) map[string]string {
	near := make(map[string]string)
	for i := range t.Series {
		if s := &t.Series[i]; s.First() < 0 {
			near[s.Term] = a.nearWords(ctx, h, s.Term)
		}
	}
	return near
}

// writeChart writes the chart aside and puts it in its place when it is whole.
func writeChart(path string, t *trend.Trend) (err error) {
	aside := path + ".part"
	f, err := os.Create(aside)
	if err != nil {
		return fmt.Errorf("cannot write the chart: %w; choose another path with --svg", err)
	}
	err = t.WriteSVG(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(aside, path)
	}
	if err != nil {
		os.Remove(aside)
		return fmt.Errorf("cannot write the chart: %w; choose another path with --svg", err)
	}
	return nil
}
