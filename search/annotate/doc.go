// Package annotate finds in a card's text, or in any prose, the terms that one
// release of the rulebook defines, and says which rules define them. The text stays
// whole: what is found is a list of places in it.
//
// A word is a term only where it is used as one. The book says which forms a term
// has. Whether a sentence speaks of the game at all is weighed by what the book uses
// and what it does not (context.go); a table of everyday words (everyday.go) says in
// which company a word such as reach, deal or day is a term even there; names of
// cards are left alone. How well that goes is measured over texts of our own:
// testdata/texts.txt and testdata/measured.txt.
package annotate
