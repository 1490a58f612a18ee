package main

import (
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// readme runs what a document shows: "readme README.md fetch serve" runs every
// rulebook command of its sh blocks but fetch and serve, and compares what those of
// its console blocks print with what stands below them.
func readme(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: readme FILE [COMMAND-TO-SKIP...]")
	}
	ran := 0
	for _, shown := range shownCommands(ts.ReadFile(args[0])) {
		if len(shown.words) < 2 || shown.words[0] != "rulebook" || slices.Contains(args[1:], shown.words[1]) {
			continue
		}
		ran++
		if err := ts.Exec(shown.words[0], shown.words[1:]...); err != nil {
			ts.Fatalf("%s: %v\n%s", strings.Join(shown.words, " "), err, ts.ReadFile("stderr"))
		}
		if printed := ts.ReadFile("stdout"); shown.console && printed != shown.output {
			ts.Fatalf("%s prints\n%s\nand the document says\n%s", strings.Join(shown.words, " "), printed, shown.output)
		}
	}
	if ran == 0 {
		ts.Fatalf("%s shows no command", args[0])
	}
}

// shownCommand is a command line in a document, and what stands below it where
// the block is a console.
type shownCommand struct {
	words   []string
	console bool
	output  string
}

// shownCommands reads the blocks of commands of a Markdown text.
func shownCommands(text string) []shownCommand {
	var out []shownCommand
	block := ""
	for line := range strings.Lines(text) {
		command, prompted := strings.CutPrefix(line, "$ ")
		switch fence, fenced := strings.CutPrefix(line, "```"); {
		case fenced:
			block = strings.TrimSpace(fence)
		case block == "console" && prompted:
			out = append(out, shownCommand{words: shellWords(command), console: true})
		case block == "console":
			out[len(out)-1].output += line
		case block == "sh":
			out = append(out, shownCommand{words: shellWords(line)})
		}
	}
	return out
}

// shellWords cuts a command line as a shell does: at spaces outside single quotes,
// up to a comment.
func shellWords(line string) []string {
	line, _, _ = strings.Cut(line, " #")
	var words []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			words = append(words, part)
		} else {
			words = append(words, strings.Fields(part)...)
		}
	}
	return words
}
