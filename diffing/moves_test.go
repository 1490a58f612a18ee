package diffing

import (
	"strings"
	"testing"

	"rulebook/archive"
)

// moving makes a change of an entry that bears another number.
func moving(t *testing.T, line string) Change {
	t.Helper()
	from, to, _ := strings.Cut(line, ">")
	kind := Moved
	if strings.HasSuffix(to, "*") {
		kind, to = Changed, strings.TrimSuffix(to, "*")
	}
	old, err := archive.ParseNumber(from)
	if err != nil {
		t.Fatal(err)
	}
	new, err := archive.ParseNumber(to)
	if err != nil {
		t.Fatal(err)
	}
	return Change{Kind: kind, Old: &Side{Number: from, number: old}, New: &Side{Number: to, number: new}}
}

func TestMovesFoldToRanges(t *testing.T) {
	for _, test := range []struct{ name, moves, want string }{
		{"one rule", "100.2>100.3", "100.2 → 100.3 (1)"},
		{"a run", "100.2>100.3 100.3>100.4 100.4>100.5", "100.2–100.4 → 100.3–100.5 (3)"},
		{"another step", "100.2>100.3 100.3>100.5", "100.2 → 100.3 (1), 100.3 → 100.5 (1)"},
		{"a gap", "100.2>100.3 100.5>100.6", "100.2 → 100.3 (1), 100.5 → 100.6 (1)"},
		{"headings with what is under them", "717>718 717.1>718.1 717.1a>718.1a 718>719 718.1>719.1", "717–718 → 718–719 (5)"},
		{"a child that moved within", "717>718 717.1>718.1 717.2>718.3", "717 → 718 (2), 717.2 → 718.3 (1)"},
		{"a child that changed", "717>718 717.1>718.1* 718>719", "717–718 → 718–719 (2)"},
		{"a heading that changed", "717>718* 717.1>718.1 717.2>718.2", "717 → 718 (2)"},
		{"only a changed one", "717>718*", ""},
		{"letters that are not used", "601.2k>601.2m 601.2m>601.2n 601.2n>601.2p", "601.2k–601.2n → 601.2m–601.2p (3)"},
		{"beyond z", "205.3y>205.3z 205.3z>205.3aa", "205.3y–205.3z → 205.3z–205.3aa (2)"},
		{"backwards", "719>718 719.1>718.1 720>719", "719–720 → 718–719 (3)"},
		{"across headings", "702.9>703.9 702.10>703.10", "702.9–702.10 → 703.9–703.10 (2)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var changes []Change
			for _, m := range strings.Fields(test.moves) {
				changes = append(changes, moving(t, m))
			}
			var got []string
			for _, m := range movesOf(changes) {
				got = append(got, m.String()+" ("+string(rune('0'+m.Entries))+")")
			}
			if s := strings.Join(got, ", "); s != test.want {
				t.Errorf("got  %s\nwant %s", s, test.want)
			}
		})
	}
}
