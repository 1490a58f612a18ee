package diffing

import (
	"strings"
)

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
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// term is one or more words in a row, whatever their forms.
type term []string

// termOf reads a term as people write it.
func termOf(text string) term {
	s := cut(text)
	var t term
	for i := range s.words {
		t = append(t, root(s.word(i).Fold))
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
	s := cut(text)
	var at [][2]int
	offset, token := 0, 0
	begins := func(i int) int { // of word i; called in order
		for token < int(s.words[i]) {
			offset += len(s.tokens[token].Text)
			token++
		}
		return offset
	}
	for i := 0; i+len(t) <= len(s.words); i++ {
		if !t.at(&s, i) {
			continue
		}
		begin := begins(i)
		last := i + len(t) - 1
		at = append(at, [2]int{begin, begins(last) + len(s.word(last).Text)})
		i = last
	}
	return at
}

// at reports whether the term stands at word i.
func (t term) at(s *strand, i int) bool {
	for k, want := range t {
		if i+k >= len(s.words) || root(s.word(i+k).Fold) != want {
			return false
		}
	}
	return true
}
