package annotate

import (
	"html"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
	"rulebook/diffing"
)

// word is a word of the text, with what stands around it.
type word struct {
	start, end int    // bytes of the text; a possessive ending is left out
	fold       string // folded, in lower case, without a possessive ending
	kind       diffing.TokenKind
	capital    bool
	shouted    bool // all in capitals: no name
	possessive bool
	before     string // the marks and the space between the word before and this one, folded
	after      string // the same behind it
	lineStart  bool   // first of its line, bullets and quotation marks aside
	starts     bool   // first of a sentence, of a line, or of a quoted ability
	sentence   int    // index of the first word of its sentence
	name       bool   // part of a name
}

// read cuts a text into words.
func read(text string) []word {
	var words []word
	at, gap := 0, ""
	sentence := 0
	put := func(w word) {
		w.before = gap
		if n := len(words); n > 0 {
			words[n-1].after = gap
		}
		w.lineStart = len(words) == 0 || strings.Contains(gap, "\n")
		w.starts = w.lineStart || strings.ContainsAny(gap, `.!?:"(•`) || w.opensAbility() ||
			gap == ", " && words[len(words)-1].kind == diffing.SymbolToken // {T}, Sacrifice a Clue: …
		if w.lineStart || strings.ContainsAny(gap, ".!?(•\"") {
			sentence = len(words)
		}
		w.sentence = sentence
		words = append(words, w)
		gap = ""
	}
	hidden := opaqueIn(text)
	for _, t := range diffing.Tokenize(text) {
		end := at + len(t.Text)
		for len(hidden) > 0 && hidden[0][1] <= at {
			hidden = hidden[1:]
		}
		switch {
		case len(hidden) > 0 && hidden[0][0] < end:
			if at <= hidden[0][0] {
				gap = widen(gap, stead(text[hidden[0][0]:hidden[0][1]]))
			}
			at = end
			continue
		}
		switch t.Kind {
		case diffing.SpaceToken:
			gap = widen(gap, space(t.Text))
		case diffing.MarkToken:
			gap = widen(gap, t.Fold)
		default:
			put(newWord(t, at, end))
		}
		at = end
	}
	if n := len(words); n > 0 {
		words[n-1].after = gap + "\n"
	}
	return words
}

// space is white space as a gap holds it: a blank line, a line break, or a space.
func space(s string) string {
	switch lines := strings.Count(s, "\n"); {
	case lines > 1, strings.Count(s, "\r") > max(1, lines):
		return "\n\n"
	case lines == 1, strings.Contains(s, "\r"):
		return "\n"
	}
	return " "
}

// stead is what a gap holds in the stead of what is no prose: the mark that is written
// as a character reference, and else a bar.
func stead(hidden string) string {
	if hidden[0] != '&' {
		return "|"
	}
	mark := html.UnescapeString(hidden)
	switch t := diffing.Tokenize(mark)[0]; t.Kind {
	case diffing.SpaceToken:
		return space(t.Text)
	default:
		return t.Fold
	}
}

// opaque is what is no prose: tags of HTML, its character references, addresses of pages
// and of people.
var opaque = archive.Pattern(`(?i)</?(?:a|abbr|b|blockquote|br|cite|code|dd|del|details|div|dl|dt|em|font|h[1-6]|hr|i|img|ins|kbd|li|mark|nowiki|ol|p|pre|q|ref|s|small|span|strong|sub|summary|sup|table|tbody|td|th|thead|tr|tt|u|ul)(?:\s[^<>]*)?/?>` +
	`|\b(?:https?://|www\.)[^\s<>"]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|&(?:[a-z]+[0-9]*|#[0-9]+|#x[0-9a-f]+);`)

// opaqueIn finds what is no prose. Most texts have nothing of it.
func opaqueIn(text string) [][]int {
	if !strings.ContainsAny(text, "<@&") && !strings.Contains(text, "//") && !strings.Contains(text, "www.") {
		return nil
	}
	return opaque().FindAllStringIndex(text, -1)
}

// widestGap bounds what is kept of the marks between two words: nobody asks about
// more, and a text may consist of nothing else.
const widestGap = 32

// widen adds a mark to a gap. A line break is always kept, in the place of what no
// longer fits.
func widen(gap, mark string) string {
	switch {
	case len(gap) < widestGap:
		return gap + mark
	case mark == "\n" && !strings.Contains(gap, "\n"):
		return gap[:widestGap-1] + "\n"
	}
	return gap
}

// opensAbility reports whether the word stands behind a long dash: "Landfall —
// Whenever …" begins a sentence there.
func (w *word) opensAbility() bool { return strings.Contains(w.before, " - ") && w.capital }

func newWord(t diffing.Token, start, end int) word {
	exact := strings.TrimRightFunc(t.Text, func(r rune) bool { return !unicode.IsPrint(r) })
	bare := strings.Trim(exact, "_") // _Magic_ is written for italics
	if bare == "" {
		bare = exact
	}
	start += strings.Index(exact, bare)
	exact = bare
	w := word{start: start, end: start + len(exact), fold: strings.ToLower(t.Fold), kind: t.Kind}
	first, _ := utf8.DecodeRuneInString(exact)
	w.capital = unicode.IsUpper(first)
	w.shouted = len(exact) > 1 && strings.ToUpper(exact) == exact
	if stem, ok := strings.CutSuffix(w.fold, "'s"); ok && t.Kind == diffing.WordToken {
		if cut := strings.LastIndexFunc(exact, isApostrophe); cut > 0 {
			w.fold, w.end, w.possessive = stem, start+cut, true
		}
	}
	return w
}

func isApostrophe(r rune) bool { return strings.ContainsRune("'’‘‛′´`ʼ", r) }

// joins reports whether nothing but a space stands before the word, so that it
// and the one before may be words of one term.
func (w *word) joins() bool { return w.before == " " || w.before == "\n" }

// connectors are the small words inside a name: Path to Exile, Champion of the Parish.
var connectors = setOf("of the to in for at on over under de la du von")

// openers are words that begin a sentence with a capital letter and no name.
var openers = setOf(`a after all an and another any as at attacking before blocked blocking both but by choose each either
	enchanted equipped for from how if in instead it its look may no non nonland nontoken on once one only or other otherwise
	players put remove return rather spells that the their then these they this those three to two unless until up use
	when whenever where while with without x you your`)

func setOf(words string) set {
	return sync.OnceValue(func() map[string]bool {
		all := make(map[string]bool)
		for _, w := range strings.Fields(words) {
			all[w] = true
		}
		return all
	})
}

// run is words in a row that look like a name: capitalised, with connectors between.
type run struct {
	first, last int
	capitals    int
	connected   bool // by a small word
}

// runs returns the runs of capitalised words.
func runs(words []word) []run {
	var found []run
	for i := 0; i < len(words); i++ {
		if !words[i].nameable() {
			continue
		}
		r := run{first: i, last: i, capitals: 1}
		small := false
		for k := i + 1; k < len(words) && words[k].before == " "; k++ {
			if words[k].nameable() {
				r.last = k
				r.capitals++
				r.connected = r.connected || small
				small = false
				continue
			}
			if !connectors()[words[k].fold] {
				break
			}
			small = true
		}
		found = append(found, r)
		i = r.last
	}
	return found
}

// nameable reports whether a word may be one of a name's main words.
func (w *word) nameable() bool {
	return w.capital && !w.shouted && w.kind == diffing.WordToken && w.fold != "x" && w.fold != "y"
}

// markNames finds the names in a text: runs of capitalised words that are no term
// as a whole, and what is said to be a name ("a card named Fear").
func (l *Lexicon) markNames(words []word) {
	for _, r := range runs(words) {
		if r.first > 0 && calls()[words[r.first-1].fold] && words[r.first].before == " " {
			mark(words, r.first, r.last)
			continue
		}
		// A sentence begins with a capital letter, be it a name's or not.
		for r.first <= r.last && words[r.first].starts && r.capitals > 1 && !l.isWhole(words[r.first:r.last+1]) && (l.opens(&words[r.first]) || l.opensCost(words, r.first)) {
			r.first++
			r.capitals--
			for r.first < r.last && !words[r.first].nameable() {
				r.first++
			}
		}
		if r.capitals < 2 || l.isWhole(words[r.first:r.last+1]) {
			continue
		}
		if r.connected || !l.allTerms(words[r.first:r.last+1]) {
			mark(words, r.first, r.last)
		}
	}
}

var calls = setOf("named called")

func mark(words []word, first, last int) {
	for i := first; i <= last; i++ {
		words[i].name = true
	}
}

// opens reports whether a word that begins a sentence is an ordinary one there: a
// small word, or an instruction.
func (l *Lexicon) opens(w *word) bool {
	if openers()[w.fold] {
		return true
	}
	for _, t := range l.begins[w.fold] {
		if t.verb && len(t.words) == 1 && t.words[0].exact == w.fold {
			return true
		}
	}
	return false
}

// opensCost reports whether word i is a keyword ability at the head of a line that ends
// with its cost: Equip Knight {2}.
func (l *Lexicon) opensCost(words []word, i int) bool {
	from, to := costAtEnd(words, i+1)
	return from < to && words[i].lineStart && slices.ContainsFunc(l.begins[words[i].fold], func(t *Term) bool {
		return t.ability && len(t.words) == 1 && t.words[0].exact == words[i].fold
	})
}

// isWhole reports whether words are one term.
func (l *Lexicon) isWhole(words []word) bool {
	for _, t := range l.begins[words[0].fold] {
		if len(t.words) == len(words) && t.matches(words) != nothing {
			return true
		}
	}
	return false
}

// allTerms reports whether each capitalised word is part of a term.
func (l *Lexicon) allTerms(words []word) bool {
	for i := 0; i < len(words); {
		size := 0
		for _, t := range l.begins[words[i].fold] {
			if len(t.words) <= len(words)-i && t.matches(words[i:]) != nothing {
				size = max(size, len(t.words))
			}
		}
		if size == 0 {
			return false
		}
		i += size
	}
	return true
}
