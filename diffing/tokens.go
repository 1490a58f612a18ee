package diffing

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
)

// TokenKind tells what a token is.
type TokenKind uint8

// The kinds of token.
const (
	SpaceToken    TokenKind = iota // a run of white space, paragraph breaks included
	WordToken                      // can't, Lim-Dûl, state-based, 2nd
	NumeralToken                   // 17, 1,000, +1/+1, -X, 702
	CitationToken                  // 702.9, 702.9a, 601.2f–h, 903.6–903.11
	SymbolToken                    // {T}, {2/W}
	MarkToken                      // one punctuation mark; "--", "...", "(r)" and "(tm)" are one, as what they fold with is
)

// Token is the least piece of a text that an edit may replace.
type Token struct {
	Kind TokenKind
	Text string // exact, as it stands in the source
	Fold string // archive.Fold of Text, and " " for white space: what is compared
}

// Tokenize cuts a text into tokens. Their Texts joined are the text to the byte,
// whatever it holds; their Folds joined are archive.Fold of the text, but for white space
// and underscores, which archive.Fold drops by what stands on either side of them.
func Tokenize(text string) []Token {
	const bytesPerToken = 3 // of rules text, spaces being tokens
	return appendTokens(make([]Token, 0, len(text)/bytesPerToken+1), text)
}

// appendTokens appends the tokens of a text, for callers that cut many.
func appendTokens(tokens []Token, text string) []Token {
	s := scanner{text: text}
	for s.at < len(text) {
		start := s.at
		kind := s.token()
		exact := text[start:s.at]
		fold := " "
		if kind != SpaceToken {
			fold = archive.Fold(exact)
		}
		tokens = append(tokens, Token{Kind: kind, Text: exact, Fold: fold})
	}
	return tokens
}

// scanner walks over a text token by token.
type scanner struct {
	text string
	at   int // byte offset of the next token
}

// token moves past one token and tells its kind.
func (s *scanner) token() TokenKind {
	r, _ := s.peek(s.at)
	if blank(r) {
		s.skip(blank)
		return SpaceToken
	}
	kind := s.visible(r)
	if s.at < len(s.text) && s.text[s.at] >= utf8.RuneSelf {
		s.skip(func(r rune) bool { return invisible(r) || unicode.IsMark(r) })
	}
	return kind
}

// visible moves past a token that begins with r and is no white space.
func (s *scanner) visible(r rune) TokenKind {
	switch {
	case r == '{':
		if end := s.symbol(s.at); end > 0 {
			s.at = end
			return SymbolToken
		}
	case isDigit(r):
		if end := s.citation(s.at); end > 0 {
			s.at = end
			return CitationToken
		}
		if end := s.numeral(s.at); end > 0 {
			s.at = end
			return NumeralToken
		}
	case isSign(r):
		if end := s.signed(s.at); end > 0 {
			s.at = end
			return NumeralToken
		}
	case r == '_':
		behind := len(s.text) - len(strings.TrimLeft(s.text[s.at:], "_"))
		if next, _ := s.peek(behind); unicode.IsLetter(next) {
			s.at = behind
			s.word()
			return WordToken
		}
	}
	if wordly(r) {
		s.word()
		return WordToken
	}
	s.mark(r)
	return MarkToken
}

// peek decodes the rune at a byte offset; past the end it is a space of no size.
func (s *scanner) peek(at int) (rune, int) {
	if at >= len(s.text) {
		return ' ', 0
	}
	if c := s.text[at]; c < utf8.RuneSelf {
		return rune(c), 1
	}
	return utf8.DecodeRuneInString(s.text[at:])
}

// skip moves on while runes are of a kind.
func (s *scanner) skip(of func(rune) bool) {
	for {
		r, size := s.peek(s.at)
		if size == 0 || !of(r) {
			return
		}
		s.at += size
	}
}

// symbol returns the end of the mana or other symbol that begins at an offset, or 0.
func (s *scanner) symbol(at int) int {
	const longest = 8 // bytes inside the braces; {CHAOS} has five
	length := strings.IndexByte(s.text[at:min(len(s.text), at+longest+2)], '}')
	if length < 2 || strings.ContainsFunc(s.text[at+1:at+length], func(r rune) bool { return r == '{' || r >= utf8.RuneSelf || blank(r) }) {
		return 0
	}
	return at + length + 1
}

// citation returns the end of the rule number, or the range of them, that begins
// at an offset, or 0. A bare three-digit number may be one or not: it is a numeral.
func (s *scanner) citation(at int) int {
	end := s.ruleNumber(at)
	if end == 0 {
		return 0
	}
	r, size := s.peek(end)
	if !isDash(r) {
		return end
	}
	rest := end + size
	if to := s.ruleNumber(rest); to > 0 {
		return to // 903.6–903.11
	}
	if to := s.letters(rest); to > rest {
		return to // 601.2f–h
	}
	if to := s.digits(rest); to > rest && to-rest <= 3 {
		if r, _ := s.peek(to); !wordly(r) {
			return to // 509.1–3
		}
	}
	return end
}

// ruleNumber returns the end of a rule's number such as 702.9 or 702.9a, or 0.
func (s *scanner) ruleNumber(at int) int {
	dot := s.digits(at)
	if dot-at != 3 || dot >= len(s.text) || s.text[dot] != '.' {
		return 0
	}
	end := s.digits(dot + 1)
	if end == dot+1 || end-dot > 4 {
		return 0
	}
	return s.letters(end)
}

// letters returns the end of a subrule's one or two letters, or at itself where
// there are none or a word begins.
func (s *scanner) letters(at int) int {
	end := at
	for end < len(s.text) && 'a' <= s.text[end] && s.text[end] <= 'z' {
		end++
	}
	if r, _ := s.peek(end); end-at > 2 || wordly(r) {
		return at
	}
	return end
}

func (s *scanner) digits(at int) int {
	for at < len(s.text) && isDigit(rune(s.text[at])) {
		at++
	}
	return at
}

// numeral returns the end of a plain number, with thousands or as power and
// toughness (2/2), or 0 where it is the beginning of a word (2nd, 60-card).
func (s *scanner) numeral(at int) int {
	end := s.digits(at)
	for end+3 < len(s.text) && s.text[end] == ',' && s.digits(end+1) == end+4 {
		end += 4
	}
	if slash := s.toughness(end); slash > 0 {
		return slash
	}
	if r, size := s.peek(end); wordly(r) || joins(r) && s.wordlyAt(end+size) {
		return 0
	}
	return end
}

// signed returns the end of a number with its sign (+1/+1, −3, -X), or 0 where
// the sign is none: it must stand at the beginning of what a reader sees as a word.
func (s *scanner) signed(at int) int {
	if before, _ := utf8.DecodeLastRuneInString(s.text[:at]); at > 0 && !blank(before) && !strings.ContainsRune("([“\"‘'/", before) {
		return 0
	}
	_, size := s.peek(at)
	end := s.amount(at + size)
	if end == 0 {
		return 0
	}
	if slash := s.toughness(end); slash > 0 {
		return slash
	}
	return end
}

// toughness returns the end of "/2", "/+1" or "/-X" at an offset, or 0.
func (s *scanner) toughness(at int) int {
	if at >= len(s.text) || s.text[at] != '/' {
		return 0
	}
	at++
	if r, size := s.peek(at); isSign(r) {
		at += size
	}
	return s.amount(at)
}

// amount returns the end of digits or of a lone X, Y, N or *, or 0.
func (s *scanner) amount(at int) int {
	end := s.digits(at)
	if end == at {
		if at >= len(s.text) || !strings.ContainsRune("XYN*", rune(s.text[at])) {
			return 0
		}
		end++
	}
	if s.wordlyAt(end) {
		return 0
	}
	return end
}

// word moves over letters and digits, and over apostrophes, hyphens and invisible
// marks between them. Underscores that stand for emphasis go with the word.
func (s *scanner) word() {
	for {
		for s.at < len(s.text) && s.text[s.at] < utf8.RuneSelf && wordly(rune(s.text[s.at])) {
			s.at++
		}
		r, size := s.peek(s.at)
		switch {
		case size == 0:
			return
		case wordly(r):
			s.at += size
			continue
		}
		next := s.at + size
		switch {
		case isApostrophe(r), joins(r), invisible(r):
			if !s.wordlyAt(next) {
				return
			}
		case r != '_':
			return
		}
		s.at = next
	}
}

func (s *scanner) wordlyAt(at int) bool {
	r, size := s.peek(at)
	return size > 0 && wordly(r)
}

// mark moves over one punctuation mark that begins with r.
func (s *scanner) mark(r rune) {
	for _, whole := range []string{"...", "(r)", "(tm)"} {
		if rest := s.text[s.at:]; len(rest) >= len(whole) && strings.EqualFold(rest[:len(whole)], whole) {
			s.at += len(whole)
			return
		}
	}
	if isDash(r) {
		s.skip(func(r rune) bool { return isDash(r) || invisible(r) })
		return
	}
	_, size := s.peek(s.at)
	s.at += size
}

func blank(r rune) bool { return unicode.IsSpace(r) || invisible(r) }

// wordly reports whether r makes part of a word wherever it stands.
func wordly(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || isDigit(r)
	}
	return unicode.IsLetter(r) && !isApostrophe(r) || unicode.IsMark(r) || unicode.IsDigit(r)
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

func isSign(r rune) bool { return r == '+' || r == '-' || r == '−' || r == '–' }

// isDash, isApostrophe and invisible name the runes that archive.Fold makes one
// of: "-", "'" and nothing.
func isDash(r rune) bool {
	return r == '-' || '\u2010' <= r && r <= '\u2015' || r == '−'
}

func isApostrophe(r rune) bool {
	switch r {
	case '\'', '’', '‘', '‚', '‛', '′', '´', '`', 'ʼ':
		return true
	}
	return false
}

func invisible(r rune) bool {
	switch r {
	case '\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff':
		return true
	}
	return false
}

// joins reports whether r is a hyphen that makes one word of two.
func joins(r rune) bool { return r == '-' || r == '‐' || r == '‑' }
