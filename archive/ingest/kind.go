package ingest

import "rulebook/archive"

// sampleTitle is the first line of every release of the bundled sample.
const sampleTitle = "Sample Rulebook in Our Own Words"

// isSample reports whether a text says of itself that it is the bundled sample, by
// whatever way it came here.
func isSample(s *archive.Snapshot) bool { return len(s.Front) > 0 && s.Front[0] == sampleTitle }

// heldKinds are the dates of the releases held, and whether each is of the sample.
type heldKinds map[archive.Date]bool

func heldKindsOf(releases []archive.Release) heldKinds {
	held := make(heldKinds)
	for _, r := range releases {
		if r.Held {
			held[r.Effective] = r.Sample
		}
	}
	return held
}

// takes reports whether a release may come in: the sample and the published rules are
// kept in archives of their own.
func (held heldKinds) takes(sample bool) bool {
	for _, is := range held {
		return is == sample // all are of one kind
	}
	return true
}

// otherKind says why a release may not come in, and what to do.
func otherKind(sample bool) string {
	if sample {
		return "this archive holds published rules; make the sample in another with --archive FILE"
	}
	return "this archive holds the bundled sample; import the published rules into another with --archive FILE"
}
