package sqlite

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"

	"rulebook/archive"
)

// Dump writes everything the archive says as text, a JSON object a line, without
// any identity that depends on the order of import: two archives that say the
// same have equal dumps. Digests are left out, as they say nothing that comparing would
// not.
func (s *Store) Dump(ctx context.Context, w io.Writer) error {
	held := &heldWriter{Writer: w}
	err := s.dump(ctx, held)
	if held.err != nil {
		return held.err
	}
	return s.plain(err)
}

func (s *Store) dump(ctx context.Context, w io.Writer) error {
	out := bufio.NewWriter(w)
	enc := json.NewEncoder(archive.HarmlessJSON(out))
	enc.SetEscapeHTML(false)
	releases, err := readReleases(ctx, s.read)
	if err != nil {
		return err
	}
	for _, r := range releases {
		if err := enc.Encode(struct{ Release archive.Release }{r}); err != nil {
			return err
		}
		if !r.Held {
			continue
		}
		if err := s.dumpRelease(ctx, enc, r.Effective); err != nil {
			return err
		}
	}
	lineages, err := readLineages(ctx, s.read, "")
	if err != nil {
		return err
	}
	for _, l := range lineages {
		if err := enc.Encode(struct{ Lineage archive.Lineage }{l}); err != nil {
			return err
		}
	}
	pins, err := readPins(ctx, s.read)
	if err != nil {
		return err
	}
	for _, p := range pins {
		if err := enc.Encode(struct{ Pin archive.Pin }{p}); err != nil {
			return err
		}
	}
	excerpts, err := readExcerpts(ctx, s.read)
	if err != nil {
		return err
	}
	for _, e := range excerpts {
		if err := enc.Encode(struct{ Excerpt archive.Excerpt }{e}); err != nil {
			return err
		}
	}
	return out.Flush()
}

func (s *Store) dumpRelease(ctx context.Context, enc *json.Encoder, d archive.Date) error {
	snapshot, err := readSnapshot(ctx, s.read, d)
	if err != nil {
		return err
	}
	if err := enc.Encode(struct {
		Front    []string
		Warnings []archive.Warning
	}{snapshot.Front, snapshot.Warnings}); err != nil {
		return err
	}
	for i := range snapshot.Entries {
		if err := enc.Encode(struct {
			Release archive.Date
			Entry   archive.Entry
		}{d, snapshot.Entries[i]}); err != nil {
			return err
		}
	}
	pairs, err := readPairs(ctx, s.read, d)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		if err := enc.Encode(struct {
			Release archive.Date
			Pair    archive.Pair
		}{d, p}); err != nil {
			return err
		}
	}
	raw, err := getRaw(ctx, s.read, snapshot.Release.Source.SHA256)
	if err != nil {
		return err
	}
	if got := int64(len(raw)); got != snapshot.Release.Source.Bytes {
		return fmt.Errorf("raw bytes of %s: %d are stored and %d were imported", d, got, snapshot.Release.Source.Bytes)
	}
	return nil
}
