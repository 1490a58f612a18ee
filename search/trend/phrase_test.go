package trend

import (
	"fmt"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/diffing"
	"rulebook/search"
)

func TestPhrase(t *testing.T) {
	for _, c := range []struct {
		phrase phrase
		text   string
		want   []string
	}{
		{formsOf("battle"), "Battles are battling Battle's battle, a battlefield not.", []string{"Battles", "battling", "Battle's", "battle"}},
		{formsOf("mana value"), "Mana values; the mana value of mana. Value", []string{"Mana values", "mana value"}},
		{formsOf("ability"), "Abilities and ability", []string{"Abilities", "ability"}},
		{formsOf("foretell"), "Foretold, foretelling; told", []string{"Foretold", "foretelling"}},
		{formsOf("  "), "anything", nil},
		{exactPhrase("battle"), "Battles battle; the Battle's end", []string{"battle"}},
		{exactPhrase("mana value"), "mana values, Mana Value", []string{"Mana Value"}},
		{exactPhrase("a, a"), "a, a, a, a", []string{"a, a", "a, a"}},
		{exactPhrase("can’t be"), "it can't be", []string{"can't be"}},
		{exactPhrase("can't be"), "it can’t be", []string{"can’t be"}},
		{exactPhrase("{T}"), "{T}: add {G}.", []string{"{T}"}},
		{exactPhrase(""), "anything", nil},

		// A hyphen parts words.
		{formsOf("face"), "double-faced, face-up, faces", []string{"face", "faces"}},
		{exactPhrase("faced"), "double-faced", []string{"faced"}},
		{formsOf("double-faced"), "Double-faced; double faced; double, faced; double—faced", []string{"Double-faced", "double faced", "double—faced"}},
		{formsOf("double faced"), "Double-faced; double faced", []string{"Double-faced", "double faced"}},
		{exactPhrase("double-faced"), "Double-faced; double faced", []string{"Double-faced"}},
		{exactPhrase("double faced"), "Double-faced; double faced", []string{"double faced"}},

		// Marks that are asked for must stand, around the words too.
		{exactPhrase(", or battle"), "a planeswalker or battle, planeswalker, or battle.", []string{"or battle"}},
		{exactPhrase("battle."), "battle, battle.", []string{"battle"}},
		{exactPhrase("cost (if any)"), "the cost (If  any), the cost if any", []string{"cost (If  any"}},

		// What folds.
		{exactPhrase("Aether"), "Æther, æther, Aether, ether", []string{"Æther", "æther", "Aether"}},
		{formsOf("Dandan"), "Dandân's \u2026 Danda\u0302n", []string{"Dandân's", "Danda\u0302n"}},
		{exactPhrase("the magic game"), "the _Magic_ game", []string{"the _Magic_ game"}},

		// Numbers are whole.
		{formsOf("702.6"), "702.60, 702.6, 702.6a", []string{"702.6"}},
		{formsOf("1"), "+1/+1, 1.", []string{"1"}},
	} {
		var got []string
		for _, at := range c.phrase.find(c.text, search.Tokenize(c.text)) {
			got = append(got, c.text[at[0]:at[1]])
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%+v in %q: %q, want %q", c.phrase, c.text, got, c.want)
		}
	}
}

// TestSieve: what is counted without cutting a text is what stands in it; few have to
// be cut.
func TestSieve(t *testing.T) {
	var words []string
	var texts []string
	seen := make(map[string]bool)
	for _, e := range archivetest.Snapshot(t, archivetest.Sample(t), "EOE").Entries {
		text := archive.Fold(e.Wording())
		texts = append(texts, text)
		tokens := search.Tokenize(text)
		for i, token := range tokens {
			if !seen[token.Text] {
				seen[token.Text] = true
				words = append(words, token.Text)
			}
			if pair := text[token.Start:tokens[min(i+1, len(tokens)-1)].End]; i%17 == 0 && !seen[pair] {
				seen[pair] = true
				words = append(words, pair)
			}
		}
	}
	texts = append(texts, "{T}add {CHAOS} chaos", "{w/chaos/p}", "702.19bcd", "x/x", "v1.2.3 v1", "CR702.19b", "the players' cards", "o'clock o'clock's clock", "Dandân", "3rd 4x card3 3card",
		"'cards' 'card's' card's-card--card's", "cards'cards", "battle/siege and/or", "magic(r) rules(tm)", "a creature-card, creature cards")
	words = append(words, "bcd", "add", "{t}", "1", "2.3", "702.19", "702.19b", "clock", "o'clock", "dandan", "tell", "y", "x", "rd", "4x", "chaos", "card", "card's", "creature card", "creature, card", "tm")
	asked, sure := 0, 0
	for _, word := range words {
		for _, p := range []phrase{formsOf(word), exactPhrase(word)} {
			s := sieve{phrases: []phrase{p}}
			for _, text := range texts {
				want := len(p.find(text, search.Tokenize(text)))
				s.countOne(text, func(_, n int) {
					if n != want {
						t.Errorf("%q in %q: %d, want %d", word, text, n, want)
					}
				})
				if want > 0 && !s.mayHold(text) {
					t.Errorf("%q in %q is ruled out", word, text)
				}
				s.lower(text, func(lower []byte, plain bool) {
					asked++
					if _, here := p.countIn(lower); here && plain {
						sure++
					}
				})
			}
		}
	}
	if unsure := asked - sure; unsure > asked/20 {
		t.Errorf("of %d texts %d have to be cut", asked, unsure)
	}
}

// TestBeginnings: all words with a root begin as beginningOf says.
func TestBeginnings(t *testing.T) {
	words := strings.Fields("ability abilities foretell foretold tell told y dye stopped stopping battles battle's passes copies copy")
	for _, e := range archivetest.Snapshot(t, archivetest.Sample(t), "EOE").Entries {
		for _, token := range search.Tokenize(e.Wording()) {
			words = append(words, token.Text)
		}
	}
	for _, word := range words {
		if begin := beginningOf(diffing.Root(word)); begin == "" || !strings.HasPrefix(word, begin) {
			t.Errorf("%q does not begin with %q", word, begin)
		}
	}
}
