package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/archive/sqlite"
	"rulebook/cmd/internal/term"
)

// The groups of commands in the help.
const (
	groupRead    = "read"
	groupCompare = "compare"
	groupKeep    = "keep"
)

func (a *app) rootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "rulebook",
		Short: "The archive of a rulebook's dated versions",
		Long: `rulebook keeps the dated versions of a rulebook: it imports published releases,
shows any rule as of any of them, compares any two word by word although rules
were renumbered, and searches all.`,
		Example: `  rulebook sample                       make an archive of the bundled sample
  rulebook import FOLDER                take in published files
  rulebook show 702.19b --in IKO        a rule as of a release
  rulebook diff WAR IKO                 what changed from one to the other
  rulebook serve                        read it all in a browser`,
		Version:       a.version,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return a.overview(cmd.Context()) },

		SuggestionsMinimumDistance: 2,
	}
	root.SetOut(a.streams.Out)
	root.SetErr(a.streams.Err)
	root.SetVersionTemplate("rulebook {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.PersistentFlags().StringVar(&a.archiveFlag, "archive", "", "the archive's `FILE` (default: $RULEBOOK_ARCHIVE, or\nrulebook/archive.db in your data directory)")
	complete(root, "archive", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return []string{"db"}, cobra.ShellCompDirectiveFilterFileExt
	})
	root.AddGroup(
		&cobra.Group{ID: groupRead, Title: "Read"},
		&cobra.Group{ID: groupCompare, Title: "Compare"},
		&cobra.Group{ID: groupKeep, Title: "Keep"},
	)
	add := func(group string, commands ...*cobra.Command) {
		for _, cmd := range commands {
			cmd.GroupID = group
			cmd.DisableFlagsInUseLine = true
			root.AddCommand(cmd)
		}
	}
	add(groupRead, a.showCommand(), a.historyCommand(), a.blameCommand(), a.searchCommand(), a.firstCommand(), a.lastCommand(), a.trendCommand(), a.releasesCommand(), a.serveCommand())
	add(groupCompare, a.diffCommand(), a.logCommand(), a.termsCommand(), a.mapCommand(), a.pinCommand())
	add(groupRead, a.annotateCommand(), a.keywordCommand(), a.keywordsCommand(), a.quoteCommand())
	add(groupCompare, a.citeCommand())
	add(groupKeep, a.sampleCommand(), a.importCommand(), a.fetchCommand(), a.rawCommand(), a.rebuildCommand(), a.verifyCommand(), a.dumpCommand(), a.exportCommand())
	root.SetCompletionCommandGroupID(groupKeep)
	root.AddCommand(namingTopic())
	setHelp(root, a.streams)
	return root
}

// unknownCommand is the argument check of the root: every argument that is left
// is a command that does not exist.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	hint := "rulebook --help lists the commands"
	if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "?"
	} else if _, isRule := archive.ParseCitation(args[0]); isRule {
		hint = "to read a rule: rulebook show " + args[0]
	}
	return wrongUsage("there is no command %q; %s", args[0], hint)
}

// overview is what rulebook says when it is told nothing.
func (a *app) overview(ctx context.Context) error {
	says, next, err := a.state(ctx)
	if err != nil {
		return err
	}
	return a.streams.Print(func(w io.Writer) error {
		p := a.streams.Palette
		fmt.Fprintln(w, p.Strong.Paint("rulebook")+": the archive of a rulebook's dated versions")
		fmt.Fprintln(w)
		fmt.Fprintln(w, "Archive: "+term.Clean(a.archivePath())) // in one piece, to be copied
		for _, line := range says {
			fmt.Fprintln(w, line)
		}
		fmt.Fprintln(w)
		for _, n := range next {
			fmt.Fprintf(w, "  %s%s\n", term.Pad(n.command, 38), p.Faint.Paint(n.does))
		}
		_, err := fmt.Fprintln(w, "\nAll commands: rulebook --help")
		return err
	})
}

// suggestion is a command to try.
type suggestion struct{ command, does string }

// state says, a line each, what the archive holds, and what to try next.
func (a *app) state(ctx context.Context) (says []string, next []suggestion, err error) {
	toFill := []suggestion{
		{"rulebook sample", "make an archive of the bundled sample"},
		{"rulebook import FOLDER", "take in published files"},
	}
	h, err := a.openHoldings(ctx)
	switch {
	case errors.Is(err, sqlite.ErrNoArchive):
		if _, err := os.Stat(a.archivePath()); err == nil {
			return []string{"The file is empty."}, toFill, nil
		}
		return []string{"There is none yet."}, toFill, nil
	case err != nil:
		return nil, nil, err
	}
	held := h.held()
	if len(held) == 0 {
		excerpts, err := h.Excerpts(ctx)
		if len(excerpts) == 0 {
			return []string{"It is empty."}, toFill, err
		}
		says = []string{count(len(excerpts), "excerpt", "excerpts") + ", and no whole release"}
		return says, append([]suggestion{{"rulebook releases", "list them"}}, toFill...), nil
	}
	newest := held[len(held)-1]
	says = []string{count(len(held), "release", "releases") + ", the newest " + named(newest)}
	if newest.Sample {
		says = append(says, sampleNotice)
	}
	next = append(next, suggestion{"rulebook releases", "list them"}, suggestion{"rulebook show 702.19b", "a rule as of the newest"})
	if len(held) > 1 {
		next = append(next, suggestion{"rulebook diff latest~1 latest", "what the newest changed"})
	}
	next = append(next, suggestion{"rulebook search trample", "find rules by their words"}, suggestion{"rulebook serve", "read it all in a browser"})
	return says, next, nil
}
