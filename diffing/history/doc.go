// Package history follows one rule through time: its wordings with what changed
// between them, where it came from and where it went (history), which release
// brought each of its words (blame), and what each release changed (log).
//
// It follows lineages, not numbers, and is read from a Store or, for a whole
// release at once, from a Book in memory.
package history
