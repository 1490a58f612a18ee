package sqlite

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
)

// packedSheet is what one release prints as it is stored.
type packedSheet struct {
	release heldRelease
	packed  []byte
}

// readPacked reads all held releases, oldest first.
func readPacked(ctx context.Context, q queryer) ([]packedSheet, error) {
	held, err := heldReleases(ctx, q)
	if err != nil {
		return nil, err
	}
	rows, err := q.QueryContext(ctx, `SELECT release, packed FROM sheet`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	packed := make(map[int64][]byte, len(held))
	for rows.Next() {
		var release int64
		var p []byte
		if err := rows.Scan(&release, &p); err != nil {
			return nil, err
		}
		packed[release] = p
	}
	all := make([]packedSheet, len(held))
	for i, r := range held {
		all[i] = packedSheet{r, packed[r.id]}
		if all[i].packed == nil && rows.Err() == nil {
			return nil, noSheet(r)
		}
	}
	return all, rows.Err()
}

// readSheet reads one held release.
func readSheet(ctx context.Context, q queryer, r heldRelease) (packedSheet, error) {
	p := packedSheet{release: r}
	err := q.QueryRowContext(ctx, `SELECT packed FROM sheet WHERE release = ?`, r.id).Scan(&p.packed)
	if errors.Is(err, sql.ErrNoRows) {
		err = noSheet(r)
	}
	return p, err
}

func noSheet(r heldRelease) error { return fmt.Errorf("release %s lacks its sheet", r.effective) }

// packSheet packs what a release prints: for each entry how far the identities of its name
// and of its wording lie from those of the entry before, as the varints of
// encoding/binary. Most lie next to one another.
func packSheet(names, wordings []int64) []byte {
	packed := make([]byte, 0, 3*len(names))
	name, wording := int64(0), int64(0)
	for i := range names {
		packed = binary.AppendVarint(packed, names[i]-name)
		packed = binary.AppendVarint(packed, wordings[i]-wording)
		name, wording = names[i], wordings[i]
	}
	return packed
}

// each yields the entries of a release by position.
func (p *packedSheet) each(yield func(position int, name, wording int64)) error {
	name, wording := int64(0), int64(0)
	rest := p.packed
	for at := 0; len(rest) > 0; at++ {
		byName, n := varint(rest)
		byWording, m := varint(rest[max(n, 0):])
		name, wording = name+byName, wording+byWording
		if n <= 0 || m <= 0 || name < 0 || wording < 0 {
			return fmt.Errorf("the sheet of release %s cannot be read from entry %d on", p.release.effective, at)
		}
		yield(at, name, wording)
		rest = rest[n+m:]
	}
	return nil
}

// identities are the names and wordings of a release's entries by position.
func (p *packedSheet) identities() (names, wordings []int64, err error) {
	most := len(p.packed) / 2 // an entry takes two bytes at least
	names, wordings = make([]int64, 0, most), make([]int64, 0, most)
	err = p.each(func(_ int, name, wording int64) {
		names, wordings = append(names, name), append(wordings, wording)
	})
	return names, wordings, err
}

// varint is binary.Varint, quicker where one byte says it all, as most do.
func varint(b []byte) (int64, int) {
	const more, sign = 1 << 7, 1
	if len(b) > 0 && b[0] < more {
		return int64(b[0]>>1) ^ -int64(b[0]&sign), 1
	}
	return binary.Varint(b)
}

// putSheet stores what a release prints.
func putSheet(ctx context.Context, tx *sql.Tx, release int64, names, wordings []int64) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO sheet (release, packed) VALUES (?, ?)`, release, packSheet(names, wordings))
	return err
}

// putSheets stores the sheets of all releases, in an archive that had none.
func putSheets(ctx context.Context, tx *sql.Tx) error {
	held, err := heldReleases(ctx, tx)
	if err != nil {
		return err
	}
	for _, r := range held {
		names, wordings, err := readEntries(ctx, tx, r.id)
		if err != nil {
			return err
		}
		if err := putSheet(ctx, tx, r.id, names, wordings); err != nil {
			return err
		}
	}
	return nil
}

// readEntries reads the names and wordings of a release's entries in printed order.
func readEntries(ctx context.Context, q queryer, release int64) (ofNames, ofWordings []int64, err error) {
	err = readColumns(ctx, q, `FROM entry WHERE release = ? ORDER BY position`, []any{release},
		numbers("name", &ofNames), numbers("wording", &ofWordings))
	return ofNames, ofWordings, err
}

// verifySheets holds the sheets against the entries.
func (s *Store) verifySheets(ctx context.Context, fault func(string, string, ...any)) error {
	held, err := heldReleases(ctx, s.read)
	if err != nil {
		return err
	}
	for _, r := range held {
		where := "release " + r.effective.String()
		names, wordings, err := readEntries(ctx, s.read, r.id)
		if isDamage(err) {
			continue // told with the release
		}
		if err != nil {
			return err
		}
		var packed []byte
		err = s.read.QueryRowContext(ctx, `SELECT packed FROM sheet WHERE release = ?`, r.id).Scan(&packed)
		switch {
		case errors.Is(err, sql.ErrNoRows):
			fault(where, "it lacks its sheet")
		case err != nil:
			return err
		case !bytes.Equal(packed, packSheet(names, wordings)):
			fault(where, "its sheet does not say what its entries say")
		}
	}
	return nil
}
