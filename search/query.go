package search

import (
	"strconv"
	"strings"

	"rulebook/archive"
)

// Query is what a search asks for. Parse makes one; Parse(q.String()) has the
// same Root again and no notes.
type Query struct {
	Root Node
	// Notes say, in plain sentences, how the text was read where it could not be
	// read as it stood: "the closing quotation mark is missing".
	Notes []string
}

// String is the query in its plain form, which Parse reads.
func (q Query) String() string {
	if q.Root == nil {
		return ""
	}
	return q.Root.String()
}

// Node is a part of a query. The set is closed: And, Or, Not, Near, Word, Phrase,
// Wildcard, Fuzzy, Number, Field and All.
type Node interface {
	// String is the node in the query's own syntax.
	String() string
	node()
}

// And asks for entries that hold all its parts. It has two or more, none an And.
type And struct{ Parts []Node }

// Or asks for entries that hold any of its parts. It has two or more, none an Or.
type Or struct{ Parts []Node }

// Not asks for entries that do not hold its part.
type Not struct{ Part Node }

// Near asks for two parts with at most Within words from one to the other, in
// either order. Left and Right are Word, Phrase, Wildcard, Fuzzy or, on the left,
// Near.
type Near struct {
	Left, Right Node
	Within      int
}

// Word asks for a word in any of its forms: trample finds tramples. A compound
// (state-based) asks for its words side by side.
type Word struct{ Text string }

// Phrase asks for words exactly as they stand, side by side.
type Phrase struct{ Words []string }

// Wildcard asks for words by a pattern in which * is any letters: tramp*.
type Wildcard struct{ Pattern string }

// Fuzzy asks for a word and those at most Distance letters away from it.
type Fuzzy struct {
	Text     string
	Distance int // 1 or 2
}

// Number asks for a rule by its number.
type Number struct{ Number archive.Number }

// Field asks for what an entry is, not for what it says: rule:702, in:IKO.
type Field struct{ Name, Value string }

// All asks for every entry.
type All struct{}

func (And) node()      {}
func (Or) node()       {}
func (Not) node()      {}
func (Near) node()     {}
func (Word) node()     {}
func (Phrase) node()   {}
func (Wildcard) node() {}
func (Fuzzy) node()    {}
func (Number) node()   {}
func (Field) node()    {}
func (All) node()      {}

func (n And) String() string {
	parts := make([]string, len(n.Parts))
	for i, p := range n.Parts {
		parts[i] = p.String()
		if _, or := p.(Or); or {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	return strings.Join(parts, " ")
}

func (n Or) String() string {
	parts := make([]string, len(n.Parts))
	for i, p := range n.Parts {
		parts[i] = p.String()
	}
	return strings.Join(parts, " OR ")
}

// String puts parentheses around a part that the dash would change: -1/-1 is a
// symbol and not the opposite of 1/-1.
func (n Not) String() string {
	part := n.Part.String()
	switch n.Part.(type) {
	case Word, Phrase, Field:
		if first := part[0]; first == '"' || isLetter(first) && first != 'x' && first != 'y' {
			return "-" + part
		}
	}
	return "-(" + part + ")"
}

func (n Near) String() string {
	return n.Left.String() + " near/" + strconv.Itoa(n.Within) + " " + n.Right.String()
}

func (n Word) String() string     { return n.Text }
func (n Phrase) String() string   { return `"` + strings.Join(n.Words, " ") + `"` }
func (n Wildcard) String() string { return n.Pattern }
func (n Fuzzy) String() string    { return n.Text + "~" + strconv.Itoa(n.Distance) }
func (All) String() string        { return "*" }

func (n Number) String() string {
	if n.Number.Rule == 0 {
		return "rule " + n.Number.String() // 702 alone may be a number of things
	}
	return n.Number.String()
}

func (n Field) String() string {
	if strings.ContainsAny(n.Value, " ()\"") {
		return n.Name + `:"` + n.Value + `"`
	}
	return n.Name + ":" + n.Value
}
