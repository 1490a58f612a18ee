package render

import "rulebook/archive"

// Options steer every renderer. The zero Options draw plain text of 80 columns
// with every rule whole.
type Options struct {
	// Width is the number of columns of Text, SideBySide, Stat and Summary; 0
	// means 80, and less than 40 is taken for 40.
	Width int
	// Color says that Styles mark what changed. Without it words that went stand
	// in [-…-] and words that came in {+…+}.
	Color  bool
	Styles Styles
	// Typography shows changes of quotes, dashes and spaces, which are counted
	// and hidden otherwise.
	Typography bool
	// Context is how many words are shown on each side of a changed one where a
	// rule is long; 0 shows all.
	Context int
	// Fold tells rules in which only a term of the whole release or a reference to
	// a renumbered rule changed in one list each, in place of their texts.
	Fold bool
	// Newest is the newest release held, so that a reader learns whether the
	// report speaks of it; the zero Release says nothing.
	Newest archive.Release
}

// Style is the pair of strings that switch a look on and off.
type Style struct{ On, Off string }

// Styles are the looks of a terminal. Insert and Delete must be told apart
// without colour too: underlined and struck.
type Styles struct {
	Insert, Delete, Move Style
	Number, Heading      Style
	Title, Faint         Style
}

const (
	usualWidth = 80
	leastWidth = 20 // below it a rule's text has no room beside its number
)

func (o Options) width() int {
	if o.Width == 0 {
		return usualWidth
	}
	return max(o.Width, leastWidth)
}

// styles are the styles in force.
func (o Options) styles() Styles {
	if !o.Color {
		return Styles{}
	}
	return o.Styles
}
