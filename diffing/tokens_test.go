package diffing

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"rulebook/archive"
)

func TestTokenize(t *testing.T) {
	tests := []struct {
		name, text string
		want       []string // without white space
	}{
		{"words with apostrophes", "It can't; it can’t.", []string{"It", "can't", ";", "it", "can’t", "."}},
		{"plural possessive", "players’ hands", []string{"players", "’", "hands"}},
		{"names", "Lim-Dûl’s Æther", []string{"Lim-Dûl’s", "Æther"}},
		{"hyphens", "a state-based, double‑faced thing", []string{"a", "state-based", ",", "double‑faced", "thing"}},
		{"a dash parts words", "Flash—cast—now", []string{"Flash", "—", "cast", "—", "now"}},
		{"two hyphens are a dash", "so--thus", []string{"so", "--", "thus"}},
		{"rule numbers", "See rules 702.9a, 702.9 and 702.", []string{"See", "rules", "702.9a", ",", "702.9", "and", "702", "."}},
		{"ranges of letters", "rules 601.2f–h.", []string{"rules", "601.2f–h", "."}},
		{"ranges with a hyphen", "rules 601.2g-h)", []string{"rules", "601.2g-h", ")"}},
		{"ranges of rules", "509.1–3, 903.6–903.11.", []string{"509.1–3", ",", "903.6–903.11", "."}},
		{"a slip without space", "901.4.All", []string{"901.4", ".", "All"}},
		{"a word behind a number", "606.5the", []string{"606.5", "the"}},
		{"power and toughness", "a 2/2 with +1/+1, -0/-X and −1/−1", []string{"a", "2/2", "with", "+1/+1", ",", "-0/-X", "and", "−1/−1"}},
		{"loyalty", "“[−3]: Draw”", []string{"“", "[", "−3", "]", ":", "Draw", "”"}},
		{"and/or", "and/or", []string{"and", "/", "or"}},
		{"symbols", "{2/W}{T}: Add {C}.", []string{"{2/W}", "{T}", ":", "Add", "{C}", "."}},
		{"a lone brace", "{ T and {", []string{"{", "T", "and", "{"}},
		{"numbers", "60-card decks, the 2nd, 1,000 of 20.", []string{"60-card", "decks", ",", "the", "2nd", ",", "1,000", "of", "20", "."}},
		{"emphasis", "a _Magic_ game, _Two Words_", []string{"a", "_Magic_", "game", ",", "_Two", "Words_"}},
		{"trade marks", "Magic(r) Magic® Gatherer(tm)", []string{"Magic", "(r)", "Magic", "®", "Gatherer", "(tm)"}},
		{"stops", "and so on... or…", []string{"and", "so", "on", "...", "or", "…"}},
		{"brackets", "[(a)]", []string{"[", "(", "a", ")", "]"}},
		{"nothing", "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tokens := Tokenize(tt.text)
			var got []string
			for _, token := range tokens {
				if token.Kind != SpaceToken {
					got = append(got, token.Text)
				}
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("Tokenize(%q)\n got %q\nwant %q", tt.text, got, tt.want)
			}
			checkTokens(t, tt.text)
		})
	}
}

func TestTokenKinds(t *testing.T) {
	kinds := map[string]TokenKind{
		"can't": WordToken, "2nd": WordToken, "17": NumeralToken, "+1/+1": NumeralToken, "-X": NumeralToken,
		"702": NumeralToken, "702.9": CitationToken, "601.2f–h": CitationToken, "{T}": SymbolToken,
		"—": MarkToken, "\n\u00a0": SpaceToken,
	}
	for text, want := range kinds {
		if got := Tokenize(text); len(got) != 1 || got[0].Kind != want {
			t.Errorf("Tokenize(%q) = %v, want one token of kind %d", text, got, want)
		}
	}
}

// checkTokens tests the laws of Tokenize on a text.
func checkTokens(t *testing.T, text string) {
	t.Helper()
	var exact, fold strings.Builder
	var words []string
	for _, token := range Tokenize(text) {
		if token.Kind != SpaceToken {
			words = append(words, token.Text)
		}
		if token.Text == "" {
			t.Errorf("Tokenize(%q) has an empty token", text)
		}
		exact.WriteString(token.Text)
		fold.WriteString(token.Fold)
	}
	if exact.String() != text {
		t.Errorf("the tokens of %q make %q", text, exact.String())
	}
	read := newComparer().read(text)
	for i, want := range words {
		if i >= len(read.words) || read.exact(i) != want {
			t.Fatalf("cut field by field, %q has other words than %q", text, words)
		}
	}
	if len(read.words) != len(words) {
		t.Errorf("cut field by field, %q has %d words, not %d", text, len(read.words), len(words))
	}
	bare := strings.NewReplacer(" ", "", "_", "")
	if got, want := bare.Replace(fold.String()), bare.Replace(archive.Fold(text)); got != want {
		t.Errorf("the folded tokens of %q make %q, its fold is %q", text, got, want)
	}
}

func FuzzTokenize(f *testing.F) {
	for _, seed := range []string{
		"See rule 601.2f–h; can’t {2/W} +1/+1.", "a _Magic_ game", "x--y—z", "Magic® (tm) …", "soft\u00adhyphen \u200b a", "—(tM)", "(-N_ _+X_/_Y_ -1_ -N\ufeff_", "\ufeff_\ufeff_\ufeffP", "J\ufeff\ufeff_\ufeff a\u00ad\u200bb", "one — two -- (TM) (R) - _a_ ʼ", "\ufeffJo\u0308tun",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if utf8.ValidString(text) {
			checkTokens(t, text)
			return
		}
		var exact strings.Builder
		for _, token := range Tokenize(text) {
			exact.WriteString(token.Text)
		}
		if exact.String() != text {
			t.Errorf("the tokens of %q make %q", text, exact.String())
		}
	})
}
