package archive

import "testing"

func TestUnaccent(t *testing.T) {
	for r, want := range map[rune]string{
		'a': "a", '1': "1", '’': "’", 'â': "a", 'Û': "U", 'ö': "o", 'á': "a", 'ǹ': "n", 'ñ': "n", 'ç': "c",
		'Æ': "AE", 'æ': "ae", 'ß': "ss", 'ø': "o", 'ł': "l", 'þ': "th", '漢': "漢", 'α': "α", 'ά': "α", '\u0301': "",
	} {
		if got := Unaccent(r); got != want {
			t.Errorf("Unaccent(%q) = %q, want %q", r, got, want)
		}
	}
}
