package cli

import (
	"os"
	"runtime/debug"
)

// Percentages of the garbage collector: for processes that soon end, and for the server,
// whose memory is limited besides. GOGC overrules them.
const (
	comparing = 600 // a quarter faster; 150 MB at most, and nothing to collect of neighbours
	importing = 200 // a tenth faster, in 440 MB at most for all published releases
	answering = 400 // an eighth more answers a second
)

// collectAt sets how much a process may allocate before garbage is collected, in
// per cent of what it holds.
func collectAt(percent int) {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(percent)
	}
}
