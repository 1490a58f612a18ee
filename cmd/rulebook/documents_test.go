//go:build unix

package main

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"rulebook/archive/archivetest"
)

// ranElsewhere are the programs of others that documents show, and who tries what is
// shown of them.
var ranElsewhere = map[string]string{
	"systemctl":  "the package's test, as far as a unit can be tried without systemd",
	"apt-get":    "the package's test",
	"litestream": "TestReplication",
	"python3":    "nobody: it stands for any host of files",
}

// standIns are what takes the place of words that stand for a reader's own.
var standIns = strings.NewReplacer(
	" OLD NEW", " WAR IKO",
	"--from REL:N --to REL:N", "--from IKO:702.19b --to MOM:702.19b",
	" QUERY", " trample",
	" FOLDER", " pages",
	"~/", "",
	"/var/lib/rulebook/", "",
)

// TestDocuments runs, on the sample, every command that a document shows, in the order
// in which they stand there. What a console shows below a command is what it prints.
func TestDocuments(t *testing.T) {
	t.Parallel()
	root := filepath.Join("..", "..")
	documents, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	documents = append(documents, filepath.Join(root, "README.md"), filepath.Join(root, "CHANGELOG.md"),
		filepath.Join(root, "data", "sample", "README.md"))
	for _, path := range documents {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		commands := shownCommands(string(text))
		if len(commands) == 0 {
			continue
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			r := newReader(t)
			for _, c := range commands {
				r.try(c)
			}
		})
	}
}

// TestReadmePublished runs the README's five minutes on published files.
func TestReadmePublished(t *testing.T) {
	t.Parallel()
	corpus, present := archivetest.CorpusFolder()
	if !present || testing.Short() {
		t.Skip("it takes published files; RULEBOOK_CORPUS names their folder")
	}
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, minutes, found := strings.Cut(string(text), "\n## Five minutes")
	if !found {
		t.Fatal("README.md has no five minutes")
	}
	minutes, _, _ = strings.Cut(minutes, "\n## ")
	r := reader{workshop: newWorkshop(t), publisher: filepath.Join(corpus, "published")}
	for _, name := range []string{"MagicCompRules_20130711.txt", "MagicCompRules 20230203.docx"} {
		b, err := os.ReadFile(filepath.Join(r.publisher, name))
		if err != nil {
			t.Fatal(err)
		}
		r.write(filepath.Join("Downloads", "rules", name), b)
	}
	for _, c := range shownCommands(minutes) {
		r.try(c)
	}
}

// reader is one who follows a document: in a folder of its own, with an archive, rules
// that were downloaded, and a publisher.
type reader struct {
	workshop
	publisher string // a folder of published files; empty where none are at hand
}

func newReader(t *testing.T) reader {
	r := reader{workshop: newWorkshop(t)}
	for _, f := range sampleFiles(t) {
		r.write(filepath.Join("Downloads", "rules", f.Name), f.Bytes)
	}
	r.write("MagicCompRules 20300101.txt", sampleFiles(t)[0].Bytes)
	r.must("sample")
	return r
}

// try runs one command, or fails the test where nobody would.
func (r reader) try(c shownCommand) {
	r.t.Helper()
	words := c.words
	if words[0] == "sudo" {
		words = words[1:]
		if words[0] == "-u" {
			words = words[2:]
		}
	}
	switch program := words[0]; program {
	case "rulebook":
		r.rulebook(words[1:], c)
	case "make":
		r.make(words[1:], c)
	case "go":
		r.install(words, c)
	case "sqlite3": // the same library is in this test
		r.execute(strings.Replace(words[2], " INTO '", " INTO '"+r.folder+"/", 1))
	case "export":
		// The program is in the PATH of this test.
	default:
		if ranElsewhere[program] == "" {
			r.t.Errorf("line %d: nobody runs %q", c.line, words)
		}
	}
}

// rulebook runs the program as shown, as far as a test can: a server is asked for its
// first page, at any port; files are fetched from a folder.
func (r reader) rulebook(args []string, c shownCommand) {
	r.t.Helper()
	switch args[0] {
	case "serve":
		answer, err := http.Get(r.serve(args[1:]...))
		if err != nil {
			r.t.Errorf("line %d: %q: %v", c.line, args, err)
			return
		}
		defer answer.Body.Close()
		if _, err := io.Copy(io.Discard, answer.Body); err != nil || answer.StatusCode != http.StatusOK {
			r.t.Errorf("line %d: %q answers %d, %v", c.line, args, answer.StatusCode, err)
		}
		return
	case "fetch":
		r.fetch(args, c)
		return
	case "export":
		if r.publisher != "" {
			return // minutes; the sample's pages show as much
		}
	}
	printed := r.must(args...)
	if c.console && printed != c.output {
		r.t.Errorf("line %d: %q prints\n%s\nand the document says\n%s", c.line, args, printed, c.output)
	}
}

// fetch gets what is shown from a folder of published files. Where none are at hand it
// is enough that the command is one.
func (r reader) fetch(args []string, c shownCommand) {
	r.t.Helper()
	if r.publisher != "" {
		r.must(append(args, "--from", r.publisher)...)
		return
	}
	const missing = 1
	empty := r.t.TempDir()
	if code, _, errs := r.run(append(args, "--from", empty, "--archive", filepath.Join(empty, "archive.db"))...); code != missing {
		r.t.Errorf("line %d: %q ended with %d: %s", c.line, args, code, errs)
	}
}

// make looks for the targets in the Makefile: they are CI's own verbs, which a test
// does not run again.
func (r reader) make(targets []string, c shownCommand) {
	r.t.Helper()
	rules, err := os.ReadFile(filepath.Join("..", "..", "Makefile"))
	if err != nil {
		r.t.Fatal(err)
	}
	for _, target := range targets {
		if !strings.Contains(target, "=") && !strings.Contains(string(rules), "\n"+target+":") {
			r.t.Errorf("line %d: the Makefile has no %s", c.line, target)
		}
	}
}

// install runs go install as in a clone.
func (r reader) install(words []string, c shownCommand) {
	r.t.Helper()
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "GOBIN="+r.path("bin"))
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Errorf("line %d: %q: %v: %s", c.line, words, err, out)
		return
	}
	if out, err := exec.Command(r.path("bin/rulebook"), "--version").Output(); err != nil || !strings.HasPrefix(string(out), "rulebook ") {
		r.t.Errorf("line %d: what was installed says %q, %v", c.line, out, err)
	}
}

// shownCommand is a command in a document, and what stands below it where the block is
// a console.
type shownCommand struct {
	line    int // counted from 1
	words   []string
	console bool
	output  string
}

// inline are the commands that stand in the midst of a sentence.
var inline = regexp.MustCompile("`((?:rulebook|make|go install)\\s[^`]+)`")

// shownCommands reads the commands of a Markdown text: the lines of its blocks of shell
// commands, those behind a prompt in its consoles, and those within sentences.
func shownCommands(text string) []shownCommand {
	var out []shownCommand
	block, begun, prose := "", "", ""
	for i, line := range strings.Split(text, "\n") {
		command, prompted := strings.CutPrefix(line, "$ ")
		switch fence, fenced := strings.CutPrefix(line, "```"); {
		case fenced && block != "":
			block, prose = "", ""
		case fenced:
			block = strings.TrimSpace(fence) + " "
		case block == "console " && prompted:
			out = append(out, shownCommand{line: i + 1, words: shellWords(command), console: true})
		case block == "console ":
			out[len(out)-1].output += line + "\n"
		case block == "sh " && strings.HasSuffix(line, `\`):
			begun += strings.TrimSuffix(line, `\`)
		case block == "sh " || block == " " && strings.HasPrefix(line, "rulebook "):
			for _, part := range strings.Split(begun+line, " && ") {
				if words := shellWords(part); len(words) > 0 {
					out = append(out, shownCommand{line: i + 1, words: words})
				}
			}
			begun = ""
		case block == "":
			prose += line + "\n" // a command may be broken over two lines
			found := inline.FindAllStringSubmatchIndex(prose, -1)
			for _, at := range found {
				out = append(out, shownCommand{line: i + 1, words: shellWords(prose[at[2]:at[3]])})
			}
			if len(found) > 0 {
				prose = prose[found[len(found)-1][1]:]
			}
			if strings.TrimSpace(line) == "" {
				prose = ""
			}
		}
	}
	return out
}

// shellWords cuts a command line as a shell does: at spaces outside quotes, up to a
// comment.
func shellWords(line string) []string {
	line = standIns.Replace(line)
	var words []string
	word, within, quote := "", false, rune(0)
	for _, c := range line + "\n" {
		switch {
		case quote == 0 && c == '#' && !within:
			return words
		case quote == 0 && unicode.IsSpace(c):
			if within {
				words = append(words, word)
			}
			word, within = "", false
		case quote == 0 && (c == '\'' || c == '"'):
			quote, within = c, true
		case c == quote:
			quote = 0
		default:
			word, within = word+string(c), true
		}
	}
	return words
}

// TestShownCommands: what is read of a document, line by line.
func TestShownCommands(t *testing.T) {
	const document = "Say `rulebook show 702` or `make\nrun`, never `rulebook`.\n\n" +
		"```sh\n# a remark\nmake build && export PATH=build\nrulebook search '\"a b\"' \\\n    -c # so\n```\n" +
		"```json\n\"rulebook x\"\n```\n```console\n$ rulebook diff OLD NEW\n\nout\n```\n"
	var got []string
	for _, c := range shownCommands(document) {
		got = append(got, fmt.Sprintf("%d %q %q", c.line, c.words, c.output))
	}
	want := []string{
		`1 ["rulebook" "show" "702"] ""`, `2 ["make" "run"] ""`,
		`6 ["make" "build"] ""`, `6 ["export" "PATH=build"] ""`, `8 ["rulebook" "search" "\"a b\"" "-c"] ""`,
		`14 ["rulebook" "diff" "WAR" "IKO"] "\nout\n"`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("read\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
