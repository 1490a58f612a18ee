// Package keyword knows the words that a rulebook gives a meaning of their own:
// keyword abilities, keyword actions and ability words. It reads their lists from
// the book itself, under whatever numbers they stand there, and follows each
// keyword through the releases: since when, under which names, what changed.
package keyword
