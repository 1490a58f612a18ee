package cli

import (
	"cmp"
	"context"
	"os"
	"path/filepath"

	"rulebook/archive"
	"rulebook/archive/sqlite"
	"rulebook/data"
)

// archivePath is the archive's file: --archive, else RULEBOOK_ARCHIVE, else its
// place in the user's data directory (freedesktop.org's basedir-spec).
func (a *app) archivePath() string {
	if a.archiveFlag != "" {
		return a.archiveFlag
	}
	if path := a.getenv("RULEBOOK_ARCHIVE"); path != "" {
		return path
	}
	data := a.getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(data) {
		home, err := os.UserHomeDir()
		if err != nil {
			home = "."
		}
		data = filepath.Join(home, ".local", "share")
	}
	return filepath.Join(data, "rulebook", "archive.db")
}

// indexPath is the folder of the search index of an archive.
func indexPath(archivePath string) string { return archivePath + ".index" }

// holdings is an archive open for reading, with the releases it knows: those of the
// bundled catalog where no release is in it. It is left to the end of the process, which
// closes the file faster than SQLite does: that takes a twentieth of a small diff's time.
type holdings struct {
	*sqlite.Store
	releases []archive.Release
}

// openHoldings opens the archive for reading.
func (a *app) openHoldings(ctx context.Context) (*holdings, error) {
	return a.openHoldingsFor(ctx, sqlite.ReadOnly)
}

func (a *app) openHoldingsFor(ctx context.Context, mode sqlite.Mode) (*holdings, error) {
	store, err := sqlite.Open(ctx, a.archivePath(), mode)
	if err != nil {
		return nil, err
	}
	releases, err := store.Releases(ctx)
	if err != nil {
		store.Close()
		return nil, err
	}
	if len(releases) == 0 { // nothing but excerpts, or nothing at all
		if releases, err = data.Catalog(); err != nil {
			store.Close()
			return nil, err
		}
	}
	return &holdings{Store: store, releases: releases}, nil
}

// held are the releases held, in date order.
func (h *holdings) held() []archive.Release { return heldOf(h.releases) }

func heldOf(releases []archive.Release) []archive.Release {
	var held []archive.Release
	for _, r := range releases {
		if r.Held {
			held = append(held, r)
		}
	}
	return held
}

// newestHeld is how a reference names the newest release held.
const newestHeld = "latest"

// newest is the newest release held, or archive.ErrEmpty.
func (h *holdings) newest() (archive.Release, error) {
	return archive.ResolveRelease(h.releases, newestHeld)
}

// newestOrNone is the newest release held; the zero Release when only excerpts are.
func (h *holdings) newestOrNone() archive.Release {
	newest, _ := h.newest() // the only error is that there is none
	return newest
}

// resolve is the release that ref names, the newest held when none was named.
func (h *holdings) resolve(ref string) (archive.Release, error) {
	return archive.ResolveRelease(h.releases, cmp.Or(ref, newestHeld))
}

// open returns the snapshot of the release that ref names, of the newest held when
// none was named.
func (h *holdings) open(ctx context.Context, ref string) (*archive.Snapshot, error) {
	r, err := h.resolve(ref)
	if err != nil {
		return nil, err
	}
	return h.Snapshot(ctx, r.Effective)
}
