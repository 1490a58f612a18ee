package archive

import "testing"

func TestHarmless(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"Lim-Dûl’s\tline\r\nand another — 中", "Lim-Dûl’s\tline\r\nand another — 中"},
		{"\u202eeslaf\u202c \u2066x\u2069 \u200fy\u061c", "\ufffdeslaf\ufffd \ufffdx\ufffd \ufffdy\ufffd"},
		{"\x1b[2J\x00\u0085\ufffe", "\ufffd[2J\ufffd\ufffd\ufffd"},
		{"family: \U0001F468\u200d\U0001F469", "family: \U0001F468\u200d\U0001F469"}, // joins, and turns nothing
	} {
		if got := Harmless(c.text); got != c.want {
			t.Errorf("Harmless(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}
