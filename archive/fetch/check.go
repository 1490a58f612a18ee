package fetch

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"rulebook/archive"
)

const webPage = "what came is a web page, not the file; open the address in a browser to see what it says"

// check says whether bytes are the file that is wanted, by the hash and size in
// the catalog, or where these are not known by reading it. It returns the day
// the file took effect.
func (r *run) check(wanted archive.Release, raw []byte) (archive.Date, error) {
	known := wanted.Source
	sum := sha256.Sum256(raw)
	sha := hex.EncodeToString(sum[:])
	switch {
	case known.SHA256 != "" && sha == known.SHA256:
		return wanted.Effective, nil
	case isWebPage("", raw):
		return archive.Date{}, &setback{reason: webPage}
	case known.SHA256 != "":
		return archive.Date{}, wrong("what came is not the published file: %d bytes with sha256 %s, where the catalog has %d with %s",
			len(raw), short(sha), known.Bytes, short(known.SHA256))
	case r.Check == nil:
		return archive.Date{}, errors.New("its hash is not known, and nothing here can read it")
	}
	day, err := r.Check(known.File, raw)
	switch {
	case err != nil:
		return archive.Date{}, wrong("what came is not a rulebook: %w", err)
	case !wanted.Effective.IsZero() && day != wanted.Effective:
		return archive.Date{}, wrong("what came took effect on %s, and %s was asked for", day, wanted.Effective)
	}
	return day, nil
}

// wrong is the setback of bytes that came whole and are not what is wanted. A
// second look is worth it: they may have been torn on the way.
func wrong(format string, args ...any) error {
	return &setback{again: once, reason: fmt.Errorf(format, args...).Error()}
}

// short is the beginning of a hash, enough for a person to tell files apart.
func short(sha string) string { return sha[:min(12, len(sha))] }

// isWebPage reports whether a page came in place of a file, as servers do that
// answer "not found" or "please log in" with success.
func isWebPage(contentType string, beginning []byte) bool {
	const mark = "text/html"
	beginning = bytes.TrimPrefix(beginning, []byte("\xef\xbb\xbf"))
	return strings.HasPrefix(strings.ToLower(contentType), mark) ||
		strings.HasPrefix(http.DetectContentType(beginning), mark)
}
