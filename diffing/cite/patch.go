package cite

import (
	"fmt"
	"strings"
)

// patchContext is how many lines a patch shows on each side of a changed one, as
// diff -u does.
const patchContext = 3

// Patch is the change that Apply makes, as a patch in the unified format that patch
// and git apply take; empty when there is none. A fix never adds or removes a line.
func (f *File) Patch(text string) string {
	is := f.Apply(text)
	if is == text {
		return ""
	}
	old, new := strings.SplitAfter(text, "\n"), strings.SplitAfter(is, "\n")
	if old[len(old)-1] == "" {
		old, new = old[:len(old)-1], new[:len(new)-1]
	}
	var b strings.Builder
	path := strings.TrimPrefix(f.Path, "/")
	fmt.Fprintf(&b, "--- a/%s\n+++ b/%s\n", path, path)
	for at := 0; at < len(old); {
		if old[at] == new[at] {
			at++
			continue
		}
		begin, end := max(0, at-patchContext), at+1
		last := at
		for end < len(old) && end <= last+2*patchContext {
			if old[end] != new[end] {
				last = end
			}
			end++
		}
		end = min(len(old), last+1+patchContext)
		writeHunk(&b, old, new, begin, end)
		at = end
	}
	return b.String()
}

func writeHunk(b *strings.Builder, old, new []string, begin, end int) {
	fmt.Fprintf(b, "@@ -%d,%d +%d,%d @@\n", begin+1, end-begin, begin+1, end-begin)
	for at := begin; at < end; {
		if old[at] == new[at] {
			writeLine(b, " ", old[at])
			at++
			continue
		}
		run := at
		for run < end && old[run] != new[run] {
			run++
		}
		for _, line := range old[at:run] {
			writeLine(b, "-", line)
		}
		for _, line := range new[at:run] {
			writeLine(b, "+", line)
		}
		at = run
	}
}

func writeLine(b *strings.Builder, sign, line string) {
	b.WriteString(sign + line)
	if !strings.HasSuffix(line, "\n") {
		b.WriteString("\n\\ No newline at end of file\n")
	}
}
