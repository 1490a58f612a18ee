package archive

import (
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"emphasis at the start", "_Magic_ cards", "Magic cards"},
		{"emphasis inside a sentence", "of traditional _Magic_ cards", "of traditional Magic cards"},
		{"emphasis over several words", "the _Magic: The Gathering_, of", "the Magic: The Gathering, of"},
		{"a blank is no emphasis", "in ________ Clothing", "in ________ Clothing"},
		{"quotes and dashes", "“Magic’s”—a – b--c", `"Magic's"-a-b-c`},
		{"spaces beside a dash", "one — two -- three— four --five – six - seven \n—\teight first- and", "one-two-three-four-five-six-seven-eight first-and"},
		{"spaces beside a sign", "gets -1/-1, –X — −1 -- -2 and - - so - 3", "gets -1/-1, -X- -1- -2 and- -so-3"},
		{"dashes at the ends", "— one —", "-one-"},
		{"emphasis beside dashes", "_Magic_ — _so_", "Magic-so"},
		{"signs in capitals", "Magic (TM) (R) (r) (s)", "Magic(tm)(r)(r) (s)"},
		{"marks", "Magic® and Magic™…", "Magic(r) and Magic(tm)..."},
		{"white space", " a\u00a0 b\n\nc ", "a b c"},
		{"invisible", "soft\u00adhyphen\u200b", "softhyphen"},
		{"composition", "Jo\u0308tun", "Jötun"},
		{"composition over an invisible mark", "Jo\u200b\u0308tun", "Jötun"},
		{"strong emphasis", "__Magic__ cards", "Magic cards"},
		{"case is kept", "Planeswalker", "Planeswalker"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := Fold(tt.in)
			if got != tt.want {
				t.Errorf("Fold(%q) = %q, want %q", tt.in, got, tt.want)
			}
			if again := Fold(got); again != got {
				t.Errorf("folding %q again gives %q", got, again)
			}
		})
	}
}

// FuzzFold: folding a folded text changes nothing, and a text that needs no folding is
// seen as such.
func FuzzFold(f *testing.F) {
	for _, seed := range []string{"_Magic_ — “cards” (601.2f–h)…", "a\u00ad-\u2011b", "__x_ \u0301", "Jo\u0308tun\u00a0 ", "®™", "a -- -b - (TM) _-_ —", "-- -", "- _a_ -_b", "A_\u0301_", "A_ʼ", "(TM_)", "(tM)"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := Fold(s)
		if again := Fold(got); again != got {
			t.Errorf("Fold(%q) = %q, and folded again %q", s, got, again)
		}
		// A no-break space is the longer way, and folds to nothing at an end.
		if longer := Fold(s + "\u00a0"); utf8.ValidString(s) && longer != got {
			t.Errorf("Fold(%q) = %q, and the longer way %q", s, got, longer)
		}
	})
}
