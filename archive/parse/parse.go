package parse

import (
	"crypto/sha256"
	"encoding/hex"

	"rulebook/archive"
)

// Options steer the reading of one file; the zero Options read it as published.
type Options struct {
	// File is the base name, kept in the source and compared with the text's date.
	File string
	// Encoding is empty to have it chosen by evidence, else a name that Encodings lists.
	Encoding string
	// Effective is used only when the text states no effective date.
	Effective archive.Date
}

// RefusedError says why bytes are no rulebook, in one sentence that is complete
// in itself.
type RefusedError struct{ Reason string }

func (e *RefusedError) Error() string { return e.Reason }

// Parse reads a published release. The snapshot's Release has Effective, Source,
// Counts and Flags filled; which code and name the date bears is the catalog's
// business. A file that is not a rulebook comes back as a *RefusedError, an
// unknown Options.Encoding as an ordinary error.
func Parse(raw []byte, o Options) (*archive.Snapshot, error) {
	if err := refuse(int64(len(raw))); err != nil {
		return nil, err
	}
	t, err := read(raw, o.Encoding)
	if err != nil {
		return nil, err
	}
	if err := refuseLines(t.lines); err != nil {
		return nil, err
	}
	paragraphs, column := unwrap(t.lines)
	if column > 0 {
		t.warnings = append(t.warnings, warning(0, "its lines are wrapped at column %d; they were joined to paragraphs", column))
	}
	s, err := structure(paragraphs, o)
	if err != nil {
		return nil, err
	}
	if staysWrapped(s, paragraphs) {
		return nil, &RefusedError{"its lines are wrapped, and which of them belong together cannot be told; import the file as published"}
	}
	if err := refuseEntries(s); err != nil {
		return nil, err
	}
	s.Release.Source = sourceOf(raw, o.File, t)
	s.Release.Flags = append(t.flags, s.Release.Flags...)
	s.Warnings = append(t.warnings, s.Warnings...)
	return s, nil
}

func sourceOf(raw []byte, file string, t text) archive.Source {
	sum := sha256.Sum256(raw)
	return archive.Source{
		File:     file,
		SHA256:   hex.EncodeToString(sum[:]),
		Bytes:    int64(len(raw)),
		Format:   t.format,
		Encoding: t.encoding,
	}
}
