package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing"
	"rulebook/diffing/history"
)

type logOptions struct {
	span    string // REL..REL, REL, or empty for all
	rule    string
	section string
	json    bool
}

func (a *app) logCommand() *cobra.Command {
	var o logOptions
	cmd := &cobra.Command{
		Use:   "log [REL..REL] [--rule RULE] [--section N] [--json]",
		Short: "What changed, release by release, a line a rule",
		Long: `Lists what each release changed against the one held before it, newest first, in
one line a rule. REL..REL is what changed from the first to the second, REL alone
one release, .. at an end all that follows or precedes.

--rule follows a rule and what is under it through renumberings; --section keeps
what stood under a number.`,
		Example: `  rulebook log MOM
  rulebook log WAR..IKO --section 702
  rulebook log --rule 702.19`,
		Args:              arguments(0, 1, "one release or a range of them"),
		ValidArgsFunction: a.completeReleases(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneAtMost(cmd, "rule", "section"); err != nil {
				return err
			}
			if len(args) > 0 {
				o.span = args[0]
			}
			return a.log(cmd.Context(), o)
		},
	}
	in := ""
	cmd.Flags().StringVar(&o.rule, "rule", "", "only `RULE` and what is under it, whatever their numbers were")
	cmd.Flags().StringVar(&o.section, "section", "", "only what stood under section or heading `N`")
	complete(cmd, "rule", a.completeRule(&in, 2))
	complete(cmd, "section", a.completeRule(&in, 2))
	addJSON(cmd, &o.json)
	return cmd
}

func (a *app) log(ctx context.Context, o logOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	releases, err := h.logged(o.span)
	if err != nil {
		return err
	}
	collectAt(comparing)
	each, err := h.logger(ctx, o, releases)
	if err != nil {
		return err
	}
	if o.json {
		logs := []history.Log{}
		if err := each(func(l history.Log) error { logs = append(logs, l); return nil }); err != nil {
			return err
		}
		return a.printJSON(logs)
	}
	return a.streams.Page(func(w io.Writer) error {
		p := a.newPage(w, h.releases)
		shown := 0
		err := each(func(l history.Log) error {
			if len(l.Lines) == 0 && (o.rule != "" || o.section != "") {
				return nil
			}
			if shown++; shown > 1 {
				fmt.Fprintln(w)
			}
			return p.log(&l)
		})
		if err == nil && shown == 0 {
			p.note("nothing changed")
		}
		return err
	})
}

// logged are the releases that a range names, oldest first, each with one held before
// it; the first held release changed nothing that could be told.
func (h *holdings) logged(span string) ([]archive.Release, error) {
	held := h.held()
	if len(held) == 0 {
		return nil, archive.ErrEmpty
	}
	from, to, isRange := strings.Cut(span, rangeSign)
	lo, hi := 0, len(held)-1
	index := func(ref string) (int, error) {
		r, err := archive.ResolveRelease(h.releases, ref)
		if err != nil {
			return 0, err
		}
		return slices.IndexFunc(held, func(x archive.Release) bool { return x.Effective == r.Effective }), nil
	}
	var err error
	if from != "" {
		if lo, err = index(from); err != nil {
			return nil, err
		}
	}
	switch {
	case !isRange && span != "":
		hi = lo
		lo--
	case to != "":
		if hi, err = index(to); err != nil {
			return nil, err
		}
	}
	if hi < lo {
		return nil, wrongUsage("%s is newer than %s; exchange them: rulebook log %s%s%s", from, to, to, rangeSign, from)
	}
	return held[max(0, lo):][:hi-max(0, lo)+1], nil
}

// logger returns what calls a function with the log of each release, newest first.
func (h *holdings) logger(ctx context.Context, o logOptions, releases []archive.Release) (func(func(history.Log) error) error, error) {
	if o.rule != "" {
		logs, err := h.ruleLogs(ctx, o.rule, releases)
		return func(yield func(history.Log) error) error {
			for _, l := range logs {
				if err := yield(l); err != nil {
					return err
				}
			}
			return nil
		}, err
	}
	var filter diffing.Filter
	if o.section != "" {
		n, ok := archive.ParseCitation(o.section)
		if !ok {
			return nil, wrongUsage("--section cannot be %q; give the number of a section or heading, such as 7 or 702", o.section)
		}
		filter.Under = n
	}
	return func(yield func(history.Log) error) error {
		for i := len(releases) - 1; i >= 1; i-- {
			report, err := h.changes(ctx, releases[i-1].Effective.String(), releases[i].Effective.String(), filter)
			if err != nil {
				return err
			}
			if err := yield(history.LogOf(report, h.releases)); err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// ruleLogs are the changes of a rule and of what is under it, newest release first.
func (h *holdings) ruleLogs(ctx context.Context, asked string, releases []archive.Release) ([]history.Log, error) {
	r, err := parseReference([]string{asked}, "")
	if err != nil {
		return nil, err
	}
	found, err := h.findRule(ctx, r)
	if err != nil {
		return nil, err
	}
	all := []*history.Found{found}
	if !found.Number.IsZero() {
		snapshot, err := h.Snapshot(ctx, found.Release.Effective)
		if err != nil {
			return nil, err
		}
		for _, e := range snapshot.Under(found.Number) {
			if e.Lineage != found.Lineage {
				all = append(all, &history.Found{Lineage: e.Lineage})
			}
		}
	}
	byDay := make(map[archive.Date][]history.Line)
	gaps := make(map[archive.Date]*history.Gap)
	for _, f := range all {
		life, err := history.Of(ctx, h, f, history.Options{Examples: true})
		if err != nil {
			return nil, err
		}
		for i := range life.Spans {
			w := &life.Spans[i]
			if w.Kind != history.Born {
				byDay[w.From] = append(byDay[w.From], history.LogOfWording(w))
				gaps[w.From] = w.Gap
			}
		}
		if gone := life.Fate.Kind; gone == history.RemovedIn || gone == history.MergedInto {
			byDay[life.Fate.Release.Effective] = append(byDay[life.Fate.Release.Effective], history.GoneLine(life))
		}
	}
	var logs []history.Log
	for i := len(releases) - 1; i >= 1; i-- {
		d := releases[i].Effective
		lines := byDay[d]
		slices.SortStableFunc(lines, func(a, b history.Line) int { return a.Number.Compare(b.Number) })
		if len(lines) > 0 {
			logs = append(logs, history.Log{Release: history.NameOf(releases[i]), Before: history.NameOf(releases[i-1]),
				Gap: gaps[d], Lines: lines, Sample: releases[i].Sample})
		}
	}
	return logs, nil
}

// log sets what one release changed.
func (p *page) log(l *history.Log) error {
	p.hang("", named(archive.Release{Effective: l.Release.Effective, Code: l.Release.Code, Name: l.Release.Name}), p.palette.Strong)
	if l.Sample {
		p.note(sampleNotice)
	}
	if l.Gap != nil {
		p.note("changed " + l.Gap.Between(l.Release.Effective))
	}
	margin := 0
	for i := range l.Lines {
		margin = max(margin, min(term.Columns(lineName(&l.Lines[i])), p.width/4))
	}
	for i := range l.Lines {
		line := &l.Lines[i]
		name := term.Pad(term.Shorten(term.Clean(lineName(line)), margin), margin)
		says := happenedTo(line)
		if line.Brief != "" {
			says += ":  " + line.Brief
		}
		rest := term.Shorten(term.Clean(says), p.width-margin-2*columnGap)
		gap := strings.Repeat(" ", columnGap)
		if _, err := fmt.Fprintln(p.w, gap+p.palette.Strong.Paint(name)+gap+rest); err != nil {
			return err
		}
	}
	if l.Typography > 0 {
		p.note(count(l.Typography, "entry", "entries") + " changed in typography only")
	}
	return nil
}

func lineName(l *history.Line) string {
	switch {
	case !l.Number.IsZero():
		return l.Number.String()
	case l.Term != "":
		return l.Term
	}
	return "(no number)"
}

// happenedTo says in a word or two what happened.
func happenedTo(l *history.Line) string {
	says := string(l.Kind)
	switch l.Kind {
	case diffing.Changed:
		if l.Class != diffing.Wording {
			says = string(l.Class)
		}
	case diffing.Split:
		says = "split"
		if l.Other != "" {
			says = "split from " + l.Other
		}
	case diffing.Merged:
		says = "merged into " + l.Other
	}
	if l.WasTerm != "" && l.Brief == "" {
		says = "renamed"
	}
	if was := cmp.Or(l.Was.String(), l.WasTerm); was != "" {
		says += ", was " + was
	}
	return says
}
