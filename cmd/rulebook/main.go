// Command rulebook keeps, compares and searches the dated versions of a rulebook.
package main

import (
	"cmp"
	"os"
	"runtime/debug"

	"rulebook/cmd/internal/cli"
	"rulebook/cmd/internal/term"
)

// version is set by the linker, see the Makefile.
var version string

func main() { os.Exit(cli.Main(os.Args, term.System(), cmp.Or(version, installed(), "dev"))) }

// installed is the version of a program that go install has built, by its commit.
func installed() string {
	info, _ := debug.ReadBuildInfo()
	if info == nil || info.Main.Version == "(devel)" {
		return ""
	}
	return info.Main.Version
}
