package render

import (
	"strings"

	"rulebook/diffing"
)

// headings gives each heading once, to the first of the changes that stand under
// it.
type headings struct {
	last string
}

// above is the heading to draw above the next change, empty when it stands
// already.
func (h *headings) above(c *diffing.Change) string {
	group := under(c.Entry())
	first := group != h.last
	h.last = group
	if chain, isTitle := c.Entry().Chain(); isTitle {
		h.last = chain // what follows stands under the title just drawn
	}
	if !first {
		return ""
	}
	return group
}

// under is the heading that an entry's block stands under.
func under(e *diffing.Side) string {
	switch {
	case e.Heading != "":
		return e.Heading
	case e.Term != "":
		return "Glossary"
	case e.Number != "":
		return ""
	}
	return strings.ToUpper(e.Kind.String()[:1]) + e.Kind.String()[1:]
}
