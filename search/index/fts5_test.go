//go:build sqlite_fts5

package index

import (
	"context"
	"database/sql"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	sqlite3 "github.com/mattn/go-sqlite3"

	"rulebook/search"
)

// rounds are how often all golden queries are asked.
const rounds = 20

// BenchmarkBeside asks the golden queries one after the other, as a server does, of the
// index and of SQLite's full text search over the same documents:
// go test -tags sqlite_fts5 -bench Beside. Its shape is that of cmd/rulebook's.
func BenchmarkBeside(b *testing.B) {
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
	texts := goldenQueries(b)
	queries, matches := make([]search.Query, len(texts)), make([]string, len(texts))
	for i, text := range texts {
		if queries[i], err = search.Parse(text); err != nil {
			b.Fatal(err)
		}
		matches[i] = ofFTS5(text)
	}
	version, _, _ := sqlite3.Version()
	b.Run("search/golden queries of a running process/SQLite "+version+" with an FTS5 table", func(b *testing.B) {
		var ours, theirs []time.Duration
		for b.Loop() {
			for range rounds {
				for i := range texts {
					began := time.Now()
					if _, err := x.Search(context.Background(), queries[i], search.Options{}); err != nil {
						b.Fatal(err)
					}
					between := time.Now()
					askFTS5(b, statement, matches[i])
					ours, theirs = append(ours, between.Sub(began)), append(theirs, time.Since(between))
				}
			}
		}
		b.ReportMetric(0, "ns/op")
		reportTimes(b, "ours", ours)
		reportTimes(b, "theirs", theirs)
	})
}

// ofFTS5 is a query as FTS5 reads it: its words, all of them.
func ofFTS5(query string) string {
	var words []string
	for _, t := range search.Tokenize(query) {
		words = append(words, `"`+t.Text+`"`)
	}
	return strings.Join(words, " ")
}

// askFTS5 reads the rows that match.
func askFTS5(b *testing.B, statement *sql.Stmt, match string) {
	rows, err := statement.Query(match)
	if err != nil {
		b.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var id int
		var term, snippet string
		if err := rows.Scan(&id, &term, &snippet); err != nil {
			b.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
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

// goldenQueries are the queries of testdata/relevance.tsv.
func goldenQueries(t testing.TB) []string {
	var all []string
	for _, line := range readLines(t, "testdata/relevance.tsv") {
		if query, _, ok := strings.Cut(line, "\t"); ok && !strings.HasPrefix(line, "#") {
			all = append(all, query)
		}
	}
	return all
}

// reportTimes reports the median and the 99th percentile of times, and whose they are.
func reportTimes(b *testing.B, whose string, times []time.Duration) {
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Nanoseconds())/1e3, "µs-p50-"+whose)
	b.ReportMetric(float64(times[len(times)*99/100].Nanoseconds())/1e3, "µs-p99-"+whose)
}
