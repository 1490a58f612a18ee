package search

import (
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
)

func TestTokenize(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		"A creature can’t attack.":       "a creature can't attack",
		"players' cards, player's card":  "players cards player's card",
		"state-based actions":            "state based actions",
		"Æther Dandân Lim-Dûl’s Jötun":   "aether dandan lim dul's jotun",
		"Danda\u0302n":                   "dandan",
		"so\u00adcalled":                 "socalled",
		"{T}, {2/W}{U}: +1/+1 or −1/−1":  "{t} {2/w} {u} +1/+1 or -1/-1",
		"{N+}[abilities]":                "{n+} abilities",
		"2/2, X/X, */*, 1+*/1+*, +X/+0":  "2/2 x/x */* 1+*/1+* +x/+0",
		"[+1]: and [−12]:":               "+1 and -12",
		"See rule 702.19b.":              "see rule 702.19b",
		"rules 601.2f–h and 702.":        "rules 601.2f h and 702",
		"1. First sense. 2. Second":      "1 first sense 2 second",
		"Magic(R) Magic® (TM)":           "magic magic",
		"_Magic_ game":                   "magic game",
		"creature(s) and/or x/y":         "creature s and or x/y",
		"x y X1 a+1 a-1 10-20":           "x y x1 a 1 a 1 10 20",
		"{ not a symbol } {":             "not a symbol",
		"<b>&amp;</b>":                   "b amp b",
		"ΑΒΓ 漢字 ß":                       "αβγ 漢字 ss",
		"don''t 'quoted' o'clock":        "don t quoted o'clock",
		"\xff\xfebad \x00 bytes":         "bad bytes",
		"1,000 cards; 3.5; v1.2.3":       "1 000 cards 3.5 v1 2.3",
		"“As though”—and …so":            "as though and so",
		"half ½ {½}":                     "half {½}",
		"exactly 702.19B or CR702.19b":   "exactly 702.19b or cr702 19b",
		"seven\nparagraphs\u2029are\nno": "seven paragraphs are no",
	} {
		if got := strings.Join(words(text), " "); got != want {
			t.Errorf("%q\ngot  %q\nwant %q", text, got, want)
		}
	}
}

// TestPositions: words count from 1, and a new paragraph leaves a gap.
func TestPositions(t *testing.T) {
	var got []int
	for _, token := range Tokenize("\none, two\n\nthree") {
		got = append(got, token.Position)
	}
	if want := []int{1, 2, 3 + 2*ParagraphGap}; !slices.Equal(got, want) {
		t.Errorf("positions %v, want %v", got, want)
	}
}

// hasSpacedDash reports whether a space stands beside a dash.
func hasSpacedDash(text string) bool {
	var before rune
	for _, r := range text {
		if isDash(before) && unicode.IsSpace(r) || unicode.IsSpace(before) && isDash(r) {
			return true
		}
		before = r
	}
	return false
}

// A long run of dashes is walked once, not once for each dash: else this takes minutes.
func TestDashes(t *testing.T) {
	run := strings.Repeat("-", 1<<20)
	tokens := Tokenize("one" + run + "two " + run + "1/-1 " + run)
	var got []string
	for _, token := range tokens {
		got = append(got, token.Text)
	}
	if want := []string{"one", "two", "-1/-1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzTokenize: tokens lie in the text, in order, apart from one another; each is
// its own only word; and a fold that archive.Fold knows changes no word.
func FuzzTokenize(f *testing.F) {
	for _, s := range []string{"can’t {T} +1/+1", "a--b “c” d\u00a0e", "Æ Danda\u0302n _Magic_", "702.19b–c (r) ®", "x-1/-1", "1+*/1+*", "-0ʼ +1/+1ʼ 2ʼ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		end, position := 0, 0
		for _, token := range Tokenize(text) {
			if token.Start < end || token.End <= token.Start || token.End > len(text) || token.Position <= position {
				t.Fatalf("%q: token %+v after byte %d, position %d", text, token, end, position)
			}
			end, position = token.End, token.Position
			if again := Tokenize(token.Text); len(again) != 1 || again[0].Text != token.Text {
				t.Fatalf("%q: the word %q has the words %+v", text, token.Text, again)
			}
		}
		// Fold drops the mark of 6_a, and the invisible ones inside numbers, which part words,
		// and the space behind a dash, which is then a sign.
		if utf8.ValidString(text) && !strings.Contains(text, "_") && !strings.ContainsFunc(text, isInvisible) && !hasSpacedDash(text) {
			if got, want := words(archive.Fold(text)), words(text); !slices.Equal(got, want) {
				t.Fatalf("%q has words %q, its fold %q has %q", text, want, archive.Fold(text), got)
			}
		}
	})
}
