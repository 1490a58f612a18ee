package cli

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing/cite"
	"rulebook/diffing/cite/tree"
)

// fix shows the patch of every file that has something to mend, and then writes them.
func (c *citeCheck) fix(ctx context.Context, o citeOptions, to archive.Release) error {
	var rewrites []rewrite
	var patches strings.Builder
	mended := 0
	files, err := c.files(ctx, func(f *cite.File, text string) error {
		patch := f.Patch(text)
		if patch == "" {
			return nil
		}
		path := filepath.FromSlash(f.Path)
		patches.WriteString(patch)
		rewrites = append(rewrites, rewrite{path, text, f.Apply(text)})
		mended += f.Fixes()
		return c.memory.put(path, f.Memory(text, to.Effective, c.memory.of(path)))
	})
	if err != nil {
		return err
	}
	if err := c.streams.Print(func(w io.Writer) error {
		patch := patches.String()
		if c.streams.OutTerminal { // a person looks at it; into a pipe it goes to the byte
			patch = term.Clean(patch)
		}
		_, err := io.WriteString(w, patch)
		return err
	}); err != nil {
		return err
	}
	if !o.dryRun && len(rewrites) > 0 {
		// Remembered first: of files that were not written then, nothing fits.
		forgotten := c.memory.save()
		if err := rewriteAll(rewrites); err != nil {
			return err
		}
		if forgotten != nil {
			set := &typesetter{w: c.streams.Err, width: c.streams.Width}
			set.note(fmt.Sprintf("%s; the same command would move the new numbers once more", forgotten))
		}
	}
	c.citeMended(files, mended, len(rewrites), o, to)
	c.citeSummary(files, c.skips)
	return o.verdict(files)
}

// citeMended says on standard error what was rewritten, and what was not and why.
func (a *app) citeMended(files []cite.File, mended, rewritten int, o citeOptions, to archive.Release) {
	set := &typesetter{w: a.streams.Err, width: a.streams.Width}
	did := "rewritten"
	if o.dryRun {
		did = "to be rewritten"
	}
	set.note(fmt.Sprintf("%s in %s %s", count(mended, "citation", "citations"), count(rewritten, "file", "files"), did))
	var left []func()
	for _, file := range files {
		for i := range file.Findings {
			if f := &file.Findings[i]; !f.IsMended() && (f.Doubt != "" || isWrong(f, o.strict)) {
				left = append(left, func() { set.citation(file.Path, f, f.Unmended()) })
			}
		}
	}
	if rewritten > 0 && !o.dryRun {
		but := ""
		if len(left) > 0 {
			but = ", but for what follows"
		}
		set.note(fmt.Sprintf("they are written against %s now%s; check them next time with --as-of %s", named(to), but, to.Effective))
	}
	for _, say := range left {
		say()
	}
}

// rewrite is a file as it was read and as it is to be.
type rewrite struct{ path, was, is string }

// rewriteAll writes all files or none: half a tree written against the newer release
// could be mended no more.
func rewriteAll(files []rewrite) error {
	for i, r := range files {
		err := tree.Replace(r.path, r.was, r.is)
		if err == nil {
			continue
		}
		for _, done := range files[:i] {
			if back := tree.Replace(done.path, done.is, done.was); back != nil {
				return fmt.Errorf("%w; and %w, so that it stays rewritten", err, back)
			}
		}
		return fmt.Errorf("%w; no file was rewritten", err)
	}
	return nil
}
