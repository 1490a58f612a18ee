package trend

import (
	"bytes"
	"runtime"
	"sync"
	"unicode/utf8"

	"rulebook/search"
)

// sieve looks for phrases in many folded texts. Most texts are settled at little cost
// without being cut into words. It may be used by many goroutines.
type sieve struct {
	phrases []phrase
	buffers sync.Pool // of *[]byte
}

// lower gives use a text in lower case, which it must not keep. plain is false when
// the text has letters beyond ASCII, which stay as they are.
func (s *sieve) lower(text string, use func(lower []byte, plain bool)) {
	buffer, _ := s.buffers.Get().(*[]byte)
	if buffer == nil {
		buffer = new([]byte)
	}
	lower := append((*buffer)[:0], text...)
	var all byte
	for i, c := range lower {
		all |= c
		if 'A' <= c && c <= 'Z' {
			lower[i] = c + ('a' - 'A')
		}
	}
	use(lower, all < utf8.RuneSelf)
	*buffer = lower
	s.buffers.Put(buffer)
}

// mayHold is false for texts that hold none of the phrases.
func (s *sieve) mayHold(text string) (may bool) {
	s.lower(text, func(lower []byte, plain bool) {
		may = !plain
		for i := range s.phrases {
			if n, sure := s.phrases[i].countIn(lower); n > 0 || !sure {
				may = true
			}
		}
	})
	return may
}

// count counts the phrases in each text, on all processors.
func (s *sieve) count(texts []string) [][]int32 {
	counts := make([][]int32, len(s.phrases))
	for i := range counts {
		counts[i] = make([]int32, len(texts))
	}
	var group sync.WaitGroup
	share := len(texts)/runtime.GOMAXPROCS(0) + 1
	for lo := 0; lo < len(texts); lo += share {
		group.Go(func() {
			for k := lo; k < min(lo+share, len(texts)); k++ {
				s.countOne(texts[k], func(phrase, n int) { counts[phrase][k] = int32(n) })
			}
		})
	}
	group.Wait()
	return counts
}

// countOne counts each phrase in one text.
func (s *sieve) countOne(text string, found func(phrase, n int)) {
	s.lower(text, func(lower []byte, plain bool) {
		var tokens []search.Token
		for i := range s.phrases {
			p := &s.phrases[i]
			n, sure := 0, false
			if plain {
				n, sure = p.countIn(lower)
			}
			if !sure {
				if tokens == nil {
					tokens = search.Tokenize(text)
				}
				n = len(p.find(text, tokens))
			}
			found(i, n)
		}
	})
}

// countIn counts the phrase in a folded text of ASCII in lower case. sure is false
// where only cutting the text into words tells.
func (p *phrase) countIn(lower []byte) (n int, sure bool) {
	if p.empty() || !bytes.Contains(lower, p.rarest) {
		return 0, true
	}
	begin := []byte(p.words[0].begin)
	for at := 0; ; {
		found := bytes.Index(lower[at:], begin)
		if found < 0 {
			return n, true
		}
		at += found
		end, sure := p.endAt(lower, at)
		switch {
		case !sure:
			return n, false
		case end > at:
			n++
			at = end
		default:
			at++
		}
	}
}

// endAt is where the phrase ends that may begin at a byte with the begin of its first
// word, 0 when it does not begin there. sure is false where only cutting the text tells:
// search's words are more than runs of letters.
func (p *phrase) endAt(lower []byte, at int) (end int, sure bool) {
	switch inside, sure := joinsBefore(lower, at); {
	case isLetter(lower[at]) && inside:
		return 0, true
	case !sure:
		return 0, false
	}
	for i := range p.words {
		w := &p.words[i]
		if i > 0 {
			if !p.part(lower[at:], w.marks) {
				return 0, true
			}
			at += len(w.marks)
		}
		if !bytes.HasPrefix(lower[at:], []byte(w.begin)) {
			return 0, true
		}
		if !p.plain {
			return 0, false
		}
		end, sure := wordEnd(lower, at)
		switch {
		case !sure:
			return 0, false
		case !p.is(w, string(lower[at:end])):
			return 0, true
		}
		at = end
	}
	return at, true
}

// joinsBefore reports whether what stands before a letter is part of its word.
func joinsBefore(lower []byte, at int) (inside, sure bool) {
	if at == 0 {
		return false, true
	}
	before := lower[at-1]
	if before == '\'' && at > 1 {
		before = lower[at-2]
	}
	return isLetter(before), !inSymbols(before)
}

// wordEnd is where a word of letters ends: apostrophes join letters to it.
func wordEnd(lower []byte, at int) (end int, sure bool) {
	for at < len(lower) && (isLetter(lower[at]) || lower[at] == '\'' && at+1 < len(lower) && isLetter(lower[at+1])) {
		at++
	}
	return at, at == len(lower) || !inSymbols(lower[at])
}

// part reports whether a text begins with the marks between two words.
func (p *phrase) part(lower []byte, marks string) bool {
	return bytes.HasPrefix(lower, []byte(marks)) || p.forms && marks == " " && bytes.HasPrefix(lower, []byte("-"))
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }

// inSymbols reports whether numbers and symbols have a mark, such as {2/W} and +1/+1.
func inSymbols(c byte) bool { return '0' <= c && c <= '9' || bytes.IndexByte([]byte("{}/+"), c) >= 0 }
