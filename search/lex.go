package search

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// mark is what a piece of the query's text is to the parser.
type mark uint8

const (
	leaf  mark = iota // a word, phrase, number or field with the text it is made of
	open              // (
	shut              // )
	minus             // - or NOT before a part
	or                // OR between parts
	and               // AND between parts, which says nothing new
	near              // near/N between parts
)

// lexeme is one piece of the query's text.
type lexeme struct {
	mark   mark
	text   string // leaf: as written, without quotation marks
	field  string // leaf: the field's name as written, or empty
	quoted bool   // leaf: the text stood in quotation marks
	within int    // near: N
}

// lexer cuts a query into lexemes.
type lexer struct {
	text  string
	at    int
	notes []string
}

// lex cuts the whole of text. Its notes say what was mended.
func lex(text string) (lexemes []lexeme, notes []string) {
	l := lexer{text: text}
	for {
		l.skipSpace()
		if l.at >= len(l.text) {
			return lexemes, l.notes
		}
		lexemes = append(lexemes, l.next())
	}
}

func (l *lexer) skipSpace() {
	for l.at < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if !unicode.IsSpace(r) {
			return
		}
		l.at += size
	}
}

func (l *lexer) next() lexeme {
	rest := l.text[l.at:]
	r, size := utf8.DecodeRuneInString(rest)
	switch {
	case r == '(':
		l.at++
		return lexeme{mark: open}
	case r == ')':
		l.at++
		return lexeme{mark: shut}
	case isQuote(r):
		return lexeme{mark: leaf, quoted: true, text: l.quoted()}
	case isDash(r) && !startsSigned(rest):
		l.at += size
		if l.at >= len(l.text) || startsBlank(l.text[l.at:]) {
			return lexeme{mark: leaf} // a dash that stands alone is punctuation
		}
		return lexeme{mark: minus}
	}
	return l.unit()
}

// startsSigned reports whether s begins with a sign that belongs to a number:
// the first of -1/-1 is no NOT.
func startsSigned(s string) bool {
	_, size := readSigned(s)
	return size > 0
}

func startsBlank(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(r)
}

func isQuote(r rune) bool {
	switch r {
	case '"', '“', '”', '„', '‟', '″', '«', '»':
		return true
	}
	return false
}

// quoted reads what stands in quotation marks; the closing one may be missing.
func (l *lexer) quoted() string {
	_, size := utf8.DecodeRuneInString(l.text[l.at:])
	l.at += size
	start := l.at
	end := strings.IndexFunc(l.text[start:], isQuote)
	if end < 0 {
		l.notes = append(l.notes, "the closing quotation mark is missing; the phrase runs to the end")
		l.at = len(l.text)
		return l.text[start:]
	}
	_, size = utf8.DecodeRuneInString(l.text[start+end:])
	l.at = start + end + size
	return l.text[start : start+end]
}

// unit reads up to the next blank, quotation mark or closing parenthesis that
// does not belong to it, and tells operators and fields from words.
func (l *lexer) unit() lexeme {
	start, depth := l.at, 0
	for l.at < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if unicode.IsSpace(r) || isQuote(r) || r == ')' && depth == 0 {
			break
		}
		l.at += size
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ':':
			if name := l.text[start : l.at-1]; isFieldName(name) {
				return l.field(name)
			}
		}
	}
	return operator(l.text[start:l.at])
}

// field reads the value after a field's colon.
func (l *lexer) field(name string) lexeme {
	if r, _ := utf8.DecodeRuneInString(l.text[l.at:]); l.at < len(l.text) && isQuote(r) {
		return lexeme{mark: leaf, field: name, quoted: true, text: l.quoted()}
	}
	start := l.at
	for l.at < len(l.text) {
		r, size := utf8.DecodeRuneInString(l.text[l.at:])
		if unicode.IsSpace(r) || isQuote(r) || r == ')' {
			break
		}
		l.at += size
	}
	if l.at == start {
		l.notes = append(l.notes, name+": needs a value right after it, as in "+exampleOf(name)+"; it is read as a word")
		return lexeme{mark: leaf, text: name}
	}
	return lexeme{mark: leaf, field: name, text: l.text[start:l.at]}
}

// operator tells OR, AND, NOT (in capitals) and near/N from words.
func operator(unit string) lexeme {
	switch unit {
	case "OR":
		return lexeme{mark: or}
	case "AND":
		return lexeme{mark: and}
	case "NOT":
		return lexeme{mark: minus}
	}
	if head, tail, found := strings.Cut(unit, "/"); found && strings.EqualFold(head, "near") {
		if n, err := strconv.Atoi(tail); err == nil && n > 0 && tail[0] != '+' {
			return lexeme{mark: near, within: n}
		}
	}
	return lexeme{mark: leaf, text: unit}
}
