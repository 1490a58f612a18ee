package term

import (
	"strings"
	"testing"
	"unicode"
)

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"", 10, ""},
		{"   ", 10, ""},
		{"one two three", 7, "one two|three"},
		{"one two three", 8, "one two|three"},
		{"one  two\tthree", 80, "one two three"},
		{"a longword b", 4, "a|long|word|b"},
		{"Zoë’s Lantern", 5, "Zoë’s|Lante|rn"},
		{"e\u0301e\u0301e\u0301 x", 3, "e\u0301e\u0301e\u0301|x"},
		{"10\u00a0kg of it", 5, "10\u00a0kg|of it"},
		{"日本語 x", 4, "日本|語 x"},
		{"x", 0, "x"},
		{"abc \u0301", 3, "abc|\u0301"}, // a word of no columns
		{"\u0301 abc", 4, "\u0301 abc"},
		{"\u0301 abc", 3, "\u0301|abc"},
	} {
		if got := strings.Join(Wrap(c.text, c.columns), "|"); got != c.want {
			t.Errorf("Wrap(%q, %d) = %q, want %q", c.text, c.columns, got, c.want)
		}
	}
}

// The lines of a wrapped text are its words in order, none longer than it may be.
func FuzzWrap(f *testing.F) {
	f.Add("one two three", 7)
	f.Add("Grünwald\u00a0Wurm \u0301x 日本語", 3)
	f.Fuzz(func(t *testing.T, text string, columns int) {
		if columns < 2 || columns > 200 || strings.ContainsRune(text, unicode.ReplacementChar) {
			return
		}
		text = Clean(strings.ToValidUTF8(text, ""))
		squeeze := func(s string) string {
			return strings.Join(strings.FieldsFunc(s, isBreak), "")
		}
		lines := Wrap(text, columns)
		if got := squeeze(strings.Join(lines, " ")); got != squeeze(text) {
			t.Errorf("words lost: %q became %q", text, lines)
		}
		for _, line := range lines {
			if Columns(line) > columns {
				t.Errorf("%q takes %d columns of %d", line, Columns(line), columns)
			}
		}
	})
}

func TestClean(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"plain, Zoë’s\nsecond", "plain, Zoë’s\nsecond"},
		{"a\tb", "a b"},
		{"\x1b[31mred\x1b[0m", "\ufffd[31mred\ufffd[0m"},
		{"over\rwritten\x07\x7f", "over\ufffdwritten\ufffd\ufffd"},
		{"\u202eevil\u2066", "\ufffdevil\ufffd"},
		{"c1 \u009b31m", "c1 \ufffd31m"},
		{MarkOn + "x" + MarkOff, "\ufffdx\ufffd"},
	} {
		if got := Clean(c.text); got != c.want {
			t.Errorf("Clean(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

// The quick way out lets nothing pass that Clean would change, and Clean leaves alone
// what it takes for harmless.
func TestHarmlessAlready(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		s := "a" + string(r)
		if isHarmless(s) && (unicode.IsControl(r) && r != '\n' || unicode.In(r, unicode.Bidi_Control, unicode.Noncharacter_Code_Point)) {
			t.Errorf("%U counts as harmless", r)
		}
	}
	for _, s := range []string{"7. Rules › 702. Keywords", "“a”—b’s, ½ • …", "{T}: © ™ −1/−1\n"} {
		if !isHarmless(s) {
			t.Errorf("%q takes the long way", s)
		}
	}
}

func TestShortenAndPad(t *testing.T) {
	for _, c := range []struct {
		text    string
		columns int
		want    string
	}{
		{"short", 5, "short"},
		{"too long", 5, "too…"},
		{"too long", 4, "too…"},
		{"日本語", 4, "日…"},
	} {
		if got := Shorten(c.text, c.columns); got != c.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", c.text, c.columns, got, c.want)
		}
	}
	if got := Pad("é", 3) + "|"; got != "é  |" {
		t.Errorf("Pad gives %q", got)
	}
}
