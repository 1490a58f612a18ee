package archive

// Digest is what was found when a release was compared with the held one before it: enough
// to show it without reading the two books.
type Digest struct {
	// Old and New are the positions in either book of the entries that changed.
	Old, New []int
	// Found is what happened to them, as package diffing writes it.
	Found []byte
}
