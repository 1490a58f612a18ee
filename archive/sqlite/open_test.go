package sqlite

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"
)

// Every connection of a pool enforces foreign keys and waits for a writer, not only the
// first one.
func TestEveryConnectionIsAlike(t *testing.T) {
	ctx := context.Background()
	s, err := Open(ctx, filepath.Join(t.TempDir(), "archive.db"), ReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for name, db := range map[string]*sql.DB{"reading": s.read, "writing": s.write} {
		for i := range db.Stats().MaxOpenConnections {
			c, err := db.Conn(ctx) // held until the end, so that each is another one
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			for pragma, want := range map[string]int{"foreign_keys": 1, "busy_timeout": busyMillis, "synchronous": 1} {
				var got int
				if err := c.QueryRowContext(ctx, "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
					t.Errorf("%s, connection %d: %s is %d, %v", name, i, pragma, got, err)
				}
			}
		}
	}
}
