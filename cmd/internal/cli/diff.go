package cli

import (
	"context"
	"io"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing"
	"rulebook/diffing/render"
)

type diffOptions struct {
	old, new string
	before   bool // old is the release before new

	rule    string
	section string
	filter  diffing.Filter

	format   string
	json     bool
	stat     bool
	summary  bool
	unfold   bool
	context  int
	exitCode bool
}

// The formats of a diff.
const (
	formatText       = "text"
	formatUnified    = "unified"
	formatSideBySide = "side-by-side"
	formatMarkdown   = "markdown"
	formatHTML       = "html"
	formatJSON       = "json"
)

func (a *app) diffCommand() *cobra.Command {
	o := diffOptions{format: formatText}
	cmd := &cobra.Command{
		Use:   "diff [OLD] NEW [flags]",
		Short: "What changed from one release to another",
		Long: `Compares two releases, near or far, in either direction: rules are paired
although they were renumbered, then compared word by word. With one release, it
is compared with the one held before it.

Words that went stand in [-…-] and words that came in {+…+}; with colour they are
struck and underlined. Changes of quotes, dashes and spaces alone are counted and
hidden (--typography shows them). Rules in which only a term of the whole release
or references to renumbered rules changed are named in one list (--unfold shows
them).`,
		Example: `  rulebook diff WAR IKO
  rulebook diff WAR IKO --rule 702.19b
  rulebook diff BRO MOM --section 3 --kind added
  rulebook diff M14 latest --stat
  rulebook diff MOM --format html > mom.html`,
		Args:              arguments(1, 2, "one release or two"),
		ValidArgsFunction: a.completeReleases(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, group := range [][]string{{"rule", "section"}, {"format", "json", "stat", "summary"}} {
				if err := oneAtMost(cmd, group...); err != nil {
					return err
				}
			}
			o.new = args[len(args)-1]
			o.old, o.before = args[0], len(args) == 1
			return a.diff(cmd.Context(), o)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&o.rule, "rule", "", "only `RULE` and what is under it, by its number before or after, or a glossary term")
	flags.StringVar(&o.section, "section", "", "only section or heading `N`")
	addSomeOf(cmd, &o.filter.Kinds, "kind", []diffing.Kind{diffing.Added, diffing.Removed, diffing.Changed,
		diffing.Moved, diffing.Split, diffing.Merged}, "only these kinds")
	addSomeOf(cmd, &o.filter.Classes, "class", []diffing.Class{diffing.Wording, diffing.List, diffing.ReferenceTarget,
		diffing.References, diffing.Example, diffing.Typography, diffing.Number, diffing.Whole}, "only these classes")
	flags.StringVar(&o.filter.Term, "term", "", "only changes in which `TERM` comes, goes or is replaced")
	flags.BoolVar(&o.filter.Typography, "typography", false, "show changes of quotes, dashes and spaces too")
	flags.BoolVar(&o.unfold, "unfold", false, "show every changed rule whole")
	flags.IntVar(&o.context, "context", 0, "show only `N` words around each change (default: all)")
	addOneOf(cmd, &o.format, "format", []string{formatText, formatUnified, formatSideBySide, formatMarkdown, formatHTML, formatJSON},
		"how to print it")
	addJSON(cmd, &o.json)
	flags.BoolVar(&o.stat, "stat", false, "only how much changed, section by section")
	flags.BoolVar(&o.summary, "summary", false, "only what the release was about, and the counts")
	flags.BoolVar(&o.exitCode, "exit-code", false, "end with exit code 1 when there are changes")
	complete(cmd, "rule", a.completeRule(&o.new, 3))
	complete(cmd, "section", a.completeRule(&o.new, 3))
	return cmd
}

func (a *app) diff(ctx context.Context, o diffOptions) error {
	if o.json {
		o.format = formatJSON
	}
	if o.context < 0 {
		return wrongUsage("--context cannot be %d; give the number of words to show, or 0 for all", o.context)
	}
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	if o.before {
		if o.old, err = h.referenceBefore(ctx, o.new); err != nil {
			return err
		}
	}
	view, err := h.view(ctx, o)
	if err != nil {
		return err
	}
	if err := a.printDiff(view, o, h.newestOrNone()); err != nil {
		return err
	}
	if o.exitCode && len(view.Changes) > 0 {
		return errAlreadySaid
	}
	return nil
}

// view is what the diff shows.
func (h *holdings) view(ctx context.Context, o diffOptions) (*diffing.Report, error) {
	if o.rule+o.section == "" {
		return h.changes(ctx, o.old, o.new, o.filter)
	}
	c, err := h.compare(ctx, o.old, o.new)
	if err != nil {
		return nil, err
	}
	if err := o.readPart(c); err != nil {
		return nil, err
	}
	return c.filtered(o.filter), nil
}

// readPart turns --rule or --section into the filter's terms.
func (o *diffOptions) readPart(c *comparison) error {
	asked := o.rule + o.section // one of them is empty
	r, err := parseReference([]string{asked}, "")
	if err != nil {
		return err
	}
	if o.section != "" && (r.number.IsZero() || r.number.Rule != 0) {
		return wrongUsage("--section cannot be %q; give the number of a section or heading, such as 7 or 702", asked)
	}
	if err := c.names(r); err != nil {
		return err
	}
	if o.filter.Under = r.number; r.number.IsZero() {
		o.filter.Name = r.asked
	}
	return nil
}

// wide reports whether a format sets its own columns and takes all there is.
func wide(format string) bool { return format == formatSideBySide }

func (a *app) printDiff(view *diffing.Report, o diffOptions, newest archive.Release) error {
	options := render.Options{
		Width: a.streams.Width, Color: a.streams.Palette.Coloured(), Styles: renderStyles(a.streams.Palette),
		Typography: o.filter.ShowsTypography(), Context: o.context, Newest: newest,
		// Who asks for one rule wants to see it.
		Fold: !o.unfold && o.rule == "",
	}
	if wide(o.format) {
		options.Width = a.streams.Columns
	}
	draw := map[string]func(io.Writer, *diffing.Report, render.Options) error{
		formatText: render.Text, formatUnified: render.Unified, formatSideBySide: render.SideBySide,
		formatMarkdown: render.Markdown, formatHTML: render.HTML,
	}[o.format]
	if o.format == formatJSON {
		return a.printJSON(view)
	}
	view = cleaned(view)
	switch {
	case o.stat:
		draw = render.Stat
	case o.summary:
		draw = render.Summary
	case o.format == formatHTML:
		return a.streams.Print(func(w io.Writer) error { return draw(w, view, options) })
	}
	return a.streams.Page(func(w io.Writer) error { return draw(w, view, options) })
}

// renderStyles are the terminal's looks for package render.
func renderStyles(p term.Palette) render.Styles {
	return render.Styles{
		Insert: render.Style(p.Added), Delete: render.Style(p.Removed), Move: render.Style(p.Moved),
		Number: render.Style(p.Strong), Heading: render.Style(p.Strong), Title: render.Style(p.Strong), Faint: render.Style(p.Faint),
	}
}
