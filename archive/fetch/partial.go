package fetch

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"
)

// partial is a file under way: the bytes that are there and, in a note beside
// them, what they are the beginning of.
type partial struct {
	path string
	note note
	size int64
}

// note is what has to be the same for a download to go on: the address, and how
// its server names this version of the file (RFC 9110, 8.8).
type note struct {
	URL          string `json:"url"`
	ETag         string `json:"etag,omitempty"`
	LastModified string `json:"last_modified,omitempty"`
}

func noteOf(address string, h http.Header) note {
	return note{URL: address, ETag: h.Get("ETag"), LastModified: h.Get("Last-Modified")}
}

// version is what an If-Range header may hold: a weak ETag, of a file that is only
// as good as the same, is not enough for putting pieces together (RFC 9110, 13.1.5).
func (n note) version() string {
	if n.ETag != "" && !strings.HasPrefix(n.ETag, "W/") {
		return n.ETag
	}
	return n.LastModified
}

func (p *partial) notePath() string { return p.path + ".json" }

// find takes up what an earlier attempt left of an address. What belongs to
// another one is of no use.
func (p *partial) find(address string) error {
	p.note, p.size = note{}, 0
	info, err := os.Stat(p.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	b, err := os.ReadFile(p.notePath())
	if err != nil || json.Unmarshal(b, &p.note) != nil || p.note.URL != address || info.Size() > maxBytes {
		return p.remove()
	}
	p.size = info.Size()
	return nil
}

// begin opens the file for the bytes that follow the first keep ones, and notes
// what they belong to.
func (p *partial) begin(n note, keep int64) (*os.File, error) {
	b, err := json.Marshal(n)
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(p.notePath(), b, 0o644); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(p.path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := f.Truncate(keep); err != nil {
		f.Close()
		return nil, err
	}
	if _, err := f.Seek(keep, io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	p.note, p.size = n, keep
	return f, nil
}

// remove takes the file and its note away.
func (p *partial) remove() error {
	p.note, p.size = note{}, 0
	for _, path := range []string{p.path, p.notePath()} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// install gives a whole and right file its name. A file of other bytes that has
// the name is kept aside, and the sentence says where.
func install(part, path string) (reason string, err error) {
	aside, err := setAside(path, part)
	if err != nil {
		return "", err
	}
	if aside != "" {
		reason = "a file of other bytes had its name and is now " + aside
	}
	if err := os.Rename(part, path); err != nil {
		return "", err
	}
	if err := os.Remove(part + ".json"); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return reason, nil
}

// setAside renames the file at path when its bytes are not those of the file that
// is to take its place, and returns the new name.
func setAside(path, successor string) (aside string, err error) {
	before, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	after, err := os.ReadFile(successor)
	if err != nil || bytes.Equal(before, after) {
		return "", err
	}
	aside = fmt.Sprintf("%s.old-%.6x", path, sha256.Sum256(before))
	return aside, os.Rename(path, aside)
}

// readBounded reads a file that is not larger than maxBytes.
func readBounded(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err == nil && len(raw) > maxBytes {
		err = tooLarge()
	}
	return raw, err
}

func tooLarge() error {
	return &setback{reason: fmt.Sprintf("it is larger than %d MB, and no release has more than 2; give another address", maxBytes>>20)}
}
