package term

import (
	"strings"
	"testing"
)

func TestPaint(t *testing.T) {
	if got := (Palette{}).Added.Paint("x"); got != "x" {
		t.Errorf("without colour %q", got)
	}
	// A pager forgets a colour at a line's end.
	if got, want := colours.Strong.Paint("a\n\nb"), "\x1b[1ma\x1b[0m\n\n\x1b[1mb\x1b[0m"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The same lines with and without colour, but for the signs of the marks.
func TestHighlight(t *testing.T) {
	text := "the " + MarkOn + "excess damage" + MarkOff + " goes on"
	got := strings.Join((Palette{}).Highlight(text, 12), "|")
	if want := "the *excess|damage* goes|on"; got != want {
		t.Errorf("without colour %q, want %q", got, want)
	}
	on, off := colours.Marked.On, colours.Marked.Off
	got = strings.Join(colours.Highlight(text, 12), "|")
	if want := "the " + on + "excess" + off + "|" + on + "damage" + off + " goes|on"; got != want {
		t.Errorf("with colour %q, want %q", got, want)
	}
}
