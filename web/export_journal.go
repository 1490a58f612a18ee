package web

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// journalName is the file in an export's folder that tells what belongs to it.
const journalName = ".rulebook-export"

// journalTitle is its first line; a folder whose journal says otherwise is not touched.
const journalTitle = "rulebook export 1"

// journal remembers, a line a file, in which state and with which bytes each file of
// an export was written. Lines are added as files are, so that an export that was
// broken off goes on where it stopped; a later line takes over from an earlier one,
// and a torn one counts for nothing. A file is announced before it is touched, so that
// the next export knows of it whatever became of it.
type journal struct {
	dir string

	mu    sync.Mutex
	out   *os.File
	lines *bufio.Writer
	files map[string]noted
	kept  map[string]bool // that belong to this export
	begun map[string]bool // folders that are there
}

// noted is what the journal says of a file.
type noted struct {
	state string
	hash  string // SHA-256 of its bytes, in hex
	size  int64
}

// announced is what the journal says of a file that is about to be written: it belongs
// to the export, and its bytes may be any.
var announced = noted{size: -1}

// part is added to the name of a file that is being written.
const part = ".part"

func openJournal(dir string) (*journal, error) {
	j := &journal{dir: dir, files: make(map[string]noted), kept: make(map[string]bool), begun: make(map[string]bool)}
	name := filepath.Join(dir, journalName)
	text, err := os.ReadFile(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if err := emptyFolder(dir); err != nil {
			return nil, err
		}
	case err != nil:
		return nil, fmt.Errorf("cannot read what was exported to %s before: %w; choose another folder", dir, err)
	}
	if strings.HasPrefix(journalTitle, string(text)) { // a new one, or one killed at its first line
		text = []byte(journalTitle + "\n")
		if err := os.WriteFile(name, text, 0o644); err != nil {
			return nil, fmt.Errorf("cannot write into %s: %w; choose another folder", dir, err)
		}
	}
	title, rest, _ := strings.Cut(string(text), "\n")
	if title != journalTitle {
		return nil, fmt.Errorf("%s holds an export of another version of rulebook; choose another folder", dir)
	}
	// A line that a kill tore must not become a whole one of another meaning when
	// more is written behind it.
	if whole := bytes.LastIndexByte(text, '\n') + 1; whole < len(text) {
		if err := os.Truncate(name, int64(whole)); err != nil {
			return nil, fmt.Errorf("cannot write into %s: %w; choose another folder", dir, err)
		}
	}
	j.read(rest)
	if j.out, err = os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0o644); err != nil {
		return nil, fmt.Errorf("cannot write into %s: %w; choose another folder", dir, err)
	}
	j.lines = bufio.NewWriter(j.out)
	return j, nil
}

// emptyFolder makes the folder of an export, or finds that nothing is in it.
func emptyFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder %s: %w; choose another one", dir, err)
	}
	found, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("cannot read the folder %s: %w; choose another one", dir, err)
	}
	if len(found) > 0 {
		return fmt.Errorf("%s is not empty and no earlier export; name a new or empty folder", dir)
	}
	return nil
}

func (j *journal) read(lines string) {
	for line := range strings.Lines(lines) {
		line, whole := strings.CutSuffix(line, "\n")
		fields := strings.SplitN(line, "\t", 4)
		if !whole || len(fields) < 4 || !filepath.IsLocal(filepath.FromSlash(fields[3])) {
			continue
		}
		size, err := strconv.ParseInt(fields[2], 10, 64)
		if err == nil {
			j.files[fields[3]] = noted{fields[0], fields[1], size}
		}
	}
}

func (j *journal) path(file string) string { return filepath.Join(j.dir, filepath.FromSlash(file)) }

// holds reports whether a file is there in the size that the journal says.
func (j *journal) holds(file string) (noted, bool) {
	j.mu.Lock()
	n, ok := j.files[file]
	j.mu.Unlock()
	if !ok {
		return n, false
	}
	info, err := os.Stat(j.path(file))
	return n, err == nil && info.Size() == n.size
}

// fresh reports whether a file was written in a state and is still there.
func (j *journal) fresh(file, state string) bool {
	n, there := j.holds(file)
	return there && n.state == state
}

// keep says that a file belongs to this export as it is, and returns its size.
func (j *journal) keep(file string) int64 {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.kept[file] = true
	return j.files[file].size
}

// write writes a file whole or not at all, unless it is there with the same bytes.
func (j *journal) write(file, state string, body []byte) (written bool, err error) {
	sum := sha256.Sum256(body)
	now := noted{state, hex.EncodeToString(sum[:]), int64(len(body))}
	was, there := j.holds(file)
	if !there || was.hash != now.hash {
		err := j.announce(file)
		if err == nil {
			err = j.replace(file, body)
		}
		if err != nil {
			return false, fmt.Errorf("cannot write %s: %w; give the disk room or choose another folder, and run the export again: it goes on where it stopped", j.path(file), err)
		}
		written = true
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.kept[file] = true
	if written || was != now {
		j.files[file] = now
		return written, j.note(j.lines, file)
	}
	return written, nil
}

// announce notes, on the disk and not only in memory, that a file is about to be written.
func (j *journal) announce(file string) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.files[file] = announced
	if err := j.note(j.lines, file); err != nil {
		return err
	}
	return j.lines.Flush()
}

func (j *journal) note(w *bufio.Writer, file string) error {
	n := j.files[file]
	_, err := fmt.Fprintf(w, "%s\t%s\t%d\t%s\n", n.state, n.hash, n.size, file)
	return err
}

// replace writes a file beside its place and moves it there.
func (j *journal) replace(file string, body []byte) error {
	name := j.path(file)
	folder := filepath.Dir(name)
	j.mu.Lock()
	begun := j.begun[folder]
	j.mu.Unlock()
	if !begun {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
		j.mu.Lock()
		j.begun[folder] = true
		j.mu.Unlock()
	}
	if err := os.WriteFile(name+part, body, 0o644); err != nil {
		return errors.Join(err, os.Remove(name+part))
	}
	return os.Rename(name+part, name)
}

// sweep removes what belonged to an earlier export and does not to this one.
func (j *journal) sweep() (removed int, err error) {
	for _, file := range slices.Sorted(maps.Keys(j.files)) {
		if j.kept[file] {
			continue
		}
		for _, name := range []string{j.path(file) + part, j.path(file)} {
			err := os.Remove(name)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return removed, fmt.Errorf("cannot remove %s, which no longer belongs to the export: %w; remove it by hand", name, err)
			}
			if err == nil {
				removed++
			}
		}
		delete(j.files, file)
		for folder := filepath.Dir(j.path(file)); folder != filepath.Clean(j.dir) && os.Remove(folder) == nil; {
			folder = filepath.Dir(folder) // as long as they are empty
		}
	}
	return removed, nil
}

// close ends the journal; of an export that is whole it is written anew, a line a file.
func (j *journal) close(whole bool) error {
	if err := errors.Join(j.lines.Flush(), j.out.Close()); err != nil || !whole {
		return err
	}
	var text strings.Builder
	w := bufio.NewWriter(&text)
	w.WriteString(journalTitle + "\n")
	for _, file := range slices.Sorted(maps.Keys(j.files)) {
		if err := j.note(w, file); err != nil {
			return err
		}
	}
	if err := cmp.Or(w.Flush(), j.replace(journalName, []byte(text.String()))); err != nil {
		return fmt.Errorf("cannot write what was exported to %s: %w; run the export again", j.dir, err)
	}
	return nil
}
