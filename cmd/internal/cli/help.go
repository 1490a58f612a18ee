package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/cmd/internal/term"
)

// setHelp gives root and all its commands our page of help.
func setHelp(root *cobra.Command, streams *term.Streams) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		// Nobody can be told that help could not be written.
		_ = streams.Page(func(w io.Writer) error { return writeHelp(w, cmd, streams) })
	})
	root.InitDefaultHelpFlag()
	root.InitDefaultVersionFlag()
	root.SetHelpCommand(&cobra.Command{
		Use:    "help [COMMAND]",
		Short:  "Help for a command",
		Hidden: true,
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(root, args[len(args)-max(1, len(rest)):])
			}
			return found.Help()
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, c := range root.Commands() {
				if len(args) == 0 && !c.Hidden {
					names = append(names, c.Name()+"\t"+c.Short)
				}
			}
			return names, cobra.ShellCompDirectiveNoFileComp
		},
	})
}

// Columns of a page of help.
const (
	helpIndent    = 2
	commandMargin = 14 // where it says what a command does
)

// reflow sets the paragraphs of a text to a width. Lines that stand in are left
// as they are.
func reflow(text string, width int) string {
	var out, paragraph []string
	end := func() {
		if len(paragraph) > 0 {
			out = append(out, term.Wrap(strings.Join(paragraph, " "), width)...)
			paragraph = nil
		}
	}
	for _, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, " ") {
			end()
			out = append(out, line)
			continue
		}
		paragraph = append(paragraph, line)
	}
	end()
	return strings.Join(out, "\n")
}

func writeHelp(w io.Writer, cmd *cobra.Command, streams *term.Streams) error {
	p := streams.Palette
	part := func(title, body string) {
		if body != "" {
			fmt.Fprintf(w, "\n%s\n%s\n", p.Strong.Paint(title), strings.TrimRight(body, "\n"))
		}
	}
	long := cmd.Long
	if long == "" {
		long = cmd.Short + "."
	}
	fmt.Fprintln(w, reflow(long, streams.Width))
	if cmd.IsAdditionalHelpTopicCommand() {
		return nil
	}
	usage := cmd.UseLine()
	if !cmd.HasParent() {
		usage = "rulebook COMMAND [--archive FILE]"
	}
	// Further lines of the usage stand in, as what follows the command does.
	part("Usage", "  "+strings.Join(term.Wrap(usage, streams.Width-helpIndent), "\n      "))
	part("Examples", cmd.Example)
	for _, group := range cmd.Groups() {
		part(group.Title, commandList(cmd, group.ID))
	}
	if !cmd.HasParent() {
		part("Topics", commandList(cmd, ""))
	}
	part("Flags", cmd.LocalNonPersistentFlags().FlagUsagesWrapped(streams.Width))
	shared := cmd.InheritedFlags()
	if !cmd.HasParent() {
		shared = cmd.PersistentFlags()
	}
	part("Every command", shared.FlagUsagesWrapped(streams.Width))
	if !cmd.HasParent() {
		fmt.Fprintln(w, "\nMore about a command: rulebook COMMAND --help")
	}
	return nil
}

func commandList(cmd *cobra.Command, group string) string {
	var b strings.Builder
	for _, c := range cmd.Commands() {
		if c.GroupID == group && !c.Hidden {
			fmt.Fprintf(&b, "  %s%s\n", term.Pad(c.Name(), commandMargin-helpIndent), c.Short)
		}
	}
	return b.String()
}

// namingTopic is the help on how releases and rules are named.
func namingTopic() *cobra.Command {
	return &cobra.Command{
		Use:   "naming",
		Short: "How releases and rules are named",
		Long: `A release (REL) is named by

  iko            its set code, in any case; of two releases with one code the
                 first, and iko.2 is the second
  2020-04-17     its effective date
  2019-08-01     any day on which it was in force
  latest         the newest held
  iko~1          the one before; ~2 the one before that

A rule (RULE) is named by

  702.19b        its number; also CR 702.19b, rule 702.19b
  702.19         with its subrules; 702 with its rules; 7 with its headings
  "mana value"   a glossary term, or the title of a heading
  introduction   and likewise contents, glossary, credits
  702.19b@iko    any of these as of a release`,
	}
}
