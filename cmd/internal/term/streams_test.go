package term

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"
)

func TestColumnsOfThePage(t *testing.T) {
	terminal := func(n int, err error) func() (int, error) {
		return func() (int, error) { return n, err }
	}
	for _, c := range []struct {
		variable string
		size     func() (int, error)
		want     int
	}{
		{"", terminal(120, nil), 120},
		{"72", terminal(120, nil), 72},
		{"wide", terminal(120, nil), 120},
		{"-3", terminal(0, nil), defaultWidth},
		{"", terminal(0, errors.New("no terminal")), defaultWidth},
		{"5", terminal(120, nil), minWidth},
	} {
		if got := columns(c.variable, c.size); got != c.want {
			t.Errorf("COLUMNS=%q gives %d, want %d", c.variable, got, c.want)
		}
	}
}

func TestPagerCommand(t *testing.T) {
	set := func(value string) func(string) (string, bool) {
		return func(string) (string, bool) { return value, true }
	}
	for value, want := range map[string]string{"": "", "cat": "", "more": "more", "less -S": "less -S"} {
		if got := pagerCommand(set(value)); got != want {
			t.Errorf("PAGER=%q gives %q, want %q", value, got, want)
		}
	}
}

func TestPage(t *testing.T) {
	for _, c := range []struct {
		pager, want string
		missing     bool
	}{
		{pager: "", want: "all of it\n"},
		{pager: "sed s/all/most/", want: "most of it\n"},
		{pager: "cat; exit 1", want: "all of it\n"}, // once is enough
		// A pager that is not there takes no text away.
		{pager: "no-such-pager-anywhere", want: "all of it\n", missing: true},
		{pager: "/no/such/pager -R", want: "all of it\n", missing: true},
		{pager: "/", want: "all of it\n", missing: true},
	} {
		var out, errs bytes.Buffer
		s := &Streams{Out: &out, Err: &errs, Pager: c.pager}
		if err := s.Page(func(w io.Writer) error {
			_, err := fmt.Fprintln(w, "all of it")
			return err
		}); err != nil || out.String() != c.want {
			t.Errorf("PAGER=%q: %q, %v", c.pager, out.String(), err)
		}
		if said := strings.Contains(errs.String(), "cannot be run; set PAGER to another"); said != c.missing {
			t.Errorf("PAGER=%q: %q", c.pager, errs.String())
		}
	}
}

// A pager that ends before all is written has shown enough; what f says counts.
func TestPagerEndsEarly(t *testing.T) {
	s := &Streams{Out: io.Discard, Err: io.Discard, Pager: "head -n 1"}
	long := strings.Repeat("a line\n", 1<<16)
	if err := s.Page(func(w io.Writer) error {
		_, err := io.WriteString(w, long)
		return err
	}); err != nil {
		t.Errorf("a reader who has read enough is no error: %v", err)
	}
	wrong := errors.New("it is wrong")
	if err := s.Page(func(io.Writer) error { return wrong }); err != wrong {
		t.Errorf("got %v", err)
	}
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestPrintSaysWhatWasNotWritten(t *testing.T) {
	s := &Streams{Out: fullDisk{}}
	if err := s.Print(func(w io.Writer) error {
		io.WriteString(w, "lost")
		return nil
	}); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("got %v", err)
	}
}

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	silent := (&Streams{Err: &out}).Progress()
	silent.Show(1, 2, "reading")
	silent.Clear()
	if out.Len() > 0 {
		t.Errorf("progress where no terminal is: %q", out.String())
	}
	p := (&Streams{Err: &out, ErrTerminal: true, Width: 60}).Progress()
	p.Show(1, 2, "reading \x1b[2Jevil")
	p.Show(1, 2, "too soon to be seen")
	p.Show(2, 2, "done")
	p.Clear()
	want := clearLine + "████████████░░░░░░░░░░░░ 1/2 reading \ufffd[2Jevil" +
		clearLine + "████████████████████████ 2/2 done" + clearLine
	if out.String() != want {
		t.Errorf("got  %q\nwant %q", out.String(), want)
	}
}
