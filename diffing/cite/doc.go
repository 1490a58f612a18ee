// Package cite finds citations of rules in texts and sources, judges whether each
// still holds in another release than the one it was written against, and mends
// numbers that moved.
package cite
