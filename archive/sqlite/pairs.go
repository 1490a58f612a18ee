package sqlite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"rulebook/archive"
)

// Compare reads two held releases, near or far, in either order, and pairs their
// entries as Pairs does.
func (s *Store) Compare(ctx context.Context, old, new archive.Date) (from, to *archive.Snapshot, pairs []archive.Pair, err error) {
	var both []*archive.Snapshot
	var between ties
	err = s.steadily(ctx, func(ctx context.Context, q queryer) error {
		group, within := sideBySide(ctx, q)
		p := beginParts(within, group, q, old, new)
		group.Go(func() (err error) { between, err = readTies(within, q, old, new); return err })
		if err := group.Wait(); err != nil {
			return err
		}
		both, err = p.assemble()
		return err
	})
	if err != nil {
		return nil, nil, nil, s.plain(err)
	}
	if pairs, err = between.pair(both[0], both[1]); err != nil {
		return nil, nil, nil, s.plain(err)
	}
	return both[0], both[1], pairs, nil
}

// Pairs pairs the entries of two held releases, near or far, in either order, by
// the chain of neighbours between them. See archive.Pair for the invariants.
func (s *Store) Pairs(ctx context.Context, old, new *archive.Snapshot) ([]archive.Pair, error) {
	between, err := readTies(ctx, s.read, old.Release.Effective, new.Release.Effective)
	if err != nil {
		return nil, s.plain(err)
	}
	pairs, err := between.pair(old, new)
	return pairs, s.plain(err)
}

// ties are what pairs two releases beyond the lineages of their entries.
type ties struct {
	backwards bool // the release asked for as the newer one is the older
	neighbour bool // no held release lies between
	// ends are the pairs of neighbours that continue nothing, as alignment made them.
	ends []archive.Pair
	// kin are the lineages that were split from another, went into one or ended by
	// hand, weakest the least certain link of each; both for releases that are no
	// neighbours.
	kin     []archive.Lineage
	weakest map[archive.LineageID]archive.Link
}

func readTies(ctx context.Context, q queryer, old, new archive.Date) (ties, error) {
	t := ties{backwards: new.Before(old)}
	if t.backwards {
		old, new = new, old
	}
	var err error
	if t.neighbour, err = isNeighbour(ctx, q, old, new); err != nil {
		return t, err
	}
	if t.neighbour {
		t.ends, err = readPairRows(ctx, q, new, "relation <> 0")
		return t, err
	}
	if t.kin, err = readLineages(ctx, q, "WHERE split_from IS NOT NULL OR merged_into IS NOT NULL OR fate_hand"); err != nil {
		return t, err
	}
	t.weakest, err = readWeakest(ctx, q, old, new)
	return t, err
}

func (t ties) pair(old, new *archive.Snapshot) ([]archive.Pair, error) {
	if t.backwards {
		old, new = new, old
	}
	var pairs []archive.Pair
	if t.neighbour {
		pairs = pairNeighbours(old, new, t.ends)
	} else {
		pairs = archive.PairByLineage(old, new, t.kin, t.weakest)
	}
	for _, p := range pairs {
		if !p.Sound(len(old.Entries), len(new.Entries)) {
			return nil, unsound(new.Release.Effective)
		}
	}
	if t.backwards {
		return archive.Mirror(pairs), nil
	}
	return pairs, nil
}

// unsound says that a stored pair cannot be one.
func unsound(d archive.Date) error {
	return fmt.Errorf("a pair of release %s ties entries that are not there", d)
}

// pairNeighbours are the pairs as alignment made them: entries of one lineage
// continue, with the link that the newer one bears, and ends are the rest. They
// stand as the newer book does, those without a newer entry behind all others, as
// the older book does.
func pairNeighbours(old, new *archive.Snapshot, ends []archive.Pair) []archive.Pair {
	at := make(map[archive.LineageID]int, len(old.Entries))
	for i := range old.Entries {
		at[old.Entries[i].Lineage] = i
	}
	began := make(map[int]archive.Pair)
	var ended []archive.Pair
	for _, p := range ends {
		if p.Relation == archive.Removed || p.Relation == archive.MergedInto {
			ended = append(ended, p)
		} else {
			began[p.New] = p
		}
	}
	pairs := make([]archive.Pair, 0, len(new.Entries)+len(ended))
	for i := range new.Entries {
		e := &new.Entries[i]
		from, continues := at[e.Lineage]
		if p, begins := began[i]; begins {
			pairs = append(pairs, p)
		} else if continues && e.Lineage != 0 {
			pairs = append(pairs, archive.Pair{Old: from, New: i, Relation: archive.Continues, Link: e.Link})
		}
	}
	slices.SortFunc(ended, func(a, b archive.Pair) int { return cmp.Compare(a.Old, b.Old) })
	return append(pairs, ended...)
}

// readWeakest returns the least certain link of each lineage after one release up
// to and with another, or the one made by hand where there is one. A lineage that
// was certain throughout is not in it.
func readWeakest(ctx context.Context, q queryer, after, upTo archive.Date) (map[archive.LineageID]archive.Link, error) {
	rows, err := q.QueryContext(ctx, `
		SELECT lineage, reason.text, score, by_hand FROM (
			SELECT lineage, reason, score, by_hand, release FROM link
			WHERE relation = 0 AND score < 1
			AND release IN (SELECT id FROM release WHERE effective > ?1 AND effective <= ?2)
			UNION ALL
			SELECT lineage, reason, score, by_hand, release FROM link
			WHERE relation = 0 AND by_hand
			AND release IN (SELECT id FROM release JOIN pin ON to_release = effective WHERE effective > ?1 AND effective <= ?2)
		) JOIN reason ON reason.id = reason
		ORDER BY lineage, by_hand, score DESC, release`, after.String(), upTo.String())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	weakest := make(map[archive.LineageID]archive.Link)
	for rows.Next() {
		var id archive.LineageID
		var link archive.Link
		if err := rows.Scan(&id, &link.Reason, &link.Score, &link.ByHand); err != nil {
			return nil, err
		}
		weakest[id] = link // the last one of a lineage is by hand, or has the lowest score
	}
	return weakest, rows.Err()
}

// readPairs returns the pairs of a release with the held one before it, as
// alignment made them, in the order of pairNeighbours.
func readPairs(ctx context.Context, q queryer, d archive.Date) ([]archive.Pair, error) {
	return readPairRows(ctx, q, d, "true")
}

// readPairRows returns the pairs whose row meets a condition.
func readPairRows(ctx context.Context, q queryer, d archive.Date, condition string) ([]archive.Pair, error) {
	reasons, err := readReasons(ctx, q)
	if err != nil {
		return nil, err
	}
	var pairs []archive.Pair
	for _, query := range []string{
		`SELECT relation, coalesce(previous, -1), position, reason, score, by_hand FROM link`,
		`SELECT relation, position, coalesce(next, -1), reason, score, by_hand FROM ending`,
	} {
		rows, err := q.QueryContext(ctx, query+` WHERE release = (SELECT id FROM release WHERE effective = ?) AND `+condition+` ORDER BY position`, d.String())
		if err != nil {
			return nil, err
		}
		for rows.Next() {
			var p archive.Pair
			var reason int64
			if err := rows.Scan(&p.Relation, &p.Old, &p.New, &reason, &p.Link.Score, &p.Link.ByHand); err != nil {
				rows.Close()
				return nil, err
			}
			if !p.Sound(positionRadix, positionRadix) {
				rows.Close()
				return nil, unsound(d)
			}
			p.Link.Reason = reasons[reason]
			pairs = append(pairs, p)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return nil, err
		}
	}
	return pairs, nil
}

// isNeighbour reports whether two releases are held, and none between them.
func isNeighbour(ctx context.Context, q queryer, old, new archive.Date) (bool, error) {
	var ends, held int
	err := q.QueryRowContext(ctx, `SELECT count(*) FILTER (WHERE effective IN (?1, ?2)), count(*) FROM release
		WHERE sha256 IS NOT NULL AND effective BETWEEN ?1 AND ?2`, old.String(), new.String()).Scan(&ends, &held)
	return ends == 2 && held == 2, err
}
