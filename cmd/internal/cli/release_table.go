package cli

import (
	"fmt"
	"io"
	"strings"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
)

// releaseTable sets releases in columns. What has no room yields: first the
// encoding, which is not shown then, at last the columns, each of which gets a line.
type releaseTable struct {
	w       io.Writer
	width   int
	palette term.Palette
	known   []archive.Release // all of them, in date order: they give the codes their counts
	long    bool

	code, name, encoding int  // widths of the columns that fit their contents; 0 for no encoding
	stack                bool // there is no room for columns
}

// Widths of columns.
const (
	dateColumn    = len("2020-04-17")
	entriesColumn = len("entries")
	columnGap     = 2
	nameColumn    = 24 // of the longer names, before the encoding yields to them
	nameLeast     = 8  // before there are no columns any more
)

// write sets all releases known.
func (t *releaseTable) write() {
	t.measure(t.known)
	t.row(t.palette.Faint.Paint, "effective", "code", "name", "entries", "encoding")
	held, pieces := 0, 0
	for _, r := range t.known {
		switch {
		case r.Held:
			held++
		case r.Excerpt:
			pieces++
		}
		t.release(r)
	}
	fmt.Fprintln(t.w)
	summary := fmt.Sprintf("%s held", grouped(int64(held)))
	if pieces > 0 {
		summary += fmt.Sprintf(", %s in excerpts only", grouped(int64(pieces)))
	}
	if missing := len(t.known) - held - pieces; missing > 0 {
		summary += fmt.Sprintf(", %s known and missing", grouped(int64(missing)))
	}
	if t.known[0].Sample || t.known[len(t.known)-1].Sample {
		summary += "; " + sampleNotice
	}
	for _, line := range term.Wrap(summary, t.width) {
		fmt.Fprintln(t.w, line)
	}
}

// measure fits the columns to the page: the name gets what the others leave.
func (t *releaseTable) measure(releases []archive.Release) {
	t.code, t.name, t.encoding = len("code"), len("name"), len("encoding")
	for _, r := range releases {
		t.code = max(t.code, term.Columns(t.codeOf(r)))
		t.encoding = max(t.encoding, term.Columns(r.Source.Encoding))
		t.name = max(t.name, term.Columns(r.Name))
	}
	left := t.width - dateColumn - t.code - entriesColumn - 3*columnGap
	if left-columnGap-t.encoding < min(t.name, nameColumn) {
		t.encoding = 0
	} else {
		left -= columnGap + t.encoding
	}
	t.name = min(t.name, left)
	t.stack = left < nameLeast
}

func (t *releaseTable) codeOf(r archive.Release) string { return codeOf(t.known, r) }

// codeOf is the code that one of the known releases is called by: of two that bear
// one code the second is IKO.2. It is empty for a release without.
func codeOf(known []archive.Release, r archive.Release) string {
	if r.Code == "" {
		return ""
	}
	return term.Clean(archive.ShortReference(known, r))
}

func (t *releaseTable) release(r archive.Release) {
	entries, encoding := "missing", ""
	switch {
	case r.Held:
		entries, encoding = grouped(int64(entryCount(r.Counts))), r.Source.Encoding
	case r.Excerpt:
		entries = "excerpt"
	}
	paint := func(s string) string { return s }
	if !r.Held {
		paint = t.palette.Faint.Paint
	}
	under := t.under()
	if t.stack {
		t.stacked(paint, r, entries)
	} else {
		name := term.Wrap(term.Clean(r.Name), t.name)
		t.row(paint, r.Effective.String(), t.codeOf(r), name[0], entries, encoding)
		for _, rest := range name[1:] {
			t.below(under, paint(rest))
		}
	}
	if t.long && r.Held {
		t.details(r)
	}
	for _, flag := range flawsOf(r) {
		t.remark(flag)
	}
}

// under is where lines below a release begin.
func (t *releaseTable) under() int {
	if t.stack {
		return columnGap
	}
	return dateColumn + columnGap + t.code + columnGap
}

// remark sets what is wrong with the release above it.
func (t *releaseTable) remark(says string) {
	for _, line := range term.Wrap(term.Clean(says), t.width-t.under()) {
		t.below(t.under(), t.palette.Warning.Paint(line))
	}
}

func (t *releaseTable) row(paint func(string) string, effective, code, name, entries, encoding string) {
	gap := strings.Repeat(" ", columnGap)
	line := term.Pad(effective, dateColumn) + gap + term.Pad(code, t.code)
	if !t.stack {
		line += gap + term.Pad(name, t.name) + gap + strings.Repeat(" ", max(0, entriesColumn-len(entries))) + entries
	}
	if t.encoding > 0 {
		line += gap + encoding
	}
	fmt.Fprintln(t.w, paint(strings.TrimRight(line, " ")))
}

// stacked sets a release in lines of their own instead of columns.
func (t *releaseTable) stacked(paint func(string) string, r archive.Release, entries string) {
	t.row(paint, r.Effective.String(), t.codeOf(r), "", "", "")
	if r.Held {
		entries += " entries"
	}
	for _, cell := range []string{r.Name, entries} {
		for _, line := range term.Wrap(term.Clean(cell), t.width-columnGap) {
			t.below(columnGap, paint(line))
		}
	}
}

func (t *releaseTable) below(indent int, line string) {
	fmt.Fprintln(t.w, strings.Repeat(" ", indent)+line)
}

func (t *releaseTable) details(r archive.Release) {
	for _, detail := range detailsOf(r) {
		for _, line := range term.Wrap(term.Clean(detail), t.width-columnGap) {
			t.below(columnGap, t.palette.Faint.Paint(line))
		}
	}
}

// detailsOf are the counts of a release, its file and the hash of it.
func detailsOf(r archive.Release) []string {
	return []string{
		countsOf(r.Counts),
		fmt.Sprintf("%s, %s bytes", r.Source.File, grouped(r.Source.Bytes)),
		"sha256 " + r.Source.SHA256,
	}
}

func countsOf(c archive.Counts) string {
	return strings.Join([]string{count(c.Headings, "heading", "headings"), count(c.Rules, "rule", "rules"),
		count(c.Examples, "example", "examples"), count(c.Glossary, "glossary term", "glossary terms")}, ", ")
}

func entryCount(c archive.Counts) int { return c.Sections + c.Headings + c.Rules + c.Glossary }

// flawsOf are the flaws of a release as a list of releases says them.
func flawsOf(r archive.Release) []string {
	var all []string
	for _, flag := range r.Flags {
		all = append(all, "flawed: "+flag)
	}
	return all
}
