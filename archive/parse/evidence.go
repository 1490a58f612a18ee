package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// knownNames are words with marks that releases print, most of them names of
// cards. A table that reads one of them is almost surely the right one.
var knownNames = []string{
	"Æther", "Dandân", "El-Hajjâj", "Ghazbán", "Jötun", "Junún", "Juzám", "Khabál", "Lim-Dûl", "Ma'rûf", "Ma’rûf",
}

// evidence is what the bytes above ASCII in a file show: between which bytes each
// stands, how often, and the words that hold them.
type evidence struct {
	contexts map[[3]byte]int
	words    map[string]bool
}

// tableByEvidence names the 8-bit table that turns the bytes above ASCII into
// marks that make sense where they stand.
func tableByEvidence(raw []byte) string {
	e := gather(raw)
	best, most := 0, 0
	for i, t := range tables {
		if score := e.weigh(t.table); i == 0 || score > most {
			best, most = i, score
		}
	}
	return tables[best].name
}

// enough is how many bytes above ASCII are looked at. Published files have up to
// 10,000; what the first hundred thousand do not show the rest will not.
const enough = 100_000

func gather(raw []byte) evidence {
	e := evidence{contexts: make(map[[3]byte]int), words: make(map[string]bool)}
	seen, wordEnd := 0, 0
	for i, c := range raw {
		if c < utf8.RuneSelf {
			continue
		}
		if seen++; seen > enough {
			break
		}
		context := [3]byte{' ', c, ' '}
		if i > 0 {
			context[0] = raw[i-1]
		}
		if i+1 < len(raw) {
			context[2] = raw[i+1]
		}
		e.contexts[context]++
		if i >= wordEnd {
			var word []byte
			word, wordEnd = wordAround(raw, i)
			e.words[string(word)] = true
		}
	}
	return e
}

// wordAround returns the word that byte i stands in, and its end. Apostrophes,
// hyphens and every byte above ASCII count as parts of words.
func wordAround(raw []byte, i int) (word []byte, end int) {
	const longest = 24 // bytes to either side; no name is longer
	start := i
	for start > 0 && i-start < longest && isWordByte(raw[start-1]) {
		start--
	}
	for end = i + 1; end < len(raw) && end-i < longest && isWordByte(raw[end]); end++ {
	}
	return raw[start:end], end
}

func isWordByte(c byte) bool {
	return c >= utf8.RuneSelf || c|0x20 >= 'a' && c|0x20 <= 'z' || c == '\'' || c == '-'
}

// weigh is the evidence for one table: points for each byte that becomes a letter
// inside a word, a quote at a word's edge or a dash, points against each that
// becomes something a rulebook does not hold, and many for each known name.
func (e evidence) weigh(table *charmap.Charmap) int {
	const perName = 25 // as much as a dozen apt marks: a name is no accident
	score := 0
	for c, n := range e.contexts {
		score += n * aptness(table.DecodeByte(c[0]), table.DecodeByte(c[1]), table.DecodeByte(c[2]))
	}
	for w := range e.words {
		word := decodeTable([]byte(w), table)
		for _, name := range knownNames {
			if strings.Contains(word, name) {
				score += perName
			}
		}
	}
	return score
}

// aptness says how well a mark fits between its neighbours.
func aptness(before, r, after rune) int {
	switch {
	case r == '“' || r == '‘':
		return openingAptness(before, after)
	case r == '”' || r == '’':
		return closingAptness(before, after)
	case strings.ContainsRune("–—…•®™©", r):
		return 1
	case r == '\u00a0' && unicode.IsLetter(before) && unicode.IsLetter(after):
		return -1 // it sets words apart, but seldom; amid letters it may be a letter misread
	case r == '\u00a0':
		return 0
	case isLatinLetter(r):
		return letterAptness(before, r, after)
	}
	return -3
}

// openingAptness wants an opening quote before a word or symbol, not after one.
func openingAptness(before, after rune) int {
	if unicode.IsLetter(before) || unicode.IsDigit(before) || unicode.IsSpace(after) {
		return -1
	}
	return 2
}

// closingAptness wants a closing quote after a word or mark. Between letters it is
// an apostrophe, surest before the endings that English joins by one ('s, n't,
// 're, 've, 'll, 'd, 'm).
func closingAptness(before, after rune) int {
	switch {
	case unicode.IsSpace(before):
		return -1
	case !unicode.IsLetter(after):
		return 2
	case strings.ContainsRune("strvldm", after):
		return 3
	}
	return 1
}

// letterAptness wants a letter with a mark to stand in a word, and a capital not
// to follow a small letter.
func letterAptness(before, r, after rune) int {
	switch {
	case unicode.IsUpper(r) && unicode.IsLower(before):
		return -2
	case unicode.IsLetter(before) || unicode.IsLetter(after):
		return 2
	}
	return -2
}

// isLatinLetter reports whether r is a letter of the languages that names on
// cards are taken from: Latin-1's and the few that Windows-1252 adds to them.
func isLatinLetter(r rune) bool {
	return r >= 'À' && r <= 'ÿ' && r != '×' && r != '÷' || strings.ContainsRune("ŒœŠšŽžŸ", r)
}
