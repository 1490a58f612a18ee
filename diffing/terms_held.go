package diffing

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
)

// holding answers whether a book holds a term anywhere. A word inside a longer
// title or name is not that word: a book that knows Battle Cry and Ashnod's Battle
// Gear knows no battle.
type holding struct {
	*titleWords
	places []wordPlaces // of the words asked about, each for other entries
}

// wordPlaces are where words stand, by the number of their stem, entry by entry.
type wordPlaces map[int32][]bookPlace

// bookPlace is a byte of a text of an entry.
type bookPlace struct {
	entry *archive.Entry
	text  string
	at    int
}

// titleWords are the titles of several words that a book has.
type titleWords struct {
	all    [][]string            // the words of each, in lower case
	titles map[string][][]string // the same by the stem of each of their words
}

func newTitleWords(s *archive.Snapshot) *titleWords {
	t := &titleWords{titles: make(map[string][][]string)}
	for i := range s.Entries {
		e := &s.Entries[i]
		title := e.Term
		if title == "" && e.IsTitle() {
			title = e.Text
		}
		if !strings.Contains(title, " ") {
			continue
		}
		words := strings.Fields(strings.ToLower(title))
		t.all = append(t.all, words)
		for _, w := range words {
			t.titles[root(w)] = append(t.titles[root(w)], words)
		}
	}
	return t
}

// hunt finds where the words wanted stand in either book. What both hold alike is
// read once.
func (b *book) hunt(v *vocabulary, wanted map[int32]bool) (old, new []wordPlaces) {
	if len(wanted) == 0 {
		return nil, nil
	}
	const both, oldOnly, newOnly = 0, 1, 2
	type quarry struct {
		entry *archive.Entry
		in    int
	}
	var all []quarry
	for i := range b.new.Entries {
		in := newOnly
		if b.keptNew[i] {
			in = both
		}
		all = append(all, quarry{&b.new.Entries[i], in})
	}
	for i := range b.old.Entries {
		if !b.keptOld[i] {
			all = append(all, quarry{&b.old.Entries[i], oldOnly})
		}
	}
	var mu sync.Mutex
	inParallel(len(all), func() func(int) {
		found := [...]wordPlaces{make(wordPlaces), make(wordPlaces), make(wordPlaces)}
		mu.Lock()
		old, new = append(old, found[both], found[oldOnly]), append(new, found[both], found[newOnly])
		mu.Unlock()
		hunt := newWordHunt(v, wanted)
		return func(i int) {
			hunt.places = found[all[i].in]
			hunt.entry(all[i].entry)
		}
	})
	return old, new
}

// wordHunt is a way through entries in search of words.
type wordHunt struct {
	v      *vocabulary
	wanted map[int32]bool
	begins [1 << 16]bool    // the first two bytes of the words wanted, which no form of a word changes
	known  map[string]int32 // words already reduced, 0 for those not wanted
	places wordPlaces
}

func newWordHunt(v *vocabulary, wanted map[int32]bool) *wordHunt {
	h := &wordHunt{v: v, wanted: wanted, known: make(map[string]int32)}
	for id := range wanted {
		if name := v.names[id-1]; len(name) > 1 {
			h.begins[int(name[0])<<8|int(name[1])] = true
		}
	}
	return h
}

// entry finds the words in what the book says, which its credits are no part of.
func (h *wordHunt) entry(e *archive.Entry) {
	switch e.Kind {
	case archive.Credits, archive.Contents, archive.Introduction, archive.Stray:
		return
	}
	h.text(e, e.Term)
	h.text(e, e.Text)
	for _, example := range e.Examples {
		h.text(e, example)
	}
}

func (h *wordHunt) text(e *archive.Entry, text string) {
	for at := 0; at < len(text); {
		if c := text[at]; c < utf8.RuneSelf && !wordlyBytes[c] {
			at++
			continue
		}
		end := at + 1
		for end < len(text) && text[end] < utf8.RuneSelf && wordlyBytes[text[end]] {
			end++
		}
		if text[at] >= utf8.RuneSelf || end < len(text) && text[end] >= utf8.RuneSelf {
			end = wordEnd(text, at)
		}
		if end == at {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
			continue
		}
		if word := text[at:end]; len(word) > 1 && h.begins[int(lower(word[0]))<<8|int(lower(word[1]))] {
			id, known := h.known[word]
			if !known {
				if id = h.v.numbers[root(archive.Fold(word))]; !h.wanted[id] {
					id = 0
				}
				h.known[word] = id
			}
			if id != 0 {
				h.places[id] = append(h.places[id], bookPlace{e, text, at})
			}
		}
		at = end
	}
}

// entries counts the entries that hold the phrase in any of its forms, and stops
// beyond most.
func (h *holding) entries(v *vocabulary, p phrase, most int) int {
	n := 0
	for _, places := range h.places {
		var last *archive.Entry
		for _, place := range places[p[0]] {
			if n > most {
				return n
			}
			if place.entry != last && h.holdsAt(v, p, place) {
				n, last = n+1, place.entry
			}
		}
	}
	return n
}

// holdsAt reports whether the phrase, whose first word stands at a place, stands
// there whole and in no longer title.
func (h *holding) holdsAt(v *vocabulary, p phrase, place bookPlace) bool {
	text, at := place.text, place.at
	end := wordEnd(text, at)
	for _, id := range p[1:] {
		begin := end + len(text[end:]) - len(strings.TrimLeft(text[end:], " \n"))
		end = wordEnd(text, begin)
		if end == begin || root(archive.Fold(text[begin:end])) != v.names[id-1] {
			return false
		}
	}
	if len(p) > 1 {
		return true
	}
	if inName(text, at, end) {
		return false
	}
	for _, title := range h.titles[v.names[p[0]-1]] {
		for k, word := range title {
			if root(word) == v.names[p[0]-1] && titleAt(title, k, text[:at], text[end:]) {
				return false
			}
		}
	}
	return true
}

// titleAt reports whether the words of a title before its k-th end one text, and
// those behind it begin another.
func titleAt(title []string, k int, before, after string) bool {
	head, tail := strings.Join(title[:k], " "), strings.Join(title[k+1:], " ")
	before, after = strings.TrimRight(before, " "), strings.TrimLeft(after, " ")
	return len(head) <= len(before) && strings.EqualFold(before[len(before)-len(head):], head) &&
		len(tail) <= len(after) && strings.EqualFold(after[:len(tail)], tail)
}

// inName reports whether the word from at to end is a capitalised one beside
// another, as the words of a card's name are.
func inName(text string, at, end int) bool {
	if !capital(text[at:]) {
		return false
	}
	if rest, spaced := strings.CutPrefix(text[end:], " "); spaced && capital(rest) {
		return true
	}
	before, spaced := strings.CutSuffix(text[:at], " ")
	begin := strings.LastIndexFunc(before, func(r rune) bool { return !inWord(r) }) + 1
	return spaced && capital(before[begin:])
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// lower is an ASCII letter in lower case, another byte as it is.
func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '\'' || r == '’' || r == '‑'
}

// wordlyBytes are the ASCII bytes of words.
var wordlyBytes = func() (set [utf8.RuneSelf]bool) {
	for c := range set {
		set[c] = inWord(rune(c))
	}
	return set
}()

// wordEnd returns where the word that begins at byte at ends; at itself when none
// begins there.
func wordEnd(text string, at int) int {
	for at < len(text) {
		if c := text[at]; c < utf8.RuneSelf {
			if !wordlyBytes[c] {
				return at
			}
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if !inWord(r) {
			return at
		}
		at += size
	}
	return at
}
