package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strings"

	"rulebook/archive"
)

// places are n parameters of a statement.
func places(n int) string { return strings.TrimSuffix(strings.Repeat("?,", n), ",") }

// NumberTenures returns the lineages that bore a number, oldest stretch first.
// Where the editors printed one number twice, two stretches overlap.
func (s *Store) NumberTenures(ctx context.Context, n archive.Number) ([]archive.Tenure, error) {
	tenures, err := s.tenures(ctx, `number = ?`, n.String())
	return tenures, s.plain(err)
}

// TermTenures returns the lineages that bore a glossary term, oldest stretch
// first. Marks and letter case do not matter.
func (s *Store) TermTenures(ctx context.Context, term string) ([]archive.Tenure, error) {
	tenures, err := s.termTenures(ctx, term)
	return tenures, s.plain(err)
}

func (s *Store) termTenures(ctx context.Context, term string) ([]archive.Tenure, error) {
	names, err := s.names(ctx, archive.Term)
	if err != nil {
		return nil, err
	}
	want := archive.FoldCase(term)
	var ids []any
	for id, n := range names {
		if archive.FoldCase(n.term) == want {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return s.tenures(ctx, `id IN (`+places(len(ids))+`)`, ids...)
}

// tenures finds who bore the names that a condition chooses. Entries of no lineage
// are left out. It reads the sheets of all releases, as the names lead to no entries.
func (s *Store) tenures(ctx context.Context, condition string, args ...any) ([]archive.Tenure, error) {
	names, err := readNames(ctx, s.read, ` WHERE `+condition, args...)
	if err != nil || len(names.rows) == 0 {
		return nil, err
	}
	sheets, err := readPacked(ctx, s.read)
	if err != nil {
		return nil, err
	}
	lineage, err := s.read.PrepareContext(ctx, `SELECT lineage FROM link WHERE release = ? AND position = ?`)
	if err != nil {
		return nil, err
	}
	defer lineage.Close()
	var all []archive.Tenure
	before := archive.Date{} // the held release before
	for i := range sheets {
		here := sheets[i].release
		bearers, err := sheets[i].bearers(&names)
		if err != nil {
			return nil, err
		}
		for _, b := range bearers {
			t := archive.Tenure{Number: b.number, Term: b.term, From: here.effective, To: here.effective}
			switch err := lineage.QueryRowContext(ctx, here.id, b.position).Scan(&t.Lineage); {
			case errors.Is(err, sql.ErrNoRows):
				continue
			case err != nil:
				return nil, err
			}
			same := func(u archive.Tenure) bool { return u.Lineage == t.Lineage && u.To == before }
			if at := slices.IndexFunc(all, same); at >= 0 {
				all[at].To, all[at].Term = t.To, t.Term
				continue
			}
			all = append(all, t)
		}
		before = here.effective
	}
	return all, nil
}

// bearer is an entry that bears one of the names asked for.
type bearer struct {
	storedName
	position int
}

// bearers are the entries that bear one of the names.
func (p *packedSheet) bearers(names *table[storedName]) ([]bearer, error) {
	var found []bearer
	err := p.each(func(position int, name, _ int64) {
		if n, asked := names.row(name); asked {
			found = append(found, bearer{*n, position})
		}
	})
	return found, err
}

// Bearers returns the lineages that bore numbers in the release of day d. A number
// that the editors printed twice has two.
func (s *Store) Bearers(ctx context.Context, d archive.Date, numbers []archive.Number) (map[archive.Number][]archive.LineageID, error) {
	bearers, err := s.bearers(ctx, d, numbers)
	return bearers, s.plain(err)
}

func (s *Store) bearers(ctx context.Context, d archive.Date, numbers []archive.Number) (map[archive.Number][]archive.LineageID, error) {
	args := []any{d.String()}
	for _, n := range numbers {
		args = append(args, n.String())
	}
	rows, err := s.read.QueryContext(ctx, `
		SELECT number, lineage
		FROM entry JOIN link USING (release, position) JOIN name ON name.id = entry.name
		WHERE release = (SELECT id FROM release WHERE effective = ?)
		AND entry.name IN (SELECT id FROM name WHERE number IN (`+places(len(numbers))+`))
		ORDER BY position`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	bearers := make(map[archive.Number][]archive.LineageID)
	for rows.Next() {
		var number string
		var id archive.LineageID
		if err := rows.Scan(&number, &id); err != nil {
			return nil, err
		}
		n, err := parseStored(number)
		if err != nil {
			return nil, err
		}
		bearers[n] = append(bearers[n], id)
	}
	return bearers, rows.Err()
}

// NumbersAt returns the numbers that lineages bore in the release of day d. Those
// without a number, and those not in it, are left out.
func (s *Store) NumbersAt(ctx context.Context, d archive.Date, ids []archive.LineageID) (map[archive.LineageID]archive.Number, error) {
	numbers, err := s.numbersAt(ctx, d, ids)
	return numbers, s.plain(err)
}

func (s *Store) numbersAt(ctx context.Context, d archive.Date, ids []archive.LineageID) (map[archive.LineageID]archive.Number, error) {
	args := []any{d.String()}
	for _, id := range ids {
		args = append(args, int64(id))
	}
	rows, err := s.read.QueryContext(ctx, `
		SELECT lineage, number
		FROM link JOIN entry USING (release, position) JOIN name ON name.id = entry.name
		WHERE release = (SELECT id FROM release WHERE effective = ?) AND number <> ''
		AND lineage IN (`+places(len(ids))+`)`, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	numbers := make(map[archive.LineageID]archive.Number)
	for rows.Next() {
		var id archive.LineageID
		var number string
		if err := rows.Scan(&id, &number); err != nil {
			return nil, err
		}
		if numbers[id], err = parseStored(number); err != nil {
			return nil, err
		}
	}
	return numbers, rows.Err()
}

// Relatives returns the lineages that were split from one or merged into it.
func (s *Store) Relatives(ctx context.Context, id archive.LineageID) ([]archive.Lineage, error) {
	lineages, err := readLineages(ctx, s.read, "WHERE split_from = ? OR merged_into = ?", int64(id), int64(id))
	return lineages, s.plain(err)
}

// Lost returns the lineages whose folded wording holds a text, as folded, in the
// release of day d, and whose wording is another or gone in the held release behind
// it. They come in printed order.
func (s *Store) Lost(ctx context.Context, d archive.Date, folded string) ([]archive.LineageID, error) {
	ids, err := s.lost(ctx, d, folded)
	return ids, s.plain(err)
}

func (s *Store) lost(ctx context.Context, d archive.Date, folded string) ([]archive.LineageID, error) {
	rows, err := s.read.QueryContext(ctx, `
		WITH here AS (SELECT id, effective FROM release WHERE effective = ?1),
		next AS (SELECT id FROM release WHERE sha256 IS NOT NULL AND effective > ?1 ORDER BY effective LIMIT 1)
		SELECT link.lineage FROM entry JOIN link USING (release, position)
		WHERE release = (SELECT id FROM here)
		AND wording IN (SELECT wording.id FROM fold JOIN wording ON wording.fold = fold.id WHERE instr(fold.text, ?2))
		AND NOT EXISTS (SELECT 1 FROM link AS later JOIN entry AS stays USING (release, position)
			WHERE later.release = (SELECT id FROM next) AND later.lineage = link.lineage AND stays.wording = entry.wording)
		ORDER BY position`, d.String(), folded)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []archive.LineageID
	for rows.Next() {
		var id archive.LineageID
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}
