package diffing

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
)

// bookSide tells in which of the two books a term is.
type bookSide bool

const (
	oldSide bookSide = false
	newSide bookSide = true
)

func (b bookSide) of(c *Change) *Side {
	if b == newSide {
		return c.New
	}
	return c.Old
}

func (b bookSide) words(t *workText) ([]int32, *strand) {
	if b == newSide {
		return t.new, &t.cmp.new
	}
	return t.old, &t.cmp.old
}

// A term is new to a book that holds it nowhere; and to one that holds it in a
// few entries if ten times as many hold it now. March of the Machine brought
// battles; the release before had named the card type in five entries, to say
// that no card has it.
const (
	mostBefore = 5
	manifold   = 10
)

// shortestTerm is the least length of a word that can be a term, in bytes.
const shortestTerm = 3

// sighting is what is known of a word, or of a title of several words, that one
// book holds and the other may not.
type sighting struct {
	phrase      phrase
	title       string         // as the glossary or a heading has it, else empty
	section     string         // the heading that came or went with it
	defined     bool           // a title is it, or the lists of subtypes name it
	inTitle     bool           // a title holds it
	forms       map[string]int // how often a word stands in each form
	occurrences int
	rules       int // entries that hold it
	outside     int // entries that hold it outside their examples
	first       int // the first work that holds it
	elsewhere   int // changed entries of the other book that hold a word

	last, lastOutside int // the last work counted in rules and in outside, plus one
}

// newOrGone are the words and titles in the changes of one side that may be its
// terms. What substitutions brought or took is told with them.
func (v *vocabulary) newOrGone(side bookSide, substitutions []*substitution) []*sighting {
	sightings := append(v.words(side), v.phrases(side, v.titles(side))...)
	return slices.DeleteFunc(sightings, func(s *sighting) bool {
		return s.rules < enough(s.elsewhere) || s.outside < fewestNewRules || v.toldBy(substitutions, s, side)
	})
}

// terms are those of the sightings of one side that the other side's book does not
// know.
func (v *vocabulary) terms(side bookSide, sightings []*sighting, held *holding) []Shift {
	if len(sightings) == 0 {
		return nil
	}
	titles := v.titles(side)
	sightings = slices.DeleteFunc(sightings, func(s *sighting) bool {
		most := min(mostBefore, s.rules/manifold)
		return held.entries(v, s.phrase, most) > most
	})
	for _, s := range sightings {
		s.title, s.section = titled(s.phrase, titles)
		s.defined = s.title != "" || v.listed(s.phrase, side)
		s.inTitle = slices.ContainsFunc(titles, func(t bookTitle) bool { return contains(t.phrase, s.phrase) })
	}
	v.recount(sightings, side, v.knownTitles(held))
	sightings = slices.DeleteFunc(sightings, (*sighting).rare)
	sightings = toldOnce(sightings)
	var shifts []Shift
	weights := make(map[Shift]int)
	for _, s := range sightings {
		shift := Shift{Kind: DroppedTerm, Occurrences: s.occurrences, Rules: s.rules, Section: s.section,
			First: side.of(&v.works[s.first].change).Name()}
		if shift.From = s.display(); side == newSide {
			shift.Kind, shift.From, shift.To = NewTerm, "", shift.From
		}
		shifts = append(shifts, shift)
		if weights[shift] = s.rules; s.title != "" {
			weights[shift] *= 2 // what the book itself lists is a term before any other word is
		}
	}
	slices.SortFunc(shifts, func(a, b Shift) int {
		return cmp.Or(cmp.Compare(weights[b], weights[a]), byRules(a, b))
	})
	return shifts[:min(mostShifts, len(shifts))]
}

// bookTitle is a glossary term or the title of a heading or keyword.
type bookTitle struct {
	text    string
	phrase  phrase
	heading string // "310 Battles"; empty for a glossary term
}

// titles are those of entries that came or went on a side.
func (v *vocabulary) titles(side bookSide) []bookTitle {
	var out []bookTitle
	for i := range v.works {
		c := &v.works[i].change
		e := side.of(c)
		if e == nil || c.Old != nil && c.New != nil && c.Old.Term == c.New.Term && !e.title {
			continue
		}
		switch {
		case e.Term != "" && (c.Old == nil || c.New == nil || c.Old.Term != c.New.Term):
			out = append(out, bookTitle{e.Term, v.phraseOf(withoutArticle(e.Term)), ""})
		case e.title && (c.Old == nil || c.New == nil):
			out = append(out, bookTitle{e.Text, v.phraseOf(withoutArticle(e.Text)), e.Number + " " + e.Text})
		}
	}
	return out
}

// withoutArticle is a title without the article before it: Monarch for The Monarch.
func withoutArticle(title string) string { return strings.TrimPrefix(title, "The ") }

// phraseOf reads a text as a phrase. Words that no changed text holds are 0.
func (v *vocabulary) phraseOf(text string) phrase {
	var p phrase
	for _, word := range termOf(text) {
		p = append(p, v.numbers[word])
	}
	return p
}

// titled returns the shortest title that is the phrase, in lower case, and the
// heading that came or went with it.
func titled(p phrase, titles []bookTitle) (title, heading string) {
	for _, t := range titles {
		if slices.Equal(t.phrase, p) && (title == "" || len(t.text) < len(title)) {
			title = strings.ToLower(t.text)
			if len(p) == 1 {
				title = strings.ToLower(withoutArticle(t.text))
			}
		}
		if heading == "" && t.heading != "" && contains(t.phrase, p) {
			heading = t.heading
		}
	}
	return title, heading
}

// speaks reports whether an entry's words count as the book's vocabulary: the
// credits are names.
func speaks(s *Side) bool {
	return s != nil && s.Kind != archive.Credits && s.Kind != archive.Introduction
}

// listed reports whether the lists of subtypes, rules 205.3 and below, hold a name.
func (v *vocabulary) listed(p phrase, side bookSide) bool {
	subtypes := archive.Number{Section: 2, Heading: 205, Rule: 3}
	for i := range v.texts {
		t := &v.texts[i]
		e := side.of(&v.works[t.work].change)
		if words, _ := side.words(t); e != nil && !t.example && subtypes.Contains(e.number) && contains(words, p) {
			return true
		}
	}
	return false
}

// rare reports whether too few entries hold it for a term of the release. What is
// defined nowhere must run through many, and a part of a title through one more.
func (s *sighting) rare() bool {
	fewest := fewestUndefined
	switch {
	case s.defined:
		fewest = fewestNewRules
	case s.inTitle:
		fewest = fewestNewRules + 1
	}
	return s.rules < fewest || s.outside < fewestNewRules
}

// see counts one place in a text.
func (s *sighting) see(t *workText) {
	if s.occurrences == 0 {
		s.first = t.work
	}
	s.occurrences++
	if s.last != t.work+1 {
		s.last = t.work + 1
		s.rules++
	}
	if !t.example && s.lastOutside != t.work+1 {
		s.lastOutside = t.work + 1
		s.outside++
	}
}

// count counts for each word the changed entries of a side that hold it.
func (v *vocabulary) count(side bookSide) []int {
	entries, last := make([]int, len(v.names)+1), make([]int, len(v.names)+1)
	for i := range v.texts {
		words, _ := side.words(&v.texts[i])
		for _, id := range words {
			if work := v.texts[i].work + 1; last[id] != work {
				last[id] = work
				entries[id]++
			}
		}
	}
	return entries
}

// words collects the words of a side that may be its terms: in enough entries, and
// in ten times as many as on the other side. Contractions are none.
func (v *vocabulary) words(side bookSide) []*sighting {
	all := make([]*sighting, len(v.names)+1)
	here, elsewhere := v.held[side], v.held[!side]
	for id := 1; id < len(all); id++ {
		if here[id] >= enough(elsewhere[id]) && elsewhere[id] <= mostBefore && !strings.Contains(v.names[id-1], "'") {
			all[id] = &sighting{phrase: phrase{int32(id)}, forms: make(map[string]int), elsewhere: elsewhere[id]}
		}
	}
	for i := range v.texts {
		t := &v.texts[i]
		if !speaks(side.of(&v.works[t.work].change)) {
			continue
		}
		words, s := side.words(t)
		for k, id := range words {
			if all[id] == nil {
				continue
			}
			if word := s.word(k); word.Kind == WordToken && len(word.Fold) >= shortestTerm && !s.inAddress(k) {
				all[id].forms[word.Fold]++
				all[id].see(t)
			}
		}
	}
	return slices.DeleteFunc(all, func(s *sighting) bool { return s == nil || s.rules == 0 })
}

// enough is in how many changed entries of one side a word has to stand that stands
// in so many of the other.
func enough(elsewhere int) int { return max(fewestNewRules, manifold*elsewhere) }

// phrases collects the titles of two words or more.
func (v *vocabulary) phrases(side bookSide, titles []bookTitle) []*sighting {
	var out []*sighting
	seen := make(map[string]bool)
	for _, title := range titles {
		if len(title.phrase) < 2 || slices.Contains(title.phrase, 0) || seen[fmt.Sprint(title.phrase)] {
			continue
		}
		seen[fmt.Sprint(title.phrase)] = true
		out = append(out, &sighting{phrase: title.phrase})
	}
	v.recount(out, side, nil)
	return out
}

// knownTitles are the titles of several words that the other book has, by each
// word of them and its place in the title.
func (v *vocabulary) knownTitles(h *holding) map[int32][]knownTitle {
	known := make(map[int32][]knownTitle)
	for _, words := range h.all {
		var p phrase
		for _, w := range words {
			p = append(p, v.numbers[root(w)])
		}
		if slices.Contains(p, 0) {
			continue
		}
		for place, id := range p {
			known[id] = append(known[id], knownTitle{p, place})
		}
	}
	return known
}

type knownTitle struct {
	phrase phrase
	place  int // of the word in it
}

// recount counts the places of phrases anew. A single word inside a title that
// the other book has too is not counted, nor a name inside a longer one.
func (v *vocabulary) recount(sightings []*sighting, side bookSide, known map[int32][]knownTitle) {
	byFirst := make([][]*sighting, len(v.names)+1)
	for _, s := range sightings {
		*s = sighting{phrase: s.phrase, title: s.title, section: s.section, defined: s.defined, inTitle: s.inTitle, forms: s.forms}
		byFirst[s.phrase[0]] = append(byFirst[s.phrase[0]], s)
	}
	for i := range v.texts {
		t := &v.texts[i]
		if !speaks(side.of(&v.works[t.work].change)) {
			continue
		}
		words, strand := side.words(t)
		for k, id := range words {
			for _, s := range byFirst[id] {
				switch {
				case k+len(s.phrase) > len(words) || !slices.Equal(words[k:k+len(s.phrase)], s.phrase) || strand.inAddress(k):
				case len(s.phrase) == 1 && (insideTitle(words, k, known[id]) || s.isName() && strand.inName(k)):
				default:
					s.see(t)
				}
			}
		}
	}
}

func insideTitle(words []int32, k int, titles []knownTitle) bool {
	for _, t := range titles {
		lo := k - t.place
		if lo >= 0 && lo+len(t.phrase) <= len(words) && slices.Equal(words[lo:lo+len(t.phrase)], t.phrase) {
			return true
		}
	}
	return false
}

// isName reports whether the book never prints the word in lower case.
func (s *sighting) isName() bool {
	for form := range s.forms {
		if !capital(form) {
			return false
		}
	}
	return len(s.forms) > 0
}

// inName reports whether word i stands beside another capitalised one.
func (s *strand) inName(i int) bool {
	named := func(i int) bool {
		return i >= 0 && i < len(s.words) && capital(s.word(i).Text) && !commonWords[strings.ToLower(s.word(i).Text)]
	}
	return named(i) && (named(i-1) && s.gap(i) == " " || named(i+1) && s.gap(i+1) == " ")
}

// inAddress reports whether word i is part of an address on the web.
func (s *strand) inAddress(i int) bool {
	if i > 0 && s.gap(i) == "" && strings.Contains("/.@-", s.word(i-1).Fold) {
		return true
	}
	return i+2 < len(s.words) && s.gap(i+1) == "" && s.gap(i+2) == "" && strings.Contains("/.@", s.word(i+1).Fold)
}

// display is the term in its plainest form: as its title has it, else the shortest
// form that the book prints, in lower case where it prints that.
func (s *sighting) display() string {
	if s.title != "" {
		return s.title
	}
	best := ""
	for form := range s.forms {
		lower := strings.ToLower(form)
		if form != lower && s.forms[lower] > 0 {
			continue
		}
		if best == "" || cmp.Or(cmp.Compare(len(form), len(best)), cmp.Compare(form, best)) < 0 {
			best = form
		}
	}
	return best
}

// toldBy reports whether a substitution says already that this phrase came or went.
// Of a part of its phrase that stands twice as often it says too little.
func (v *vocabulary) toldBy(substitutions []*substitution, s *sighting, side bookSide) bool {
	for _, sub := range substitutions {
		told := sub.from
		if side == newSide {
			told = sub.to
		}
		if contains(s.phrase, told) || contains(told, s.phrase) && s.occurrences < 2*len(sub.sites) {
			return true
		}
	}
	return false
}

// toldOnce leaves out what other terms tell: a title of several words that holds a
// shorter term which a title names itself (class cards beside class), and a word
// that no title names and that hardly ever stands outside such titles.
func toldOnce(sightings []*sighting) []*sighting {
	told := slices.DeleteFunc(slices.Clone(sightings), func(s *sighting) bool {
		if s.title != "" {
			return false
		}
		within := 0
		for _, longer := range sightings {
			if len(longer.phrase) > len(s.phrase) && contains(longer.phrase, s.phrase) {
				within += longer.occurrences
			}
		}
		return 5*within >= 4*s.occurrences
	})
	return slices.DeleteFunc(slices.Clone(told), func(s *sighting) bool {
		return slices.ContainsFunc(told, func(shorter *sighting) bool {
			return len(shorter.phrase) < len(s.phrase) && contains(s.phrase, shorter.phrase)
		})
	})
}
