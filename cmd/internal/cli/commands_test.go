package cli

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"rulebook/cmd/internal/term"
)

// Every command can be used by a person who never saw the code.
func TestEveryCommandIsFinished(t *testing.T) {
	root := program{}.app(&term.Streams{Out: io.Discard, Err: io.Discard, Width: 80}).rootCommand()
	var check func(cmd *cobra.Command)
	check = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			check(c)
		}
		if cmd == root || cmd.IsAdditionalHelpTopicCommand() || cmd.Hidden {
			return
		}
		if !strings.HasPrefix(cmd.Example, "  "+cmd.CommandPath()) {
			t.Errorf("%s: no example", cmd.Name())
		}
		if cmd.Long == "" || cmd.Short == "" || strings.HasSuffix(cmd.Short, ".") {
			t.Errorf("%s: help has no long text, or a short one that is a sentence", cmd.Name())
		}
		isGroup := cmd.HasSubCommands() // it prints nothing and takes nothing itself
		if cmd.Name() != "dump" && !isGroup && cmd.Flags().Lookup("json") == nil {
			t.Errorf("%s: no --json", cmd.Name())
		}
		if !isGroup && cmd.ValidArgsFunction == nil {
			t.Errorf("%s: arguments are not completed", cmd.Name())
		}
		for _, text := range []string{cmd.Example, strings.Repeat(" ", commandMargin) + cmd.Short} {
			for _, line := range strings.Split(text, "\n") {
				if term.Columns(line) > 80 {
					t.Errorf("%s: %d columns in help: %s", cmd.Name(), term.Columns(line), line)
				}
			}
		}
	}
	check(root)
}

func TestInterruptedCommandsEndWith130(t *testing.T) {
	p := withSample(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{{"rebuild"}, {"diff", "M14", "EOE"}, {"dump"}, {"show", "702"}, {"search", "trample"}} {
		code, _, stderr := p.run(t, ctx, args...)
		if code != exitInterrupted || !strings.Contains(stderr, "interrupted") {
			t.Errorf("%q ended with %d: %s", args, code, stderr)
		}
	}
	if out := p.must(t, "verify"); !strings.Contains(out, "whole") {
		t.Errorf("after interrupts: %s", out)
	}
}

func TestSearchArguments(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"show -1", "show -1"},
		{"search -1/-1", "search <-1/-1"},
		{"search a -flying --in IKO", "search a <-flying --in IKO"},
		{"search -n 5 a", "search -n 5 a"},
		{"search -n5 a -n=5", "search -n5 a -n=5"},
		{"search a -- -b --between A B", "search a -- -b --between A B"},
		{"search a --between A B b", "search a --between=A..B b"},
		{"search a --between A..B b", "search a --between A..B b"},
		{"search a --between A", "search a --between A"},
		{"--archive search search -x1", "--archive search search <-x1"},
		{"--archive search show -x1", "--archive search show -x1"},
		{"--archive", "--archive"},
		{"--archive f search -x1", "--archive f search <-x1"},
		{"--archive=f search -x1", "--archive=f search <-x1"},
		{"trend -1/-1 --csv +1/+1", "trend <-1/-1 --csv +1/+1"},
		{"last -1/-1", "last <-1/-1"},
		{"first -h", "first -h"},
		{"", ""},
	} {
		got := strings.ReplaceAll(strings.Join(searchArguments(strings.Fields(c.in)), " "), shield, "<")
		if got != c.want {
			t.Errorf("%q gives %q, want %q", c.in, got, c.want)
		}
	}
}
