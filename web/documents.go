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

// releaseDocument is a release as the command line's releases gives it.
func (v *visit) releaseDocument(r archive.Release) archive.ReleaseDocument {
	d := archive.NewReleaseDocument(r)
	d.Excerpts = archive.ExcerptDocumentsOn(v.excerpts, r.Effective)
	return d
}
