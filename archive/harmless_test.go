package archive

import (
	"bytes"
	"encoding/json"
	"testing"
)

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

// What is written through a harmless writer is what Harmless makes of it; JSON stays
// harmless to look at and says the same.
func TestHarmlessWriters(t *testing.T) {
	for _, text := range []string{
		"Lim-Dûl’s\tline\r\nand another — 中 \U0001F468\u200d\U0001F469", "\u202eeslaf\u202c", "\x1b[2J\x00\u0085\ufffe \U0001fffe", "", "\u061c", "\xff broken \xe2\x80",
	} {
		var plain, doc bytes.Buffer
		if n, err := HarmlessWriter(&plain).Write([]byte(text)); err != nil || n != len(text) {
			t.Fatal(n, err)
		}
		if got, want := plain.String(), Harmless(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
		if err := json.NewEncoder(HarmlessJSON(&doc)).Encode(text); err != nil {
			t.Fatal(err)
		}
		if shown := doc.String(); Harmless(shown) != shown {
			t.Errorf("%q deceives as JSON: %q", text, shown)
		}
		var back string
		if err := json.Unmarshal(doc.Bytes(), &back); err != nil || back != string([]rune(text)) {
			t.Errorf("%q comes back as %q, %v", text, back, err)
		}
	}
}
