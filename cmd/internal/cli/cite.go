package cli

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"rulebook/diffing/cite"
	"rulebook/diffing/cite/tree"
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
			if len(args) == 0 {
				return wrongUsage("say what to do; for example: %s", firstExample(cmd))
			}
			if _, err := os.Stat(args[0]); err != nil {
				return wrongUsage("rulebook cite has no command %q, only check; for example: %s", args[0], firstExample(cmd))
			}
			return wrongUsage("rulebook cite has no command %q; did you mean rulebook cite check %s?", args[0], quoted(args[0]))
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
		Use:   "check PATH...|- --as-of REL [--to REL] [--fix] [--format FORMAT]",
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
git ignores; - is standard input. A number alone counts only with the letter of a subrule, and only
where there is such a rule.

--fix writes the new numbers of rules that moved, and shows them as a patch first;
what is in doubt is left as it is, and why is said. A range means all that it
spans, and is mended only when that moved as a whole. A number inside an address or
the name of a file is left, and so is one whose new number the same file goes on
citing in another meaning.

The files are then written against the newer release: the next check has to say so
with --as-of. What --fix wrote is remembered beside the archive, so that the same
command given twice moves nothing twice; on another machine nobody remembers it.

Ends with exit code 1 when a citation is wrong (moved and not mended, another-rule,
gone, never), with --strict also when one is reworded.`,
		Example: `  rulebook cite check src --as-of MKM
  rulebook cite check README.md docs --as-of 2023-04-14 --to EOE
  rulebook cite check . --as-of MKM --fix
  git show HEAD:notes.md | rulebook cite check - --as-of MKM
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
			case o.fix && slices.Contains(args, stdin):
				return wrongUsage("--fix rewrites files, and - is standard input; name the files, or leave --fix out")
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
	c, err := h.compare(ctx, o.asOf, cmp.Or(o.to, newestHeld))
	if err != nil {
		return err
	}
	memory, err := openCiteMemory(citeMemoryPath(a.archivePath()))
	if err != nil {
		return err
	}
	check := &citeCheck{app: a, judge: cite.NewJudge(c.old, c.new, c.pairs), memory: memory}
	if err := check.find(ctx, o.paths); err != nil {
		return err
	}
	if o.fix {
		return check.fix(ctx, o, c.new.Release)
	}
	files, err := check.files(ctx, func(*cite.File, string) error { return nil })
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
	a.citeSummary(files, check.skips)
	return o.verdict(files)
}

// citeCheck is one run over some files.
type citeCheck struct {
	*app
	judge  *cite.Judge
	memory *citeMemory
	paths  []string // stdin among them
	skips  tree.Skips
}

// stdin stands for standard input among the paths, and is its name in what is shown.
const stdin = "-"

// find finds the files under some paths. Standard input comes first.
func (c *citeCheck) find(ctx context.Context, named []string) error {
	files := slices.DeleteFunc(slices.Clone(named), func(path string) bool { return path == stdin })
	found, err := tree.Find(ctx, files, &c.skips)
	if err != nil {
		return err
	}
	found = slices.DeleteFunc(found, c.memory.lies)
	if len(files) < len(named) {
		found = append([]string{stdin}, found...)
	}
	c.paths = found
	return nil
}

// read returns the text of a path, and what is remembered of it; ok is false for one
// that is left out.
func (c *citeCheck) read(path string) (text string, memory *cite.Memory, ok bool, err error) {
	if path == stdin {
		text, ok, err = tree.ReadFrom(c.streams.In, "standard input", &c.skips)
		return text, nil, ok, err
	}
	text, ok, err = tree.Read(path, &c.skips)
	return text, c.memory.of(path), ok, err
}

// files checks the files one after another and calls each with every one that cites a
// rule, and its text.
func (c *citeCheck) files(ctx context.Context, each func(*cite.File, string) error) ([]cite.File, error) {
	progress := c.streams.Progress()
	defer progress.Clear()
	var files []cite.File
	for i, path := range c.paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		progress.Show(i, len(c.paths), path)
		text, memory, ok, err := c.read(path)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		file := cite.File{Path: filepath.ToSlash(path), Checked: c.judge.Check(text, memory)}
		files = append(files, file)
		if len(file.Findings) > 0 {
			if err := each(&file, text); err != nil {
				return nil, err
			}
		}
	}
	return files, nil
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
