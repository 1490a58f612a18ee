package diffing

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"rulebook/archive"
)

// ofText gives the features of an entry's text and glossary term: the stems of
// its words, the words that are more than a stem, and the pairs of neighbours. Letter case, quotes, dashes and marks do
// not matter, and every rule number is one and the same word, so that texts
// which differ in references only are alike.
func ofText(e *archive.Entry) func(func(hash uint64)) {
	return func(f func(uint64)) {
		eachWord(e.Term, f)
		eachWord(e.Text, f)
	}
}

// firstSentence is the text up to the first stop that ends a sentence.
func firstSentence(text string) string {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n':
			return text[:i]
		case '.':
			rest := strings.TrimLeft(text[i+1:], "”\")")
			if strings.HasPrefix(rest, " ") {
				return text[:i]
			}
		}
	}
	return text
}

// ofExamples gives those of an entry's examples.
func ofExamples(e *archive.Entry) func(func(hash uint64)) {
	return func(f func(uint64)) {
		for _, example := range e.Examples {
			eachWord(example, f)
		}
	}
}

const (
	fnvOffset = 14695981039346656037
	fnvPrime  = 1099511628211
	aCitation = 0x9ae16a3b2f90404f // the word that stands for every rule number
)

// eachWord calls f with the features of a text.
func eachWord(text string, f func(uint64)) {
	before := uint64(0)
	var word [maxWord]byte
	for at := 0; at < len(text); {
		end, letters := scanWord(text, at, &word)
		if end == at {
			at += markSize(text, at)
			continue
		}
		at = end
		root, form := hashOf(word[:letters])
		f(root&^kindBits | aWord)
		if form != root {
			f(form&^kindBits | aForm)
		}
		if before != 0 {
			f((before*31^root)*fnvPrime&^kindBits | aPair)
		}
		before = root
	}
}

// maxWord is how many bytes of a word are looked at; the longest published has fewer.
const maxWord = 48

// plain are the bytes that make part of a word wherever they stand, lower-cased;
// 0 for the others.
var plain = func() (table [256]byte) {
	for c := byte('0'); c <= '9'; c++ {
		table[c] = c
	}
	for c := byte('a'); c <= 'z'; c++ {
		table[c], table[c-'a'+'A'] = c, c
	}
	return table
}()

// scanWord copies the word that begins at an offset, lower-cased and with a
// straight apostrophe, and returns where it ends and how long the copy is.
func scanWord(text string, at int, word *[maxWord]byte) (end, letters int) {
	for at < len(text) {
		c, size := plain[text[at]], 1
		if c == 0 {
			if text[at] == ' ' {
				break
			}
			if c, size = joinsWord(text, at, word[:letters]); size == 0 {
				break
			}
		}
		at += size
		if letters < maxWord {
			word[letters] = c
			letters++
		}
	}
	return at, letters
}

// joinsWord decides whether what stands at an offset, no plain letter or digit,
// makes part of a word of which so much was read: as which byte and over how many,
// 0 where it ends the word.
func joinsWord(text string, at int, word []byte) (c byte, size int) {
	switch c = text[at]; {
	case c == '.': // of a rule number such as 702.9, and not of a sentence
		if len(word) == 3 && isDigit(rune(word[0])) && at+1 < len(text) && isDigit(rune(text[at+1])) {
			return c, 1
		}
	case c == '\'' && len(word) > 0:
		return c, 1
	case strings.HasPrefix(text[at:], "’") && len(word) > 0:
		return '\'', len("’")
	case c == 0xe2, strings.HasPrefix(text[at:], "\u00a0"): // quotes, dashes, the no-break space
	case c >= utf8.RuneSelf:
		return c, 1
	}
	return 0, 0
}

// markSize is the size of the mark or space at an offset.
func markSize(text string, at int) int {
	if text[at] < utf8.RuneSelf {
		return 1
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	return size
}

// hashOf is the FNV-1a hash of a word's stem and of the whole word. Every rule
// number has the same.
func hashOf(word []byte) (root, form uint64) {
	if isDigit(rune(word[0])) && len(word) >= 3 && isDigit(rune(word[1])) && isDigit(rune(word[2])) && (len(word) == 3 || word[3] == '.') {
		return aCitation, aCitation
	}
	root = fnvOffset
	length := len(rootOf(word))
	for _, c := range word[:length] {
		root = (root ^ uint64(c)) * fnvPrime
	}
	form = root
	for _, c := range word[length:] {
		form = (form ^ uint64(c)) * fnvPrime
	}
	return root, form
}

// rootOf cuts the endings off that grammar gives an English word, roughly: what a
// rewording changes most and what tells least. enters, entered and entering are
// enter; a creature's and creatures are creatur.
func rootOf(word []byte) []byte {
	if last := word[len(word)-1]; last == '\'' || last == 's' {
		word = bytes.TrimRight(word, "'")
		word = bytes.TrimSuffix(word, []byte("'s"))
	}
	n := len(word)
	switch {
	case n <= 3:
	case word[n-1] == 's' && word[n-2] != 's':
		word = word[:n-1]
	case word[n-1] == 'd' && word[n-2] == 'e' && n > 4:
		word = word[:n-2]
	case word[n-1] == 'g' && word[n-2] == 'n' && word[n-3] == 'i' && n > 5:
		word = word[:n-3]
	}
	if n = len(word); n > 3 && word[n-1] == 'e' {
		word = word[:n-1]
	}
	if n = len(word); n > 3 && word[n-1] == word[n-2] {
		word = word[:n-1]
	}
	return word
}
