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
	"Dandân", "Jhazbán", "Ghazbán", "El-Hajjâj", "Junún", "Juzám", "Khabál", "Ma'rûf", "Lim-Dûl", "Jötun",
	"Æther", "Æthermage", "Bösium", "Márton", "Séance", "Déjà", "Khabâl", "Naïve", "Café",
}

// decodeByEvidence chooses among the 8-bit tables the one that turns the bytes
// above ASCII into marks that make sense where they stand.
func decodeByEvidence(raw []byte) decoded {
	best, most := 0, 0
	for i, t := range tables {
		if score := weigh(raw, t.table); i == 0 || score > most {
			best, most = i, score
		}
	}
	return decoded{text: decodeTable(raw, tables[best].table), encoding: tables[best].name}
}

// weigh is the evidence for one table: points for each byte above ASCII that
// becomes a letter inside a word, a quote at a word's edge or a dash, points
// against each that becomes something a rulebook does not hold, and many points
// for each known name.
func weigh(raw []byte, table *charmap.Charmap) int {
	const perName = 25 // as much as two dozen apt marks: a name is no accident
	score := 0
	for i, c := range raw {
		if c < utf8.RuneSelf {
			continue
		}
		before, after := ' ', ' '
		if i > 0 {
			before = table.DecodeByte(raw[i-1])
		}
		if i+1 < len(raw) {
			after = table.DecodeByte(raw[i+1])
		}
		score += aptness(before, table.DecodeByte(c), after)
		if isWordStart(before) || raw[i-1] < utf8.RuneSelf {
			if names(raw, i, table) {
				score += perName
			}
		}
	}
	return score
}

func isWordStart(before rune) bool { return !unicode.IsLetter(before) }

// names reports whether the word around byte i reads as a known name.
func names(raw []byte, i int, table *charmap.Charmap) bool {
	const longest = 16 // bytes to either side; no known name is longer
	var b strings.Builder
	for _, c := range raw[max(0, i-longest):min(len(raw), i+longest)] {
		b.WriteRune(table.DecodeByte(c))
	}
	around := b.String()
	for _, name := range knownNames {
		if strings.Contains(around, name) {
			return true
		}
	}
	return false
}

// aptness says how well a mark fits between its neighbours.
func aptness(before, r, after rune) int {
	switch {
	case r == '’' || r == '‘' || r == '“' || r == '”':
		return quoteAptness(before, r, after)
	case r == '–' || r == '—' || r == '…' || r == '•' || r == '®' || r == '™' || r == '©':
		return 1
	case r == '\u00a0':
		if unicode.IsLetter(before) && unicode.IsLetter(after) {
			return -1 // words are set apart by it, but seldom; inside a word it is a letter misread
		}
		return 0
	case isLatinLetter(r):
		return letterAptness(before, r, after)
	}
	return -3
}

func quoteAptness(before, r, after rune) int {
	opens := !unicode.IsLetter(before) && !unicode.IsDigit(before) && !unicode.IsSpace(after)
	closes := !unicode.IsSpace(before)
	switch {
	case (r == '“' || r == '‘') && opens, (r == '”' || r == '’') && closes:
		return 2
	}
	return -1
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
