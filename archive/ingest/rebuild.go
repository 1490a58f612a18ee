package ingest

import (
	"context"
	"fmt"

	"rulebook/archive"
)

// Rebuild reads every held release again from its raw bytes and aligns all of
// them anew, in one transaction: what a better parser or a better alignment would
// have made of them. raw returns the bytes of a release as they were imported. An
// error, such as bytes that are refused now, leaves the archive as it was.
func (im *Importer) Rebuild(ctx context.Context, raw func(context.Context, archive.Date) ([]byte, error)) (*Summary, error) {
	releases, err := im.Store.Releases(ctx)
	if err != nil {
		return nil, err
	}
	var again []candidate
	for _, r := range releases {
		if !r.Held {
			continue
		}
		again = append(again, candidate{sha: r.Source.SHA256, given: r.Source.Given, file: File{
			Path: r.Source.File, Name: r.Source.File,
			Read: func() ([]byte, error) { return raw(ctx, r.Effective) },
		}})
	}
	if len(again) == 0 {
		return nil, archive.ErrEmpty
	}
	summary := new(Summary)
	err = im.Store.Update(ctx, func(w Writer) error {
		touched := make(map[archive.Date]bool)
		pins, err := w.Pins(ctx)
		if err != nil {
			return err
		}
		ahead := newAhead(pins)
		defer ahead.wait()
		err = im.parseAll(ctx, again, func(p parsed) error {
			if p.err != nil {
				return fmt.Errorf("%s cannot be read again: %w", p.file.Name, p.err)
			}
			touched[p.snapshot.Release.Effective] = true
			im.tell(Event{Stage: Reading, Done: len(touched), Total: len(again), Name: p.file.Name})
			ahead.align(p.snapshot)
			return w.Put(ctx, p.snapshot, p.raw)
		})
		if err != nil {
			return err
		}
		if err := w.Sweep(ctx); err != nil {
			return err
		}
		if err := im.relink(ctx, w, nil, touched, ahead); err != nil {
			return err
		}
		return im.report(ctx, w, touched, summary)
	})
	if err != nil {
		return nil, err
	}
	return summary, nil
}
