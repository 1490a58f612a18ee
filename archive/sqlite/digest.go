package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"sync"

	"github.com/klauspost/compress/zstd"

	"rulebook/archive"
)

// Digest returns what SetDigest kept of a release when it was compared with the held one
// before it. It is nil when old is not that one, when no digest was kept, or when it is
// damaged, which Verify tells: what it says can be found again.
func (s *Store) Digest(ctx context.Context, old, new archive.Date) ([]byte, error) {
	var packed []byte
	err := s.read.QueryRowContext(atOnce(ctx), `SELECT packed FROM digest JOIN release ON release.id = digest.release
		WHERE effective = ?2 AND ?1 = (SELECT max(effective) FROM release WHERE sha256 IS NOT NULL AND effective < ?2)`,
		old.String(), new.String()).Scan(&packed)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, s.plain(err)
	}
	digest, err := unpack(packed, nil, maxDigest)
	if err != nil {
		return nil, nil
	}
	return digest, nil
}

// maxDigest bounds a digest before it is packed, in bytes: ten times the largest of two
// published releases.
const maxDigest = 8 << 20

// SetDigest keeps what was found when a release was compared with the held one before
// it, in the place of what was there; nothing when there is nothing to keep, or more than
// maxDigest.
func (t *Tx) SetDigest(ctx context.Context, d archive.Date, digest []byte) error {
	if _, err := t.tx.ExecContext(ctx, `DELETE FROM digest WHERE release = (SELECT id FROM release WHERE effective = ?)`, d.String()); err != nil || digest == nil || len(digest) > maxDigest {
		return err
	}
	packer, err := digestPacker()
	if err != nil {
		return err
	}
	_, err = t.tx.ExecContext(ctx, `INSERT INTO digest (release, packed) SELECT id, ? FROM release WHERE effective = ?`, packer.EncodeAll(digest, nil), d.String())
	return err
}

// digestPacker packs the digests of all releases: to make one takes longer than to pack
// with it.
var digestPacker = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithLowerEncoderMem(true))
})
