package cli

import (
	"strings"

	"rulebook/archive"
)

// flawedReleases are the releases held whose files have a lasting flaw. What seems to
// end or to begin in one of them may only be missing there.
func flawedReleases(held []archive.Release) []archive.Release {
	var flawed []archive.Release
	for _, r := range held {
		if len(r.Flags) > 0 {
			flawed = append(flawed, r)
		}
	}
	return flawed
}

func newFlaggedDocuments(flawed []archive.Release) []flaggedDocument {
	var all []flaggedDocument
	for _, r := range flawed {
		all = append(all, flaggedDocument{Effective: r.Effective, Code: r.Code, Name: r.Name, Flags: r.Flags})
	}
	return all
}

// flaws says below a history which releases are flawed.
func (p *lifePrinter) flaws(flawed []archive.Release) {
	if len(flawed) == 0 {
		return
	}
	p.gap()
	p.remark("what seems to end or begin in a flawed release, or behind it, may only be missing there")
	for _, r := range flawed {
		p.remark(named(r) + " is flawed: " + strings.Join(r.Flags, "; "))
	}
}
