package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"

	"rulebook/archive"
)

// Digest reads what was found at import when a release was compared with the held one
// before it: the two releases with the entries that changed alone, in the order of the
// digest's positions, and what happened to them. found is nil when old is not the held
// release before new, or when no digest was kept of them.
func (s *Store) Digest(ctx context.Context, old, new archive.Date) (from, to *archive.Snapshot, found []byte, err error) {
	err = s.steadily(atOnce(ctx), func(ctx context.Context, q queryer) error {
		from, to, found, err = readDigest(ctx, q, old, new)
		return err
	})
	if err != nil {
		return nil, nil, nil, s.plain(err)
	}
	return from, to, found, nil
}

func readDigest(ctx context.Context, q queryer, old, new archive.Date) (from, to *archive.Snapshot, found []byte, err error) {
	if neighbour, err := isNeighbour(ctx, q, old, new); err != nil || !neighbour {
		return nil, nil, nil, err
	}
	d, err := readPackedDigest(ctx, q, new)
	if err != nil || d.Found == nil {
		return nil, nil, nil, err
	}
	both, err := readSome(ctx, q, []archive.Date{old, new}, [][]int{d.Old, d.New})
	if err != nil {
		return nil, nil, nil, err
	}
	return both[0], both[1], d.Found, nil
}

// readPackedDigest is the digest of a release, the zero one where none was kept.
func readPackedDigest(ctx context.Context, q queryer, d archive.Date) (archive.Digest, error) {
	var packed []byte
	err := q.QueryRowContext(ctx, `SELECT packed FROM digest WHERE release = (SELECT id FROM release WHERE effective = ?)`, d.String()).Scan(&packed)
	if errors.Is(err, sql.ErrNoRows) {
		return archive.Digest{}, nil
	}
	if err != nil {
		return archive.Digest{}, err
	}
	return unpackDigest(packed)
}

// packDigest packs a digest with zstd: how many positions of the older book there are and
// how far each lies from the one before, as the varints of encoding/binary, the same of the
// newer book, and what was found.
func packDigest(d archive.Digest) ([]byte, error) {
	var plain []byte
	for _, positions := range [][]int{d.Old, d.New} {
		plain = binary.AppendVarint(plain, int64(len(positions)))
		last := 0
		for _, at := range positions {
			plain = binary.AppendVarint(plain, int64(at-last))
			last = at
		}
	}
	encoder, err := digestEncoder()
	if err != nil {
		return nil, err
	}
	return encoder.EncodeAll(append(plain, d.Found...), nil), nil
}

// digestEncoder packs the digests of all releases: to make one takes longer than to pack
// with it.
var digestEncoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
})

func unpackDigest(packed []byte) (d archive.Digest, err error) {
	plain, err := unpack(packed, nil)
	if err != nil {
		return d, err
	}
	for _, positions := range []*[]int{&d.Old, &d.New} {
		count, size := binary.Varint(plain)
		if size <= 0 || count < 0 || count > int64(len(plain)) {
			return d, errBrokenDigest
		}
		plain = plain[size:]
		at := int64(0)
		for range count {
			step, size := binary.Varint(plain)
			if at += step; size <= 0 || at < 0 {
				return d, errBrokenDigest
			}
			*positions, plain = append(*positions, int(at)), plain[size:]
		}
	}
	d.Found = plain
	return d, nil
}

var errBrokenDigest = errors.New("a digest ends too early")

// readSome reads releases with the entries at some positions alone, without their lines
// and lineages. What several of the entries print is read once.
func readSome(ctx context.Context, q queryer, days []archive.Date, positions [][]int) ([]*archive.Snapshot, error) {
	p := parts{leaves: make([]leaf, len(days))}
	var names, wordings []int64
	for i, d := range days {
		l := &p.leaves[i]
		if err := l.readSome(ctx, q, d, positions[i]); err != nil {
			return nil, err
		}
		names, wordings = append(names, l.names...), append(wordings, l.wordings...)
	}
	var err error
	if p.names, err = readNames(ctx, q, among("id", names)); err != nil {
		return nil, err
	}
	if p.wordings, err = readWordings(ctx, q, among("id", wordings)); err != nil {
		return nil, err
	}
	return p.assemble()
}

// readSome reads what stands at some positions.
func (l *leaf) readSome(ctx context.Context, q queryer, d archive.Date, positions []int) error {
	var id int64
	var err error
	l.head.Release, err = scanRelease(q.QueryRowContext(ctx, `SELECT `+releaseColumns+`, id FROM release WHERE effective = ?`, d.String()), &id)
	if err != nil {
		return err
	}
	var found, names, wordings []int64
	if err := readColumns(ctx, q, `FROM entry`+among("position", positions)+` AND release = ?`, []any{id},
		numbers("position", &found), numbers("name", &names), numbers("wording", &wordings)); err != nil {
		return err
	}
	place := make(map[int64]int, len(found))
	for i, at := range found {
		place[at] = i
	}
	l.lines = make([]int64, len(positions))
	for _, at := range positions {
		i, there := place[int64(at)]
		if !there {
			return fmt.Errorf("release %s has no entry at position %d", d, at)
		}
		l.names, l.wordings = append(l.names, names[i]), append(l.wordings, wordings[i])
	}
	return nil
}

// verifyDigests reads every digest.
func (s *Store) verifyDigests(ctx context.Context, fault func(string, string, ...any)) error {
	held, err := heldReleases(ctx, s.read)
	if err != nil {
		return err
	}
	for i, r := range held {
		d, err := readPackedDigest(ctx, s.read, r.effective)
		if err == nil && d.Found != nil && i > 0 {
			_, _, _, err = readDigest(ctx, s.read, held[i-1].effective, r.effective)
		}
		if err != nil && !isDamage(err) {
			return err
		}
		if err != nil || d.Found != nil && i == 0 {
			fault("release "+r.effective.String(), "what was found when it was compared with the one before cannot be read")
		}
	}
	return nil
}
