package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"

	"rulebook/archive"
)

// maxDepth bounds the chain of dictionaries that has to be unpacked to read one
// source: 24 unpackings take some tens of milliseconds.
const maxDepth = 24

// maxRaw bounds what a damaged row can make the decoder allocate, in bytes. It is
// twice what the importer accepts.
const maxRaw = 128 << 20

// dictionaryID tells zstd's decoder that a raw dictionary is expected.
const dictionaryID = 1

// goodShare is the share of the raw size below which packing against another
// release is worth a longer chain; packed alone a release takes about a fifth.
const goodShare = 0.1

// nearShare is the share of the raw size up to which bytes that were packed quickly
// against another release stay so: most releases. To pack one thoroughly takes four
// times as long.
const nearShare = 0.06

// packer packs raw bytes beside the transaction that stores the rest, as packing
// takes longer than all else that is done for a release.
type packer struct {
	group errgroup.Group
	mu    sync.Mutex
	done  []packedRaw // waiting to be inserted
	// The sources put last by this transaction, newest last: what the next are
	// packed against, and perhaps not stored yet.
	recent []source
}

// source is what the choice of a dictionary has to know.
type source struct {
	sha, format, encoding string
	depth                 int
	raw                   []byte
}

type packedRaw struct {
	source
	base   string
	packed []byte
}

// maxRecent bounds how many sources a transaction keeps in memory.
const maxRecent = 4

// putRaw packs raw bytes in the background, to be stored under their hash by
// flushRaw, against those of the nearest release before d in the same encoding.
func (t *Tx) putRaw(ctx context.Context, r archive.Release, raw []byte) error {
	var held int
	if err := t.tx.QueryRowContext(ctx, `SELECT count(*) FROM raw WHERE sha256 = ?`, r.Source.SHA256).Scan(&held); err != nil || held > 0 {
		return err
	}
	base, err := t.dictionary(ctx, r)
	if err != nil {
		return err
	}
	put := packedRaw{source: source{sha: r.Source.SHA256, format: r.Source.Format, encoding: r.Source.Encoding, raw: raw}}
	if base.sha != "" {
		put.base, put.depth = base.sha, base.depth+1
	}
	p := &t.packer
	if len(p.recent) == maxRecent {
		p.recent = append(p.recent[:0], p.recent[1:]...)
	}
	p.recent = append(p.recent, put.source)
	p.group.Go(func() error {
		if put.packed, err = packNear(raw, base.raw); err != nil {
			return err
		}
		if put.packed == nil {
			put.base = ""
			if put.packed, err = pack(raw, nil, thoroughly); err != nil {
				return err
			}
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.done = append(p.done, put)
		return nil
	})
	return t.insertPacked(ctx)
}

// dictionary chooses what to pack a release's bytes against; the zero source when
// there is nothing of its kind before it.
func (t *Tx) dictionary(ctx context.Context, r archive.Release) (source, error) {
	if r.Source.Format == "docx" { // packed already; other bytes are no help
		return source{}, nil
	}
	var best source
	err := t.tx.QueryRowContext(ctx, `
		SELECT sha256 FROM release WHERE sha256 IS NOT NULL AND effective < ? AND format = ? AND encoding = ?
		ORDER BY effective DESC LIMIT 1`, r.Effective.String(), r.Source.Format, r.Source.Encoding).Scan(&best.sha)
	if errors.Is(err, sql.ErrNoRows) {
		return source{}, nil
	}
	if err != nil {
		return source{}, err
	}
	for _, s := range t.packer.recent {
		if s.sha == best.sha {
			best = s
		}
	}
	if best.raw == nil {
		if err := t.flushRaw(ctx); err != nil {
			return source{}, err
		}
		if err := t.tx.QueryRowContext(ctx, `SELECT depth FROM raw WHERE sha256 = ?`, best.sha).Scan(&best.depth); err != nil {
			return source{}, err
		}
		if best.depth+1 < maxDepth {
			if best.raw, err = getRaw(ctx, t.tx, best.sha); err != nil {
				return source{}, damaged(err)
			}
		}
	}
	if best.depth+1 >= maxDepth {
		return source{}, nil
	}
	return best, nil
}

// insertPacked stores what has been packed so far.
func (t *Tx) insertPacked(ctx context.Context) error {
	t.packer.mu.Lock()
	done := t.packer.done
	t.packer.done = nil
	t.packer.mu.Unlock()
	for _, p := range done {
		if p.base == "" {
			p.depth = 0
		}
		if _, err := t.tx.ExecContext(ctx, `INSERT INTO raw (sha256, base, depth, size, packed) VALUES (?, nullif(?, ''), ?, ?, ?)
			ON CONFLICT DO NOTHING`, p.sha, p.base, p.depth, len(p.raw), p.packed); err != nil {
			return err
		}
	}
	return nil
}

// flushRaw waits for the packing in the background and stores its results.
func (t *Tx) flushRaw(ctx context.Context) error {
	if err := t.packer.group.Wait(); err != nil {
		return err
	}
	return t.insertPacked(ctx)
}

type queryer interface {
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// getRaw unpacks the raw bytes stored under a hash.
func getRaw(ctx context.Context, q queryer, sha string) ([]byte, error) {
	var chain [][]byte
	for at := sha; at != ""; {
		var packed []byte
		var base sql.NullString
		err := q.QueryRowContext(ctx, `SELECT packed, base FROM raw WHERE sha256 = ?`, at).Scan(&packed, &base)
		if err != nil {
			return nil, fmt.Errorf("raw bytes %s: %w", at, err)
		}
		chain = append(chain, packed)
		if len(chain) > maxDepth {
			return nil, errors.New("raw bytes: the chain of dictionaries does not end")
		}
		at = base.String
	}
	var raw []byte
	for i := len(chain) - 1; i >= 0; i-- {
		var err error
		if raw, err = unpack(chain[i], raw, maxRaw); err != nil {
			return nil, fmt.Errorf("raw bytes %s: %w", sha, err)
		}
	}
	return raw, nil
}

// packNear packs raw bytes against those of another release, and gives nothing where
// that is not worth a longer chain, or where there is no other.
func packNear(raw, base []byte) ([]byte, error) {
	if base == nil {
		return nil, nil
	}
	isAbove := func(packed []byte, share float64) bool { return float64(len(packed)) > share*float64(len(raw)) }
	packed, err := pack(raw, base, quickly)
	if err == nil && isAbove(packed, nearShare) {
		packed, err = pack(raw, base, thoroughly)
	}
	if err != nil || isAbove(packed, goodShare) {
		return nil, err
	}
	return packed, nil
}

// How hard zstd looks for what repeats.
const (
	quickly    = zstd.SpeedDefault
	thoroughly = zstd.SpeedBetterCompression
)

func pack(raw, dictionary []byte, level zstd.EncoderLevel) ([]byte, error) {
	// A window of just the size that is needed packs as well and takes less memory.
	window := zstd.MinWindowSize
	for window < len(raw)+len(dictionary) {
		window *= 2
	}
	options := []zstd.EOption{zstd.WithEncoderLevel(level), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(window)}
	if len(dictionary) > 0 {
		options = append(options, zstd.WithEncoderDictRaw(dictionaryID, dictionary))
	}
	e, err := zstd.NewWriter(nil, options...)
	if err != nil {
		return nil, err
	}
	defer e.Close()
	return e.EncodeAll(raw, nil), nil
}

// unpack gives back what pack packed, of most bytes at most.
func unpack(packed, dictionary []byte, most uint64) ([]byte, error) {
	options := []zstd.DOption{zstd.WithDecoderMaxMemory(most), zstd.WithDecoderConcurrency(1)}
	if len(dictionary) > 0 {
		options = append(options, zstd.WithDecoderDictRaw(dictionaryID, dictionary))
	}
	d, err := zstd.NewReader(nil, options...)
	if err != nil {
		return nil, err
	}
	defer d.Close()
	return d.DecodeAll(packed, nil)
}
