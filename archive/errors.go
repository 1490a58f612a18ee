package archive

import (
	"errors"
	"strings"
)

// NotFoundError says that a release, rule or term that was asked for is not there,
// and names what is near it. Commands end with exit code 3 on it, pages with 404.
type NotFoundError struct {
	What  string   // "release", "rule", "glossary term"
	Asked string   // as the user wrote it
	Where string   // where it was looked for: "in 2025-07-25 Edge of Eternities"; may be empty
	Near  []string // nearest names, best first; may be empty
	Hint  string   // what to do next; may be empty
}

func (e *NotFoundError) Error() string {
	var b strings.Builder
	b.WriteString("no " + e.What + " " + quoteAsked(e.Asked))
	if e.Where != "" {
		b.WriteString(" " + e.Where)
	}
	if len(e.Near) > 0 {
		b.WriteString("; nearest are " + strings.Join(e.Near, ", "))
	}
	if e.Hint != "" {
		b.WriteString("; " + e.Hint)
	}
	return b.String()
}

func quoteAsked(s string) string {
	const longest = 60 // runes of the user's own words that an error repeats
	if r := []rune(s); len(r) > longest {
		s = string(r[:longest]) + "…"
	}
	return "\"" + s + "\""
}

// ErrEmpty says that the archive holds no release yet.
var ErrEmpty = errors.New("the archive is empty; fill it with: rulebook import PATH, or rulebook sample")
