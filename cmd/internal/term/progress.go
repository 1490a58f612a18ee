package term

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// redraw is the least time between two states of the line of progress: faster
// than this nobody reads.
const redraw = 80 * time.Millisecond

// clearLine returns to the beginning of the line and erases it.
const clearLine = "\r\x1b[K"

// Progress is one line on a terminal that says how far a long job has come. The
// zero Progress, and that of a stream that is no terminal, shows nothing.
type Progress struct {
	w     io.Writer
	width int
	last  time.Time
	shown bool
}

// Progress returns a line of progress on Err.
func (s *Streams) Progress() *Progress {
	if !s.ErrTerminal {
		return &Progress{}
	}
	return &Progress{w: s.Err, width: s.Width}
}

// Show draws the line: a bar when total is known, what is being done, and on what.
func (p *Progress) Show(done, total int, doing string) {
	if p.w == nil || (p.shown && done < total && time.Since(p.last) < redraw) {
		return
	}
	p.last, p.shown = time.Now(), true
	io.WriteString(p.w, clearLine+Shorten(progressLine(done, total, Clean(doing)), p.width-1))
}

func progressLine(done, total int, doing string) string {
	if total <= 0 {
		return doing
	}
	const cells = 24
	full := min(cells, max(0, done)*cells/total)
	return fmt.Sprintf("%s%s %d/%d %s", strings.Repeat("█", full), strings.Repeat("░", cells-full), done, total, doing)
}

// Clear takes the line away, so that something else can be written.
func (p *Progress) Clear() {
	if p.shown {
		io.WriteString(p.w, clearLine)
		p.shown = false
	}
}
