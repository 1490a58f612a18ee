package cli

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
)

// addIn adds --in, the release that a command speaks of.
func (a *app) addIn(cmd *cobra.Command, value *string) {
	a.addRelease(cmd, value, "in", "the release `REL` (default: the newest held)")
}

// addRelease adds a flag that names a release.
func (a *app) addRelease(cmd *cobra.Command, value *string, name, usage string) {
	cmd.Flags().Var(&releaseValue{value}, name, usage)
	complete(cmd, name, func(cmd *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
		return a.releasesBeginning(cmd.Context(), begun)
	})
}

// completeReleases completes up to most arguments that name releases.
func (a *app) completeReleases(most int) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return a.releasesBeginning(cmd.Context(), begun)
	}
}

// completeRule completes an argument that names a rule of the release that in
// will have named, up to most arguments.
func (a *app) completeRule(in *string, most int) cobra.CompletionFunc {
	return func(cmd *cobra.Command, args []string, begun string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return a.rulesBeginning(cmd.Context(), *in, begun)
	}
}

// releasesBeginning are the held releases, newest first, by what the user began
// to write: codes, or dates once there is a digit.
func (a *app) releasesBeginning(ctx context.Context, begun string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	h, err := a.openHoldings(background(ctx))
	if err != nil {
		return nil, directive
	}
	var names []string
	for _, r := range h.releases {
		name := archive.ShortReference(h.releases, r)
		if strings.HasPrefix(r.Effective.String(), begun) && begun != "" {
			name = r.Effective.String()
		}
		if r.Held {
			names = append(names, name+"\t"+r.Label())
		}
	}
	names = append(names, "latest\tthe newest held")
	var fitting []string
	for i := len(names) - 1; i >= 0; i-- {
		if hasPrefixFold(names[i], begun) {
			fitting = append(fitting, names[i])
		}
	}
	return fitting, directive
}

// rulesBeginning are the numbers of a release one step further than what the user
// began to write, and its glossary terms once there is a letter.
func (a *app) rulesBeginning(ctx context.Context, in, begun string) ([]string, cobra.ShellCompDirective) {
	const directive = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	ctx = background(ctx)
	h, err := a.openHoldings(ctx)
	if err != nil {
		return nil, directive
	}
	s, err := h.open(ctx, in)
	if err != nil {
		return nil, directive
	}
	var fitting []string
	for _, e := range s.Entries {
		name := e.Number.String()
		if e.Kind == archive.Term {
			name = e.Term
		}
		if name == term.Clean(name) && name != "" && hasPrefixFold(name, begun) && withinReach(e, begun) {
			fitting = append(fitting, name+"\t"+about(e.Text))
		}
	}
	return fitting, directive
}

// about is the beginning of a text, as much as a shell shows beside a suggestion.
func about(text string) string {
	const columns = 60
	first, _, _ := strings.Cut(text, "\n")
	return term.Shorten(term.Clean(first), columns)
}

// withinReach keeps the list short: sections and headings always, what stands
// under a number once that number is written, terms from the first letter.
func withinReach(e archive.Entry, begun string) bool {
	switch e.Kind {
	case archive.Section, archive.Heading:
		return true
	case archive.Term:
		return begun != ""
	}
	return strings.HasPrefix(begun, e.Number.Parent().String())
}

func hasPrefixFold(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// background stands in for the context that a completion is not given.
func background(ctx context.Context) context.Context {
	if ctx == nil {
		return context.Background()
	}
	return ctx
}

// completeFiles leaves completion to the shell, which knows the files.
func completeFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}
