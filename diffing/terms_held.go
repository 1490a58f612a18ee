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

// entries counts the entries that hold the phrase in any of its forms, and stops
// beyond most.
func (h *holding) entries(v *vocabulary, p phrase, most int) int {
	first := v.names[p[0]-1]
	// Forms of a word share its stem but for a final y: ability, abilities.
	look := strings.TrimSuffix(first, "y")
	n, from := 0, 0
	for n <= most {
		at := strings.Index(h.text[from:], look)
		if at < 0 {
			break
		}
		at += from
		from = at + len(look)
		if h.holdsAt(v, p, at) {
			n++
			next, _ := slices.BinarySearch(h.ends, from)
			from = h.ends[next]
		}
	}
	return n
}

// holdsAt reports whether the phrase stands at byte at of the text, and in no
// longer title.
func (h *holding) holdsAt(v *vocabulary, p phrase, at int) bool {
	if before, _ := utf8.DecodeLastRuneInString(h.text[:at]); inWord(before) {
		return false
	}
	end := at
	for i, id := range p {
		if i > 0 {
			end += len(h.text[end:]) - len(strings.TrimLeft(h.text[end:], " \n"))
		}
		begin := end
		end = wordEnd(h.text, begin)
		if end == begin || root(archive.Fold(h.exact[begin:end])) != v.names[id-1] {
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
	return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("-'’‑", r)
}

// wordEnd returns where the word that begins at byte at ends.
func wordEnd(text string, at int) int {
	end := strings.IndexFunc(text[at:], func(r rune) bool { return !inWord(r) })
	if end < 0 {
		return len(text)
	}
	return at + end
}
