package term

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// Bar is one of several jobs under way. Total is 0 while it is not known.
type Bar struct {
	Done, Total int64
	Doing       string
}

// Bars are lines of progress, one for each job under way. The zero Bars, and those
// of a stream that is no terminal, show nothing.
type Bars struct {
	w     io.Writer
	width int
	last  time.Time
	shown int // lines on the screen
}

// Bars returns lines of progress on Err.
func (s *Streams) Bars() *Bars {
	if !s.ErrTerminal {
		return &Bars{}
	}
	return &Bars{w: s.Err, width: s.Width}
}

// Show draws bars in the place of those that were shown before. States that
// follow each other faster than anybody reads are left out.
func (b *Bars) Show(bars []Bar) {
	if b.w == nil || (b.shown > 0 && time.Since(b.last) < redraw) {
		return
	}
	var text strings.Builder
	for i, bar := range bars {
		if i > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(Shorten(barLine(bar), b.width-1))
	}
	io.WriteString(b.w, b.eraser()+text.String())
	b.last, b.shown = time.Now(), len(bars)
}

// Clear takes the bars away, so that something else can be written.
func (b *Bars) Clear() {
	if b.shown > 0 {
		io.WriteString(b.w, b.eraser())
		b.shown = 0
	}
}

// eraser returns to the first line of what is shown and erases from there on.
func (b *Bars) eraser() string {
	const eraseBelow = "\r\x1b[J"
	if b.shown > 1 {
		return fmt.Sprintf("\x1b[%dA", b.shown-1) + eraseBelow
	}
	return eraseBelow
}

// barLine is a bar in cells, what part of the whole is done, and on what.
func barLine(b Bar) string {
	const cells = 16
	full, percent := 0, "    "
	if b.Total > 0 {
		done := min(max(b.Done, 0), b.Total)
		full, percent = int(done*cells/b.Total), fmt.Sprintf("%3d%%", done*100/b.Total)
	}
	return strings.Repeat("█", full) + strings.Repeat("░", cells-full) + " " + percent + " " + Clean(b.Doing)
}
