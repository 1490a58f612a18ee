package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/cmd/internal/term"
	"rulebook/diffing/trend"
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
its own a phrase counts as it is.

Counted is the folded text of all entries, with examples and glossary terms and
without the contents list, in any letter case. --svg writes a chart.`,
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
				t, err := trend.ParseTerm(arg)
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
	defer h.Close()
	collectAt(comparing)
	t, err := trend.Count(ctx, h, o.terms)
	if err != nil {
		return err
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
		p := a.newPage(w)
		p.trend(t)
		return nil
	})
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

// trend sets a sparkline for each term and a table of all counts.
func (p *page) trend(t *trend.Trend) {
	newest := t.Series[0].Points[len(t.Series[0].Points)-1].Release
	if newest.Sample {
		p.note(sampleNotice)
		fmt.Fprintln(p.w)
	}
	most := t.Most()
	for i := range t.Series {
		s := &t.Series[i]
		p.hang("", s.Term, p.palette.Strong)
		fmt.Fprintln(p.w, trend.Sparkline(s.Points, most, p.width))
		p.note(s.Use())
		fmt.Fprintln(p.w)
	}
	p.counts(t)
}

// counts sets the table: a release a row, for each term its count and the entries
// that hold it.
func (p *page) counts(t *trend.Trend) {
	const codeColumn, numberColumn = 4, 6
	columns := make([]int, len(t.Series))
	for i := range t.Series {
		columns[i] = max(2*numberColumn+len("occ. in"), min(term.Columns(t.Series[i].Term), 24))
	}
	gap := strings.Repeat(" ", columnGap)
	row := term.Pad("effective", dateColumn) + gap + term.Pad("code", codeColumn)
	for i := range t.Series {
		row += gap + term.Pad(term.Shorten(term.Clean(t.Series[i].Term), columns[i]), columns[i])
	}
	fmt.Fprintln(p.w, p.palette.Faint.Paint(strings.TrimRight(row, " ")))
	k := 0
	for _, r := range t.Known {
		row := term.Pad(r.Effective.String(), dateColumn) + gap + term.Pad(term.Clean(r.Code), codeColumn)
		if !r.Held {
			fmt.Fprintln(p.w, p.palette.Faint.Paint(row+gap+"not held"))
			continue
		}
		for i := range t.Series {
			point := &t.Series[i].Points[k]
			cell := fmt.Sprintf("%*s in %*s", numberColumn, grouped(int64(point.Count)), numberColumn, grouped(int64(point.Rules)))
			if point.Count == 0 {
				cell = fmt.Sprintf("%*s", numberColumn, "-")
			}
			row += gap + term.Pad(cell, columns[i])
		}
		k++
		fmt.Fprintln(p.w, strings.TrimRight(row, " "))
	}
	fmt.Fprintln(p.w)
	p.note("occurrences, in so many entries")
}
