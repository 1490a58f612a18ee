// Package parse reads a published release of the rulebook: bytes to text, text
// to archive.Snapshot. It takes plain text in any of the encodings the publisher
// has used, and DOCX, decided by content and never by name.
//
// Two laws hold for whatever bytes come in. The result is a *RefusedError that
// says why in one sentence, or a snapshot; and Parse(Format(s)) is the same
// snapshot s again, but for line numbers, warnings and the source. Nothing of
// the text is lost or altered on the way: what cannot be placed is kept as a
// stray entry, and every irregularity is a warning that names its line.
package parse
