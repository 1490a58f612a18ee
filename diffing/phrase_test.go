package diffing

import (
	"fmt"
	"testing"
)

func TestPhrase(t *testing.T) {
	for _, c := range []struct {
		phrase Phrase
		text   string
		want   []string
	}{
		{FormsOf("battle"), "Battles are battling Battle's battle, a battlefield not.", []string{"Battles", "battling", "Battle's", "battle"}},
		{FormsOf("mana value"), "Mana values; the mana value of mana. Value", []string{"Mana values", "mana value"}},
		{FormsOf("ability"), "Abilities and ability", []string{"Abilities", "ability"}},
		{ExactPhrase("battle"), "Battles battle; the Battle's end", []string{"battle"}},
		{ExactPhrase("mana value"), "mana values, Mana Value", []string{"Mana Value"}},
		{ExactPhrase("a, a"), "a, a, a, a", []string{"a, a", "a, a"}},
		{ExactPhrase("can’t be"), "it can't be", []string{"can't be"}},
		{ExactPhrase("can't be"), "it can’t be", []string{"can’t be"}},
		{ExactPhrase("{T}"), "{T}: add {G}.", []string{"{T}"}},
		{ExactPhrase(""), "anything", nil},
		{FormsOf("  "), "anything", nil},
	} {
		var got []string
		for _, at := range c.phrase.Find(c.text) {
			got = append(got, c.text[at[0]:at[1]])
		}
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%+v in %q: %q, want %q", c.phrase, c.text, got, c.want)
		}
	}
}
