// Package annotate finds in a card's text, or in any prose, the terms that one
// release of the rulebook defines, and says which rules define them. The text stays
// whole: what is found is a list of places in it.
//
// A word is a term only where it is used as one. The book says which forms a term
// has; a table of everyday words (everyday.go) says in which company a word such as
// reach, deal or day is a term and no common word; names of cards are left alone.
package annotate
