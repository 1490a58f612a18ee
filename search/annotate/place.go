package annotate

import (
	"strings"

	"rulebook/diffing"
)

// place is where a term of one word stands, as the table of everyday words asks
// about it.
type place struct {
	*scan
	match
}

// here is the word itself.
func (p place) here() *word { return &p.words[p.at] }

// before returns the k-th word before, in the same sentence, or "".
func (p place) before(k int) string {
	at := p.at - k
	if at < 0 || p.words[at].sentence != p.here().sentence {
		return ""
	}
	return p.words[at].fold
}

// after returns the word behind when nothing but a space stands between, or "".
func (p place) after() string {
	if at := p.at + 1; at < len(p.words) && p.words[at].before == " " {
		return p.words[at].fold
	}
	return ""
}

// object returns the index of the first word behind, past those that say which or how
// many, when nothing but spaces stands between; else the number of words.
func (p place) object() int {
	for i := p.at + len(p.term.words); i < len(p.words) && p.words[i].before == " "; i++ {
		if !telling()[p.words[i].fold] {
			return i
		}
	}
	return len(p.words)
}

// actsOn reports whether the object is one of some words.
func (p place) actsOn(words set) bool {
	at := p.object()
	return at < len(p.words) && words()[p.words[at].fold]
}

// ends reports whether a mark or the end of the text follows.
func (p place) ends() bool { return p.after() == "" }

// follows reports whether one of some words stands directly before.
func (p place) follows(words set) bool { return words()[p.before(1)] && p.here().before == " " }

// precedes reports whether one of some words stands directly behind.
func (p place) precedes(words set) bool { return words()[p.after()] }

// farthest is how many words away a word may stand to tell what another means: a
// text may be one endless sentence.
const farthest = 40

// sentenceHas reports whether one of some words stands in the same sentence, not
// too far away.
func (p place) sentenceHas(words set) bool {
	first := max(p.here().sentence, p.at-farthest)
	for i := first; i < min(len(p.words), p.at+farthest) && p.words[i].sentence == p.here().sentence; i++ {
		if words()[p.words[i].fold] {
			return true
		}
	}
	return false
}

// sentenceBegins reports whether the sentence begins with one of some words.
func (p place) sentenceBegins(words set) bool { return words()[p.words[p.here().sentence].fold] }

// capital reports whether the word is capitalised inside a sentence, where only
// names of things are.
func (p place) capital() bool { return p.here().capital && !p.here().starts }

// asNoun reports whether the word stands behind an article or a possessive, where
// no verb does.
func (p place) asNoun() bool { return p.follows(determiners) }

// withAmount reports whether a number, a symbol or an X follows, perhaps behind a dash.
func (p place) withAmount() bool {
	w := p.behind()
	return w != nil && (w.kind == diffing.SymbolToken || w.kind == diffing.NumeralToken || w.fold == "x" && w.capital)
}

// withSymbol reports whether a symbol follows, perhaps behind a dash.
func (p place) withSymbol() bool {
	w := p.behind()
	return w != nil && w.kind == diffing.SymbolToken
}

// behind is the word behind when at most a dash stands between, or nil.
func (p place) behind() *word {
	if at := p.at + 1; at < len(p.words) {
		if w := &p.words[at]; strings.Trim(w.before, " -") == "" {
			return w
		}
	}
	return nil
}

// listed reports whether the word continues a list of keyword abilities: flying,
// reach, and haste; flying & reach; ward {2}, reach; protection from red, reach.
func (p place) listed() bool {
	if len(p.found) == 0 {
		return false
	}
	last := p.found[len(p.found)-1]
	if !last.term.ability {
		return false
	}
	next := last.at + len(last.term.words)
	if p.at-next > farthest {
		return false
	}
	joined := false
	for i := next; ; i++ {
		gap := strings.Trim(p.words[i].before, " |")
		if gap != "" && !listMarks[gap] {
			return false
		}
		joined = joined || gap != ""
		if i == p.at {
			return joined
		}
		w := &p.words[i]
		switch {
		case listWords()[w.fold]:
			joined = true
		case w.kind == diffing.SymbolToken, w.kind == diffing.NumeralToken:
		case joined || p.at-i > longestQuality || w.fold != "from" && !p.isFrom(last, i):
			return false
		}
	}
}

// isFrom reports whether word i tells from what an ability protects.
func (p place) isFrom(ability match, i int) bool {
	return p.words[ability.at+len(ability.term.words)].fold == "from" && i > ability.at+len(ability.term.words)
}

// What stands between the abilities of a list.
var (
	listMarks = map[string]bool{",": true, "&": true, "/": true, "+": true, ";": true}
	listWords = setOf("and or nor plus but not also both as well")
)

// inKeywordLine reports whether the line holds nothing but keyword abilities, several
// of them.
func (p place) inKeywordLine() bool {
	first := p.at
	for first > 0 && !p.words[first].lineStart && p.at-first < farthest {
		first--
	}
	abilities := 0
	for i := first; i < len(p.words) && (i == first || !p.words[i].lineStart); {
		w := &p.words[i]
		if i > first {
			gap := strings.Trim(w.before, " |")
			if gap != "" && !listMarks[gap] || i-first > farthest {
				return false
			}
		}
		size := p.abilityAt(i)
		switch {
		case size > 0:
			abilities++
			i += size
		case listWords()[w.fold], w.kind == diffing.SymbolToken, w.kind == diffing.NumeralToken:
			i++
		default:
			return false
		}
	}
	return abilities > 1
}

// abilityAt returns how many words the keyword ability at word i has; 0 for none.
func (p place) abilityAt(i int) (size int) {
	for _, t := range p.begins[p.words[i].fold] {
		if t.ability && len(t.words) > size && t.matches(p.words[i:]) == exactly {
			size = len(t.words)
		}
	}
	return size
}

// pair reports whether the book uses the word together with the one before it or
// behind it in the term's own rules.
func (p place) pair() bool {
	pairs := p.usage(p.term).pairs
	w := p.here().fold
	before, after := p.before(1), p.after()
	return verbal()[before] && pairs[before+" "+w] || after != "" && !empty()[after] && pairs[w+" "+after]
}

// asAbility tells how a keyword ability of one word stands. On a card it is alone on
// its line or at the head of it, in a list of keywords, or has a cost; elsewhere it
// is had or gained, spoken of as an ability, or quoted.
func (p place) asAbility() standing {
	isEveryday := everydayAbilities()[p.term.words[0].exact]
	switch {
	case p.fit != exactly:
		// A form that the book uses, of something that can have the ability.
		if !isEveryday || p.follows(subjects) || p.at > 0 && p.words[p.at-1].name || p.pair() {
			return common
		}
		return unmeant
	case coined(p.term.words[0].exact), p.withSymbol():
		return sure
	case p.alone(), p.headsLine(), p.inKeywordLine():
		if !isEveryday {
			return sure
		}
		return alone
	case isEveryday && (p.precedes(particles) || p.precedes(persons)) && !p.pair():
		return unmeant
	case p.listed(), p.withAmount() && p.takesNumber(p.term), p.precedes(spokenOf) && !p.follows(articles):
		return held
	case p.follows(holding), (p.follows(pronouns) || p.follows(either)) && holding()[p.before(2)]:
		if p.precedes(qualified) {
			return unmeant
		}
		return held
	case isEveryday && p.asVerb() && !p.pair() && !p.actsOnThing():
		return unmeant
	case !isEveryday, p.here().starts && p.here().capital, p.pair(), p.actsOnThing():
		return common
	case p.bare():
		return doubtful
	}
	return unmeant
}

// headsLine reports whether the word is the first of a card's line of keywords.
func (p place) headsLine() bool {
	if !p.here().lineStart || !p.here().capital {
		return false
	}
	from, to := costAtEnd(p.words, p.at+1)
	return from < to || p.ends() && !strings.ContainsAny(p.here().after, "!?") ||
		!joining()[p.after()] && p.usage(p.term).pairs[p.here().fold+" "+p.after()]
}

// alone reports whether the word stands between quotation marks, brackets or other
// marks of its own.
func (p place) alone() bool {
	const marks = "\"'*|`"
	before, after := p.here().before, p.here().after
	return before != "" && strings.ContainsAny(before[len(before)-1:], marks+"([") && strings.ContainsAny(after[:1], marks+")].,?!")
}

// bare reports whether the word stands as a noun without an article, as names of
// abilities do.
func (p place) bare() bool {
	return !p.follows(articles) && !verbal()[p.before(1)] && !determiners()[p.after()] && !p.capital()
}

// actsOnThing reports whether the object is a thing of the game: exploit a creature,
// crew a Vehicle.
func (p place) actsOnThing() bool {
	at := p.object()
	if at == len(p.words) {
		return false
	}
	of := p.single[p.words[at].fold]
	return of != nil && (things()[of.words[0].exact] || of.proper && p.words[at].capital)
}

// asVerb reports whether the word is what someone does: he dashed it.
func (p place) asVerb() bool { return p.precedes(determiners) || p.follows(doers) }

// isThing reports whether the word names the thing that a keyword action is called
// like: put a counter on it, a card in exile.
func (p place) isThing() bool {
	w := p.here()
	next := ""
	if p.object() < len(p.words) {
		next = p.words[p.object()].fold
	}
	switch {
	case strings.HasSuffix(w.fold, "ed") || strings.HasSuffix(w.fold, "ing"):
		return false
	case w.before == " " && (p.asNoun() || places()[p.before(1)] || telling()[p.before(1)] && p.before(1) != "to" || p.at > 0 && p.words[p.at-1].isAmountOf()):
		return true
	case p.actsOnTerm(next):
		return false
	case p.after() != "" && p.words[p.at+1].capital: // a name
		return false
	}
	return !p.capitalVerb() && (!verbal()[p.before(1)] || p.before(1) == "to" && p.ends() && motion()[p.before(2)])
}

// places are the words before a zone, and motion those before the way to one.
var (
	places = setOf("in from into of")
	motion = setOf("go goes went gone going move moves moved moving put puts return returns returned send sends sent")
)

// isAmountOf reports whether a word tells how much of a thing there is: two, +1/+1.
func (w *word) isAmountOf() bool { return w.amounts() || w.isSign() }

// actsOnTerm reports whether what follows is what a verb acts on: words that say which,
// or something that the book knows.
func (p place) actsOnTerm(object string) bool {
	if telling()[p.after()] || p.precedes(objects) || p.precedes(commanded) || p.precedes(pronouns) {
		return true
	}
	t := p.single[object]
	return t != nil && !t.verb && !t.ability && p.after() != ""
}

// capitalVerb reports whether the word begins a sentence as an instruction.
func (p place) capitalVerb() bool {
	return p.here().starts && p.here().capital && p.fit == exactly && p.ends()
}

// commands reports whether the word is an instruction: a verb of the game as it is,
// at the beginning of a sentence, with what it acts on or nothing behind it.
func (p place) commands() bool {
	if !p.term.verb || p.fit != exactly || !p.here().capital || len(p.term.words) > 1 {
		return false
	}
	next := p.at + 1
	return p.ends() || p.withAmount() || p.words[next].capital || p.precedes(objects) || p.precedes(determiners) || p.precedes(commanded)
}
