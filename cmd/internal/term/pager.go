package term

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
)

// defaultPager quits by itself when all fits on the screen (-F), shows colours
// (-R), and leaves the text on the screen (-X).
const defaultPager = "less -FRX"

// pagerCommand is PAGER, or less where that is installed. An empty PAGER, and
// cat, mean none.
func pagerCommand(lookup func(string) (string, bool)) string {
	pager, set := lookup("PAGER")
	if !set {
		if _, err := exec.LookPath("less"); err != nil {
			return ""
		}
		return defaultPager
	}
	if pager == "cat" {
		return ""
	}
	return pager
}

// The exit codes of a shell for a command that cannot be run and for one that is not
// there (POSIX, Shell Command Language, 2.8.2).
const (
	exitCannotRun = 126
	exitNoCommand = 127
)

// Page runs f like Print, through the pager where there is one. A pager that cannot
// be run takes nothing away: the text is printed as it is, and that is said.
func (s *Streams) Page(f func(w io.Writer) error) error {
	if s.Pager == "" {
		return s.Print(f)
	}
	var text bytes.Buffer
	failed := f(&text)
	err := s.page(text.Bytes())
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() != exitCannotRun && exit.ExitCode() != exitNoCommand {
		err = nil // how a pager ends that was there is between it and its reader
	}
	if err != nil {
		fmt.Fprintf(s.Err, "the pager %q cannot be run; set PAGER to another, or to nothing for none\n", Clean(s.Pager))
		err = s.Print(func(w io.Writer) error {
			_, err := w.Write(text.Bytes())
			return err
		})
	}
	if failed != nil {
		return failed
	}
	return err
}

// page shows a text in the pager and waits for its end.
func (s *Streams) page(text []byte) error {
	pager := exec.Command("sh", "-c", s.Pager)
	pager.Stdout, pager.Stderr = s.Out, s.Err
	pager.Env = os.Environ()
	if _, set := os.LookupEnv("LESS"); !set {
		pager.Env = append(pager.Env, "LESS=FRX")
	}
	pager.Stdin = bytes.NewReader(text)
	// Ctrl-C is for the pager; who dies before it leaves the terminal in disorder.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	// The terminal is the pager's until it ends, however it ends. One that ends
	// before it has read all has shown enough, which package exec knows.
	return pager.Run()
}
