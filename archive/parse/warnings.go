package parse

import (
	"fmt"

	"rulebook/archive"
)

// maxWarnings bounds the warnings of one file. Published files have five; one that
// has hundreds is read wrongly as a whole, and more of them tell nothing.
const maxWarnings = 1000

// warnings collects what is to be said of a file, up to maxWarnings.
type warnings struct {
	said  []archive.Warning
	muted int // beyond those
}

func (w *warnings) warn(line int, format string, args ...any) {
	if len(w.said) == maxWarnings {
		w.muted++
		return
	}
	w.said = append(w.said, warning(line, format, args...))
}

// all are the warnings, and how many more there would be.
func (w *warnings) all() []archive.Warning {
	if w.muted == 0 {
		return w.said
	}
	return append(w.said, warning(0, "%d more warnings of the same kinds are left out", w.muted))
}

// warning is a warning of the file as a whole or, with a line, of that line.
func warning(line int, format string, args ...any) archive.Warning {
	return archive.Warning{Line: line, Message: fmt.Sprintf(format, args...)}
}
