package sqlite

import (
	"context"
	"database/sql"

	"rulebook/archive"
)

// putFolds folds all wordings anew, for an archive whose texts were folded by other
// rules. A fold that no wording has any more goes.
func putFolds(ctx context.Context, tx *sql.Tx) error {
	wordings, err := readWordings(ctx, tx, "")
	if err != nil {
		return err
	}
	t := &Tx{tx: tx, folds: make(map[[16]byte]int64)}
	for id, w := range wordings.all() {
		e := archive.Entry{Text: w.text, Examples: w.examples}
		fold, err := t.fold(ctx, archive.Fold(e.Wording()))
		if err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE wording SET fold = ?1 WHERE id = ?2 AND fold <> ?1`, fold, id); err != nil {
			return err
		}
	}
	_, err = tx.ExecContext(ctx, `DELETE FROM fold WHERE id NOT IN (SELECT fold FROM wording)`)
	return err
}
