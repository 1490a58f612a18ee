package sqlite

import (
	"context"
	"encoding/json"

	"rulebook/archive"
)

// Excerpts returns the excerpts held, in order of their bytes' hash and rule.
func (s *Store) Excerpts(ctx context.Context) ([]archive.Excerpt, error) {
	excerpts, err := readExcerpts(ctx, s.read)
	return excerpts, s.plain(err)
}

// Excerpts returns the excerpts held, in order of their bytes' hash and rule.
func (t *Tx) Excerpts(ctx context.Context) ([]archive.Excerpt, error) {
	return readExcerpts(ctx, t.tx)
}

// PutExcerpt stores an excerpt with its raw bytes; one with the same bytes and the
// same rule stays as it is.
func (t *Tx) PutExcerpt(ctx context.Context, e archive.Excerpt, raw []byte) error {
	if err := t.putRaw(ctx, archive.Release{Source: e.Source}, raw); err != nil {
		return err
	}
	warnings, err := marshalWarnings(e.Warnings)
	if err != nil {
		return err
	}
	result, err := t.tx.ExecContext(ctx, `INSERT INTO excerpt (sha256, rule, file, bytes, encoding, warnings) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT DO NOTHING`, e.Source.SHA256, e.Rule.String(), e.Source.File, e.Source.Bytes, e.Source.Encoding, warnings)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return err
	}
	id, err := result.LastInsertId()
	if err != nil {
		return err
	}
	for i, b := range e.Blocks {
		if _, err := t.tx.ExecContext(ctx, `INSERT INTO excerpt_block (excerpt, block, effective, set_name, line) VALUES (?, ?, ?, ?, ?)`,
			id, i, b.Date.String(), b.Set, b.Line); err != nil {
			return err
		}
		for j := range b.Rules {
			r := &b.Rules[j]
			name, err := t.name(ctx, &r.Entry)
			if err != nil {
				return err
			}
			wording, err := t.wording(ctx, &r.Entry)
			if err != nil {
				return err
			}
			if _, err := t.tx.ExecContext(ctx, `INSERT INTO excerpt_rule (excerpt, block, position, name, wording, line, cut) VALUES (?, ?, ?, ?, ?, ?, ?)`,
				id, i, j, name, wording, r.Line, r.Cut); err != nil {
				return err
			}
		}
	}
	return nil
}

// DropExcerpt takes an excerpt out. Its raw bytes stay until Sweep.
func (t *Tx) DropExcerpt(ctx context.Context, e archive.Excerpt) error {
	_, err := t.tx.ExecContext(ctx, `DELETE FROM excerpt WHERE sha256 = ? AND rule = ?`, e.Source.SHA256, e.Rule.String())
	return err
}

// RawExcerpt returns the bytes of an excerpt, as they were imported.
func (s *Store) RawExcerpt(ctx context.Context, e archive.Excerpt) ([]byte, error) {
	raw, err := getRaw(ctx, s.read, e.Source.SHA256)
	return raw, s.plain(err)
}

// verifyExcerpts checks the raw bytes of the excerpts; what was read of them is
// under the seal of the tables and the hashes of the texts.
func (s *Store) verifyExcerpts(ctx context.Context, fault func(string, string, ...any)) error {
	excerpts, err := readExcerpts(ctx, s.read)
	if isDamage(err) {
		fault("excerpts", "they cannot be read: %v", err)
		return nil
	}
	for _, e := range excerpts {
		if reason := s.verifyRaw(ctx, e.Source.SHA256); reason != "" {
			fault("excerpt "+e.Source.File, "%s", reason)
		}
	}
	return err
}

func readExcerpts(ctx context.Context, q queryer) ([]archive.Excerpt, error) {
	rows, err := q.QueryContext(ctx, `SELECT id, sha256, rule, file, bytes, encoding, warnings FROM excerpt ORDER BY sha256, rule`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var excerpts []archive.Excerpt
	var ids []int64
	for rows.Next() {
		var e archive.Excerpt
		var id int64
		var rule, warnings string
		if err := rows.Scan(&id, &e.Source.SHA256, &rule, &e.Source.File, &e.Source.Bytes, &e.Source.Encoding, &warnings); err != nil {
			return nil, err
		}
		e.Source.Format = "txt"
		if e.Rule, err = parseStored(rule); err != nil {
			return nil, err
		}
		if e.Warnings, err = parseWarnings(warnings); err != nil {
			return nil, err
		}
		excerpts, ids = append(excerpts, e), append(ids, id)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for i, id := range ids {
		if excerpts[i].Blocks, err = readBlocks(ctx, q, id); err != nil {
			return nil, err
		}
	}
	return excerpts, nil
}

func readBlocks(ctx context.Context, q queryer, excerpt int64) ([]archive.ExcerptBlock, error) {
	rows, err := q.QueryContext(ctx, `
		SELECT b.block, effective, set_name, b.line, kind, number, label, term, text, examples, r.line, cut
		FROM excerpt_block b JOIN excerpt_rule r USING (excerpt, block)
		JOIN name ON name.id = r.name JOIN wording ON wording.id = r.wording
		WHERE excerpt = ? ORDER BY b.block, position`, excerpt)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var blocks []archive.ExcerptBlock
	for rows.Next() {
		var b archive.ExcerptBlock
		var r archive.Excerpted
		var at int
		var day, number, examples string
		if err := rows.Scan(&at, &day, &b.Set, &b.Line, &r.Kind, &number, &r.Label, &r.Term, &r.Text, &examples, &r.Line, &r.Cut); err != nil {
			return nil, err
		}
		if err := b.Date.UnmarshalText([]byte(day)); err != nil {
			return nil, err
		}
		if r.Number, err = parseStored(number); err != nil {
			return nil, err
		}
		if r.Examples, err = parseExamples(examples); err != nil {
			return nil, err
		}
		if at == len(blocks) {
			blocks = append(blocks, b)
		}
		blocks[at].Rules = append(blocks[at].Rules, r)
	}
	return blocks, rows.Err()
}

func marshalWarnings(warnings []archive.Warning) (string, error) {
	stored := make([]storedWarning, 0, len(warnings))
	for _, w := range warnings {
		stored = append(stored, storedWarning(w))
	}
	text, err := json.Marshal(stored)
	return string(text), err
}
