package annotate

import (
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// vocabulary is how the book speaks: the words that it uses, and which of its terms
// it writes beside one another.
type vocabulary struct {
	words   map[string]int // how often, written small
	phrases map[[2]*Term]int
}

// leastPhrase is how often the book has to write two terms side by side before they
// are an expression of the game.
const leastPhrase = 5

// speaks returns the vocabulary of the release, read once.
func (l *Lexicon) speaks() *vocabulary {
	l.speaking.Do(func() {
		v := &vocabulary{words: make(map[string]int), phrases: make(map[[2]*Term]int)}
		for i := range l.snapshot.Entries {
			switch e := &l.snapshot.Entries[i]; e.Kind {
			case archive.Contents, archive.Credits, archive.Introduction:
			default:
				l.hear(v, e.Wording())
			}
		}
		l.vocabulary = v
	})
	return l.vocabulary
}

// hear adds the words and phrases of a text.
func (l *Lexicon) hear(v *vocabulary, text string) {
	beside := beside{lexicon: l}
	joined := false
	for _, t := range diffing.Tokenize(text) {
		switch t.Kind {
		case diffing.SpaceToken:
			joined = true
			continue
		case diffing.WordToken, diffing.NumeralToken:
			word := strings.TrimSuffix(strings.ToLower(t.Fold), "'s")
			if strings.HasPrefix(t.Fold, word) { // written small
				v.words[word]++
			}
			if pair, ok := beside.next(word, t.Kind, joined); ok {
				v.phrases[pair]++
			}
		default:
			beside.last = nil
		}
		joined = false
	}
}

// beside walks over a text and finds every two terms of one word that stand beside
// one another, with nothing between but words that link, or say which or how many.
type beside struct {
	lexicon *Lexicon
	last    *Term
}

// next takes the next word; joined tells that only space stands before it.
func (b *beside) next(word string, kind diffing.TokenKind, joined bool) (pair [2]*Term, ok bool) {
	if !joined {
		b.last = nil
	}
	if telling()[word] || linking()[word] || kind == diffing.NumeralToken {
		return pair, false
	}
	term := b.lexicon.single[word]
	pair = [2]*Term{b.last, term}
	b.last = term
	return pair, pair[0] != nil && term != nil && pair[0] != term
}

// telling are the words that say which or how many, and linking those that only link
// what stands on both sides of them.
var (
	telling = setOf(`a an the this that these those my our your their his her its each any all some no up to x many much
		top bottom one two three four five six seven ten another other`)
	linking = setOf(`of from in into on onto with i they it can can't cannot could may might must would will be been is isn't are
		aren't was wasn't were have has had do does don't did not`)
)

// knows reports whether the book uses a word in some form.
func (v *vocabulary) knows(w string) bool {
	if v.uses(w) || spoken()[w] || v.uses(w+"s") {
		return true
	}
	for _, ending := range []string{"s", "es", "d", "ed", "ing", "r", "er", "ly"} {
		if stem, cut := strings.CutSuffix(w, ending); cut && len(stem) > 2 && (v.uses(stem) || v.uses(stem+"e")) {
			return true
		}
	}
	return false
}

// uses reports whether the book uses a word, and not only once.
func (v *vocabulary) uses(w string) bool { return v.words[w] > 1 }

// spoken are the small words of people, who speak of the game as well as of others:
// the book has no use for them.
var spoken = setOf(`i me my mine we us our ours he him his she her hers it's i'm i've i'd i'll you're you've you'll we're
	don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't hasn't haven't hadn't
	am is are was were be been being do does did have has had hi hello dear yes no not please thanks so too very
	what why how when who which there here now then than such my one's oh ok lol
	nobody somebody anybody everybody nothing something anything everything someone anyone everyone`)
