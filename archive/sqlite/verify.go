package sqlite

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"rulebook/archive"
)

// Fault is something that is wrong in an archive.
type Fault struct {
	Where   string `json:"where"` // release, table or row, in words
	Message string `json:"message"`
}

func (f Fault) String() string { return f.Where + ": " + f.Message }

// maxFaults bounds what Verify returns: a damaged page makes thousands of rows wrong.
const maxFaults = 200

// Verify proves that the archive is whole: SQLite's own integrity check, foreign
// keys, the hashes of raw bytes, wordings and folds, the seals of the rest, the
// counts of each release, and that entries and sheets, and links, endings and lineages, say
// the same. It returns what is wrong, an empty list for a whole archive, and an error when
// the check itself cannot run.
func (s *Store) Verify(ctx context.Context) ([]Fault, error) {
	var faults []Fault
	for _, check := range []func(context.Context, func(where, format string, args ...any)) error{
		s.verifyFile, s.verifySeal, s.verifyTexts, s.verifyReleases, s.verifySheets, s.verifyExcerpts, s.verifyLineages,
	} {
		err := check(ctx, func(where, format string, args ...any) {
			if len(faults) < maxFaults {
				faults = append(faults, Fault{Where: where, Message: fmt.Sprintf(format, args...)})
			}
		})
		if err != nil {
			if len(faults) > 0 { // a damaged file cannot be read further, which the faults say
				faults = append(faults, Fault{Where: "check", Message: s.plain(err).Error()})
				return faults, nil
			}
			return nil, s.plain(err)
		}
	}
	return faults, nil
}

func (s *Store) verifyFile(ctx context.Context, fault func(string, string, ...any)) error {
	rows, err := s.read.QueryContext(ctx, `SELECT integrity_check FROM pragma_integrity_check`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var message string
		if err := rows.Scan(&message); err != nil {
			return err
		}
		if message != "ok" {
			fault("file", "%s", message)
		}
	}
	if err := rows.Err(); err != nil {
		return err
	}
	keys, err := s.read.QueryContext(ctx, `SELECT "table", coalesce(rowid, 0), parent FROM pragma_foreign_key_check`)
	if err != nil {
		return err
	}
	defer keys.Close()
	for keys.Next() {
		var table, parent string
		var row int64
		if err := keys.Scan(&table, &row, &parent); err != nil {
			return err
		}
		fault("table "+table, "row %d refers to a %s that is not there", row, parent)
	}
	return keys.Err()
}

func (s *Store) verifySeal(ctx context.Context, fault func(string, string, ...any)) error {
	seal, err := sealOfTables(ctx, s.read)
	if err != nil {
		return err
	}
	sealed, err := isSealed(ctx, s.read, tablesSeal, seal)
	if err == nil && !sealed {
		fault("tables", "their seal does not hold: something is not as it was written")
	}
	return err
}

func (s *Store) verifyTexts(ctx context.Context, fault func(string, string, ...any)) error {
	rows, err := s.read.QueryContext(ctx, `SELECT wording.id, wording.hash, fold.hash, wording.text, examples, fold.text
		FROM wording JOIN fold ON fold.id = fold`)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		var exactHash, foldHash []byte
		var e archive.Entry
		var examples, folded string
		if err := rows.Scan(&id, &exactHash, &foldHash, &e.Text, &examples, &folded); err != nil {
			return err
		}
		where := fmt.Sprintf("wording %d", id)
		if e.Examples, err = parseExamples(examples); err != nil {
			fault(where, "its examples cannot be read")
			continue
		}
		exact := e.Wording()
		if hash := hash16(exact); string(hash[:]) != string(exactHash) {
			fault(where, "the text does not have the hash it is stored under")
		}
		if hash := hash16(folded); string(hash[:]) != string(foldHash) || archive.Fold(exact) != folded {
			fault(where, "the folded text is not the fold of the text")
		}
	}
	return rows.Err()
}

func (s *Store) verifyReleases(ctx context.Context, fault func(string, string, ...any)) error {
	releases, err := readReleases(ctx, s.read)
	if err != nil {
		return err
	}
	before := 0 // how many entries the held release before has
	for _, r := range releases {
		if !r.Held {
			continue
		}
		where := "release " + r.Label()
		if reason := s.verifyRaw(ctx, r.Source.SHA256); reason != "" {
			fault(where, "%s", reason)
		}
		snapshot, err := readSnapshot(ctx, s.read, r.Effective)
		if isDamage(err) {
			fault(where, "its entries cannot be read: %v", err)
			continue
		}
		if err != nil {
			return err
		}
		if counts := snapshot.Count(); counts != r.Counts {
			fault(where, "it holds %+v and should hold %+v", counts, r.Counts)
		}
		olderEntries := before
		before = len(snapshot.Entries)
		pairs, err := readPairs(ctx, s.read, r.Effective)
		if isDamage(err) {
			fault(where, "%v", err)
			continue
		}
		if err != nil {
			return err
		}
		verifyPairs(snapshot, pairs, olderEntries, func(format string, args ...any) { fault(where, format, args...) })
		for key, seal := range map[string]string{entriesSeal: sealOfEntries(snapshot), pairsSeal: sealOfPairs(pairs)} {
			sealed, err := isSealed(ctx, s.read, key+r.Effective.String(), seal)
			if err != nil {
				return err
			}
			if !sealed {
				fault(where, "the %sdoes not hold: something is not as it was written", key)
			}
		}
	}
	return nil
}

// verifyRaw says what is wrong with the raw bytes that are stored under a hash;
// nothing when they have it.
func (s *Store) verifyRaw(ctx context.Context, sha string) string {
	raw, err := getRaw(ctx, s.read, sha)
	if err != nil {
		return "its raw bytes cannot be unpacked"
	}
	if sum := sha256.Sum256(raw); hex.EncodeToString(sum[:]) != sha {
		return "its raw bytes do not have the hash they are stored under"
	}
	return ""
}

// isDamage reports whether what was read is not what the store writes.
func isDamage(err error) bool {
	var damage *damageError
	return errors.As(damaged(err), &damage)
}

// verifyPairs checks the invariants of archive.Pair.
func verifyPairs(s *archive.Snapshot, pairs []archive.Pair, before int, fault func(string, ...any)) {
	newSeen := make(map[int]int)
	oldSeen := make(map[int]int)
	for _, p := range pairs {
		if p.New >= len(s.Entries) || p.Old >= before {
			fault("a pair names an entry that is not there (%d to %d)", p.Old, p.New)
			continue
		}
		switch p.Relation {
		case archive.Continues:
			newSeen[p.New]++
			oldSeen[p.Old]++
		case archive.Added, archive.SplitFrom:
			newSeen[p.New]++
		case archive.Removed, archive.MergedInto:
			oldSeen[p.Old]++
		default:
			fault("a pair has an unknown relation %d", p.Relation)
		}
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		traced := e.Kind != archive.Contents && e.Kind != archive.Stray
		if want := map[bool]int{true: 1}[traced]; newSeen[i] != want {
			fault("entry %s has %d predecessors or beginnings and should have %d", e.Name(), newSeen[i], want)
		}
	}
	for old, n := range oldSeen {
		if n != 1 {
			fault("entry %d of the release before has %d successors", old, n)
		}
	}
}

// verifyLineages traces the stored pairs anew and compares.
func (s *Store) verifyLineages(ctx context.Context, fault func(string, string, ...any)) error {
	held, err := heldReleases(ctx, s.read)
	if err != nil {
		return err
	}
	steps := make([]archive.Step, len(held))
	for i, r := range held {
		steps[i].Release = r.effective
		if steps[i].Pairs, err = readPairs(ctx, s.read, r.effective); err != nil {
			return err
		}
	}
	ids, lineages := archive.Trace(steps)
	for i, r := range held {
		snapshot, err := readSnapshot(ctx, s.read, r.effective)
		if isDamage(err) {
			continue // told with the release
		}
		if err != nil {
			return err
		}
		for at, id := range ids[i] {
			if at < len(snapshot.Entries) && snapshot.Entries[at].Lineage != id {
				fault("release "+r.effective.String(), "entry %s is in lineage %d and should be in %d",
					snapshot.Entries[at].Name(), snapshot.Entries[at].Lineage, id)
			}
		}
	}
	stored, err := readLineages(ctx, s.read, "")
	if err != nil {
		return err
	}
	if len(stored) != len(lineages) {
		fault("lineages", "%d are stored and there should be %d", len(stored), len(lineages))
		return nil
	}
	for i := range stored {
		if stored[i] != lineages[i] {
			fault(fmt.Sprintf("lineage %d", stored[i].ID), "its life is stored as %+v and should be %+v", stored[i], lineages[i])
		}
	}
	return nil
}
