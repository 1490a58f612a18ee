package diffing

import (
	"slices"
	"strings"
)

// Root is what the forms of a word have in common, which is given in lower case and
// folded: battle, battles and battle's are one.
func Root(word string) string { return root(word) }

// root reduces a folded word to what its forms have in common: battle, battles
// and Battle's are one. It is light on purpose: endings of number, possession and
// tense only, so that no two words of different meaning meet.
func root(fold string) string {
	w := strings.ToLower(fold)
	w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "s'")
	n := len(w)
	switch {
	case n > 4 && strings.HasSuffix(w, "ies"):
		return w[:n-3] + "y"
	case n > 4 && (strings.HasSuffix(w, "sses") || strings.HasSuffix(w, "xes") || strings.HasSuffix(w, "ches") || strings.HasSuffix(w, "shes")):
		w = w[:n-2]
	case n > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:n-1]
	}
	for _, ending := range []string{"ing", "ed"} {
		if n := len(w) - len(ending); n >= 4 && strings.HasSuffix(w, ending) && strings.ContainsAny(w[:n], "aeiouy") {
			w = w[:n]
			if w[n-1] == w[n-2] && !strings.ContainsRune("lsz", rune(w[n-1])) {
				w = w[:n-1]
			}
			break
		}
	}
	if verb, is := strings.CutSuffix(w, "told"); is {
		w = verb + "tell" // foretold is foretell
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// term is one or more words in a row, whatever their forms.
type term []string

// termOf reads a term as people write it.
func termOf(text string) term {
	var t term
	for _, token := range Tokenize(text) {
		if token.Kind != SpaceToken {
			t = append(t, root(token.Fold))
		}
	}
	return t
}

// in reports whether the term stands in a text.
func (t term) in(text string) bool { return len(t.find(text)) > 0 }

// find returns the byte ranges of text that are the term in any of its forms.
func (t term) find(text string) [][2]int {
	if len(t) == 0 {
		return nil
	}
	var words []string // roots
	var ranges [][2]int
	offset := 0
	for _, token := range Tokenize(text) {
		if token.Kind != SpaceToken {
			words = append(words, root(token.Fold))
			ranges = append(ranges, [2]int{offset, offset + len(token.Text)})
		}
		offset += len(token.Text)
	}
	var at [][2]int
	for i := 0; i+len(t) <= len(words); i++ {
		if slices.Equal(words[i:i+len(t)], t) {
			last := i + len(t) - 1
			at = append(at, [2]int{ranges[i][0], ranges[last][1]})
			i = last
		}
	}
	return at
}
