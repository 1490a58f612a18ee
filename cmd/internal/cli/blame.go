package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing/history"
)

type blameOptions struct {
	rule    reference
	whole   bool // no rule was named
	section string
	in      string
	json    bool
}

func (a *app) blameCommand() *cobra.Command {
	var o blameOptions
	cmd := &cobra.Command{
		Use:   "blame [RULE[@REL]] [--section N] [--in REL] [--json]",
		Short: "Which release brought each word of a rule",
		Long: `Shows a rule as it stands with each phrase credited to the release that brought
it. Words keep their origin through typographic releases and renumberings, and
when their sentence comes from another rule; a word that was deleted and restored
says so; a number that changed because the rule it names was renumbered is marked.

Without a rule, or with --section, it tells how old the words of the release or of
the section are.`,
		Example: `  rulebook blame 702.19b
  rulebook blame 702.19b@STX
  rulebook blame --section 702
  rulebook blame --in IKO`,
		Args:              arguments(0, -1, "one rule or term, or none"),
		ValidArgsFunction: a.completeRule(&o.in, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			o.whole = len(args) == 0
			if o.whole {
				return a.blameRelease(cmd.Context(), o)
			}
			if o.section != "" {
				return wrongUsage("give a rule or --section, not both; for example: rulebook blame --section 702")
			}
			if o.rule, err = parseReference(args, o.in); err != nil {
				return err
			}
			return a.blame(cmd.Context(), o)
		},
	}
	cmd.Flags().StringVar(&o.section, "section", "", "how old the words of section, heading or rule `N` are")
	complete(cmd, "section", a.completeRule(&o.in, 1))
	a.addIn(cmd, &o.in)
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) blame(ctx context.Context, o blameOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	found, err := h.findRule(ctx, o.rule)
	if err != nil {
		return err
	}
	b, err := history.BlameRule(ctx, h, found.Lineage, found.Release.Effective)
	if err != nil {
		return err
	}
	if o.json {
		return a.printJSON(b)
	}
	newest, err := h.newest()
	if err != nil {
		return err
	}
	return a.streams.Page(func(w io.Writer) error {
		p := a.newPage(w, h.releases)
		p.release(h.at(b.Release.Effective), newest)
		fmt.Fprintln(w)
		p.hang("", nameOfEntry(b.Number, b.Term, b.Entry), p.palette.Strong)
		fmt.Fprintln(w)
		last := len(h.held()) - 1
		p.phrases(b.Words, "", last)
		for _, example := range b.Examples {
			p.phrases(example, "Example: ", last)
		}
		if b.Ages[0].Earlier {
			fmt.Fprintln(w)
			first := b.Ages[0]
			p.note(cmp.Or(p.code(first.Since, first.Code), first.Since.String()) + " is the first release held: its words may be older")
		}
		return nil
	})
}

// at is the release of a day.
func (h *holdings) at(d archive.Date) archive.Release {
	for _, r := range h.releases {
		if r.Effective == d {
			return r
		}
	}
	return archive.Release{Effective: d}
}

func nameOfEntry(n archive.Number, name string, kind archive.Kind) string {
	e := archive.Entry{Kind: kind, Number: n, Term: name}
	return e.Name()
}

// phrases sets phrases as git blame does lines: the release that brought each in the
// margin. last is the place of the newest release held.
func (p *page) phrases(phrases []history.Phrase, lead string, last int) {
	column := p.codeColumn()
	for i := range phrases {
		ph := &phrases[i]
		margin := term.Pad(p.code(ph.Since, ph.Code), column) + " " + ph.Since.String() + "  "
		indent := strings.Repeat(" ", term.Columns(margin))
		style := p.palette.Age(ph.Age(), last)
		text := ph.Text
		if i == 0 {
			text = lead + text
		}
		for _, paragraph := range strings.Split(strings.TrimSpace(term.Clean(text)), "\n") {
			for _, line := range term.Wrap(paragraph, p.width-len(indent)) {
				fmt.Fprintln(p.w, strings.TrimRight(p.palette.Faint.Paint(margin)+style.Paint(line), " "))
				margin = indent
			}
		}
		for _, says := range p.said(ph) {
			p.hang(indent, "("+says+")", p.palette.Faint)
		}
	}
}

// said is what there is to say of a phrase beyond its release.
func (p *page) said(ph *history.Phrase) []string {
	var says []string
	if ph.Again != nil {
		says = append(says, strings.TrimSpace(fmt.Sprintf("deleted since, and again from %s %s", ph.Again.Effective, p.code(ph.Again.Effective, ph.Again.Code))))
	}
	if ph.Renumbered {
		says = append(says, "the rule it names was renumbered")
	}
	if ph.From != "" {
		says = append(says, "came from "+ph.From)
	}
	if ph.Gap != nil && !ph.Earlier {
		says = append(says, ph.Gap.Between(ph.Since))
	}
	return says
}

func (a *app) blameRelease(ctx context.Context, o blameOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	release, err := h.resolve(o.in)
	if err != nil {
		return err
	}
	var section archive.Number
	if o.section != "" {
		r, err := parseReference([]string{o.section}, o.in)
		if err != nil {
			return err
		}
		if section = r.number; section.IsZero() {
			return wrongUsage("--section cannot be %q; give a number such as 7, 702 or 702.19", o.section)
		}
	}
	collectAt(comparing)
	book, err := history.ReadBook(ctx, h)
	if err != nil {
		return err
	}
	survey, err := history.BlameRelease(ctx, book, release.Effective, section)
	if err != nil {
		return err
	}
	if len(survey.Entries) == 0 {
		snapshot, err := h.open(ctx, release.Effective.String())
		if err != nil {
			return err
		}
		return reference{asked: o.section, number: section}.noSuchNumber(snapshot)
	}
	if o.json {
		return a.printJSON(survey)
	}
	newest, err := h.newest()
	if err != nil {
		return err
	}
	return a.streams.Page(func(w io.Writer) error {
		p := a.newPage(w, h.releases)
		p.release(release, newest)
		fmt.Fprintln(w)
		p.survey(survey, len(h.held())-1)
		return nil
	})
}

// survey sets how many words of each release still stand, with a bar each.
func (p *page) survey(v *history.Survey, last int) {
	of := "the release"
	if !v.Section.IsZero() {
		of = v.Section.String()
	}
	p.hang("", fmt.Sprintf("%s in %s of %s, by the release that brought them", count(v.Words, "word", "words"),
		count(len(v.Entries), "entry", "entries"), of), p.palette.Strong)
	fmt.Fprintln(p.w)
	most := 0
	for _, age := range v.Ages {
		most = max(most, age.Words)
	}
	const wordsColumn, shareColumn = 8, 7
	column := p.codeColumn()
	for i := len(v.Ages) - 1; i >= 0; i-- {
		age := &v.Ages[i]
		row := term.Pad(age.Since.String(), dateColumn) + "  " + term.Pad(p.code(age.Since, age.Code), column) +
			fmt.Sprintf("%*s", wordsColumn, grouped(int64(age.Words)))
		if share := fmt.Sprintf("%*.1f%%", shareColumn-1, 100*float64(age.Words)/float64(v.Words)); len(row)+len(share)+2 < p.width {
			row += share
		}
		row += "  "
		room := max(1, p.width-term.Columns(row)-1)
		bar := strings.Repeat("▪", max(1, room*age.Words/most))
		fmt.Fprintln(p.w, row+p.palette.Age(i*last/max(1, len(v.Ages)-1), last).Paint(bar))
	}
}
