package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
)

// ParagraphGap is how many positions lie between the last word of a paragraph
// and the first of the next, so that no phrase and no near/N reaches across.
const ParagraphGap = 100

// Token is one word, number or symbol of a text.
type Token struct {
	// Text is the word as searched: lower case, without accents (Æ is ae), with
	// straight apostrophes. Numbers and symbols are whole: 702.19b, {2/w}, +1/+1.
	Text string
	// Start and End are the bytes of the text that the token was read from.
	Start, End int
	// Position counts the words of the text from 1.
	Position int
}

// Tokenize splits a text into its words. Texts whose archive.Fold is equal have
// the same words. A hyphen parts words (state-based is two),
// an apostrophe inside one does not (can't is one).
func Tokenize(text string) []Token {
	t := tokenizer{text: text, tokens: make([]Token, 0, len(text)/6+1)}
	for t.at < len(t.text) {
		t.step()
	}
	return t.tokens
}

type tokenizer struct {
	text     string
	at       int
	edge     int // the end of the last word and of the dashes that follow it directly
	position int
	tokens   []Token
}

// step reads one token or passes over one mark.
func (t *tokenizer) step() {
	rest := t.text[t.at:]
	if rest[0] == ' ' {
		t.at++
		return
	}
	if size := lengthOfSign(rest); size > 0 { // (r) and (tm) are ® and ™: marks, not words
		t.at += size
		return
	}
	if text, size := t.read(rest); size > 0 {
		t.position++
		t.tokens = append(t.tokens, Token{Text: text, Start: t.at, End: t.at + size, Position: t.position})
		t.at += size
		t.edge = t.at
		return
	}
	r, size := utf8.DecodeRuneInString(rest)
	if isBreak(r) && t.position > 0 {
		t.position += ParagraphGap
	}
	if isDash(r) {
		// What the first dash does not begin, the others of its run do not: looking at
		// each would walk a long run as often as it has dashes.
		size = len(rest) - len(strings.TrimLeftFunc(rest, isDash))
		if t.glued() {
			t.edge += size
		}
	}
	t.at += size
}

// read reads the token that rest begins with; size is 0 when it begins with none.
func (t *tokenizer) read(rest string) (text string, size int) {
	switch c := rest[0]; {
	case isLetter(c) && c|' ' != 'x' && c|' ' != 'y':
		return readWord(rest)
	case c == '.' || c == ',' || c == '"' || c == '(' || c == ')':
		return "", 0
	}
	if text, size = readSymbol(rest); size > 0 {
		return text, size
	}
	if t.glued() && isSign(rest) {
		return "", 0
	}
	if text, size = readSigned(rest); size > 0 {
		return text, size
	}
	if text, size = readNumber(rest); size > 0 {
		return text, size
	}
	return readWord(rest)
}

// glued reports whether the mark at hand follows a word directly: the hyphen of
// 601.2f-h is no sign, nor is the plus of A+1.
func (t *tokenizer) glued() bool { return t.at == t.edge && len(t.tokens) > 0 }

func isBreak(r rune) bool { return r == '\n' || r == '\u2029' }

// readSymbol reads a symbol in braces: {T}, {2/W}, {½}.
func readSymbol(s string) (string, int) {
	const longest = 12 // bytes; the longest printed symbol, {CHAOS}, has seven
	if s[0] != '{' {
		return "", 0
	}
	end := strings.IndexByte(s[:min(len(s), longest)], '}')
	if end < 2 || strings.ContainsFunc(s[1:end], func(r rune) bool {
		return !(r < utf8.RuneSelf && isLetter(byte(r)) || r >= '0' && r <= '9' || strings.ContainsRune("/+½∞", r))
	}) {
		return "", 0
	}
	return strings.ToLower(s[:end+1]), end + 1
}

// longestLoyalty is a sign and two digits, as in "[-12]".
const longestLoyalty = 3

// readSigned reads what power, toughness and loyalty are written with: +1/+1,
// -X/-X, 2/2, */*, +1, -3. A lone number without sign is none of them.
func readSigned(s string) (string, int) {
	var b strings.Builder
	at := 0
	signed := appendSign(&b, s, &at)
	if !appendAmount(&b, s, &at) {
		return "", 0
	}
	one, oneText := at, b.String()
	if at < len(s) && s[at] == '/' {
		b.WriteByte('/')
		at++
		appendSign(&b, s, &at)
		if appendAmount(&b, s, &at) && endsHere(s[at:]) {
			return b.String(), at
		}
	}
	if signed && endsHere(s[one:]) && len(oneText) <= longestLoyalty && digits(oneText[1:]) > 0 {
		return oneText, one
	}
	return "", 0
}

func appendSign(b *strings.Builder, s string, at *int) bool {
	r, size := utf8.DecodeRuneInString(s[*at:])
	switch {
	case r == '+':
		b.WriteByte('+')
	case isDash(r):
		b.WriteByte('-')
		for isDash(r) { // archive.Fold makes one of many
			*at += size
			r, size = utf8.DecodeRuneInString(s[*at:])
		}
		return true
	default:
		return false
	}
	*at += size
	return true
}

func isSign(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == '+' || isDash(r)
}

func isDash(r rune) bool {
	switch r {
	case '-', '‐', '‑', '‒', '–', '—', '―', '−':
		return true
	}
	return false
}

// appendAmount reads digits, one X, or a star, or digits + star (1+*).
func appendAmount(b *strings.Builder, s string, at *int) bool {
	start := *at
	for *at < len(s) && s[*at] >= '0' && s[*at] <= '9' && *at-start < 4 {
		*at++
	}
	if *at > start && strings.HasPrefix(s[*at:], "+*") {
		*at += 2
	}
	if *at == start && *at < len(s) && strings.IndexByte("xXyY*", s[*at]) >= 0 {
		*at++
	}
	b.WriteString(strings.ToLower(s[start:*at]))
	return *at > start
}

// endsHere reports whether s does not go on with a letter or digit.
func endsHere(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return s == "" || isApostrophe(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) // ʼ is a letter
}

// readNumber reads a rule number with its period inside: 702.19b.
func readNumber(s string) (string, int) {
	at := digits(s)
	if at == 0 || at+1 >= len(s) || s[at] != '.' {
		return "", 0
	}
	more := digits(s[at+1:])
	if more == 0 {
		return "", 0
	}
	at += 1 + more
	letters := at
	for letters < len(s) && isLetter(s[letters]) {
		letters++
	}
	if letters-at <= 2 && endsHere(s[letters:]) {
		at = letters
	}
	return strings.ToLower(s[:at]), at
}

func digits(s string) int {
	n := 0
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	return n
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// readWord reads letters and digits, with apostrophes between letters.
func readWord(s string) (string, int) {
	if at := plainWord(s); at > 0 {
		return strings.ToLower(s[:at]), at
	}
	var b strings.Builder
	at, end := 0, 0
	for at < len(s) {
		r, size := utf8.DecodeRuneInString(s[at:])
		at += size
		switch {
		case isInvisible(r) || unicode.Is(unicode.M, r):
			if b.Len() == 0 {
				return "", 0
			}
		case isApostrophe(r): // before letters, for ʼ is one
			if b.Len() == 0 || !letterFollows(s[at:]) {
				return b.String(), end
			}
			b.WriteByte('\'')
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteString(plain(r))
			end = at
		default:
			return b.String(), end
		}
	}
	return b.String(), end
}

// plainWord is the quick way for a word of ASCII letters; 0 when it is not one.
func plainWord(s string) int {
	at := 0
	for at < len(s) && (isLetter(s[at]) || s[at] >= '0' && s[at] <= '9') {
		at++
	}
	if at < len(s) && (s[at] == '\'' || s[at] == '`' || s[at] >= utf8.RuneSelf) {
		return 0
	}
	return at
}

func letterFollows(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsLetter(r) && !isApostrophe(r)
}

// isInvisible lists the marks that archive.Fold drops.
func isInvisible(r rune) bool {
	switch r {
	case '\u00ad', '\u200b', '\u200c', '\u200d', '\u2060', '\ufeff':
		return true
	}
	return false
}

// isApostrophe lists the marks that archive.Fold makes one.
func isApostrophe(r rune) bool {
	switch r {
	case '\'', '‘', '’', '‚', '‛', '′', '´', '`', 'ʼ':
		return true
	}
	return false
}

// lengthOfSign is the length of "(r)" or "(tm)" at the start of s, else 0.
func lengthOfSign(s string) int {
	if s[0] != '(' {
		return 0
	}
	for _, sign := range [...]string{"(r)", "(tm)"} {
		if len(s) >= len(sign) && strings.EqualFold(s[:len(sign)], sign) {
			return len(sign)
		}
	}
	return 0
}

// FoldWord is a word as Token.Text has it: lower case, without accents.
func FoldWord(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case isInvisible(r) || unicode.Is(unicode.M, r):
		case isApostrophe(r):
			b.WriteByte('\'')
		default:
			b.WriteString(plain(r))
		}
	}
	return b.String()
}

// plain is a letter in lower case without its accent.
func plain(r rune) string {
	if r < utf8.RuneSelf {
		return string(unicode.ToLower(r))
	}
	return archive.Unaccent(unicode.ToLower(r))
}
