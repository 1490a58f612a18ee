package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"rulebook/cmd/internal/term"
)

// app is one run of the program: what it takes from its surroundings, and the
// flags that every command has.
type app struct {
	streams *term.Streams
	getenv  func(string) string
	program string // as the user called it
	version string

	archiveFlag string // --archive
}

// Main runs the program with its arguments, the first of which is its name, and
// returns its exit code. version is what --version prints.
func Main(args []string, streams *term.Streams, version string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// The first interrupt ends the work in order, a second one at once.
	context.AfterFunc(ctx, stop)
	a := &app{streams: streams, getenv: os.Getenv, program: args[0], version: version}
	return a.run(ctx, args[1:])
}

// Command is the program's command line with all its commands, for what is made
// from it beside the program, such as manual pages. It is not meant to be run.
func Command(version string) *cobra.Command {
	silent := &term.Streams{In: strings.NewReader(""), Out: io.Discard, Err: io.Discard}
	a := &app{streams: silent, getenv: func(string) string { return "" }, program: "rulebook", version: version}
	return a.rootCommand()
}

// run runs the program with the arguments behind its name.
func (a *app) run(ctx context.Context, args []string) int {
	root := a.rootCommand()
	root.SetArgs(searchArguments(args))
	err := a.explainEmpty(ctx, root.ExecuteContext(ctx))
	code, message := outcome(ctx, err)
	if message != "" {
		fmt.Fprintln(a.streams.Err, "rulebook: "+term.Clean(message))
	}
	return code
}
