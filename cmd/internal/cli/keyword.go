package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing/render"
	"rulebook/search/keyword"
	"rulebook/search/trend"
)

type keywordOptions struct {
	name reference
	in   string
	json bool
}

func (a *app) keywordCommand() *cobra.Command {
	var o keywordOptions
	cmd := &cobra.Command{
		Use:   "keyword NAME [--in REL] [--json]",
		Short: "All about one keyword: rules, glossary, changes, citations",
		Long: `Shows a keyword ability, keyword action or ability word as of a release: its rule
with all subrules and examples, its glossary entry, since when it is in the book,
every change to it in time although it was renumbered, and the rules elsewhere
that cite it. A name that was given up leads to the keyword that bore it.`,
		Example: `  rulebook keyword trample
  rulebook keyword first strike --in M14
  rulebook keyword 'totem armor' --json`,
		Args:              arguments(1, -1, "one keyword"),
		ValidArgsFunction: a.completeKeyword(&o.in),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.name, err = parseReference(args, o.in); err != nil {
				return err
			}
			return a.keyword(cmd.Context(), o)
		},
	}
	a.addIn(cmd, &o.in)
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) keyword(ctx context.Context, o keywordOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	s, err := h.open(ctx, o.name.release)
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
	found, err := findKeywords(chronicle, s, o.name)
	if err != nil {
		return err
	}
	pages := make([]keyword.Page, len(found))
	for i, k := range found {
		pages[i] = chronicle.Page(s, k)
		if err := pages[i].CountTrend(ctx, h); err != nil {
			return err
		}
	}
	if o.json {
		documents := []keyword.PageDocument{}
		for _, p := range pages {
			documents = append(documents, keyword.NewPageDocument(s, p, s.Release.Effective == newest.Effective))
		}
		return a.printJSON(documents)
	}
	return a.streams.Page(func(w io.Writer) error {
		set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
		set.release(s.Release, newest)
		for _, p := range pages {
			fmt.Fprintln(w)
			set.keywordPage(chronicle, s, p)
		}
		return nil
	})
}

// findKeywords returns the keywords of s that were asked for by name, by a name
// they bear in another release, by number, or by a variant's name that the glossary
// has. One name may be an action and an ability.
func findKeywords(c *keyword.Chronicle, s *archive.Snapshot, asked reference) ([]keyword.Keyword, error) {
	list := keyword.List(s)
	if !asked.number.IsZero() {
		for _, k := range list {
			if k.Kind != keyword.AbilityWord && k.Number.Contains(asked.number) {
				return []keyword.Keyword{k}, nil
			}
		}
	}
	found, err := keyword.Find(list, asked.asked, s.Release)
	if err == nil {
		return found, nil
	}
	lives := c.Known(asked.asked)
	for _, l := range lives {
		for _, k := range list {
			if c.Life(k) == l {
				found = append(found, k)
			}
		}
	}
	var notFound *archive.NotFoundError
	if len(found) == 0 && len(lives) > 0 && errors.As(err, &notFound) {
		last := lives[0].Last()
		standing := "it came with " + lives[0].Since.Label()
		if !s.Release.Effective.Before(lives[0].Since.Effective) {
			standing = "it went with " + lives[0].Gone.Label()
		}
		notFound.Near = nil
		notFound.Hint = fmt.Sprintf("%s; see rulebook keyword %s --in %s", standing, quoted(last.Name), last.To)
	}
	if len(found) == 0 && len(lives) == 0 {
		want := archive.FoldCase(asked.asked)
		if k, ok := keyword.Variant(s, list, func(name string) bool { return archive.FoldCase(name) == want }); ok {
			return []keyword.Keyword{k}, nil
		}
	}
	if len(found) == 0 {
		return nil, err
	}
	return found, nil
}

// keywordPage sets all that is known of one keyword.
func (t *typesetter) keywordPage(c *keyword.Chronicle, s *archive.Snapshot, p keyword.Page) {
	t.hang("", p.Keyword.Name+", "+string(p.Keyword.Kind), t.palette.Strong)
	if p.Life != nil {
		t.note(keywordStanding(c, p.Life, s.Release.Effective))
	}
	fmt.Fprintln(t.w)
	t.entries(p.Rules)
	if len(p.Glossary) > 0 {
		t.part("Glossary")
		t.entries(p.Glossary)
	}
	t.part("Through the releases")
	t.events(p)
	if p.Trend != nil {
		t.part("How often")
		for i := range p.Trend.Series {
			t.series(&p.Trend.Series[i], p.Trend.Most())
		}
	}
	if p.Keyword.Kind == keyword.AbilityWord {
		return
	}
	t.part("Cited by")
	if len(p.CitedBy) == 0 {
		fmt.Fprintln(t.w, "no rule elsewhere")
	}
	t.citing(s, p.CitedBy)
}

// series sets how often one term stands in the releases.
func (t *typesetter) series(s *trend.Series, most int) {
	fmt.Fprintln(t.w, trend.Sparkline(s.Points, most, t.width))
	t.note(s.Term + ": " + s.Use())
}

// part is the title of a part of a page.
func (t *typesetter) part(title string) {
	fmt.Fprintln(t.w)
	fmt.Fprintln(t.w, t.palette.Strong.Paint(title))
}

// citing lists entries, a line each: what it is called and where it stands.
func (t *typesetter) citing(s *archive.Snapshot, entries []archive.Entry) {
	titles := s.Titles()
	width := 0
	for _, e := range entries {
		width = max(width, term.Columns(e.Name()))
	}
	for _, e := range entries {
		where := archive.Chain(titles, e.Number)
		if e.Kind == archive.Term {
			where = "glossary"
		}
		t.hang(term.Pad(term.Clean(e.Name()), width+gutter), where, t.palette.Faint)
	}
}

// events sets what the releases did to a keyword, a release a block.
func (t *typesetter) events(p keyword.Page) {
	if len(p.Events) == 0 {
		fmt.Fprintln(t.w, "no change in the releases held")
	}
	options := render.Options{Width: t.width - eventIndent, Color: t.palette.Coloured(), Styles: renderStyles(t.palette)}
	for i, e := range p.Events {
		if i == 0 || p.Events[i-1].Release.Effective != e.Release.Effective {
			if i > 0 {
				fmt.Fprintln(t.w)
			}
			t.hang("", named(e.Release), term.Style{})
		}
		t.hang("  ", eventSentence(e), term.Style{})
		options.Context = wordsAround
		if e.Kind == keyword.References {
			options.Context = wordsAroundNumber
		}
		for _, line := range render.Lines(cleanedEdits(e.Edits), options) {
			fmt.Fprintln(t.w, strings.TrimRight(strings.Repeat(" ", eventIndent)+line, " "))
		}
	}
}

// Measures of an event.
const (
	eventIndent       = 4
	wordsAround       = 12 // shown on each side of a change
	wordsAroundNumber = 4  // shown on each side of a rule number that changed
)

func eventSentence(e keyword.Event) string {
	number := e.Number.String()
	was := ""
	if !e.Was.IsZero() {
		was = e.Was.String() + " → "
	}
	switch e.Kind {
	case keyword.References:
		return was + number + " only references reworded"
	case keyword.Introduced, keyword.Ended, keyword.Renamed:
		return strings.TrimLeft(number+" "+string(e.Kind), " ")
	}
	return was + number + " " + string(e.Kind)
}

// completeKeyword completes the name of a keyword of the release that in names.
func (a *app) completeKeyword(in *string) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		const directive = cobra.ShellCompDirectiveNoFileComp
		ctx := background(cmd.Context())
		h, err := a.openHoldings(ctx)
		if err != nil || len(args) > 0 {
			return nil, directive
		}
		s, err := h.open(ctx, *in)
		if err != nil {
			return nil, directive
		}
		var names []string
		for _, k := range keyword.List(s) {
			if hasPrefixFold(k.Name, begun) {
				names = append(names, k.Name+"\t"+string(k.Kind))
			}
		}
		return names, directive
	}
}
