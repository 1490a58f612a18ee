package fetch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"rulebook/archive"
)

// copyFile gets a file from a folder into a partial file, and checks it. It
// returns the day the file took effect.
func (r *run) copyFile(ctx context.Context, wanted archive.Release, path string, part *partial) (archive.Date, error) {
	if err := ctx.Err(); err != nil {
		return archive.Date{}, err
	}
	raw, err := readBounded(path)
	if errors.Is(err, fs.ErrNotExist) {
		return archive.Date{}, &setback{outcome: Missing, reason: fmt.Sprintf("the folder has no file named %s; leave --from out to ask the publisher", wanted.Source.File)}
	}
	if err != nil {
		return archive.Date{}, err
	}
	day, err := r.check(wanted, raw)
	if err != nil {
		return archive.Date{}, err
	}
	if err := part.remove(); err != nil {
		return archive.Date{}, err
	}
	return day, os.WriteFile(part.path, raw, 0o644)
}
