package diffing

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
)

// holding answers whether a book holds a term anywhere. A word inside a longer
// title or name is not that word: a book that knows Battle Cry and Ashnod's Battle
// Gear knows no battle.
type holding struct {
	exact  string                // the whole book as printed
	text   string                // the same with ASCII letters in lower case, so of the same length
	ends   []int                 // where each entry ends in them
	places map[int32][]int       // where the words asked about begin
	all    [][]string            // the words of each title of several words
	titles map[string][][]string // the same by the stem of each of their words
}

func newHolding(s *archive.Snapshot) *holding {
	h := &holding{titles: make(map[string][][]string)}
	var text strings.Builder
	title := func(t string) {
		words := strings.Fields(strings.ToLower(t))
		if len(words) < 2 {
			return
		}
		h.all = append(h.all, words)
		for _, w := range words {
			h.titles[root(w)] = append(h.titles[root(w)], words)
		}
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		switch e.Kind {
		case archive.Credits, archive.Contents, archive.Introduction, archive.Stray:
			continue
		case archive.Term:
			title(e.Term)
			text.WriteString(e.Term)
			text.WriteByte('\n')
		default:
			if e.IsTitle() {
				title(e.Text)
			}
		}
		text.WriteString(e.Text)
		text.WriteByte('\n')
		for _, example := range e.Examples {
			text.WriteString(example)
			text.WriteByte('\n')
		}
		h.ends = append(h.ends, text.Len())
	}
	h.exact = text.String()
	h.text = lowerASCII(h.exact)
	return h
}

// read finds the places of the words that the phrases asked about begin with.
func (h *holding) read(v *vocabulary, wanted map[int32]bool) {
	h.places = make(map[int32][]int)
	known := make(map[string]int32) // words already reduced, 0 for those not wanted
	var begins [1 << 16]bool        // the first two bytes of the words wanted, which no form of a word changes
	for id := range wanted {
		if name := v.names[id-1]; len(name) > 1 {
			begins[int(name[0])<<8|int(name[1])] = true
		}
	}
	for at := 0; at < len(h.text); {
		end := wordEnd(h.text, at)
		if end == at {
			_, size := utf8.DecodeRuneInString(h.text[at:])
			at += size
			continue
		}
		word := h.text[at:end]
		if len(word) < 2 || !begins[int(word[0])<<8|int(word[1])] {
			at = end
			continue
		}
		id, seen := known[word]
		if !seen {
			if id = v.numbers[root(archive.Fold(word))]; !wanted[id] {
				id = 0
			}
			known[word] = id
		}
		if id != 0 {
			h.places[id] = append(h.places[id], at)
		}
		at = end
	}
}

// entries counts the entries that hold the phrase in any of its forms, and stops
// beyond most.
func (h *holding) entries(v *vocabulary, p phrase, most int) int {
	n, counted := 0, 0 // the entries, and where the last of them ends
	for _, at := range h.places[p[0]] {
		if n > most {
			break
		}
		if at >= counted && h.holdsAt(v, p, at) {
			n++
			next, _ := slices.BinarySearch(h.ends, at+1)
			counted = h.ends[next]
		}
	}
	return n
}

// holdsAt reports whether the phrase, whose first word stands at byte at of the
// text, stands there whole and in no longer title.
func (h *holding) holdsAt(v *vocabulary, p phrase, at int) bool {
	end := wordEnd(h.text, at)
	for _, id := range p[1:] {
		begin := end + len(h.text[end:]) - len(strings.TrimLeft(h.text[end:], " \n"))
		end = wordEnd(h.text, begin)
		if end == begin || root(archive.Fold(h.text[begin:end])) != v.names[id-1] {
			return false
		}
	}
	if len(p) > 1 {
		return true
	}
	if h.inName(at, end) {
		return false
	}
	for _, title := range h.titles[v.names[p[0]-1]] {
		for k, word := range title {
			if root(word) == v.names[p[0]-1] && h.titleAt(title, k, at, end) {
				return false
			}
		}
	}
	return true
}

// titleAt reports whether a title stands in the text so that its k-th word is the
// one from at to end.
func (h *holding) titleAt(title []string, k, at, end int) bool {
	before := strings.Join(title[:k], " ")
	after := strings.Join(title[k+1:], " ")
	return strings.HasSuffix(strings.TrimRight(h.text[:at], " "), before) &&
		strings.HasPrefix(strings.TrimLeft(h.text[end:], " "), after)
}

// inName reports whether the word from at to end is a capitalised one beside
// another, as the words of a card's name are.
func (h *holding) inName(at, end int) bool {
	if !capital(h.exact[at:]) {
		return false
	}
	if rest, spaced := strings.CutPrefix(h.exact[end:], " "); spaced && capital(rest) {
		return true
	}
	before, spaced := strings.CutSuffix(h.exact[:at], " ")
	begin := strings.LastIndexFunc(before, func(r rune) bool { return !inWord(r) }) + 1
	return spaced && capital(before[begin:])
}

func capital(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}

func inWord(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' || r == '\'' || r == '’' || r == '‑'
}

// wordEnd returns where the word that begins at byte at ends; at itself when none
// begins there.
func wordEnd(text string, at int) int {
	for at < len(text) {
		c := text[at]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '-', c == '\'':
			at++
		case c < utf8.RuneSelf:
			return at
		default:
			r, size := utf8.DecodeRuneInString(text[at:])
			if !inWord(r) {
				return at
			}
			at += size
		}
	}
	return at
}
