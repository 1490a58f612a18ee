package parse

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// endless is a reader without an end that counts what was taken from it.
type endless struct{ taken int64 }

func (e *endless) Read(p []byte) (int, error) {
	e.taken += int64(len(p))
	return len(p), nil
}

// Law: whatever says or hides its size, no more than MaxBytes of it is read, and the
// refusal is the one that Parse has for so many bytes.
func TestReadFileBounded(t *testing.T) {
	_, tooMany := Parse(make([]byte, MaxBytes+1), Options{})
	same := func(t *testing.T, err error) {
		t.Helper()
		if !errors.As(err, new(*RefusedError)) || err.Error() != tooMany.Error() {
			t.Errorf("%v, want %v", err, tooMany)
		}
	}
	t.Run("sparse", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "gig.txt")
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, 1<<40); err != nil {
			t.Skip("no such large files here: ", err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := ReadFile(path)
		runtime.ReadMemStats(&after)
		same(t, err)
		if allocated := after.TotalAlloc - before.TotalAlloc; allocated > 1<<20 {
			t.Errorf("%d bytes were allocated for a file that says its size", allocated)
		}
	})
	t.Run("growing", func(t *testing.T) {
		var r endless
		_, err := readAtMost(&r, 100)
		same(t, err)
		if r.taken > MaxBytes+1 {
			t.Errorf("%d bytes were read", r.taken)
		}
	})
	t.Run("device", func(t *testing.T) {
		if _, err := os.Stat("/dev/zero"); err != nil {
			t.Skip("no such device here")
		}
		_, err := ReadFile("/dev/zero")
		same(t, err)
	})
	t.Run("pipe", func(t *testing.T) {
		r, w := io.Pipe()
		go func() {
			_, err := w.Write(make([]byte, MaxBytes+2))
			w.CloseWithError(err)
		}()
		_, err := readAtMost(r, 0)
		same(t, err)
		r.Close()
	})
}

func TestReadFile(t *testing.T) {
	dir := t.TempDir()
	for _, size := range []int{0, 1, 1000, MaxBytes} {
		want := bytes.Repeat([]byte("x"), size)
		path := filepath.Join(dir, "file")
		if err := os.WriteFile(path, want, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := ReadFile(path); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%d bytes: read %d, %v", size, len(got), err)
		}
	}
	if got, err := readAtMost(strings.NewReader("more than it said"), 4); err != nil || string(got) != "more than it said" {
		t.Errorf("read %q, %v", got, err)
	}
	if _, err := ReadFile(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}
