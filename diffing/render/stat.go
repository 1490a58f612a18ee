package render

import (
	"fmt"
	"io"
	"strings"

	"rulebook/diffing"
)

// Summary draws which releases are compared, the counts and what the newer one
// was about, and no rule. A view of some changes has the headings among them.
func Summary(w io.Writer, r *diffing.Report, o Options) error {
	c := newCanvas(o)
	c.header(r)
	if r.Of != nil {
		c.titles(r)
	}
	_, err := io.WriteString(w, c.String())
	return err
}

// Stat draws the counts in one sentence, and below it a line for each part of the
// book in which something changed.
func Stat(w io.Writer, r *diffing.Report, o Options) error {
	c := newCanvas(o)
	c.hang("", called(r.Old)+" → "+called(r.New), c.styles.Title)
	for _, n := range notes(r) {
		c.hang("note  ", n, Style{})
	}
	c.hang("", countsSentence(r, o.Typography), Style{})
	parts := partsOf(r)
	column := 0
	for _, p := range parts {
		column = max(column, len([]rune(p.name)))
	}
	for i, p := range parts {
		if i == 0 {
			c.line("")
		}
		c.hang("  "+p.name+strings.Repeat(" ", column-len([]rune(p.name)))+"  ", p.sentence(), Style{})
	}
	_, err := io.WriteString(w, c.String())
	return err
}

// part is what changed in one part of the book: a section, the glossary, the
// introduction, the credits.
type part struct {
	name  string
	kinds [6]int
}

var partKinds = [...]struct {
	kind diffing.Kind
	name string
}{
	{diffing.Changed, "changed"}, {diffing.Added, "added"}, {diffing.Removed, "removed"},
	{diffing.Split, "split off"}, {diffing.Merged, "merged"}, {diffing.Moved, "renumbered"},
}

func (p part) sentence() string {
	var out []string
	for i, k := range partKinds {
		if p.kinds[i] > 0 {
			out = append(out, number(p.kinds[i])+" "+k.name)
		}
	}
	return strings.Join(out, ", ")
}

// partsOf counts the changes by part of the book, in order, typography left out.
func partsOf(r *diffing.Report) []part {
	var parts []part
	at := make(map[string]int)
	for i := range r.Changes {
		c := &r.Changes[i]
		if c.Kind == diffing.Changed && c.Class == diffing.Typography {
			continue
		}
		name := partName(c.Entry())
		if _, known := at[name]; !known {
			at[name] = len(parts)
			parts = append(parts, part{name: name})
		}
		for k := range partKinds {
			if partKinds[k].kind == c.Kind {
				parts[at[name]].kinds[k]++
			}
		}
	}
	return parts
}

func partName(e *diffing.Side) string {
	switch {
	case e.Number != "":
		return fmt.Sprintf("section %.1s", e.Number)
	case e.Term != "":
		return "glossary"
	}
	return e.Kind.String()
}
