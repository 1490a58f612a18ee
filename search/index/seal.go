package index

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// sealName is the file that is written last. It holds the size and checksum of
// every other file, so that a damaged index is known before it is believed.
const sealName = "seal"

var errSeal = errors.New("the index is not as it was built")

// seal describes every file in a folder but the seal itself, a line each.
func seal(folder string) ([]byte, error) {
	var b bytes.Buffer
	err := filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() == sealName {
			return err
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		sum, size, err := checksum(path)
		fmt.Fprintf(&b, "%08x %d %s\n", sum, size, filepath.ToSlash(name))
		return err
	})
	return b.Bytes(), err
}

func checksum(path string) (sum uint32, size int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	h := crc32.New(crc32.MakeTable(crc32.Castagnoli))
	size, err = io.Copy(h, f)
	return h.Sum32(), size, err
}

func writeSeal(folder string) error {
	b, err := seal(folder)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, sealName), b, 0o644)
}

// checkSeal returns an error unless the folder's files are as they were sealed.
func checkSeal(folder string) error {
	want, err := os.ReadFile(filepath.Join(folder, sealName))
	if err != nil {
		return err
	}
	got, err := seal(folder)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want) {
		return errSeal
	}
	return nil
}
