package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"golang.org/x/sync/errgroup"

	"rulebook/archive"
)

// Snapshot returns the release that took effect on d with all its entries. It
// returns a *archive.NotFoundError when none that did is held.
func (s *Store) Snapshot(ctx context.Context, d archive.Date) (*archive.Snapshot, error) {
	snapshots, err := s.snapshots(ctx, d)
	if err != nil {
		return nil, s.plain(err)
	}
	return snapshots[0], nil
}

// snapshots reads releases as one state of the archive holds them.
func (s *Store) snapshots(ctx context.Context, days ...archive.Date) (all []*archive.Snapshot, err error) {
	err = s.steadily(ctx, func(ctx context.Context, q queryer) error {
		all, err = readSnapshots(ctx, q, days...)
		return err
	})
	return all, err
}

// readSnapshot reads one release.
func readSnapshot(ctx context.Context, q queryer, d archive.Date) (*archive.Snapshot, error) {
	snapshots, err := readSnapshots(ctx, q, d)
	if err != nil {
		return nil, err
	}
	return snapshots[0], nil
}

// readSnapshots reads releases together, so that what several of them print is read
// once.
func readSnapshots(ctx context.Context, q queryer, days ...archive.Date) ([]*archive.Snapshot, error) {
	group, within := sideBySide(ctx, q)
	p := beginParts(within, group, q, days...)
	if err := group.Wait(); err != nil {
		return nil, err
	}
	return p.assemble()
}

// parts are what snapshots are put together from.
type parts struct {
	leaves   []leaf
	names    table[storedName]
	wordings table[wording]
	reasons  map[int64]string
}

// beginParts begins to read all parts of releases, the largest first.
func beginParts(ctx context.Context, group *errgroup.Group, q queryer, days ...archive.Date) *parts {
	p := &parts{leaves: make([]leaf, len(days))}
	group.Go(func() (err error) { p.wordings, err = readWordingsOf(ctx, q, days); return err })
	for i, d := range days {
		group.Go(func() error { return p.leaves[i].read(ctx, q, d) })
	}
	group.Go(func() (err error) { p.names, err = readNames(ctx, q, ""); return err })
	group.Go(func() (err error) { p.reasons, err = readReasons(ctx, q); return err })
	return p
}

// assemble puts the releases together.
func (p *parts) assemble() ([]*archive.Snapshot, error) {
	all := make([]*archive.Snapshot, len(p.leaves))
	for i := range p.leaves {
		var err error
		if all[i], err = p.bind(&p.leaves[i]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// reasonRadix is above every reason's identity: there are a few dozen.
const reasonRadix = 1 << 12

// leaf is what one release prints, as identities, in printed order.
type leaf struct {
	head                   archive.Snapshot // all but the entries
	names, wordings, lines []int64
	links                  []int64                // of the positions that have one: lineage, reason and position as one number
	unsure                 map[int64]archive.Link // those that are not certain, without their reason
}

func (l *leaf) read(ctx context.Context, q queryer, d archive.Date) error {
	var id int64
	var front, warnings string
	var err error
	l.head.Release, err = scanRelease(q.QueryRowContext(ctx,
		`SELECT `+releaseColumns+`, id, front, warnings FROM release WHERE effective = ? AND sha256 IS NOT NULL`, d.String()),
		&id, &front, &warnings)
	if errors.Is(err, sql.ErrNoRows) {
		return &archive.NotFoundError{What: "release held for", Asked: d.String()}
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal([]byte(front), &l.head.Front); err != nil {
		return err
	}
	if l.head.Warnings, err = parseWarnings(warnings); err != nil {
		return err
	}
	if err := l.readEntries(ctx, q, id, d); err != nil {
		return err
	}
	if err := readColumns(ctx, q, `FROM link WHERE release = ?`, []any{id},
		numbers(fmt.Sprintf("(lineage * %d + reason) * %d + position", reasonRadix, positionRadix), &l.links)); err != nil {
		return err
	}
	return l.readUnsure(ctx, q, id)
}

// readEntries reads the sheet of the release and the lines of its entries.
func (l *leaf) readEntries(ctx context.Context, q queryer, id int64, d archive.Date) error {
	sheet, err := readSheet(ctx, q, heldRelease{id, d})
	if err != nil {
		return err
	}
	if err := readColumns(ctx, q, `FROM entry WHERE release = ? ORDER BY position`, []any{id}, numbers("line", &l.lines)); err != nil {
		return err
	}
	if l.names, l.wordings, err = sheet.identities(); err != nil {
		return err
	}
	if len(l.names) != len(l.lines) {
		return fmt.Errorf("release %s lacks entries: it holds %d of %d", d, len(l.lines), len(l.names))
	}
	return nil
}

// readUnsure reads the few links that are not certain or were made by hand.
func (l *leaf) readUnsure(ctx context.Context, q queryer, id int64) error {
	rows, err := q.QueryContext(ctx, `SELECT position, score, by_hand FROM link WHERE release = ? AND (score <> 1 OR by_hand)`, id)
	if err != nil {
		return err
	}
	defer rows.Close()
	l.unsure = make(map[int64]archive.Link)
	for rows.Next() {
		var position int64
		var link archive.Link
		if err := rows.Scan(&position, &link.Score, &link.ByHand); err != nil {
			return err
		}
		l.unsure[position] = link
	}
	return rows.Err()
}

// storedName is what an entry is called.
type storedName struct {
	kind        archive.Kind
	number      archive.Number
	label, term string
}

// readNames reads the names that meet a condition.
func readNames(ctx context.Context, q queryer, where string, args ...any) (table[storedName], error) {
	var ids, kinds []int64
	var printed, labels, terms []string
	if err := readColumns(ctx, q, `FROM name`+where, args,
		numbers("id", &ids), numbers("kind", &kinds), texts("number", &printed), texts("label", &labels), texts("term", &terms)); err != nil {
		return table[storedName]{}, err
	}
	return newTable(ids, func(i int) (storedName, error) {
		number, err := parseStored(printed[i])
		return storedName{archive.Kind(kinds[i]), number, labels[i], terms[i]}, err
	})
}

// readWordingsOf reads each wording that one of the releases prints.
func readWordingsOf(ctx context.Context, q queryer, days []archive.Date) (table[wording], error) {
	var args []any
	for _, d := range days {
		args = append(args, d.String())
	}
	return readWordings(ctx, q, ` WHERE id IN (SELECT wording FROM entry
		WHERE release IN (SELECT id FROM release WHERE effective IN (`+places(len(days))+`)))`, args...)
}

// readWordings reads the wordings that meet a condition.
func readWordings(ctx context.Context, q queryer, where string, args ...any) (table[wording], error) {
	var ids []int64
	var printed, examples []string
	if err := readColumns(ctx, q, `FROM wording`+where, args,
		numbers("id", &ids), texts("text", &printed), texts("examples", &examples)); err != nil {
		return table[wording]{}, err
	}
	return newTable(ids, func(i int) (wording, error) {
		parsed, err := parseExamples(examples[i])
		return wording{ids[i], printed[i], parsed}, err
	})
}

// readWording reads one wording.
func readWording(ctx context.Context, q queryer, id int64) (wording, error) {
	w := wording{id: id}
	var examples string
	err := q.QueryRowContext(ctx, `SELECT text, examples FROM wording WHERE id = ?`, id).Scan(&w.text, &examples)
	if err != nil {
		return w, err
	}
	w.examples, err = parseExamples(examples)
	return w, err
}

// bind puts one release together.
func (p *parts) bind(l *leaf) (*archive.Snapshot, error) {
	s := l.head
	s.Entries = make([]archive.Entry, len(l.names))
	for i := range s.Entries {
		w, worded := p.wordings.row(l.wordings[i])
		n, named := p.names.row(l.names[i])
		if !worded || !named {
			return nil, fmt.Errorf("release %s lacks the text or the name of the entry at position %d", s.Release.Effective, i)
		}
		s.Entries[i] = archive.Entry{
			Kind: n.kind, Number: n.number, Label: n.label, Term: n.term,
			Text: w.text, Examples: w.examples, Line: int(l.lines[i]),
		}
	}
	for _, n := range l.links {
		position, reason, lineage := n%positionRadix, n/positionRadix%reasonRadix, n/positionRadix/reasonRadix
		if position >= int64(len(s.Entries)) {
			return nil, fmt.Errorf("release %s has a lineage and no entry at position %d", s.Release.Effective, position)
		}
		link, unsure := l.unsure[position]
		if !unsure {
			link.Score = 1
		}
		link.Reason = p.reasons[reason]
		s.Entries[position].Lineage, s.Entries[position].Link = archive.LineageID(lineage), link
	}
	return &s, nil
}
