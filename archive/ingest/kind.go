package ingest

import (
	"slices"

	"rulebook/archive"
)

// sampleTitle is the first line of every release of the bundled sample.
const sampleTitle = "Sample Rulebook in Our Own Words"

// isSample reports whether a text says of itself that it is the bundled sample, by
// whatever way it came here.
func isSample(s *archive.Snapshot) bool { return len(s.Front) > 0 && s.Front[0] == sampleTitle }

// sameKind reports whether a release may come into an archive that knows these: the
// sample and the published rules are kept in archives of their own.
func sameKind(releases []archive.Release, sample bool) bool {
	return !slices.ContainsFunc(releases, func(r archive.Release) bool { return r.Held && r.Sample != sample })
}

// otherKind says why a release may not come in, and what to do.
func otherKind(sample bool) string {
	if sample {
		return "this archive holds published rules; make the sample in another with --archive FILE"
	}
	return "this archive holds the bundled sample; import the published rules into another with --archive FILE"
}
