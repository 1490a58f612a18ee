package cli

import (
	"database/sql"
	"testing"
)

// A diff shows the same whether what changed was kept at import or has to be found.
func TestDiffWithoutDigests(t *testing.T) {
	p := withSample(t)
	commands := [][]string{
		{"diff", "latest"}, {"diff", "WAR", "IKO"}, {"diff", "IKO", "WAR"}, {"diff", "M14", "latest"}, {"diff", "MOM", "MOM"},
		{"diff", "latest", "--json"}, {"diff", "latest", "--format", "side-by-side"}, {"diff", "latest", "--stat"}, {"diff", "latest", "--summary"},
		{"diff", "latest", "--kind", "moved"}, {"diff", "latest", "--class", "wording,typography"}, {"diff", "latest", "--term", "battle"},
		{"diff", "latest", "--section", "7"}, {"diff", "latest", "--typography"}, {"terms", "WAR", "IKO", "--json"},
	}
	var want []string
	for _, args := range commands {
		want = append(want, p.must(t, args...))
	}
	db, err := sql.Open("sqlite3", p.archive)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`DELETE FROM digest`); err != nil {
		t.Fatal(err)
	}
	for i, args := range commands {
		if got := p.must(t, args...); got != want[i] {
			t.Errorf("%q shows\n%s\nwithout digests, and with them\n%s", args, got, want[i])
		}
	}
}
