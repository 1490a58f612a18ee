package sqlite

import (
	"context"
	"database/sql"
	"strings"
)

// bulkRows is how many rows one statement of a bulk inserts: the way into SQLite
// and back costs more than a row does. SQLite's limit is 32,766 parameters.
const bulkRows = 128

// bulk inserts many rows into one table, many at a time. Rows should come in the
// order of the primary key: a b-tree is built fastest from the left.
type bulk struct {
	tx     *sql.Tx
	table  string // with its columns: "entry (release, position)"
	width  int    // columns
	insert *sql.Stmt
	args   []any
}

func newBulk(tx *sql.Tx, table string, width int) *bulk {
	return &bulk{tx: tx, table: table, width: width, args: make([]any, 0, bulkRows*width)}
}

// add puts one row in; values must not change before flush.
func (b *bulk) add(ctx context.Context, values ...any) error {
	b.args = append(b.args, values...)
	if len(b.args) < bulkRows*b.width {
		return nil
	}
	if b.insert == nil {
		var err error
		if b.insert, err = b.tx.PrepareContext(ctx, b.statement(bulkRows)); err != nil {
			return err
		}
	}
	_, err := b.insert.ExecContext(ctx, b.args...)
	b.args = b.args[:0]
	return err
}

// flush inserts what is left. The bulk cannot be used after it.
func (b *bulk) flush(ctx context.Context) error {
	if b.insert != nil {
		defer b.insert.Close()
	}
	if len(b.args) == 0 {
		return nil
	}
	_, err := b.tx.ExecContext(ctx, b.statement(len(b.args)/b.width), b.args...)
	return err
}

func (b *bulk) statement(rows int) string {
	row := "(?" + strings.Repeat(", ?", b.width-1) + ")"
	return "INSERT INTO " + b.table + " VALUES " + row + strings.Repeat(", "+row, rows-1)
}
