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
	"rulebook/diffing"
	"rulebook/diffing/render"
	"rulebook/search/trend"
)

func (a *app) firstCommand() *cobra.Command {
	return a.placeCommand(&cobra.Command{
		Use:   "first PHRASE [--json]",
		Short: "Where a phrase first stood",
		Long: `Finds the first release held in which a phrase stood, and there the first rule or
term in the book's order, with the sentence around it. The words must stand as they
are, with their hyphens and other marks between them; a hyphen parts words, so that
faced is found in double-faced. Letter case, accents, Æ and ae, straight and curly
marks do not matter.`,
		Example: `  rulebook first "mana value"
  rulebook first excess damage`,
	}, trend.First, "first")
}

func (a *app) lastCommand() *cobra.Command {
	return a.placeCommand(&cobra.Command{
		Use:   "last PHRASE [--json]",
		Short: "Where a phrase last stood",
		Long: `Finds the last release held in which a phrase stood, and there the first rule or
term in the book's order, with the sentence around it. The words must stand as they
are, with their hyphens and other marks between them; a hyphen parts words, so that
faced is found in double-faced. Letter case, accents, Æ and ae, straight and curly
marks do not matter.`,
		Example: `  rulebook last "converted mana cost"
  rulebook last mana burn`,
	}, trend.Last, "last")
}

// placeCommand completes the command of a place in time, which look looks for.
func (a *app) placeCommand(cmd *cobra.Command, look func(context.Context, trend.Snapshots, string) (*trend.Place, error), order string) *cobra.Command {
	json := false
	cmd.Args = arguments(1, -1, "a phrase")
	cmd.ValidArgsFunction = cobra.NoFileCompletions
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		phrase := unshield(strings.Join(args, " "))
		if _, err := trend.ParseTerm(phrase); err != nil {
			return wrongUsage("%s needs a phrase; for example: %s", cmd.CommandPath(), firstExample(cmd))
		}
		ctx := cmd.Context()
		h, err := a.openHoldings(ctx)
		if err != nil {
			return err
		}
		place, err := look(ctx, h, phrase)
		if err != nil {
			var missing *archive.NotFoundError
			if errors.As(err, &missing) {
				missing.Hint += " " + quoted(phrase)
				if near := a.nearWords(ctx, h, phrase); near != "" {
					missing.Hint = fmt.Sprintf("did you mean: %s %s", cmd.CommandPath(), quoted(near))
				}
			}
			return err
		}
		if json {
			return a.printJSON(place)
		}
		return a.streams.Page(func(w io.Writer) error {
			p := a.newPage(w, h.releases)
			p.place(place, h.at(place.Release.Effective), order)
			return nil
		})
	}
	addJSON(cmd, &json)
	return cmd
}

// place sets where a phrase stood: the release, the rule and the sentence.
func (p *page) place(found *trend.Place, release archive.Release, order string) {
	p.hang("", fmt.Sprintf("“%s” %s stood in %s", found.Phrase, order, named(release)), p.palette.Strong)
	p.note(p.beyond(found, order))
	for _, n := range notices(release) {
		p.note(n)
	}
	fmt.Fprintln(p.w)
	if found.Heading != "" {
		p.note(found.Heading)
		fmt.Fprintln(p.w)
	}
	name := nameOfEntry(found.Number, found.Term, found.Kind)
	// The phrase is drawn as words that came: marked, whether with colour or without.
	mark := []diffing.Edit{
		{Op: diffing.Equal, Text: term.Clean(found.Sentence[:found.Start])},
		{Op: diffing.Insert, Text: term.Clean(found.Sentence[found.Start:found.End])},
		{Op: diffing.Equal, Text: term.Clean(found.Sentence[found.End:])},
	}
	o := p.options
	o.Styles.Insert = render.Style(p.palette.Marked)
	if !o.Color {
		mark = []diffing.Edit{{Op: diffing.Equal, Text: term.Clean(found.Sentence)}}
	}
	p.hang("", name, p.palette.Strong)
	o.Width = p.width - wordingIndent
	for _, line := range render.Lines(mark, o) {
		fmt.Fprintln(p.w, strings.Repeat(" ", wordingIndent)+line)
	}
	if more := found.Rules - 1; more > 0 {
		fmt.Fprintln(p.w)
		p.note(fmt.Sprintf("and in %s of that release", count(more, "other entry", "other entries")))
	}
}

// beyond says how surely that release was the first or last.
func (p *page) beyond(found *trend.Place, order string) string {
	var names []string
	for _, r := range found.Gap {
		names = append(names, strings.TrimSpace(p.code(r.Effective, r.Code)+" "+r.Effective.String()))
	}
	missing := strings.Join(names, ", ")
	switch {
	case found.Edge && order == "first":
		return "the first release held: it may be older"
	case found.Edge:
		return "the newest release held: it is in use"
	case missing != "" && order == "first":
		return fmt.Sprintf("not yet in %s; not held between: %s", found.Beyond, missing)
	case missing != "":
		return fmt.Sprintf("no longer in %s; not held between: %s", found.Beyond, missing)
	case order == "first":
		return fmt.Sprintf("not yet in %s, the release before", found.Beyond)
	}
	return fmt.Sprintf("no longer in %s, the release after it", found.Beyond)
}
