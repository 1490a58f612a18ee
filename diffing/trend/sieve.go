package trend

import (
	"bytes"
	"sync"
	"unicode/utf8"
)

// sieve rules out at little cost the texts in which none of its phrases stands, which
// are most. It may be used by many goroutines.
type sieve struct {
	phrases []phrase
	buffers sync.Pool // of *[]byte
}

// mayHold is false for texts that hold none of the phrases.
func (s *sieve) mayHold(text string) bool {
	buffer, _ := s.buffers.Get().(*[]byte)
	if buffer == nil {
		buffer = new([]byte)
	}
	defer s.buffers.Put(buffer)
	lower, plain := inLower(*buffer, text)
	*buffer = lower
	if !plain {
		return true // only cutting tells the words of such a text
	}
	for i := range s.phrases {
		if s.phrases[i].mayStandIn(lower) {
			return true
		}
	}
	return false
}

// inLower is a text in lower case, written into buffer where that is large enough.
// plain is false when it has letters beyond ASCII, which stay as they are.
func inLower(buffer []byte, text string) (lower []byte, plain bool) {
	lower = append(buffer[:0], text...)
	var all byte
	for i, c := range lower {
		all |= c
		if 'A' <= c && c <= 'Z' {
			lower[i] = c + ('a' - 'A')
		}
	}
	return lower, all < utf8.RuneSelf
}

// mayStandIn is false for texts, given in lower case, that do not hold the phrase.
func (p *phrase) mayStandIn(lower []byte) bool {
	for i := range p.words {
		if !p.wordMayStandIn(&p.words[i], lower) {
			return false
		}
	}
	return true
}

// wordMayStandIn looks for places where the word begins, and ends should it end in
// a letter.
func (p *phrase) wordMayStandIn(w *sought, lower []byte) bool {
	begin := []byte(w.begin)
	inLetters, toLetters := isLetter(begin[0]), isLetter(begin[len(begin)-1])
	for at := 0; ; {
		found := bytes.Index(lower[at:], begin)
		if found < 0 {
			return false
		}
		start := at + found
		at = start + 1
		if inLetters && start > 0 && isLetter(lower[start-1]) {
			continue
		}
		end := start + len(begin)
		for toLetters && end < len(lower) && isLetter(lower[end]) {
			end++
		}
		// Where it goes on with an apostrophe or a digit, only cutting the text tells.
		goesOn := end < len(lower) && (lower[end] == '\'' || '0' <= lower[end] && lower[end] <= '9')
		if !toLetters || goesOn || p.is(w, string(lower[start:end])) {
			return true
		}
	}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }
