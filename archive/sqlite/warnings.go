package sqlite

import (
	"context"

	"rulebook/archive"
)

// Warnings returns what the readers of the files saw and did not lose, by release;
// a release without any is not in it.
func (s *Store) Warnings(ctx context.Context) (map[archive.Date][]archive.Warning, error) {
	warnings, err := readWarnings(ctx, s.read)
	return warnings, s.plain(err)
}

func readWarnings(ctx context.Context, q queryer) (map[archive.Date][]archive.Warning, error) {
	rows, err := q.QueryContext(ctx, `SELECT effective, warnings FROM release WHERE sha256 IS NOT NULL AND warnings <> '[]'`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := make(map[archive.Date][]archive.Warning)
	for rows.Next() {
		var day, stored string
		if err := rows.Scan(&day, &stored); err != nil {
			return nil, err
		}
		var d archive.Date
		if err := d.UnmarshalText([]byte(day)); err != nil {
			return nil, err
		}
		if all[d], err = parseWarnings(stored); err != nil {
			return nil, err
		}
	}
	return all, rows.Err()
}
