package term

import (
	"bytes"
	"testing"
	"time"
)

func TestBars(t *testing.T) {
	var screen bytes.Buffer
	b := (&Streams{Err: &screen, ErrTerminal: true, Width: 40}).Bars()
	show := func(want string, bars ...Bar) {
		t.Helper()
		screen.Reset()
		b.Show(bars)
		if got := screen.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	show("\r\x1b[J████░░░░░░░░░░░░  25% a.txt\n░░░░░░░░░░░░░░░░      b.txt: it is lon…",
		Bar{1, 4, "a.txt"}, Bar{7, 0, "b.txt: it is longer than a line"})
	show("", Bar{2, 4, "a.txt"}) // too soon
	b.last = time.Time{}
	show("\x1b[1A\r\x1b[J████████████████ 100% \ufffd[2J", Bar{9, 4, "\x1b[2J"})
	screen.Reset()
	b.Clear()
	b.Clear()
	if got := screen.String(); got != "\r\x1b[J" {
		t.Errorf("cleared by %q", got)
	}
}

func TestNoBarsInAPipe(t *testing.T) {
	var out bytes.Buffer
	b := (&Streams{Err: &out, Width: 40}).Bars()
	b.Show([]Bar{{1, 2, "a"}})
	b.Clear()
	if out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
}
