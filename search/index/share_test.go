package index

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// An index is as readable as the files that its owner makes, whatever Bleve and a
// temporary folder are made with.
func TestShare(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there are no permissions by owner and others here")
	}
	for _, c := range []struct{ files, folder os.FileMode }{{0o644, 0o755}, {0o640, 0o750}, {0o600, 0o700}} {
		folder := t.TempDir()
		if err := os.Chmod(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		for name, mode := range map[string]os.FileMode{sealName: c.files, storeName: 0o600, factsName: 0o644} {
			path := filepath.Join(folder, name)
			if err := os.WriteFile(path, nil, mode); err != nil {
				t.Fatal(err)
			}
			if err := os.Chmod(path, mode); err != nil {
				t.Fatal(err)
			}
		}
		if err := share(folder); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string]os.FileMode{".": c.folder, storeName: c.files, factsName: c.files} {
			info, err := os.Stat(filepath.Join(folder, name))
			if err != nil || info.Mode().Perm() != want {
				t.Errorf("%s is %v, want %v (%v)", name, info.Mode().Perm(), want, err)
			}
		}
	}
}
