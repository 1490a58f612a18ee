package parse

import (
	"bytes"
	"io"
	"os"
)

// ReadFile reads the file at path, up to MaxBytes. One that is larger comes back as
// the *RefusedError that Parse has for it, with no more than MaxBytes in memory: a
// file that says its size is not read at all, and a pipe, a device or a file that
// grows no further.
func ReadFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if err := refuse(info.Size()); err != nil {
		return nil, err
	}
	return readAtMost(f, info.Size())
}

// readAtMost reads what r has, expected to be size bytes, and refuses more than
// MaxBytes.
func readAtMost(r io.Reader, size int64) ([]byte, error) {
	buffer := bytes.NewBuffer(make([]byte, 0, size+bytes.MinRead)) // room to see the end without growing
	if _, err := buffer.ReadFrom(io.LimitReader(r, MaxBytes+1)); err != nil {
		return nil, err
	}
	if err := refuse(int64(buffer.Len())); err != nil {
		return nil, err
	}
	return buffer.Bytes(), nil
}
