//go:build sqlite_fts5

package index

import (
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/mattn/go-sqlite3"

	"rulebook/search"
)

// BenchmarkFTS5 asks the golden queries of SQLite's full text search over the same
// documents, for comparison: go test -tags sqlite_fts5 -bench 'Golden|FTS5'.
func BenchmarkFTS5(b *testing.B) {
	x := open(b, newMemory(published(b)...))
	db, err := sql.Open("sqlite3", "file:"+filepath.Join(b.TempDir(), "fts5.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	fill(b, db, x)
	statement, err := db.Prepare(`SELECT rowid, term, snippet(entry, 1, '[', ']', '…', 20) FROM entry
		WHERE entry MATCH ? AND current ORDER BY rank LIMIT 20`)
	if err != nil {
		b.Fatal(err)
	}
	var matches []string
	for _, query := range goldenQueries(b) {
		var words []string
		for _, t := range search.Tokenize(query) {
			words = append(words, `"`+t.Text+`"`)
		}
		matches = append(matches, strings.Join(words, " "))
	}
	var times []time.Duration
	for b.Loop() {
		for _, match := range matches {
			began := time.Now()
			rows, err := statement.Query(match)
			if err != nil {
				b.Fatal(err)
			}
			for rows.Next() {
				var id int
				var term, snippet string
				if err := rows.Scan(&id, &term, &snippet); err != nil {
					b.Fatal(err)
				}
			}
			rows.Close()
			times = append(times, time.Since(began))
		}
	}
	reportTimes(b, times)
}

// fill puts every document into an FTS5 table.
func fill(b *testing.B, db *sql.DB, x *Index) {
	b.Helper()
	if _, err := db.Exec(`CREATE VIRTUAL TABLE entry USING fts5(term, text, current UNINDEXED, tokenize = 'porter unicode61')`); err != nil {
		b.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	for doc := range x.facts.docs {
		v, err := x.version(uint64(doc), 0)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := tx.Exec(`INSERT INTO entry (term, text, current) VALUES (?, ?, ?)`, v.term, v.text, doc < x.facts.current); err != nil {
			b.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
	if _, err := db.Exec(`INSERT INTO entry (entry) VALUES ('optimize')`); err != nil {
		b.Fatal(err)
	}
}
