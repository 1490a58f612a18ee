package index

import (
	"fmt"
	"os"
	"path/filepath"
)

// Ready reports whether dir holds an index of a generation of the archive. Indexes are
// there whole or not at all.
func Ready(dir string, generation int64) bool {
	_, err := os.Stat(filepath.Join(dir, folderOf(generation)))
	return err == nil
}

// folderOf is the folder of a generation's index.
func folderOf(generation int64) string {
	return fmt.Sprintf("%s%d-version-%d", finalPrefix, generation, Version)
}
