//go:build linux

package main_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// searches asks for ten words and phrases, a process each, beside rg over the published
// texts and beside a table of SQLite's full text search.
func (b bench) searches() {
	queries := []string{"excess damage", "mulligan", "state-based actions", "layers", "phasing", "legend rule",
		"trample", "mana value", "summoning sickness", "enters the battlefield"}
	ours := func(t bench) (total time.Duration) {
		for _, q := range queries {
			total += t.rulebook(3, "search", "--archive", t.archive, q)
		}
		return total
	}
	b.beside("ten queries/rg -i over the files", func(t bench) (_, theirs time.Duration) {
		t.needs("rg")
		for _, q := range queries {
			theirs += t.fastest(3, []int{1}, "rg", "-i", "--count-matches", q, t.published)
		}
		return ours(t), theirs
	})
	b.beside("ten queries/sqlite3 with an FTS5 table", func(t bench) (_, theirs time.Duration) {
		t.needs("sqlite3")
		table := t.fullText()
		for _, q := range queries {
			theirs += t.fastest(3, nil, "sqlite3", table, `SELECT name, snippet(entry, 1, '[', ']', '…', 20)
				FROM entry WHERE entry MATCH '"`+strings.ReplaceAll(q, " ", `" "`)+`"' AND current ORDER BY rank LIMIT 20`)
		}
		return ours(t), theirs
	})
}

// needs skips a comparison with a tool that is not there.
func (b bench) needs(tool string) {
	b.Helper()
	if _, err := exec.LookPath(tool); err != nil {
		b.Skipf("%s is not on this machine", tool)
	}
}

// fullText puts every wording of all releases into a table of SQLite's full text search,
// as one who has the files would, and returns its path.
func (b bench) fullText() string {
	b.Helper()
	type wording struct{ name, text string }
	files := b.files()
	rows := make(map[wording]bool) // whether it stands in the newest release
	for i, path := range files {
		raw, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		release, err := parse.Parse(raw, parse.Options{File: filepath.Base(path)})
		if err != nil {
			b.Fatal(err)
		}
		for j := range release.Entries {
			e := &release.Entries[j]
			rows[wording{e.Name(), archive.Fold(e.Wording())}] = i == len(files)-1
		}
	}
	var list bytes.Buffer
	w := csv.NewWriter(&list)
	for row, current := range rows {
		if err := w.Write([]string{row.name, row.text, fmt.Sprint(map[bool]int{true: 1}[current])}); err != nil {
			b.Fatal(err)
		}
	}
	w.Flush()
	source, table := filepath.Join(b.folder, "wordings.csv"), filepath.Join(b.folder, "fts5.db")
	if err := os.WriteFile(source, list.Bytes(), 0o644); err != nil {
		b.Fatal(err)
	}
	b.took(nil, "sqlite3", table,
		`CREATE VIRTUAL TABLE entry USING fts5(name, text, current UNINDEXED, tokenize = 'porter unicode61')`,
		".import --csv "+source+" entry",
		`UPDATE entry SET current = CAST(current AS INTEGER)`,
		`INSERT INTO entry (entry) VALUES ('optimize')`)
	return table
}
