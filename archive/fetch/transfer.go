package fetch

import (
	"context"
	"errors"
	"fmt"
	"net/url"

	"rulebook/archive"
)

// transfer is one file under way by HTTP.
type transfer struct {
	*run
	wanted  archive.Release
	address string
	host    string
	part    *partial
}

// download gets a file by HTTP into a partial file, trying again as long as that
// makes sense, and checks it. It returns the day the file took effect.
func (r *run) download(ctx context.Context, wanted archive.Release, address string, part *partial) (archive.Date, error) {
	u, err := url.Parse(address)
	if err != nil {
		return archive.Date{}, fmt.Errorf("its address cannot be read: %w", err)
	}
	t := &transfer{run: r, wanted: wanted, address: address, host: u.Host, part: part}
	if err := part.find(address); err != nil {
		return archive.Date{}, err
	}
	var tries tries
	for {
		day, err := t.attempt(ctx)
		var s *setback
		if err == nil || ctx.Err() != nil || !errors.As(err, &s) {
			return day, err
		}
		pause, again := tries.next(s, part.size)
		if !again {
			if s.afar {
				r.hosts.giveUp(t.host, s)
			}
			return archive.Date{}, err
		}
		r.tell(Event{Name: wanted.Source.File, Bytes: part.size, Size: wanted.Source.Bytes, Wait: pause, Reason: s.reason})
		if err := sleep(ctx, pause); err != nil {
			return archive.Date{}, err
		}
	}
}

// attempt is one try: what is missing is asked for, and the whole is checked. A
// file that is not the right one is taken away, so that the next try begins anew.
func (t *transfer) attempt(ctx context.Context) (archive.Date, error) {
	if !t.hasAll() {
		if err := t.request(ctx); err != nil {
			return archive.Date{}, err
		}
	}
	raw, err := readBounded(t.part.path)
	if err != nil {
		return archive.Date{}, err
	}
	day, err := t.check(t.wanted, raw)
	if err == nil {
		return day, nil
	}
	if err := t.part.remove(); err != nil {
		return archive.Date{}, err
	}
	return archive.Date{}, err
}

// hasAll reports whether the bytes that are there are as many as the catalog says.
func (t *transfer) hasAll() bool {
	known := t.wanted.Source
	return known.SHA256 != "" && known.Bytes > 0 && t.part.size == known.Bytes
}
