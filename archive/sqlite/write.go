package sqlite

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"runtime"
	"slices"

	"rulebook/archive"
)

// Tx is one change of the archive: all of it happens or nothing.
type Tx struct {
	tx *sql.Tx
	// Identities already given out in this transaction, to save a look-up each.
	folds, wordings map[[16]byte]int64
	names           map[name]int64
	reasons         map[string]int64
	packer          packer
}

type name struct {
	kind                archive.Kind
	number, label, term string
}

// stride bounds the random number by which a commit counts the generation up
// beyond one: no two archives, and no two histories of copies of one, come to bear
// the same generation. Two million commits fit into what JSON can say.
const stride = 1<<32 - 1

// Update runs f in one transaction and counts the generation up when it succeeds
// and wrote. When f returns an error, or the process dies, the archive is as before.
func (s *Store) Update(ctx context.Context, f func(*Tx) error) error {
	return plain(s.path, s.update(ctx, f))
}

func (s *Store) update(ctx context.Context, f func(*Tx) error) error {
	tx, err := s.write.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() // after Commit it does nothing
	var before, after int64
	if err := tx.QueryRowContext(ctx, `SELECT total_changes()`).Scan(&before); err != nil {
		return err
	}
	t := &Tx{tx: tx, folds: make(map[[16]byte]int64), wordings: make(map[[16]byte]int64),
		names: make(map[name]int64), reasons: make(map[string]int64)}
	t.packer.group.SetLimit(runtime.GOMAXPROCS(0))
	err = f(t)
	if flushErr := t.flushRaw(ctx); err == nil {
		err = flushErr
	}
	if err != nil {
		return err
	}
	if err := tx.QueryRowContext(ctx, `SELECT total_changes()`).Scan(&after); err != nil {
		return err
	}
	if after != before {
		seal, err := sealOfTables(ctx, tx)
		if err != nil {
			return err
		}
		if err := t.setSeal(ctx, tablesSeal, seal); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE meta SET value = CAST(value AS INTEGER) + 1 + (random() & ?) WHERE key = 'generation'`, stride); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// Releases returns every release known, held or not, in date order.
func (t *Tx) Releases(ctx context.Context) ([]archive.Release, error) {
	releases, err := readReleases(ctx, t.tx)
	return releases, damaged(err)
}

// Snapshot returns a held release with all its entries.
func (t *Tx) Snapshot(ctx context.Context, d archive.Date) (*archive.Snapshot, error) {
	snapshot, err := readSnapshot(ctx, t.tx, d)
	return snapshot, damaged(err)
}

// Pairs returns the pairs of a release with the held one before it, as SetPairs
// left them.
func (t *Tx) Pairs(ctx context.Context, d archive.Date) ([]archive.Pair, error) {
	pairs, err := readPairs(ctx, t.tx, d)
	return pairs, damaged(err)
}

// Know notes releases that exist, with what they are called and where they are
// offered. What is held of them stays as it is.
func (t *Tx) Know(ctx context.Context, releases []archive.Release) error {
	for _, r := range releases {
		_, err := t.tx.ExecContext(ctx, `
			INSERT INTO release (effective, code, name, url) VALUES (?, ?, ?, ?)
			ON CONFLICT (effective) DO UPDATE SET code = excluded.code, name = excluded.name, url = excluded.url
			WHERE (code, name, url) IS NOT (excluded.code, excluded.name, excluded.url)`,
			r.Effective.String(), r.Code, r.Name, r.Source.URL)
		if err != nil {
			return err
		}
	}
	return nil
}

// Put stores a release with its raw bytes in the place of whatever was held for
// its date. Its pairs, and those of the release behind it, have to be set anew.
func (t *Tx) Put(ctx context.Context, s *archive.Snapshot, raw []byte) error {
	r := s.Release
	if err := t.drop(ctx, r.Effective); err != nil {
		return err
	}
	if err := t.putRaw(ctx, r, raw); err != nil {
		return err
	}
	front, err := json.Marshal(emptyNotNil(s.Front))
	if err != nil {
		return err
	}
	flags, err := json.Marshal(emptyNotNil(r.Flags))
	if err != nil {
		return err
	}
	warnings, err := marshalWarnings(s.Warnings)
	if err != nil {
		return err
	}
	var id int64
	err = t.tx.QueryRowContext(ctx, `
		INSERT INTO release (effective, code, name, url, sample, excerpt, file, sha256, bytes, format, encoding,
			given_encoding, given_effective, sections, headings, rules, examples, glossary, front, flags, warnings)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (effective) DO UPDATE SET code = excluded.code, name = excluded.name, url = excluded.url,
			sample = excluded.sample, excerpt = excluded.excerpt, file = excluded.file, sha256 = excluded.sha256,
			bytes = excluded.bytes, format = excluded.format, encoding = excluded.encoding,
			given_encoding = excluded.given_encoding, given_effective = excluded.given_effective,
			sections = excluded.sections, headings = excluded.headings, rules = excluded.rules,
			examples = excluded.examples, glossary = excluded.glossary,
			front = excluded.front, flags = excluded.flags, warnings = excluded.warnings
		RETURNING id`,
		r.Effective.String(), r.Code, r.Name, r.Source.URL, r.Sample, r.Excerpt, r.Source.File, r.Source.SHA256,
		r.Source.Bytes, r.Source.Format, r.Source.Encoding,
		r.Source.Given.Encoding, r.Source.Given.Effective.String(), r.Counts.Sections, r.Counts.Headings,
		r.Counts.Rules, r.Counts.Examples, r.Counts.Glossary, string(front), string(flags), warnings).Scan(&id)
	if err != nil {
		return err
	}
	entries := newBulk(t.tx, "entry (release, position, name, wording, line)", 5)
	names, wordings := make([]int64, len(s.Entries)), make([]int64, len(s.Entries))
	for i := range s.Entries {
		e := &s.Entries[i]
		if wordings[i], err = t.wording(ctx, e); err != nil {
			return err
		}
		if names[i], err = t.name(ctx, e); err != nil {
			return err
		}
		if err := entries.add(ctx, id, i, names[i], wordings[i], e.Line); err != nil {
			return err
		}
	}
	if err := entries.flush(ctx); err != nil {
		return err
	}
	if err := putSheet(ctx, t.tx, id, names, wordings); err != nil {
		return err
	}
	return t.setSeal(ctx, entriesSeal+r.Effective.String(), sealOfEntries(s))
}

func emptyNotNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

// SetFlags replaces the flags of a held release.
func (t *Tx) SetFlags(ctx context.Context, d archive.Date, flags []string) error {
	text, err := json.Marshal(emptyNotNil(flags))
	if err != nil {
		return err
	}
	_, err = t.tx.ExecContext(ctx, `UPDATE release SET flags = ? WHERE effective = ? AND flags <> ?`, string(text), d.String(), string(text))
	return err
}

// drop takes the entries and links of a release away; the release stays known.
// Raw bytes that others are packed against stay.
func (t *Tx) drop(ctx context.Context, d archive.Date) error {
	for _, table := range []string{"entry", "sheet", "link", "ending", "digest"} {
		if _, err := t.tx.ExecContext(ctx,
			`DELETE FROM `+table+` WHERE release = (SELECT id FROM release WHERE effective = ?)`, d.String()); err != nil {
			return err
		}
	}
	if err := t.breakSeals(ctx, d); err != nil {
		return err
	}
	_, err := t.tx.ExecContext(ctx, `UPDATE release SET sha256 = NULL WHERE effective = ?`, d.String())
	return err
}

// Forget takes a release out, so that it is not even known. Lineages, and the pairs of
// the release behind it, have to be set anew.
func (t *Tx) Forget(ctx context.Context, d archive.Date) error {
	if err := t.drop(ctx, d); err != nil {
		return err
	}
	if _, err := t.tx.ExecContext(ctx, `DELETE FROM lineage`); err != nil { // they name releases
		return err
	}
	_, err := t.tx.ExecContext(ctx, `DELETE FROM release WHERE effective = ?`, d.String())
	return err
}

// Sweep takes away what no release refers to any more: wordings, folds, reasons
// and raw bytes.
func (t *Tx) Sweep(ctx context.Context) error {
	if err := t.flushRaw(ctx); err != nil {
		return err
	}
	for _, statement := range []string{
		`DELETE FROM wording WHERE id NOT IN (SELECT wording FROM entry UNION SELECT wording FROM excerpt_rule)`,
		`DELETE FROM fold WHERE id NOT IN (SELECT fold FROM wording)`,
		`DELETE FROM name WHERE id NOT IN (SELECT name FROM entry UNION SELECT name FROM excerpt_rule)`,
		`DELETE FROM raw WHERE sha256 NOT IN (SELECT sha256 FROM release WHERE sha256 IS NOT NULL)
		 AND sha256 NOT IN (SELECT base FROM raw WHERE base IS NOT NULL)
		 AND sha256 NOT IN (SELECT sha256 FROM excerpt)`,
	} {
		if _, err := t.tx.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	clear(t.wordings)
	clear(t.folds)
	clear(t.names)
	return nil
}

// wording returns the identity of an entry's exact wording, storing it when new.
func (t *Tx) wording(ctx context.Context, e *archive.Entry) (int64, error) {
	exact := e.Wording()
	hash := hash16(exact)
	if id, known := t.wordings[hash]; known {
		return id, nil
	}
	examples := ""
	if len(e.Examples) > 0 {
		text, err := json.Marshal(e.Examples)
		if err != nil {
			return 0, err
		}
		examples = string(text)
	}
	fold, err := t.fold(ctx, archive.Fold(exact))
	if err != nil {
		return 0, err
	}
	return t.identity(ctx, t.wordings, hash,
		`SELECT id FROM wording WHERE hash = ?`, `INSERT INTO wording (hash, fold, text, examples) VALUES (?, ?, ?, ?)`,
		fold, e.Text, examples)
}

// fold returns the identity of a folded wording, storing it when new.
func (t *Tx) fold(ctx context.Context, folded string) (int64, error) {
	return t.identity(ctx, t.folds, hash16(folded),
		`SELECT id FROM fold WHERE hash = ?`, `INSERT INTO fold (hash, text) VALUES (?, ?)`, folded)
}

// name returns the identity of what an entry is called, storing it when new.
func (t *Tx) name(ctx context.Context, e *archive.Entry) (int64, error) {
	n := name{kind: e.Kind, number: e.Number.String(), label: e.Label, term: e.Term}
	if id, known := t.names[n]; known {
		return id, nil
	}
	var id int64
	err := t.tx.QueryRowContext(ctx, `INSERT INTO name (kind, number, label, term) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET kind = kind RETURNING id`, int(n.kind), n.number, n.label, n.term).Scan(&id)
	if err != nil {
		return 0, err
	}
	t.names[n] = id
	return id, nil
}

// identity looks a hash up and inserts the row when there is none.
func (t *Tx) identity(ctx context.Context, known map[[16]byte]int64, hash [16]byte, find, insert string, values ...any) (int64, error) {
	if id, ok := known[hash]; ok {
		return id, nil
	}
	var id int64
	err := t.tx.QueryRowContext(ctx, find, hash[:]).Scan(&id)
	if err == sql.ErrNoRows {
		var result sql.Result
		if result, err = t.tx.ExecContext(ctx, insert, append([]any{hash[:]}, values...)...); err == nil {
			id, err = result.LastInsertId()
		}
	}
	if err != nil {
		return 0, err
	}
	known[hash] = id
	return id, nil
}

// hash16 is the first half of SHA-256: 128 bits keep accidental twins away.
func hash16(s string) [16]byte {
	sum := sha256.Sum256([]byte(s))
	return [16]byte(sum[:16])
}

func (t *Tx) reason(ctx context.Context, text string) (int64, error) {
	if id, known := t.reasons[text]; known {
		return id, nil
	}
	if _, err := t.tx.ExecContext(ctx, `INSERT INTO reason (text) VALUES (?) ON CONFLICT DO NOTHING`, text); err != nil {
		return 0, err
	}
	var id int64
	if err := t.tx.QueryRowContext(ctx, `SELECT id FROM reason WHERE text = ?`, text).Scan(&id); err != nil {
		return 0, err
	}
	t.reasons[text] = id
	return id, nil
}

// SetPairs stores how a release answers to the held one before it, and the
// lineages of its entries by position, in the place of what was there.
func (t *Tx) SetPairs(ctx context.Context, d archive.Date, pairs []archive.Pair, ids []archive.LineageID) error {
	var release int64
	if err := t.tx.QueryRowContext(ctx, `SELECT id FROM release WHERE effective = ?`, d.String()).Scan(&release); err != nil {
		return err
	}
	for _, table := range []string{"link", "ending"} {
		if _, err := t.tx.ExecContext(ctx, `DELETE FROM `+table+` WHERE release = ?`, release); err != nil {
			return err
		}
	}
	links := newBulk(t.tx, "link (release, position, relation, previous, lineage, reason, score, by_hand)", 8)
	endings := newBulk(t.tx, "ending (release, position, relation, next, reason, score, by_hand)", 7)
	pairs = slices.Clone(pairs)
	slices.SortFunc(pairs, func(a, b archive.Pair) int { return cmp.Or(a.New-b.New, a.Old-b.Old) })
	for _, p := range pairs {
		reason, err := t.reason(ctx, p.Link.Reason)
		if err != nil {
			return err
		}
		switch p.Relation {
		case archive.Removed, archive.MergedInto:
			err = endings.add(ctx, release, p.Old, int(p.Relation), orNull(p.New), reason, p.Link.Score, p.Link.ByHand)
		default:
			err = links.add(ctx, release, p.New, int(p.Relation), orNull(p.Old), int64(ids[p.New]), reason, p.Link.Score, p.Link.ByHand)
		}
		if err != nil {
			return err
		}
	}
	if err := links.flush(ctx); err != nil {
		return err
	}
	if err := endings.flush(ctx); err != nil {
		return err
	}
	return t.setSeal(ctx, pairsSeal+d.String(), sealOfPairs(pairs))
}

// SetManyPairs runs set, which sets the pairs of most releases. The index of links by lineage is
// made anew behind it: row by row, each would go to another page, which SQLite copies
// before, to be able to take the statement back.
func (t *Tx) SetManyPairs(ctx context.Context, set func() error) error {
	var definition string
	if err := t.tx.QueryRowContext(ctx, `SELECT sql FROM sqlite_schema WHERE type = 'index' AND name = 'link_by_lineage'`).Scan(&definition); err != nil {
		return err
	}
	if _, err := t.tx.ExecContext(ctx, `DROP INDEX link_by_lineage`); err != nil {
		return err
	}
	if err := set(); err != nil {
		return err
	}
	_, err := t.tx.ExecContext(ctx, definition)
	return err
}

// LineageIDs returns the lineages of a release's entries by position, 0 for those in none.
func (t *Tx) LineageIDs(ctx context.Context, d archive.Date) ([]archive.LineageID, error) {
	rows, err := t.tx.QueryContext(ctx, `SELECT position, lineage FROM link
		WHERE release = (SELECT id FROM release WHERE effective = ?) ORDER BY position`, d.String())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []archive.LineageID
	for rows.Next() {
		var position int
		var id archive.LineageID
		if err := rows.Scan(&position, &id); err != nil {
			return nil, err
		}
		for len(ids) <= position {
			ids = append(ids, 0)
		}
		ids[position] = id
	}
	return ids, rows.Err()
}

// SetLineages replaces all lineages.
func (t *Tx) SetLineages(ctx context.Context, lineages []archive.Lineage) error {
	if _, err := t.tx.ExecContext(ctx, `DELETE FROM lineage`); err != nil {
		return err
	}
	held, err := heldReleases(ctx, t.tx)
	if err != nil {
		return err
	}
	releaseID := make(map[archive.Date]int64, len(held))
	for _, r := range held {
		releaseID[r.effective] = r.id
	}
	insert, err := t.tx.PrepareContext(ctx, `
		INSERT INTO lineage (id, born, last, gone, split_from, merged_into, origin, origin_score, origin_hand, fate, fate_score, fate_hand)
		VALUES (?, ?, ?, nullif(?, 0), nullif(?, 0), nullif(?, 0), ?, ?, ?, nullif(?, 0), ?, ?)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	for _, l := range lineages {
		origin, err := t.reason(ctx, l.Origin.Reason)
		if err != nil {
			return err
		}
		var fate int64
		if !l.Gone.IsZero() {
			if fate, err = t.reason(ctx, l.Fate.Reason); err != nil {
				return err
			}
		}
		_, err = insert.ExecContext(ctx, int64(l.ID), releaseID[l.Born], releaseID[l.Last], releaseID[l.Gone], int64(l.From), int64(l.Into),
			origin, l.Origin.Score, l.Origin.ByHand, fate, l.Fate.Score, l.Fate.ByHand)
		if err != nil {
			return err
		}
	}
	return nil
}

func orNull(index int) any {
	if index < 0 {
		return nil
	}
	return index
}
