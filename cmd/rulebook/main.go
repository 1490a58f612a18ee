// Command rulebook keeps, compares and searches the dated versions of a rulebook.
package main

import (
	"os"

	"rulebook/cmd/internal/cli"
	"rulebook/cmd/internal/term"
)

// version is set by the linker, see the Makefile.
var version = "dev"

func main() { os.Exit(cli.Main(os.Args, term.System(), version)) }
