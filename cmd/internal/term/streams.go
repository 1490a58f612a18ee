package term

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/term"
)

// Widths in columns.
const (
	defaultWidth = 80  // of a pipe, and of a terminal that does not say
	minWidth     = 20  // below this a line would be torn; the terminal may wrap it
	maxWidth     = 100 // a longer line loses the reader's eye on its way back
)

// Streams are what a command reads from and writes to: data goes to Out,
// everything else to Err.
type Streams struct {
	In  io.Reader
	Out io.Writer
	Err io.Writer

	// OutTerminal and ErrTerminal say whether a person is looking, at a terminal
	// that can redraw a line.
	OutTerminal, ErrTerminal bool
	// Columns is how wide the terminal is, Width how wide a page for reading.
	Columns, Width int
	// Palette has the colours of Out.
	Palette Palette
	// Pager is the command line of the pager, empty for none.
	Pager string
}

// System returns the streams of the process, as the environment wants them:
// NO_COLOR (no-color.org) and TERM=dumb take colour away, COLUMNS sets the width,
// PAGER the pager.
func System() *Streams {
	s := &Streams{
		In: os.Stdin, Out: os.Stdout, Err: os.Stderr,
		OutTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		ErrTerminal: term.IsTerminal(int(os.Stderr.Fd())) && os.Getenv("TERM") != "dumb",
	}
	s.Columns = columns(os.Getenv("COLUMNS"), func() (int, error) {
		width, _, err := term.GetSize(int(os.Stdout.Fd()))
		return width, err
	})
	s.Width = min(s.Columns, maxWidth)
	if s.OutTerminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" {
		s.Palette = colours
	}
	if s.OutTerminal {
		s.Pager = pagerCommand(os.LookupEnv)
	}
	return s
}

// columns takes COLUMNS before what the terminal says.
func columns(variable string, size func() (int, error)) int {
	n, err := strconv.Atoi(variable)
	if err != nil || n <= 0 {
		if n, err = size(); err != nil || n <= 0 {
			n = defaultWidth
		}
	}
	return max(n, minWidth)
}

// Print runs f with a buffered Out. A reader that closed the pipe early has
// read enough, and that is no error.
func (s *Streams) Print(f func(w io.Writer) error) error {
	return printTo(s.Out, f)
}

func printTo(out io.Writer, f func(w io.Writer) error) error {
	w := bufio.NewWriter(out)
	err := f(w)
	if flushed := w.Flush(); err == nil && flushed != nil {
		err = fmt.Errorf("the output could not be written: %w", flushed)
	}
	if errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}
