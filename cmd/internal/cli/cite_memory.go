package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rulebook/diffing/cite"
)

// citeMemory is what cite check --fix wrote into which files, kept beside the archive.
type citeMemory struct {
	path  string
	Files map[string]*cite.Memory `json:"files"` // by absolute path, links followed
}

// citeMemoryPath is the file of what --fix wrote, of an archive.
func citeMemoryPath(archivePath string) string { return archivePath + ".cited.json" }

// openCiteMemory reads what was kept; nothing when there is no such file.
func openCiteMemory(path string) (*citeMemory, error) {
	m := &citeMemory{path: path, Files: make(map[string]*cite.Memory)}
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return m, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, m)
	}
	if err != nil {
		return nil, fmt.Errorf("%s, which tells what cite check --fix wrote, cannot be read: %s; delete it to go on without", path, cause(err))
	}
	if m.Files == nil { // the file says null
		m.Files = make(map[string]*cite.Memory)
	}
	return m, nil
}

// lies reports whether a path is that of the memory itself, which is full of numbers
// and no source: an archive may lie in the tree that is checked.
func (m *citeMemory) lies(path string) bool {
	if filepath.Base(path) != filepath.Base(m.path) {
		return false
	}
	real, err := realPath(path)
	own, ownErr := realPath(m.path)
	return err == nil && ownErr == nil && real == own
}

// of is what is remembered of a file, or nil.
func (m *citeMemory) of(path string) *cite.Memory {
	if len(m.Files) == 0 {
		return nil
	}
	real, err := realPath(path)
	if err != nil {
		return nil
	}
	return m.Files[real]
}

// put remembers a file as it is to be written. It returns an error for one that is gone.
func (m *citeMemory) put(path string, memory *cite.Memory) error {
	real, err := realPath(path)
	if err != nil {
		return fmt.Errorf("%s cannot be found any more: %s", path, cause(err))
	}
	m.Files[real] = memory
	return nil
}

// save writes what is remembered in one step, without files that are gone.
func (m *citeMemory) save() error {
	for path := range m.Files {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			delete(m.Files, path)
		}
	}
	raw, err := json.Marshal(m)
	if err == nil {
		err = os.WriteFile(m.path+".part", raw, 0o600)
	}
	if err == nil {
		err = os.Rename(m.path+".part", m.path)
	}
	if err != nil {
		os.Remove(m.path + ".part")
		return fmt.Errorf("%s cannot be written: %s", m.path, cause(err))
	}
	return nil
}

func realPath(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(absolute)
}
