// Package diffing compares two releases of a rulebook: it pairs their entries
// although rules were renumbered, compares each pair word by word, gives every
// change one class, and finds what ran through the whole release.
//
// It is pure: no I/O, no clock, no map order, so that the same two releases give
// the same report to the byte. It is the only importer of go-diff, and no go-diff
// type is in its API.
package diffing
