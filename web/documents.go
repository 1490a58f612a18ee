package web

import "rulebook/archive"

// showDocument is the document of entries as the command line's show gives it.
func (v *visit) showDocument(b *book, at []int) func() any {
	return func() any {
		entries := make([]archive.Entry, len(at))
		for k, i := range at {
			entries[k] = b.Entries[i]
		}
		return archive.NewShowDocument(b.Snapshot, entries, b.Release.Effective == v.newest().Effective)
	}
}
