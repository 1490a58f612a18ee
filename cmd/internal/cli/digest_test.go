package cli

import (
	"database/sql"
	"testing"
)

// A diff shows the same whether what changed was kept at import or has to be found, and
// where what was kept is damaged or of other releases.
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
	for _, harm := range []string{
		`UPDATE digest SET packed = substr(packed, 1, length(packed) - 1)`,
		`UPDATE digest SET packed = (SELECT packed FROM digest d WHERE d.release <> digest.release)`,
		`UPDATE digest SET packed = zeroblob(50)`,
		`UPDATE digest SET packed = zeroblob(0)`,
		`DELETE FROM digest`,
	} {
		if _, err := db.Exec(harm); err != nil {
			t.Fatal(err)
		}
		for i, args := range commands {
			if got := p.must(t, args...); got != want[i] {
				t.Errorf("after %s\n%q shows\n%s\nand before\n%s", harm, args, got, want[i])
			}
		}
	}
}
