package tree_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulebook/diffing/cite/tree"
)

// plant makes files from a map of paths to contents.
func plant(t *testing.T, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for path, text := range files {
		full := filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// find returns the files under a path of root, relative to root.
func find(t *testing.T, root string, skips *tree.Skips, under ...string) []string {
	t.Helper()
	var paths []string
	for _, u := range under {
		paths = append(paths, filepath.Join(root, u))
	}
	found, err := tree.Find(context.Background(), paths, skips)
	if err != nil {
		t.Fatal(err)
	}
	for i := range found {
		rel, err := filepath.Rel(root, found[i])
		if err != nil {
			t.Fatal(err)
		}
		found[i] = filepath.ToSlash(rel)
	}
	return found
}

func TestFind(t *testing.T) {
	root := plant(t, map[string]string{
		".git/HEAD":             "ref",
		".git/info/exclude":     "secret.txt\n",
		".gitignore":            "# generated\n*.gen\n/build/\nsub/only.txt\n",
		"a.txt":                 "",
		"secret.txt":            "",
		"a.gen":                 "",
		"build/b.txt":           "",
		"sub/.gitignore":        "!keep.gen\nlocal.txt\n",
		"sub/keep.gen":          "",
		"sub/local.txt":         "",
		"sub/only.txt":          "",
		"sub/build/c.txt":       "",
		"sub/deep/.hg/store":    "",
		"sub/deep/local.txt":    "",
		"sub/deep/räksmörgås.c": "",
	})
	if err := os.Symlink("a.txt", filepath.Join(root, "link.txt")); err != nil {
		t.Skip(err)
	}
	var skips tree.Skips
	got := find(t, root, &skips, ".")
	want := []string{".gitignore", "a.txt", "sub/.gitignore", "sub/build/c.txt", "sub/deep/räksmörgås.c", "sub/keep.gen"}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}
	if skips.Ignored != 6 || skips.Linked != 1 {
		t.Errorf("left out %+v", skips)
	}
	// From below, the patterns above still hold; what is named is taken.
	if got := find(t, root, &skips, "sub"); !slices.Equal(got, want[2:]) {
		t.Errorf("under sub %q, want %q", got, want[2:])
	}
	if got := find(t, root, &skips, "a.gen", "a.gen", "link.txt"); !slices.Equal(got, []string{"a.gen", "link.txt"}) {
		t.Errorf("named files: %q", got)
	}
	if _, err := tree.Find(context.Background(), []string{filepath.Join(root, "none")}, &skips); err == nil {
		t.Error("a path that is not there is no error")
	}
}

// TestFindOnce: a file that two paths lead to is one file, however they are written.
func TestFindOnce(t *testing.T) {
	root := plant(t, map[string]string{"sub/a.txt": ""})
	t.Chdir(filepath.Join(root, "sub"))
	got, err := tree.Find(context.Background(), []string{".", "../sub", root, "a.txt"}, new(tree.Skips))
	if err != nil || !slices.Equal(got, []string{"a.txt"}) {
		t.Errorf("found %q (%v), want a.txt once", got, err)
	}
}

// A link that is named is followed, a link that is met is not; git's patterns are those
// of the place it leads to, and what two names lead to is one file.
func TestFindThroughALink(t *testing.T) {
	root := plant(t, map[string]string{"tree/.git/HEAD": "ref", "tree/.gitignore": "*.log\n", "tree/src/a.txt": "", "tree/src/b.log": ""})
	if err := os.Symlink(filepath.Join("tree", "src"), filepath.Join(root, "link")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	var skips tree.Skips
	if got, want := find(t, root, &skips, "link"), []string{"link/a.txt"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if skips.Ignored != 1 {
		t.Errorf("%d ignored, want 1", skips.Ignored)
	}
	if got, want := find(t, root, &skips, "tree", "link", "link/a.txt"), []string{"tree/.gitignore", "tree/src/a.txt"}; !slices.Equal(got, want) {
		t.Errorf("found %v, want %v", got, want)
	}
	if got := find(t, root, &skips, "."); slices.Contains(got, "link/a.txt") {
		t.Errorf("a link that is met was followed: %v", got)
	}
}

func TestRead(t *testing.T) {
	root := plant(t, map[string]string{"text": "r\xfcle 100.1", "binary": "rule\x00", "empty": ""})
	var skips tree.Skips
	for name, want := range map[string]bool{"text": true, "binary": false, "empty": true} {
		text, ok, err := tree.Read(filepath.Join(root, name), &skips)
		if err != nil || ok != want || ok && name == "text" && text != "r\xfcle 100.1" {
			t.Errorf("%s: %q, %v, %v", name, text, ok, err)
		}
	}
	if skips.Binary != 1 {
		t.Errorf("%d binary files, want 1", skips.Binary)
	}
	big := filepath.Join(root, "big")
	if err := os.WriteFile(big, []byte(strings.Repeat("a", tree.MaxBytes+1)), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := tree.Read(big, &skips); ok || err != nil || skips.Large != 1 {
		t.Errorf("a file that is too large: %v, %v", ok, err)
	}
}

func TestReplace(t *testing.T) {
	root := plant(t, map[string]string{"a": "old"})
	path := filepath.Join(root, "a")
	if err := os.Chmod(path, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := tree.Replace(path, "other", "new"); err == nil {
		t.Error("a file that changed meanwhile is overwritten")
	}
	if err := tree.Replace(path, "old", "new"); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "new" {
		t.Errorf("the file holds %q (%v)", text, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("its permissions are %v (%v)", info.Mode(), err)
	}
	if left, _ := os.ReadDir(root); len(left) != 1 {
		t.Errorf("%d files are left, want 1", len(left))
	}
}
