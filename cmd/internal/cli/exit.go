package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rulebook/archive"
	"rulebook/archive/sqlite"
)

// The exit codes.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitNotFound    = 3
	exitInterrupted = 130
)

// usageError is a command line that has no meaning.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

func wrongUsage(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// errAlreadySaid ends a command with exitFailed after it has said why, or where
// the code is the answer.
var errAlreadySaid = errors.New("already said")

// outcome is the exit code that an error ends in, and what is to be said of it.
func outcome(ctx context.Context, err error) (code int, message string) {
	var usage *usageError
	var notFound *archive.NotFoundError
	switch {
	case err == nil:
		return exitDone, ""
	case ctx.Err() != nil:
		return exitInterrupted, "interrupted; the archive is whole, run the command again to do the rest"
	case errors.Is(err, errAlreadySaid):
		return exitFailed, ""
	case errors.As(err, &usage):
		return exitUsage, err.Error()
	case errors.As(err, &notFound), errors.Is(err, archive.ErrEmpty), errors.Is(err, sqlite.ErrNoArchive):
		return exitNotFound, err.Error()
	}
	return exitFailed, err.Error() + remedy(err)
}

// remedy is what to do about a disk that refuses, whichever part of the program
// met it.
func remedy(err error) string {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return "; the disk is full: make room and run the command again"
	case errors.Is(err, syscall.EROFS):
		return "; nothing can be written there: name an archive elsewhere with --archive"
	case errors.Is(err, fs.ErrPermission):
		return "; check the permissions of the file and its folder"
	}
	return ""
}

// flagError puts what pflag says into our words.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	var valueless *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	see := "see " + cmd.CommandPath() + " --help"
	switch {
	case errors.As(err, &unknown):
		return wrongUsage("%s has no flag %s; %s", cmd.CommandPath(), spelled(unknown), nearestFlag(cmd, unknown.GetSpecifiedName(), see))
	case errors.As(err, &valueless):
		return wrongUsage("--%s needs a value; %s", valueless.GetFlag().Name, see)
	case errors.As(err, &invalid):
		return wrongUsage("--%s cannot be %q; %s", invalid.GetFlag().Name, invalid.GetValue(), expected(invalid, see))
	}
	return wrongUsage("%s; %s", err, see)
}

// spelled is the unknown flag as the user wrote it.
func spelled(e *pflag.NotExistError) string {
	if e.GetSpecifiedShortnames() != "" {
		return "-" + e.GetSpecifiedName()
	}
	return "--" + e.GetSpecifiedName()
}

// nearestFlag asks whether another flag was meant; of one letter nothing can be told.
func nearestFlag(cmd *cobra.Command, asked, otherwise string) string {
	if len(asked) == 1 {
		return otherwise
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, "--"+f.Name)
		}
	})
	if near := archive.Nearest("--"+asked, names, 1); len(near) > 0 {
		return "did you mean " + near[0] + "?"
	}
	return otherwise
}

// expected says what a flag's value may be.
func expected(e *pflag.InvalidValueError, otherwise string) string {
	switch value := e.GetFlag().Value.(type) {
	case interface{ choices() string }:
		return "give " + value.choices()
	case *dateValue:
		return "write it as 2020-04-17"
	case *releaseValue:
		return "name a release, such as IKO, 2020-04-17 or latest"
	}
	if e.GetFlag().Value.Type() == "int" {
		return "give a whole number"
	}
	return otherwise
}

// arguments checks how many there are; what names them in the sentence, and at
// most is unlimited when negative.
func arguments(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		return wrongUsage("%s takes %s; for example: %s", cmd.CommandPath(), what, firstExample(cmd))
	}
}

// firstExample is the first command line among a command's examples.
func firstExample(cmd *cobra.Command) string {
	lines := strings.Split(cmd.Example, "\n")
	at := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(strings.TrimSpace(line), "rulebook") })
	if at < 0 {
		return cmd.CommandPath() + " --help"
	}
	line, _, _ := strings.Cut(strings.TrimSpace(lines[at]), "  #")
	return strings.TrimSpace(line)
}
