package search

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
)

// Parse reads a query as people type it. Nearly every text has a meaning; where
// it had to be mended the query's notes say how. It returns a *SyntaxError for a
// text in which there is nothing to search for, a field's value that means
// nothing, and a query over one of the limits.
func Parse(text string) (Query, error) {
	if len(text) > MaxQueryBytes {
		return Query{}, &SyntaxError{fmt.Sprintf("the query is %d bytes long, and at most %d are read; shorten it", len(text), MaxQueryBytes)}
	}
	text = strings.ToValidUTF8(text, " ")
	p := parser{}
	p.lexemes, p.notes = lex(text)
	root, err := p.alternatives(0)
	if err != nil {
		return Query{}, err
	}
	for p.at < len(p.lexemes) { // only a closing parenthesis too many stops the parser early
		p.at++
		p.note("a closing parenthesis too many was passed over")
		more, err := p.alternatives(0)
		if err != nil {
			return Query{}, err
		}
		root = newAnd(append(parts(root), parts(more)...))
	}
	if w, ok := root.(Word); ok { // 702 alone is a rule, among other words it may be any number
		if n, err := archive.ParseNumber(w.Text); err == nil && n.Heading != 0 {
			root = Number{n}
		}
	}
	if root == nil {
		return Query{}, nothing(text)
	}
	if n := countTerms(root); n > MaxTerms {
		return Query{}, &SyntaxError{fmt.Sprintf("the query has %d words and fields, and at most %d are searched; leave some out", n, MaxTerms)}
	}
	return Query{Root: root, Notes: p.notes}, nil
}

func nothing(text string) error {
	const sentence = `write words, a "phrase" or a rule number`
	const longest = 40 // runes of the user's own text that the answer repeats
	shown := []rune(strings.TrimSpace(text))
	if len(shown) == 0 {
		return &SyntaxError{"there is nothing to search for; " + sentence}
	}
	return &SyntaxError{fmt.Sprintf("there is nothing to search for in %q; %s", string(shown[:min(longest, len(shown))]), sentence)}
}

// parser turns lexemes into nodes. A method returns nil for no node.
type parser struct {
	lexemes []lexeme
	at      int
	notes   []string
}

func (p *parser) note(s string) {
	if !slices.Contains(p.notes, s) {
		p.notes = append(p.notes, s)
	}
}

// sees reports whether the next lexeme is m.
func (p *parser) sees(m mark) bool { return p.at < len(p.lexemes) && p.lexemes[p.at].mark == m }

// take passes over the next lexeme when it is m.
func (p *parser) take(m mark) bool {
	if !p.sees(m) {
		return false
	}
	p.at++
	return true
}

// alternatives reads parts with OR between them.
func (p *parser) alternatives(depth int) (Node, error) {
	var all []Node
	dangling := false
	for {
		part, err := p.conjunction(depth)
		if err != nil {
			return nil, err
		}
		dangling = dangling || part == nil
		all = append(all, part)
		if !p.take(or) {
			break
		}
	}
	if dangling && len(all) > 1 {
		p.note("OR stands between two words; one with nothing beside it was passed over")
	}
	return newOr(all), nil
}

// conjunction reads parts that must all hold.
func (p *parser) conjunction(depth int) (Node, error) {
	var all []Node
	for p.at < len(p.lexemes) && !p.sees(or) && !p.sees(shut) {
		if p.take(and) {
			continue
		}
		part, err := p.neighbours(depth)
		if err != nil {
			return nil, err
		}
		all = append(all, part)
	}
	return newAnd(all), nil
}

// neighbours reads parts with near/N between them.
func (p *parser) neighbours(depth int) (Node, error) {
	left, err := p.part(depth)
	if err != nil {
		return nil, err
	}
	for p.sees(near) {
		within := p.lexemes[p.at].within
		p.at++
		right, err := p.part(depth)
		if err != nil {
			return nil, err
		}
		left = p.newNear(left, right, within)
	}
	return left, nil
}

func (p *parser) newNear(left, right Node, within int) Node {
	if left == nil || right == nil {
		p.note("near/N stands between two words; one with nothing beside it was passed over")
		return newAnd([]Node{left, right})
	}
	_, chain := left.(Near)
	if !(chain || isNearable(left)) || !isNearable(right) {
		p.note("near/N works between words and phrases only; what stands around it is searched anywhere in the entry")
		return newAnd([]Node{left, right})
	}
	if within > MaxNear {
		p.note(fmt.Sprintf("near/N reaches at most %d words", MaxNear))
		within = MaxNear
	}
	return Near{Left: left, Right: right, Within: within}
}

func isNearable(n Node) bool {
	switch n.(type) {
	case Word, Phrase, Wildcard, Fuzzy:
		return true
	}
	return false
}

// part reads one leaf, group or negation.
func (p *parser) part(depth int) (Node, error) {
	if depth > MaxDepth {
		return nil, &SyntaxError{fmt.Sprintf("parentheses and dashes stand more than %d deep; write the query flatter", MaxDepth)}
	}
	switch {
	case p.at >= len(p.lexemes) || p.sees(or) || p.sees(shut) || p.sees(near) || p.sees(and):
		return nil, nil
	case p.take(minus):
		part, err := p.part(depth + 1)
		if part == nil || err != nil {
			return nil, err
		}
		return newNot(part), nil
	case p.take(open):
		group, err := p.alternatives(depth + 1)
		if err == nil && !p.take(shut) {
			p.note("a closing parenthesis is missing; the group runs to the end")
		}
		return group, err
	}
	l := p.lexemes[p.at]
	p.at++
	return p.leaf(l)
}

// leaf makes the node of a leaf; nil when it holds no word.
func (p *parser) leaf(l lexeme) (Node, error) {
	switch {
	case l.field != "":
		return newField(l.field, l.text)
	case l.quoted:
		if w := words(l.text); len(w) > 0 {
			return Phrase{w}, nil
		}
		return nil, nil
	}
	return p.word(l.text), nil
}

// word makes the node of a bare word.
func (p *parser) word(text string) Node {
	if n, ok := archive.ParseCitation(strings.TrimRight(text, ".,;:!?")); ok && isSure(strings.TrimRight(text, ".")) {
		return Number{n}
	}
	tokens := Tokenize(text)
	if head, tail, found := strings.Cut(text, "~"); found && (tail == "" || tail == "1" || tail == "2") {
		return newFuzzy(head, tail)
	}
	if strings.Contains(text, "*") && !(len(tokens) == 1 && tokens[0].End-tokens[0].Start == len(text)) {
		return newWildcard(text)
	}
	if name, _, found := strings.Cut(text, ":"); found && len(tokens) > 1 && isName(name) {
		p.note(name + ": is no field, so it is read as a word; the fields are " + fieldNames())
	}
	return newWord(tokens)
}

// isSure reports whether a number is a rule's wherever it stands: 702.19 is, and
// CR702; 702 alone may be a number of cards.
func isSure(text string) bool { return strings.Contains(text, ".") || !isDigit(text[0]) }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isName(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
}

func fieldNames() string {
	names := make([]string, len(fieldExamples))
	for i, f := range fieldExamples {
		names[i] = f[0] + ":"
	}
	return strings.Join(names, " ")
}

// newWord joins the words that were written as one; nil for none.
func newWord(tokens []Token) Node {
	if len(tokens) == 0 {
		return nil
	}
	if n, ok := archive.ParseCitation(tokens[0].Text); len(tokens) == 1 && ok && isSure(tokens[0].Text) {
		return Number{n}
	}
	texts := make([]string, len(tokens))
	for i, t := range tokens {
		texts[i] = t.Text
	}
	return JoinWords(texts)
}

// Words are the single words of a compound: state and based of state-based.
func (n Word) Words() []string { return words(n.Text) }

// newFuzzy reads word~ and word~2. Short words bear one slip, longer ones two.
func newFuzzy(text, distance string) Node {
	const short = 5 // runes
	var all []Node
	for _, w := range words(text) {
		d := 2
		if distance == "1" || distance == "" && utf8.RuneCountInString(w) <= short {
			d = 1
		}
		all = append(all, Fuzzy{w, d})
	}
	return newAnd(all)
}

// newWildcard reads a word with stars in it; what is no letter parts it.
func newWildcard(text string) Node {
	pieces := strings.FieldsFunc(text, func(r rune) bool {
		return !(unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r) || isApostrophe(r) || r == '*' || r == '.')
	})
	var all []Node
	stars := 0
	for _, piece := range pieces {
		pattern := strings.Trim(FoldWord(piece), ".'")
		for strings.Contains(pattern, "**") {
			pattern = strings.ReplaceAll(pattern, "**", "*")
		}
		switch {
		case pattern == "*":
			stars++
		case strings.Contains(pattern, "*"):
			all = append(all, Wildcard{pattern})
		default:
			all = append(all, newWord(Tokenize(pattern)))
		}
	}
	if n := newAnd(all); n != nil || stars == 0 {
		return n
	}
	return All{}
}

// parts are the nodes that n is a conjunction of.
func parts(n Node) []Node {
	switch n := n.(type) {
	case nil:
		return nil
	case And:
		return slices.Clone(n.Parts)
	}
	return []Node{n}
}

// newAnd makes one flat conjunction of what is not nil; nil for nothing. The
// words "rule", "rules", "section" and "CR" before a number belong to it.
func newAnd(all []Node) Node {
	var flat []Node
	for _, n := range all {
		for _, part := range parts(n) {
			if number, ok := cited(flat, part); ok {
				for len(flat) > 0 && isCiting(flat[len(flat)-1]) {
					flat = flat[:len(flat)-1]
				}
				part = number
			}
			flat = append(flat, part)
		}
	}
	switch len(flat) {
	case 0:
		return nil
	case 1:
		return flat[0]
	}
	return And{flat}
}

// cited reports whether part, coming after before, is a rule's number.
func cited(before []Node, part Node) (Number, bool) {
	switch part := part.(type) {
	case Number:
		return part, true
	case Word:
		if len(before) == 0 || !isCiting(before[len(before)-1]) {
			return Number{}, false
		}
		n, err := archive.ParseNumber(part.Text)
		return Number{n}, err == nil
	}
	return Number{}, false
}

func isCiting(n Node) bool {
	w, ok := n.(Word)
	return ok && (w.Text == "rule" || w.Text == "rules" || w.Text == "section" || w.Text == "cr")
}

// newOr makes one flat disjunction of what is not nil; nil for nothing.
func newOr(all []Node) Node {
	var flat []Node
	for _, n := range all {
		switch n := n.(type) {
		case nil:
		case Or:
			flat = append(flat, n.Parts...)
		default:
			flat = append(flat, n)
		}
	}
	switch len(flat) {
	case 0:
		return nil
	case 1:
		return flat[0]
	}
	return Or{flat}
}

// newNot is the opposite of n; the opposite of an opposite is the thing itself.
func newNot(n Node) Node {
	if not, ok := n.(Not); ok {
		return not.Part
	}
	return Not{n}
}

// countTerms counts the leaves of n.
func countTerms(n Node) int {
	sum := 0
	switch n := n.(type) {
	case And:
		for _, part := range n.Parts {
			sum += countTerms(part)
		}
	case Or:
		for _, part := range n.Parts {
			sum += countTerms(part)
		}
	case Not:
		sum = countTerms(n.Part)
	case Near:
		sum = countTerms(n.Left) + countTerms(n.Right)
	case Word:
		sum = len(n.Words())
	case Phrase:
		sum = len(n.Words)
	default:
		sum = 1
	}
	return sum
}

// JoinWords is the node of words written as one; nil for none.
func JoinWords(words []string) Node {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i == 0:
		case w[0] == '+' || w[0] == '-': // a hyphen before a sign would take its place
			b.WriteByte(',')
		default:
			b.WriteByte('-')
		}
		b.WriteString(w)
	}
	if b.Len() == 0 {
		return nil
	}
	return Word{b.String()}
}
