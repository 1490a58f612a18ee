package index

import (
	"strings"
	"sync"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
)

// stemmer brings words to their stems and remembers those it has seen.
type stemmer struct {
	mu   sync.RWMutex
	seen map[string]string
}

// maxStems bounds what a stemmer remembers. The whole book has some 7,000 words;
// what else is asked for is not worth keeping.
const maxStems = 1 << 14

func newStemmer() *stemmer { return &stemmer{seen: make(map[string]string)} }

// stem is the form of a word that all its forms share: tramples and trample,
// player's and players. Numbers and symbols are their own stems. The algorithm is
// Porter's second, for English (snowballstem.org).
func (s *stemmer) stem(word string) string {
	s.mu.RLock()
	stem, ok := s.seen[word]
	s.mu.RUnlock()
	if ok {
		return stem
	}
	stem = stemOf(word)
	s.mu.Lock()
	if len(s.seen) < maxStems {
		s.seen[word] = stem
	}
	s.mu.Unlock()
	return stem
}

func stemOf(word string) string {
	if strings.ContainsAny(word, "0123456789{/+*") {
		return word
	}
	word = strings.TrimSuffix(word, "'s")
	word = strings.ReplaceAll(word, "'", "") // cant is can't
	if regular, ok := irregular[word]; ok {
		word = regular
	}
	env := snowballstem.NewEnv(word)
	english.Stem(env)
	return env.Current()
}

// irregular are the book's words whose forms no rule of spelling ties together,
// spellings of the other side of the ocean, and numbers in words. (One is more
// often a pronoun than a number.)
var irregular = map[string]string{
	"dealt": "deal", "drew": "draw", "drawn": "draw", "lost": "lose", "chose": "choose", "chosen": "choose",
	"paid": "pay", "spent": "spend", "began": "begin", "begun": "begin", "won": "win", "gave": "give",
	"given": "give", "made": "make", "took": "take", "taken": "take", "became": "become", "left": "leave",
	"went": "go", "gone": "go", "held": "hold", "kept": "keep", "sent": "send", "brought": "bring", "dice": "die",
	"colour": "color", "colours": "color", "coloured": "color", "colourless": "colorless", "grey": "gray",
	"honour": "honor", "defence": "defense",
	"zero": "0", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
	"nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fifteen": "15", "twenty": "20",
}

// singular is a word without the ending of its plural, and no other ending: the S
// stemmer of Harman (How effective is suffixing?, 1991). Titles are told apart by
// it: layers is the title Layer, phasing is not a title with Phase in it.
func singular(word string) string {
	switch {
	case word == "dice":
		return "die"
	case strings.HasSuffix(word, "ies") && !strings.HasSuffix(word, "eies") && !strings.HasSuffix(word, "aies"):
		return word[:len(word)-3] + "y"
	case strings.HasSuffix(word, "es") && !strings.HasSuffix(word, "aes") && !strings.HasSuffix(word, "ees") && !strings.HasSuffix(word, "oes"):
		return word[:len(word)-1]
	case strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "ss"):
		return strings.TrimSuffix(word[:len(word)-1], "'")
	}
	return word
}
