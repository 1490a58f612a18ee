// Command laws runs the tests that docs/laws.md lists, on the published releases
// where the machine has them, and prints its table with results and times:
//
//	go run ./cmd/internal/laws
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// law is a row of docs/laws.md and what came of its test.
type law struct {
	says, room, test string
	result           string        // pass, fail, skip; empty for a test that did not run
	took, parts      time.Duration // of the test, and of its parts where these run beside each other
	output           strings.Builder
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "laws:", err)
		os.Exit(1)
	}
}

func run() error {
	text, err := os.ReadFile("docs/laws.md")
	if err != nil {
		return fmt.Errorf("run it from the project's folder: %w", err)
	}
	laws := readLaws(string(text))
	for _, room := range rooms(laws) {
		fmt.Fprintln(os.Stderr, "testing", room)
		if err := testRoom(room, laws); err != nil {
			return err
		}
	}
	return report(laws)
}

// readLaws reads the rows of the table.
func readLaws(text string) []*law {
	var laws []*law
	for line := range strings.Lines(text) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		const columns = 3
		if len(cells) != columns || !strings.HasPrefix(strings.TrimSpace(cells[2]), "Test") {
			continue
		}
		laws = append(laws, &law{says: strings.TrimSpace(cells[0]), room: strings.TrimSpace(cells[1]), test: strings.TrimSpace(cells[2])})
	}
	return laws
}

// rooms are the packages with laws, in the order of the table.
func rooms(laws []*law) []string {
	var rooms []string
	for _, l := range laws {
		if !slices.Contains(rooms, l.room) {
			rooms = append(rooms, l.room)
		}
	}
	return rooms
}

// event is a line of go test -json, see go doc test2json.
type event struct {
	Action, Test, Output string
	Elapsed              float64 // seconds
}

// ends are the actions that end a test.
var ends = []string{"pass", "fail", "skip"}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// testRoom runs the tests of one package and notes their results.
func testRoom(room string, laws []*law) error {
	byTest := make(map[string]*law)
	var names []string
	for _, l := range laws {
		if l.room == room {
			byTest[l.test] = l
			names = append(names, l.test)
		}
	}
	cmd := exec.Command("go", "test", "-count=1", "-timeout=60m", "-json", "-run", "^("+strings.Join(names, "|")+")$", "./"+room)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	for decoder := json.NewDecoder(bytes.NewReader(out)); decoder.More(); {
		var e event
		if err := decoder.Decode(&e); err != nil {
			return fmt.Errorf("%s: go test says no JSON: %w\n%s", room, err, errs.String())
		}
		top, part, isPart := strings.Cut(e.Test, "/")
		l := byTest[top]
		switch {
		case l == nil && (e.Action == "output" || e.Action == "build-output"):
			errs.WriteString(e.Output)
		case l == nil:
		case e.Action == "output":
			l.output.WriteString(e.Output)
		case isPart && slices.Contains(ends, e.Action) && !strings.Contains(part, "/"):
			l.parts += seconds(e.Elapsed)
		case !isPart && slices.Contains(ends, e.Action):
			l.result, l.took = e.Action, max(seconds(e.Elapsed), l.parts)
		}
	}
	for _, l := range byTest {
		if l.result == "" {
			l.result = "did not run"
			l.output.WriteString(errs.String())
		}
	}
	return nil
}

// report prints the table, and behind it what the tests said that did not pass.
func report(laws []*law) error {
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "LAW\tROOM\tRESULT\tTIME")
	for _, l := range laws {
		fmt.Fprintf(w, "%s\t%s\t%s\t%.1fs\n", l.says, l.room, l.result, l.took.Seconds())
	}
	if err := w.Flush(); err != nil {
		return err
	}
	broken := 0
	for _, l := range laws {
		if l.result != "pass" && l.result != "skip" {
			broken++
			fmt.Printf("\n%s (%s in %s)\n%s", l.says, l.test, l.room, l.output.String())
		}
	}
	if broken > 0 {
		return fmt.Errorf("%d of %d laws do not hold", broken, len(laws))
	}
	return nil
}
