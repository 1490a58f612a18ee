package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// maxDepth bounds the chain of dictionaries that has to be unpacked to read one
// source: 16 unpackings take some tens of milliseconds.
const maxDepth = 16

// maxRaw bounds what a damaged row can make the decoder allocate, in bytes. It is
// twice what the importer accepts.
const maxRaw = 128 << 20

// dictionaryID tells zstd's decoder that a raw dictionary is expected.
const dictionaryID = 1

// putRaw stores raw bytes under their hash, packed against those of base where
// that is worth it. base may be empty.
func putRaw(ctx context.Context, tx *sql.Tx, sha string, raw []byte, base string) error {
	var held int
	if err := tx.QueryRowContext(ctx, `SELECT count(*) FROM raw WHERE sha256 = ?`, sha).Scan(&held); err != nil || held > 0 {
		return err
	}
	packed, err := pack(raw, nil)
	if err != nil {
		return err
	}
	depth, used := 0, sql.NullString{}
	if base != "" {
		var baseDepth int
		if err := tx.QueryRowContext(ctx, `SELECT depth FROM raw WHERE sha256 = ?`, base).Scan(&baseDepth); err != nil {
			return err
		}
		if baseDepth+1 < maxDepth {
			dictionary, err := getRaw(ctx, tx, base)
			if err != nil {
				return err
			}
			against, err := pack(raw, dictionary)
			if err != nil {
				return err
			}
			if len(against) < len(packed)*3/4 {
				packed, depth, used = against, baseDepth+1, sql.NullString{String: base, Valid: true}
			}
		}
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO raw (sha256, base, depth, size, packed) VALUES (?, ?, ?, ?, ?)`,
		sha, used, depth, len(raw), packed)
	return err
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
		if raw, err = unpack(chain[i], raw); err != nil {
			return nil, fmt.Errorf("raw bytes %s: %w", sha, err)
		}
	}
	return raw, nil
}

func pack(raw, dictionary []byte) ([]byte, error) {
	options := []zstd.EOption{zstd.WithEncoderLevel(zstd.SpeedBetterCompression), zstd.WithEncoderConcurrency(1)}
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

func unpack(packed, dictionary []byte) ([]byte, error) {
	options := []zstd.DOption{zstd.WithDecoderMaxMemory(maxRaw), zstd.WithDecoderConcurrency(1)}
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
