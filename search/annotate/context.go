package annotate

import (
	"strings"

	"rulebook/diffing"
)

// Common words are terms only where a text speaks of the game. That is told sentence
// by sentence, by what the book itself gives: its terms, symbols and sizes speak for
// the game, the more the less else they can mean; words that the book never uses
// speak against it. A sentence that says little, such as "Sacrifice it.", is taken
// as the sentences beside it are.

// standing tells how sure it is, by a term and its place alone, that the term is meant.
type standing int

const (
	unmeant  standing = iota
	doubtful          // where the sentence speaks of the game beyond doubt
	common            // where the sentence speaks of the game
	held              // the same; a keyword ability that something has
	alone             // the same; a keyword ability on a line of its own, in quotes or brackets
	sure
)

// What things weigh in a sentence.
const (
	weightSure    = 6 // a term that can mean nothing else, a symbol, a change of power and toughness
	weightAlone   = 5 // a word on a line of its own, in quotes or brackets
	weightThing   = 4 // a thing of the game, such as a creature; an ability that something has
	weightPhrase  = 4 // terms beside one another as the book has them: discard your hand
	weightNear    = 3 // a word that the game uses more than others do: card
	weightCommon  = 1 // a common word
	mostCommon    = 2 // all common words together
	weightCommand = 2 // a sentence that begins with an instruction: Sacrifice it
	weightStrange = 2 // a word that the book never uses; against

	ofTheGame    = 6 // a sentence of this weight speaks of the game
	withoutDoubt = 5 // one of this weight does when the book knows all of its words
	besideGame   = 1 // one of this weight does when a sentence beside it does
	beyondDoubt  = 10
)

// sentence is a sentence as it is weighed. It ends with a mark, a blank line, or a
// line whose next one begins as a sentence does; quotes and brackets do not end it.
type sentence struct {
	first, end int  // words
	opens      bool // first of its paragraph
	strange    int  // different words that the book never uses
	weight     int
}

// sentences cuts a text into sentences.
func sentences(words []word) []sentence {
	var all []sentence
	for i := range words {
		w := &words[i]
		blank := strings.Contains(w.before, "\n\n")
		switch {
		case i == 0, blank, strings.ContainsAny(w.before, ".!?•") && strings.ContainsAny(w.before, " \n"),
			w.lineStart && (w.capital || w.kind != diffing.WordToken || strings.Trim(w.before, " \n") != ""):
			if i > 0 {
				all[len(all)-1].end = i
			}
			all = append(all, sentence{first: i, opens: i == 0 || blank})
		}
	}
	if len(all) > 0 {
		all[len(all)-1].end = len(words)
	}
	return all
}

// weigh weighs the sentences by the terms that stand in them, and keeps of these
// what is meant.
func (s *scan) weigh() {
	all := sentences(s.words)
	rest := s.found
	terms := make([][]match, len(all))
	for i := range all {
		n := 0
		for n < len(rest) && rest[n].at < all[i].end {
			n++
		}
		terms[i], rest = rest[:n:n], rest[n:]
		s.weighSentence(&all[i], terms[i])
	}
	carry(all)
	s.found = s.found[:0]
	for i := range all {
		for _, m := range terms[i] {
			if s.isMeant(m, all[i].weight) {
				s.found = append(s.found, m)
			}
		}
	}
}

// isMeant reports whether a term is meant in a sentence of a weight.
func (s *scan) isMeant(m match, weight int) bool {
	switch m.standing {
	case sure:
		return true
	case doubtful:
		return weight >= beyondDoubt
	}
	return weight >= ofTheGame && !s.actsOnStrange(m)
}

// carry lifts sentences that say little to those beside them, in both directions, to
// the end of the paragraph or a sentence with words that the book never uses.
func carry(all []sentence) {
	lift := func(s *sentence, near bool) bool {
		if near && s.weight >= besideGame {
			s.weight = max(s.weight, ofTheGame)
		}
		return s.weight >= ofTheGame || near && s.strange == 0
	}
	near := false
	for i := range all {
		near = lift(&all[i], near && !all[i].opens)
	}
	near = false
	for i := len(all) - 1; i >= 0; i-- {
		near = lift(&all[i], near)
		near = near && !all[i].opens
	}
}

// weighSentence weighs one sentence with its terms.
func (s *scan) weighSentence(of *sentence, terms []match) {
	words := s.words[of.first:of.end]
	of.strange = s.strangeWords(words)
	of.weight = weightOf(terms) + s.weightOfPhrases(words) + weightOfSigns(words) - weightStrange*of.strange
	if of.strange > 0 {
		return
	}
	if len(terms) > 0 && terms[0].at == of.first && (place{s, terms[0]}).commands() {
		of.weight += weightCommand
	}
	if of.weight >= withoutDoubt {
		of.weight = max(of.weight, ofTheGame)
	}
}

// weightOf is the weight of different terms.
func weightOf(terms []match) int {
	weight, commons := 0, 0
	met := make(map[*Term]bool)
	for _, m := range terms {
		if met[m.term] {
			continue
		}
		met[m.term] = true
		name := ""
		if len(m.term.words) == 1 {
			name = m.term.words[0].exact
		}
		switch {
		case m.standing == doubtful:
		case m.standing == sure:
			weight += weightSure
		case m.standing == alone:
			weight += weightAlone
		case m.standing == held, things()[name]:
			weight += weightThing
		case nearThings()[name]:
			weight += weightNear
		default:
			commons += weightCommon
		}
	}
	return weight + min(commons, mostCommon)
}

// weightOfPhrases is the weight of terms that the book, too, writes beside one another.
func (s *scan) weightOfPhrases(words []word) int {
	weight := 0
	beside := beside{lexicon: s.Lexicon}
	for i := range words {
		pair, ok := beside.next(words[i].fold, words[i].kind, words[i].joins())
		if ok && s.speaks().phrases[pair] >= leastPhrase {
			weight += weightPhrase
		}
	}
	return weight
}

// weightOfSigns is the weight of symbols, of changes of power and toughness, and of
// what the game counts: 3 life.
func weightOfSigns(words []word) int {
	weight := 0
	for i := range words {
		switch w := &words[i]; {
		case w.isSign():
			weight += weightSure
		case w.amounts() && i+1 < len(words) && words[i+1].before == " " && counted()[words[i+1].fold]:
			weight += weightPhrase
		}
	}
	return weight
}

// strangeWords counts the different words that the book never uses.
func (s *scan) strangeWords(words []word) int {
	strange := make(map[string]bool)
	for i := range words {
		if s.isStrange(&words[i]) {
			strange[words[i].fold] = true
		}
	}
	return len(strange)
}

// things are what the game is about, in words that have little other use: its
// objects, those who play, and where it is played.
var things = setOf(`creature permanent spell planeswalker artifact enchantment sorcery token battlefield graveyard
	opponent player mana`)

// nearThings are words that others use too, but less.
var nearThings = setOf(`card ability deck discard controller damage sacrifice exile proliferate amass goad meld
	connive populate bolster detain incubate`)

// counted is what a number before it says of the game: 3 life.
var counted = setOf("life damage")

// isSign reports whether a word is a symbol or a change of power and toughness.
func (w *word) isSign() bool {
	return w.kind == diffing.SymbolToken || w.kind == diffing.NumeralToken && strings.Contains(w.fold, "/") && strings.ContainsAny(w.fold, "+-")
}

// amounts reports whether a word is a number.
func (w *word) amounts() bool {
	return w.kind == diffing.NumeralToken || numbers()[w.fold] || w.fold == "x" && w.capital
}

var numbers = setOf("one two three four five six seven eight nine ten twenty that much")

// longestAcronym is how long a word in capitals may be that stands for others.
const longestAcronym = 4

// isStrange reports whether a word is one that the book never uses. Names are not,
// nor what begins a sentence: it may be one.
func (s *scan) isStrange(w *word) bool {
	if t := s.single[w.fold]; t != nil && !t.proper {
		return false
	}
	return w.kind == diffing.WordToken && (!w.capital || w.shouted && len(w.fold) > longestAcronym) && !w.name && !s.speaks().knows(w.fold)
}

// actsOnStrange reports whether a term is a verb whose object is nothing that the
// book knows: discarded the plan.
func (s *scan) actsOnStrange(m match) bool {
	if !m.term.verb || m.term.ability {
		return false
	}
	at := place{s, m}.object()
	return at < len(s.words) && s.isStrange(&s.words[at]) && (at+1 == len(s.words) || s.single[s.words[at+1].fold] == nil)
}
