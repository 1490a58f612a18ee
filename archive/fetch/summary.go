package fetch

import (
	"time"

	"rulebook/archive"
)

// Outcome is what became of one file.
type Outcome string

// The outcomes.
const (
	Fetched     Outcome = "fetched"
	Kept        Outcome = "kept"        // it lay in the folder, whole and right
	Held        Outcome = "held"        // the archive holds the release: nothing to get
	Unaddressed Outcome = "unaddressed" // nobody knows where it is offered
	Missing     Outcome = "missing"     // it is not there where it should be
	Failed      Outcome = "failed"
)

// Result is one file asked for and what became of it.
type Result struct {
	// Release as asked for. Effective is filled in for one given by its address,
	// when its file says it.
	Release archive.Release
	Outcome Outcome
	Address string // URL or path it was looked for at; empty when it was not looked for
	Path    string // of the file in the folder; empty unless Fetched or Kept
	// Reason is one sentence: why it is not there and what to do, or, of a file
	// that is there, what else happened.
	Reason string
}

// Summary has a result for every release asked for, in the order asked.
type Summary struct{ Results []Result }

// Count is the number of results with an outcome.
func (s *Summary) Count(o Outcome) int {
	n := 0
	for _, r := range s.Results {
		if r.Outcome == o {
			n++
		}
	}
	return n
}

// Files are the results that have a file.
func (s *Summary) Files() []Result {
	var files []Result
	for _, r := range s.Results {
		if r.Path != "" {
			files = append(files, r)
		}
	}
	return files
}

// Event says how far one file is, and all of them.
type Event struct {
	Name  string // of the file
	Bytes int64  // of it that are there
	Size  int64  // of it when whole; 0 when not known
	// Wait is the pause before the next try, because of Reason; 0 while bytes arrive.
	Wait   time.Duration
	Reason string
	// Outcome is set by the last event of a file.
	Outcome     Outcome
	Done, Total int // files
}
