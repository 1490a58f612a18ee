package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
)

// column is one column of many rows, read as one value: its whole numbers parted by
// commas, or its texts one after another with their lengths beside them. To step
// through the four thousand rows of a release from here takes several times as long
// as SQLite needs to read them.
type column struct {
	expression string
	numbers    *[]int64
	texts      *[]string
}

// numbers is a column of whole numbers that are neither negative nor null.
func numbers(expression string, into *[]int64) column {
	return column{expression: expression, numbers: into}
}

// texts is a column of texts that are not null. They share one piece of memory.
func texts(expression string, into *[]string) column {
	return column{expression: expression, texts: into}
}

// readColumns reads all rows of a query, of which from is what stands behind the
// columns. The columns come in the order of its ORDER BY, if it has one.
func readColumns(ctx context.Context, q queryer, from string, args []any, columns ...column) error {
	var inner, outer []string
	var scan []any
	lengths, joined := make([]sql.NullString, len(columns)), make([]string, len(columns))
	for i, c := range columns {
		inner = append(inner, fmt.Sprintf("%s AS c%d", c.expression, i))
		if c.numbers != nil {
			outer = append(outer, fmt.Sprintf("group_concat(c%d)", i))
			scan = append(scan, &lengths[i])
			continue
		}
		outer = append(outer, fmt.Sprintf("group_concat(octet_length(c%[1]d)), coalesce(group_concat(c%[1]d, ''), '')", i))
		scan = append(scan, &lengths[i], &joined[i])
	}
	rows, err := q.QueryContext(ctx, "SELECT "+strings.Join(outer, ", ")+" FROM (SELECT "+strings.Join(inner, ", ")+" "+from+")", args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(scan...); err != nil {
			return err
		}
		count := -1
		for i, c := range columns {
			read, err := parseJoined(lengths[i].String)
			if err != nil {
				return err
			}
			if count >= 0 && len(read) != count {
				return errUneven
			}
			count = len(read)
			if c.numbers != nil {
				*c.numbers = read
			} else if *c.texts, err = cut(joined[i], read); err != nil {
				return err
			}
		}
	}
	return rows.Err()
}

// errUneven says that a row lacks a value that all rows have.
var errUneven = errors.New("a value is missing")

// cut parts texts that stand one after another.
func cut(joined string, lengths []int64) ([]string, error) {
	parts := make([]string, len(lengths))
	for i, n := range lengths {
		if n > int64(len(joined)) {
			return nil, errUneven
		}
		parts[i], joined = joined[:n], joined[n:]
	}
	if joined != "" {
		return nil, errUneven
	}
	return parts, nil
}
