package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing/cite"
	"rulebook/diffing/cite/tree"
	"rulebook/diffing/render"
)

const formatSARIF = "sarif"

type citeOptions struct {
	paths    []string
	asOf, to string
	format   string
	all      bool
	strict   bool
	fix      bool
	dryRun   bool
}

func (a *app) citeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "cite COMMAND",
		Short: "Check the rule numbers that texts and sources cite",
		Long: `Finds the rules that texts and sources cite and says of each whether it still
means what it meant.`,
		Example: `  rulebook cite check src --as-of MKM
  rulebook cite check README.md --as-of 2023-04-14 --to latest --fix`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return wrongUsage("rulebook cite has no command %q; did you mean rulebook cite check %s?", args[0], quoted(args[0]))
			}
			return wrongUsage("say what to do; for example: %s", firstExample(cmd))
		},
		RunE: func(*cobra.Command, []string) error { return nil },
	}
	cmd.AddGroup(&cobra.Group{ID: groupCompare, Title: "Commands"})
	check := a.citeCheckCommand()
	check.GroupID = groupCompare
	check.DisableFlagsInUseLine = true
	cmd.AddCommand(check)
	return cmd
}

func (a *app) citeCheckCommand() *cobra.Command {
	o := citeOptions{format: formatText}
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check PATH... --as-of REL [--to REL] [--fix] [--format FORMAT]",
		Short: "Which cited rules moved, changed, or are gone",
		Long: `Looks through text and source files for citations of rules (CR 702.19b, rule
510.1c, "See rule 116", 702.19b–d) and says of each, from the release that the
files were written against to another:

  right          the same rule, word for word
  reworded       the same rule in other words, which are shown
  moved          the rule bears another number now
  another-rule   the rule is gone, and its number means another one now
  gone           the rule is gone
  never          there was no such rule

Folders are looked through whole, without binary files, symbolic links, and what
git ignores. A number alone counts only with the letter of a subrule, and only
where there is such a rule.

--fix writes the new numbers of rules that moved, and shows them as a patch first;
what is in doubt is left as it is, and why is said. A range means all that it
spans, and is mended only when that moved as a whole. The files are then written
against the newer release: the next check has to say so with --as-of.

Ends with exit code 1 when a citation is wrong (moved and not mended, another-rule,
gone, never), with --strict also when one is reworded.`,
		Example: `  rulebook cite check src --as-of MKM
  rulebook cite check README.md docs --as-of 2023-04-14 --to EOE
  rulebook cite check . --as-of MKM --fix
  rulebook cite check . --as-of MKM --format sarif > rules.sarif`,
		Args:              arguments(1, -1, "files or folders"),
		ValidArgsFunction: completeFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := oneAtMost(cmd, "format", "json"); err != nil {
				return err
			}
			if asJSON {
				o.format = formatJSON
			}
			switch {
			case o.asOf == "":
				return wrongUsage("say against which release the files were written, with --as-of REL; for example: %s", firstExample(cmd))
			case o.dryRun && !o.fix:
				return wrongUsage("--dry-run goes with --fix")
			case o.fix && o.format != formatText:
				return wrongUsage("--fix prints a patch; it does not go with --format %s", o.format)
			}
			o.paths = args
			return a.citeCheck(cmd.Context(), o)
		},
	}
	a.addRelease(cmd, &o.asOf, "as-of", "the release `REL` that the files were written against")
	a.addRelease(cmd, &o.to, "to", "the release `REL` that they are to agree with (default: the newest held)")
	flags := cmd.Flags()
	flags.BoolVar(&o.all, "all", false, "show citations that are right too")
	flags.BoolVar(&o.strict, "strict", false, "end with exit code 1 for reworded rules too")
	flags.BoolVar(&o.fix, "fix", false, "write the new numbers of rules that moved")
	flags.BoolVar(&o.dryRun, "dry-run", false, "with --fix, only show the patch")
	addOneOf(cmd, &o.format, "format", []string{formatText, formatJSON, formatSARIF}, "how to print it")
	addJSON(cmd, &asJSON)
	return cmd
}

func (a *app) citeCheck(ctx context.Context, o citeOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	defer h.Close()
	c, err := h.compare(ctx, o.asOf, cmp.Or(o.to, newestHeld))
	if err != nil {
		return err
	}
	var skips tree.Skips
	paths, err := tree.Find(ctx, o.paths, &skips)
	if err != nil {
		return err
	}
	judge := cite.NewJudge(c.old, c.new, c.pairs)
	if o.fix {
		return a.citeFix(ctx, judge, paths, &skips, o, c.new.Release)
	}
	files, err := a.citeFiles(ctx, judge, paths, &skips, func(*cite.File, string) error { return nil })
	if err != nil {
		return err
	}
	switch o.format {
	case formatJSON:
		err = a.printJSON(cite.NewDocument(c.old.Release, c.new.Release, files, o.all))
	case formatSARIF:
		err = a.printJSON(cite.NewSARIF(a.version, c.old.Release, c.new.Release, files))
	default:
		err = a.streams.Page(func(w io.Writer) error {
			set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
			set.citations(c.old.Release, c.new.Release, files, o.all)
			return nil
		})
	}
	if err != nil {
		return err
	}
	a.citeSummary(files, skips)
	return o.verdict(files)
}

// citeFiles checks files one after another and calls each with every one that
// cites a rule, and its text.
func (a *app) citeFiles(ctx context.Context, judge *cite.Judge, paths []string, skips *tree.Skips, each func(*cite.File, string) error) ([]cite.File, error) {
	progress := a.streams.Progress()
	defer progress.Clear()
	var files []cite.File
	for i, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Show(i, len(paths), path)
		text, ok, err := tree.Read(path, skips)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		file := cite.File{Path: filepath.ToSlash(path), Checked: judge.Check(text)}
		files = append(files, file)
		if len(file.Findings) > 0 {
			if err := each(&file, text); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
}

// citeFix shows the patch of every file that has something to mend, and then
// writes them.
func (a *app) citeFix(ctx context.Context, judge *cite.Judge, paths []string, skips *tree.Skips, o citeOptions, to archive.Release) error {
	var rewrites []rewrite
	var patches strings.Builder
	mended := 0
	files, err := a.citeFiles(ctx, judge, paths, skips, func(f *cite.File, text string) error {
		if patch := f.Patch(text); patch != "" {
			patches.WriteString(patch)
			rewrites = append(rewrites, rewrite{filepath.FromSlash(f.Path), text, f.Apply(text)})
			mended += f.Fixes()
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := a.streams.Print(func(w io.Writer) error {
		patch := patches.String()
		if a.streams.OutTerminal { // a person looks at it; into a pipe it goes to the byte
			patch = term.Clean(patch)
		}
		_, err := io.WriteString(w, patch)
		return err
	}); err != nil {
		return err
	}
	if !o.dryRun {
		if err := rewriteAll(rewrites); err != nil {
			return err
		}
	}
	a.citeMended(files, mended, len(rewrites), o, to)
	a.citeSummary(files, *skips)
	return o.verdict(files)
}

// citeMended says on standard error what was rewritten, and what was not and why.
func (a *app) citeMended(files []cite.File, mended, rewritten int, o citeOptions, to archive.Release) {
	set := &typesetter{w: a.streams.Err, width: a.streams.Width}
	did := "rewritten"
	if o.dryRun {
		did = "to be rewritten"
	}
	set.note(fmt.Sprintf("%s in %s %s", count(mended, "citation", "citations"), count(rewritten, "file", "files"), did))
	var left []func()
	for _, file := range files {
		for i := range file.Findings {
			if f := &file.Findings[i]; !f.IsMended() && (f.Doubt != "" || isWrong(f, o.strict)) {
				left = append(left, func() { set.citation(file.Path, f, f.Unmended()) })
			}
		}
	}
	if rewritten > 0 && !o.dryRun { // the same --as-of again would move the new numbers once more
		but := ""
		if len(left) > 0 {
			but = ", but for what follows"
		}
		set.note(fmt.Sprintf("they are written against %s now%s; check them next time with --as-of %s", named(to), but, to.Effective))
	}
	for _, say := range left {
		say()
	}
}

// rewrite is a file as it was read and as it is to be.
type rewrite struct{ path, was, is string }

// rewriteAll writes all files or none: half a tree written against the newer release
// could be mended no more.
func rewriteAll(files []rewrite) error {
	for i, r := range files {
		err := tree.Replace(r.path, r.was, r.is)
		if err == nil {
			continue
		}
		for _, done := range files[:i] {
			if back := tree.Replace(done.path, done.is, done.was); back != nil {
				return fmt.Errorf("%w; and %w, so that it stays rewritten", err, back)
			}
		}
		return fmt.Errorf("%w; no file was rewritten", err)
	}
	return nil
}

// isWrong reports whether a finding makes the check fail.
func isWrong(f *cite.Finding, strict bool) bool {
	switch f.Verdict {
	case cite.Right:
		return false
	case cite.Reworded:
		return strict
	}
	return true
}

// verdict is the error that the command ends with when a citation is left wrong.
func (o *citeOptions) verdict(files []cite.File) error {
	for _, file := range files {
		for i := range file.Findings {
			f := &file.Findings[i]
			mended := o.fix && !o.dryRun && f.IsMended() && (f.Change == nil || !o.strict)
			if isWrong(f, o.strict) && !mended {
				return errAlreadySaid
			}
		}
	}
	return nil
}

// citeSummary says on standard error how much was looked through and left out.
func (a *app) citeSummary(files []cite.File, skips tree.Skips) {
	counts := cite.Tally(files)
	total, passed := 0, 0
	var by []string
	for _, v := range cite.Verdicts {
		total += counts[v]
		if counts[v] > 0 {
			by = append(by, fmt.Sprintf("%s %s", grouped(int64(counts[v])), v))
		}
	}
	for _, file := range files {
		passed += file.Passed
	}
	says := fmt.Sprintf("%s in %s", count(total, "citation", "citations"), count(len(files), "file", "files"))
	if len(by) > 0 {
		says += ": " + strings.Join(by, ", ")
	}
	set := &typesetter{w: a.streams.Err, width: a.streams.Width}
	set.note(says)
	var left []string
	for _, s := range []struct {
		n    int
		what string
	}{{skips.Ignored, "ignored by git"}, {skips.Binary, "binary"}, {skips.Linked, "symbolic links or devices"},
		{skips.Large, fmt.Sprintf("of more than %d MB", tree.MaxBytes>>20)}} {
		if s.n > 0 {
			left = append(left, fmt.Sprintf("%s %s", grouped(int64(s.n)), s.what))
		}
	}
	if len(left) > 0 {
		set.note("left out: " + strings.Join(left, ", "))
	}
	if passed > 0 {
		set.note(fmt.Sprintf("passed over: %s that no rule bears", count(passed, "number", "numbers")))
	}
}

// citations lists what was found, a citation a line, what changed in it below.
func (t *typesetter) citations(old, new archive.Release, files []cite.File, all bool) {
	t.hang("written against ", named(old), t.palette.Strong)
	t.hang("held against    ", named(new), t.palette.Strong)
	for _, n := range notices(new) {
		t.note(n)
	}
	options := render.Options{Width: t.width - eventIndent, Color: t.palette.Coloured(), Styles: renderStyles(t.palette), Context: wordsAround}
	shown := false
	for _, file := range files {
		for i := range file.Findings {
			f := &file.Findings[i]
			if f.Verdict == cite.Right && !all {
				continue
			}
			if !shown {
				fmt.Fprintln(t.w)
				shown = true
			}
			t.citation(file.Path, f, f.Message())
			if f.Change == nil || f.To.IsZero() {
				continue
			}
			for _, line := range render.Lines(cleanedEdits(f.Change.Edits), options) {
				fmt.Fprintln(t.w, strings.TrimRight(strings.Repeat(" ", eventIndent)+line, " "))
			}
		}
	}
}

// citation sets where a citation stands and what became of it. The place is never
// broken, so that an editor finds its way.
func (t *typesetter) citation(path string, f *cite.Finding, says string) {
	path = term.Clean(path)
	place := fmt.Sprintf(":%d:%d:", f.Line, f.Column)
	room := t.width - term.Columns(path+place) - 1
	lines := term.Wrap(term.Clean(says), t.width-eventIndent)
	first := ""
	if room >= leastMessage {
		lines = term.Wrap(term.Clean(says), room)
		first = " " + lines[0]
		rest := strings.Join(lines[1:], " ")
		lines = nil
		if rest != "" {
			lines = term.Wrap(rest, t.width-eventIndent)
		}
	}
	fmt.Fprintln(t.w, t.palette.Strong.Paint(path)+place+first)
	for _, line := range lines {
		fmt.Fprintln(t.w, strings.Repeat(" ", eventIndent)+line)
	}
}

// leastMessage is the room that the beginning of a message needs behind its place,
// in columns; where there is less it begins a line of its own.
const leastMessage = 24
