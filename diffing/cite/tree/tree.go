package tree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/fluxcd/pkg/sourceignore/gitignore"
)

// MaxBytes bounds a file: a larger one is data and no source.
const MaxBytes = 32 << 20

// sniffed is how much of a file is looked at to tell whether it is binary: as much
// as git does.
const sniffed = 8000

// Skips counts what was left out.
type Skips struct {
	Ignored int // files and folders that git ignores
	Binary  int
	Large   int // of more than MaxBytes
	Linked  int // symbolic links, and what is neither file nor folder
}

// Find returns the files under paths, in order of name, each once although two of the
// paths lead to it. A file that is named is taken even where git ignores it, and a
// symbolic link that is named is followed. It returns an error for a path that cannot
// be read.
func Find(ctx context.Context, paths []string, skips *Skips) ([]string, error) {
	var files []string
	seen := make(map[string]bool)
	for _, named := range paths {
		info, err := os.Stat(named)
		if err != nil {
			return nil, plain(named, err)
		}
		real, err := resolve(named)
		if err != nil {
			return nil, err
		}
		add := func(path string) {
			same := real
			if within, err := filepath.Rel(named, path); err == nil {
				same = filepath.Join(real, within)
			}
			if !seen[same] {
				seen[same] = true
				files = append(files, filepath.Clean(path))
			}
		}
		switch {
		case info.Mode().IsRegular():
			add(named)
			continue
		case !info.IsDir():
			return nil, fmt.Errorf("%s is neither a file nor a folder", named)
		}
		if err := walk(ctx, named, real, skips, add); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// resolve returns the absolute path of what a path leads to, links followed.
func resolve(path string) (string, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", plain(path, err)
	}
	if absolute, err = filepath.EvalSymlinks(absolute); err != nil {
		return "", plain(path, err)
	}
	return absolute, nil
}

// walk adds the files under a folder, by the name it was given; real is where it lies.
func walk(ctx context.Context, named, real string, skips *Skips, add func(string)) error {
	ignores, err := newIgnores(named, real)
	if err != nil {
		return err
	}
	root := filepath.Clean(named) + string(filepath.Separator) // so that a link is followed
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return plain(path, err)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if path == root {
			return ignores.read(path)
		}
		if entry.IsDir() {
			switch {
			case isOwn(entry.Name()):
				return filepath.SkipDir
			case ignores.match(path, true):
				skips.Ignored++
				return filepath.SkipDir
			}
			return ignores.read(path)
		}
		switch {
		case ignores.match(path, false):
			skips.Ignored++
		case !entry.Type().IsRegular():
			skips.Linked++
		default:
			add(path)
		}
		return nil
	})
}

// isOwn reports whether a folder is a version control's own.
func isOwn(name string) bool {
	return name == ".git" || name == ".hg" || name == ".svn" || name == ".jj"
}

// ignores are the patterns of the .gitignore files met so far, those of the folders
// above the root included, as far as the working tree reaches.
type ignores struct {
	top      string // absolute: the top of the working tree, or the root
	root     string // as given
	absolute string // the root, links followed
	patterns []gitignore.Pattern
	matcher  gitignore.Matcher
}

func newIgnores(root, absolute string) (*ignores, error) {
	g := &ignores{top: absolute, root: root, absolute: absolute, matcher: gitignore.NewMatcher(nil)}
	for at := absolute; ; at = filepath.Dir(at) {
		if _, err := os.Lstat(filepath.Join(at, ".git")); err == nil {
			g.top = at
			break
		}
		if at == filepath.Dir(at) {
			return g, nil
		}
	}
	if err := g.readFile(filepath.Join(g.top, ".git", "info", "exclude"), nil); err != nil {
		return nil, err
	}
	// The folders above the root, from the top down; the walk reads the root's own.
	within := g.parts(g.absolute)
	for depth := range within {
		folder := filepath.Join(append([]string{g.top}, within[:depth]...)...)
		if err := g.readFile(filepath.Join(folder, ".gitignore"), within[:depth]); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// parts is an absolute path below the top, cut into its names.
func (g *ignores) parts(absolute string) []string {
	within, err := filepath.Rel(g.top, absolute)
	if err != nil || within == "." {
		return nil
	}
	return strings.Split(within, string(filepath.Separator))
}

// below is a path of the walk as parts below the top.
func (g *ignores) below(path string) []string {
	within, err := filepath.Rel(g.root, path)
	if err != nil {
		return nil
	}
	return g.parts(filepath.Join(g.absolute, within))
}

// read takes in the patterns of a folder of the walk.
func (g *ignores) read(folder string) error {
	return g.readFile(filepath.Join(folder, ".gitignore"), g.below(folder))
}

func (g *ignores) readFile(path string, domain []string) error {
	text, err := os.ReadFile(path)
	// In a linked working tree .git is a file, and nothing can lie below it.
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	if err != nil {
		return plain(path, err)
	}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\r\n")
		if strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#") {
			continue
		}
		g.patterns = append(g.patterns, gitignore.ParsePattern(line, domain))
	}
	g.matcher = gitignore.NewMatcher(g.patterns)
	return nil
}

func (g *ignores) match(path string, isFolder bool) bool {
	parts := g.below(path)
	return len(parts) > 0 && g.matcher.Match(parts, isFolder)
}

// Read returns the text of a file. ok is false for a file that is binary or too
// large, which skips counts.
func Read(path string, skips *Skips) (text string, ok bool, err error) {
	file, err := os.Open(path)
	if err != nil {
		return "", false, plain(path, err)
	}
	defer file.Close()
	return ReadFrom(file, path, skips)
}

// ReadFrom does the same with a stream of a name.
func ReadFrom(r io.Reader, name string, skips *Skips) (text string, ok bool, err error) {
	head := make([]byte, sniffed)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", false, plain(name, err)
	}
	head = head[:n]
	if bytes.IndexByte(head, 0) >= 0 {
		skips.Binary++
		return "", false, nil
	}
	rest, err := io.ReadAll(io.LimitReader(r, MaxBytes-int64(n)+1))
	if err != nil {
		return "", false, plain(name, err)
	}
	if n+len(rest) > MaxBytes {
		skips.Large++
		return "", false, nil
	}
	return string(head) + string(rest), true, nil
}

// Replace writes a file anew in one step, so that a reader finds the old text or
// the new one. It keeps the file's permissions, writes through a symbolic link, and
// returns an error when the file no longer holds what was read of it.
func Replace(path, was, is string) error {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return plain(path, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return plain(path, err)
	}
	if now, err := os.ReadFile(real); err != nil {
		return plain(path, err)
	} else if string(now) != was {
		return fmt.Errorf("%s was changed by someone else meanwhile; run the command again", path)
	}
	out, err := os.CreateTemp(filepath.Dir(real), ".rulebook-*")
	if err != nil {
		return plain(path, err)
	}
	_, err = out.WriteString(is)
	err = errors.Join(err, out.Chmod(info.Mode().Perm()), out.Sync(), out.Close())
	if err == nil {
		err = os.Rename(out.Name(), real)
	}
	if err != nil {
		os.Remove(out.Name())
		return plain(path, err)
	}
	return nil
}

// plain names the path and the cause, without the name of the system call.
func plain(path string, err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		err = of.Err
	}
	return fmt.Errorf("%s cannot be read or written: %w", path, err)
}
