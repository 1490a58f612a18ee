// Package archive holds what the rest of rulebook is about: a release of a
// rulebook and its effective date, the entries printed in it, their numbers,
// their wordings in exact and folded form, and the lineage that makes one rule
// the same rule through every renumbering.
//
// It does no I/O and imports the standard library and x/text's normal forms
// only. Its child packages each own one outside technology: parse reads the
// published files, sqlite stores, ingest ties the two together.
package archive
