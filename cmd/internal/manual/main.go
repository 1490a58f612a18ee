// Command manual writes the manual pages of rulebook, one a command, from the help
// of the commands themselves:
//
//	go run ./cmd/internal/manual FOLDER VERSION DATE
package main

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"rulebook/cmd/internal/cli"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	const wanted = 3
	if len(args) != wanted {
		return errors.New("give a folder, a version and a date such as 2026-11-30")
	}
	folder, version := args[0], args[1]
	date, err := time.Parse(time.DateOnly, args[2])
	if err != nil {
		return fmt.Errorf("the date cannot be read: %w", err)
	}
	root := cli.Command(version)
	root.DisableAutoGenTag = true
	keepLayout(root)
	header := &doc.GenManHeader{Section: "1", Source: "rulebook " + version, Manual: "rulebook", Date: &date}
	return doc.GenManTree(root, header, folder)
}

// keepLayout keeps the indented tables of the long texts as they are laid out: the
// pages are made by way of Markdown, where four spaces do that.
func keepLayout(cmd *cobra.Command) {
	lines := strings.Split(cmd.Long, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, "  ") {
			lines[i] = "  " + line
		}
	}
	cmd.Long = strings.Join(lines, "\n")
	for _, c := range cmd.Commands() {
		keepLayout(c)
	}
}
