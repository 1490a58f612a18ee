package sqlite

import (
	"context"

	"rulebook/archive"
)

// Pins returns the pairs corrected by hand, in order of date and name.
func (s *Store) Pins(ctx context.Context) ([]archive.Pin, error) {
	pins, err := readPins(ctx, s.read)
	return pins, s.plain(err)
}

// Pins returns the pairs corrected by hand, in order of date and name.
func (t *Tx) Pins(ctx context.Context) ([]archive.Pin, error) {
	pins, err := readPins(ctx, t.tx)
	return pins, damaged(err)
}

// SetPins replaces all pins. The releases they concern have to be aligned again.
func (t *Tx) SetPins(ctx context.Context, pins []archive.Pin) error {
	if _, err := t.tx.ExecContext(ctx, `DELETE FROM pin`); err != nil {
		return err
	}
	for _, p := range pins {
		_, err := t.tx.ExecContext(ctx, `INSERT OR REPLACE INTO pin (from_release, from_name, to_release, to_name) VALUES (?, ?, ?, ?)`,
			p.FromRelease.String(), p.From, p.ToRelease.String(), p.To)
		if err != nil {
			return err
		}
	}
	return nil
}

func readPins(ctx context.Context, q queryer) ([]archive.Pin, error) {
	rows, err := q.QueryContext(ctx, `SELECT from_release, from_name, to_release, to_name FROM pin
		ORDER BY from_release, to_release, from_name`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var pins []archive.Pin
	for rows.Next() {
		var p archive.Pin
		var from, to string
		if err := rows.Scan(&from, &p.From, &to, &p.To); err != nil {
			return nil, err
		}
		if p.FromRelease, err = archive.ParseDate(from); err != nil {
			return nil, err
		}
		if p.ToRelease, err = archive.ParseDate(to); err != nil {
			return nil, err
		}
		pins = append(pins, p)
	}
	return pins, rows.Err()
}
