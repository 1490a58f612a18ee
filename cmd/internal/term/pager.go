package term

import (
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

// Page runs f like Print, through the pager where there is one.
func (s *Streams) Page(f func(w io.Writer) error) error {
	if s.Pager == "" {
		return s.Print(f)
	}
	pager := exec.Command("sh", "-c", s.Pager)
	pager.Stdout, pager.Stderr = s.Out, s.Err
	pager.Env = os.Environ()
	if _, set := os.LookupEnv("LESS"); !set {
		pager.Env = append(pager.Env, "LESS=FRX")
	}
	in, err := pager.StdinPipe()
	if err != nil {
		return fmt.Errorf("cannot start the pager: %w", err)
	}
	// Ctrl-C is for the pager; who dies before it leaves the terminal in disorder.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	if err := pager.Start(); err != nil {
		return s.Print(f)
	}
	err = printTo(in, f)
	in.Close()
	// The terminal is the pager's until it ends, however it ends.
	pager.Wait()
	return err
}
