package trend

import (
	"bytes"
	"sync"
	"unicode/utf8"
)

// sieve rules out at little cost the folded texts in which none of its phrases stands, which
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

// mayStandIn is false for folded texts, given in lower case, that do not hold the
// phrase.
func (p *phrase) mayStandIn(lower []byte) bool {
	if p.empty() || !bytes.Contains(lower, p.rarest) {
		return false
	}
	begin := []byte(p.words[0].begin)
	for at := 0; ; at++ {
		found := bytes.Index(lower[at:], begin)
		if found < 0 {
			return false
		}
		at += found
		if !(isLetter(begin[0]) && at > 0 && isLetter(lower[at-1])) && p.mayBegin(lower[at:]) {
			return true
		}
	}
}

// mayBegin reports whether a text may begin with the phrase. Words that go on with an
// apostrophe or a digit, and those that are not of letters, are believed: only cutting
// the text tells.
func (p *phrase) mayBegin(lower []byte) bool {
	for i := range p.words {
		w := &p.words[i]
		if i > 0 {
			if !p.mayPart(lower, w.marks) {
				return false
			}
			lower = lower[len(w.marks):]
		}
		if !bytes.HasPrefix(lower, []byte(w.begin)) {
			return false
		}
		end := len(w.begin)
		if !isLetter(lower[end-1]) {
			return true
		}
		for end < len(lower) && isLetter(lower[end]) {
			end++
		}
		if end < len(lower) && (lower[end] == '\'' || '0' <= lower[end] && lower[end] <= '9') {
			return true
		}
		if !p.is(w, string(lower[:end])) {
			return false
		}
		lower = lower[end:]
	}
	return true
}

// mayPart reports whether a text begins with the marks between two words.
func (p *phrase) mayPart(lower []byte, marks string) bool {
	return bytes.HasPrefix(lower, []byte(marks)) || p.forms && marks == " " && bytes.HasPrefix(lower, []byte("-"))
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }
