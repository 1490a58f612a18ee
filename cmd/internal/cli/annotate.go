package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/search/annotate"
)

type annotateOptions struct {
	file    string // empty or - for standard input
	in      string
	compare bool
	old     string // with compare, the older release; in is the newer
	format  string
}

func (a *app) annotateCommand() *cobra.Command {
	o := annotateOptions{format: formatText}
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "annotate [FILE|-] [--in REL|--compare OLD NEW] [--format FORMAT]",
		Short: "Which rules define the terms of a card's text",
		Long: `Finds in a card's text, or in any prose, the terms that a release defines: keyword
abilities and actions, ability words, and the words of the glossary, in any form.
Each is given once, in the order in which they come: the rules that define it, then
which rules those cite. The text stays as it is; its terms are marked.

Words that every text has (you, if, during) are left alone, and so are names of
cards and common words where the game does not mean them.

--compare shows instead what changed between two releases in the rules around the
terms of the text.`,
		Example: `  rulebook annotate card.txt
  echo 'Trample, haste' | rulebook annotate --in M14
  rulebook annotate card.txt --format markdown > card.md
  rulebook annotate card.txt --compare M14 EOE`,
		Args:              annotateArguments,
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, group := range [][]string{{"format", "json"}, {"in", "compare"}} {
				if err := oneAtMost(cmd, group...); err != nil {
					return err
				}
			}
			if asJSON {
				o.format = formatJSON
			}
			if o.compare = cmd.Flags().Changed("compare"); o.compare {
				var err error
				if o.old, o.in, args, err = parseRange(o.old, args); err != nil {
					return err
				}
				if o.format != formatText && o.format != formatJSON {
					return wrongUsage("--compare is shown as text or json, not as %s", o.format)
				}
			}
			if len(args) > 0 {
				o.file = args[0]
			}
			return a.annotate(cmd.Context(), o)
		},
	}
	a.addIn(cmd, &o.in)
	cmd.Flags().StringVar(&o.old, "compare", "", "what changed in the rules around the text between releases `OLD` and NEW (default: the newest held)")
	addOneOf(cmd, &o.format, "format", []string{formatText, formatMarkdown, formatHTML, formatJSON}, "how to print it")
	addJSON(cmd, &asJSON)
	return cmd
}

// annotateArguments allows for the newer release behind --compare OLD.
func annotateArguments(cmd *cobra.Command, args []string) error {
	if cmd.Flags().Changed("compare") {
		return arguments(0, 2, "one file, and the newer release")(cmd, args)
	}
	return arguments(0, 1, "one file")(cmd, args)
}

// parseRange reads OLD..NEW, or OLD with NEW among the arguments, which it returns
// without it. Without NEW the newest release is meant. An argument that is a file is
// no release.
func parseRange(s string, args []string) (old, new string, rest []string, err error) {
	old, new, joined := strings.Cut(s, rangeSign)
	if old = strings.TrimSpace(old); old == "" {
		return "", "", nil, wrongUsage("--compare needs two releases; write them as --compare M14 EOE")
	}
	isRelease := func(arg string) bool {
		_, err := os.Stat(arg)
		return arg != "-" && err != nil
	}
	if at := slices.IndexFunc(args, isRelease); !joined && at >= 0 {
		new, args = args[at], slices.Delete(slices.Clone(args), at, at+1)
	}
	if len(args) > 1 {
		return "", "", nil, wrongUsage("%s are two files; give one, and the newer release", strings.Join(args, " and "))
	}
	return old, strings.TrimSpace(new), args, nil
}

func (a *app) annotate(ctx context.Context, o annotateOptions) error {
	text, err := a.readText(o.file)
	if err != nil {
		return err
	}
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	newest, err := h.newest()
	if err != nil {
		return err
	}
	if o.compare {
		return a.compareAnnotations(ctx, h, text, o, newest)
	}
	s, err := h.open(ctx, o.in)
	if err != nil {
		return err
	}
	lexicon := annotate.NewLexicon(s)
	notes, err := lexicon.Annotate(text)
	if err != nil {
		return err
	}
	released := strings.Join(append([]string{named(s.Release)}, notices(s.Release)...), "; ")
	switch o.format {
	case formatJSON:
		return a.printJSON(lexicon.NewDocument(notes, s.Release.Effective == newest.Effective))
	case formatMarkdown:
		return a.streams.Print(func(w io.Writer) error { return notes.Markdown(w, released) })
	case formatHTML:
		return a.streams.Print(func(w io.Writer) error { return notes.HTML(w, released) })
	}
	return a.streams.Page(func(w io.Writer) error {
		set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
		set.release(s.Release, newest)
		fmt.Fprintln(w)
		set.annotated(notes)
		for i := range notes.Notes {
			fmt.Fprintln(w)
			set.termNote(&notes.Notes[i])
		}
		return nil
	})
}

// readText reads a file of text, or standard input, whole and within bounds.
func (a *app) readText(path string) (string, error) {
	in, name := a.streams.In, "the text"
	if path != "" && path != "-" {
		name = path
		file, err := os.Open(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return "", fmt.Errorf("there is no file %s; to annotate a text itself, give it by pipe: echo %s | rulebook annotate", path, quoted(path))
		case err != nil:
			return "", fmt.Errorf("%s cannot be read: %s", path, cause(err))
		}
		defer file.Close()
		in = file
	}
	// One byte more than is allowed tells a text that is too long.
	raw, err := io.ReadAll(io.LimitReader(in, annotate.MaxBytes+1))
	if err != nil {
		return "", fmt.Errorf("%s cannot be read: %s", name, cause(err))
	}
	if strings.TrimSpace(string(raw)) == "" {
		return "", errors.New("the text is empty; give the text of a card, by file or by pipe")
	}
	return string(raw), nil
}

// annotated sets a text with its terms marked, line by line.
func (t *typesetter) annotated(a *annotate.Annotation) {
	clean := func(s string) string { return term.Clean(strings.ReplaceAll(s, "\r\n", "\n")) }
	var b strings.Builder
	at := 0
	for _, m := range a.Marks {
		b.WriteString(clean(a.Text[at:m.Start]))
		b.WriteString(term.MarkOn + clean(a.Text[m.Start:m.End]) + term.MarkOff)
		at = m.End
	}
	b.WriteString(clean(a.Text[at:]))
	for line := range strings.SplitSeq(strings.TrimRight(b.String(), "\n"), "\n") {
		for _, set := range t.palette.Highlight(line, t.width) {
			fmt.Fprintln(t.w, set)
		}
	}
}

// termNote sets what a release says of one term.
func (t *typesetter) termNote(n *annotate.Note) {
	t.hang("", n.Title(), t.palette.Strong)
	for i := range n.Entries {
		t.paragraphs(n.Entries[i].Text, "", termIndent)
	}
	t.rules(n.Rules)
	if len(n.Cites) > 0 {
		names := make([]string, len(n.Cites))
		for i := range n.Cites {
			names[i] = annotate.Name(&n.Cites[i])
		}
		t.hang("  cites ", strings.Join(names, ", "), t.palette.Faint)
	}
}

// rules sets the rules that define a term, set in as its definition is.
func (t *typesetter) rules(rules []archive.Entry) {
	margin := 0
	for i := range rules {
		margin = max(margin, term.Columns(rules[i].Number.Printed()))
	}
	indent := strings.Repeat(" ", termIndent)
	for i := range rules {
		e := &rules[i]
		for k, paragraph := range strings.Split(e.Wording(), "\n") {
			number := ""
			if k == 0 {
				number = e.Number.Printed()
			}
			t.hang(indent+term.Pad(number, margin+gutter), paragraph, term.Style{})
		}
	}
}

func (a *app) compareAnnotations(ctx context.Context, h *holdings, text string, o annotateOptions, newest archive.Release) error {
	c, err := h.compare(ctx, o.old, cmp.Or(o.in, newestHeld))
	if err != nil {
		return err
	}
	oldLexicon, newLexicon := annotate.NewLexicon(c.old), annotate.NewLexicon(c.new)
	old, err := oldLexicon.Annotate(text)
	if err != nil {
		return err
	}
	new, err := newLexicon.Annotate(text)
	if err != nil {
		return err
	}
	changes := annotate.Compare(old, new, c.report())
	if o.format == formatJSON {
		return a.printJSON(annotate.NewCompareDocument(oldLexicon, newLexicon, text, changes, newest.Effective))
	}
	return a.streams.Page(func(w io.Writer) error {
		set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
		set.fromTo(c.old.Release, c.new.Release)
		fmt.Fprintln(w)
		set.annotated(new)
		fmt.Fprintln(w)
		if len(changes) == 0 {
			fmt.Fprintln(w, "The rules around this text are the same in both.")
		}
		for i, change := range changes {
			if i > 0 {
				fmt.Fprintln(w)
			}
			set.termChange(change)
		}
		return nil
	})
}

// termChange sets what happened to the rules around one term.
func (t *typesetter) termChange(c annotate.TermChange) {
	title := c.Term.Name + ", " + string(c.Term.Kind)
	switch c.Status {
	case annotate.New:
		title += ", not in the older release"
	case annotate.Dropped:
		title += ", not in the newer release"
	}
	t.hang("", title, t.palette.Strong)
	t.changes(c.Changes)
}
