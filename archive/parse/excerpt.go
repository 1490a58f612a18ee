package parse

import (
	"regexp"
	"strings"
	"sync"
	"unicode"

	"rulebook/archive"
)

// ExcerptOptions steer the reading of an excerpt.
type ExcerptOptions struct {
	File     string // base name, kept in the source
	Encoding string // as in Options
	// Rule is the rule that a history page is about, whose paragraphs bear no
	// numbers. Leave it zero for a page whose rules are printed with theirs.
	Rule archive.Number
}

// maxExcerptLines bounds an excerpt. The longest seen has 33 lines.
const maxExcerptLines = 20_000

const (
	datePattern = `(\pL+ \d{1,2}, \d{4})`
	// setMarks stand between the date and the set of a label.
	setMarks = "—–:·•|-"
)

var (
	// blockLabel heads the rules on a keyword's page: "From the Comprehensive Rules
	// (November 8, 2024—Foundations)".
	blockLabel = lazily(`(?i)^from the .*rules.*\(` + datePattern + `(?:\s*[` + setMarks + `](.*))?\s*\)\s*:?$`)
	// dateLabel heads a paragraph on a rule's history page: "April 17, 2020 · Ikoria".
	dateLabel = lazily(`^` + datePattern + `(?:\s*[` + setMarks + `](.*))?$`)
)

// lazily compiles an expression when it is first asked for: few commands do.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// ParseExcerpt reads a piece of a release as people keep them: a page with blocks of
// rules, each headed by the release they are from, or the history of one rule. Prose
// around the blocks is left alone. A page that holds neither comes back as a
// *RefusedError.
func ParseExcerpt(raw []byte, o ExcerptOptions) (*archive.Excerpt, error) {
	if err := refuse(int64(len(raw))); err != nil {
		return nil, err
	}
	t, err := read(raw, o.Encoding)
	if err != nil {
		return nil, err
	}
	e := excerptReader{Excerpt: &archive.Excerpt{Source: sourceOf(raw, o.File, t), Warnings: t.warnings}, rule: o.Rule}
	if len(t.lines) > maxExcerptLines {
		return nil, refusedf("it has more than %d lines, which no excerpt does; import it without --excerpt", maxExcerptLines)
	}
	labelled, dated := countLabels(t.lines)
	switch {
	case labelled > 0:
		if !o.Rule.IsZero() {
			e.warn(0, "its rules are printed with their numbers, so that a rule to be the history of is not needed: %s", o.Rule)
		}
		e.keywordPage(t.lines)
	case dated > 0 && !o.Rule.IsZero():
		e.historyPage(t.lines)
	case dated > 0:
		return nil, &RefusedError{"its paragraphs bear dates but no rule numbers; say which rule they are the history of with --rule 702.19b"}
	default:
		reason := "no rules are in it below a line such as: From the Comprehensive Rules (November 8, 2024—Foundations)"
		if bodyStart(t.lines) >= 0 {
			reason += "; import a whole release without --excerpt"
		}
		return nil, &RefusedError{reason}
	}
	e.drop()
	if len(e.Blocks) == 0 {
		return nil, &RefusedError{"a release is named in it, but none of its rules follow"}
	}
	for _, b := range e.Blocks {
		for i := range b.Rules {
			if err := refuseEntry(&b.Rules[i].Entry); err != nil {
				return nil, err
			}
		}
	}
	return e.Excerpt, nil
}

func countLabels(lines []line) (labelled, dated int) {
	for _, l := range lines {
		if _, _, ok := readLabel(blockLabel(), l.text); ok {
			labelled++
		}
		if _, _, ok := readLabel(dateLabel(), l.text); ok {
			dated++
		}
	}
	return labelled, dated
}

// readLabel reads the date and set of a label.
func readLabel(label *regexp.Regexp, s string) (d archive.Date, set string, ok bool) {
	m := label.FindStringSubmatch(strings.TrimSpace(s))
	if m == nil {
		return archive.Date{}, "", false
	}
	d, err := archive.ParseLongDate(m[1])
	set = strings.TrimLeftFunc(m[2], func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(setMarks, r) })
	return d, strings.TrimSpace(set), err == nil
}

// excerptReader collects the blocks of an excerpt.
type excerptReader struct {
	*archive.Excerpt
	rule archive.Number
}

func (e *excerptReader) begin(d archive.Date, set string, at int) {
	e.Blocks = append(e.Blocks, archive.ExcerptBlock{Date: d, Set: set, Line: at})
}

// block is the block that is being read, rule the last rule in it; nil before any.
func (e *excerptReader) block() *archive.ExcerptBlock {
	if len(e.Blocks) == 0 {
		return nil
	}
	return &e.Blocks[len(e.Blocks)-1]
}

func lastOf(b *archive.ExcerptBlock) *archive.Entry {
	if b == nil || len(b.Rules) == 0 {
		return nil
	}
	return &b.Rules[len(b.Rules)-1].Entry
}

// mostParagraphs is how many paragraphs a rule or example may have beside its first
// on a page; none published has more.
const mostParagraphs = 3

// bullets are the marks before the items of a list.
const bullets = "-*•·–—"

// keywordPage reads blocks of numbered rules, in printed order. A block ends where
// prose begins: at the first paragraph after which no further rule of the block, and
// no example, comes. A numbered line in the prose is not taken, with a warning.
func (e *excerptReader) keywordPage(lines []line) {
	var between []line // paragraphs since the last rule: its own if another rule or an example follows, else prose
	open := false
	for _, l := range lines {
		if isBlank(l.text) {
			continue
		}
		if d, set, ok := readLabel(blockLabel(), l.text); ok {
			e.begin(d, set, l.at)
			open, between = true, nil
			continue
		}
		b := e.block()
		n, bulleted, isItem := readItem(l.text)
		example, isExample := readExample(strings.TrimLeft(l.text, bullets+" "))
		switch {
		case b == nil: // prose above the first block
		case isItem && open && follows(b, n.number, len(between), bulleted):
			appendToRule(lastOf(b), between...)
			between = nil
			addTo(b, archive.Entry{Kind: n.number.Kind(), Number: n.number, Label: n.label, Text: n.text, Line: l.at})
		case isItem:
			open = false
			e.warn(l.at, "%s is not taken as a rule, for it stands in prose; put it right below the rules if it is one", n.number)
		case !open:
		case isExample && len(between) <= mostParagraphs && lastOf(b) != nil:
			appendToRule(lastOf(b), between...)
			between = nil
			lastOf(b).Examples = append(lastOf(b).Examples, example)
		default:
			between = append(between, l)
		}
	}
	for i := range e.Blocks {
		markCut(&e.Blocks[i])
		e.checkOrder(&e.Blocks[i])
	}
}

// checkOrder warns of the rules of a block that are printed twice or out of order.
func (e *excerptReader) checkOrder(b *archive.ExcerptBlock) {
	seen := make(map[archive.Number]int)
	var numbers []archive.Number
	for _, r := range b.Rules {
		if first, twice := seen[r.Number]; twice {
			e.warn(r.Line, "%s is printed twice, first in line %d; both are kept", r.Number, first)
			continue
		}
		seen[r.Number] = r.Line
		numbers = append(numbers, r.Number)
	}
	for _, m := range misplacedIn(numbers) {
		n := numbers[m.first]
		e.warn(seen[n], "%s %s; kept in the printed place", n, m)
	}
}

func (e *excerptReader) warn(line int, format string, args ...any) {
	e.Warnings = append(e.Warnings, warning(line, format, args...))
}

func addTo(b *archive.ExcerptBlock, entry archive.Entry) {
	b.Rules = append(b.Rules, archive.Excerpted{Entry: entry})
}

// follows reports whether a numbered line goes on with the block: it stands right
// below a rule, or there is no whole section of prose between them and it is an item
// of the list or comes after the last rule by its number.
func follows(b *archive.ExcerptBlock, n archive.Number, between int, bulleted bool) bool {
	last := lastOf(b)
	if last == nil || between == 0 {
		return between == 0
	}
	return between <= mostParagraphs && (bulleted || n.Compare(last.Number) > 0)
}

// readItem reads a numbered line with or without a bullet before it.
func readItem(s string) (n numbered, bulleted, ok bool) {
	item := strings.TrimLeftFunc(s, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(bullets, r) })
	n, ok = readNumber(item)
	return n, strings.ContainsAny(s[:len(s)-len(item)], bullets), ok && n.number.Heading != 0
}

// appendToRule adds paragraphs to a rule, or to its last example.
func appendToRule(e *archive.Entry, paragraphs ...line) {
	for _, p := range paragraphs {
		if last := len(e.Examples) - 1; last >= 0 {
			e.Examples[last] += "\n" + p.text
		} else {
			e.Text += "\n" + p.text
		}
	}
}

// historyPage reads the wordings of one rule. Each is headed by the date and set of
// its release; what stands before the first such line is kept without a date.
func (e *excerptReader) historyPage(lines []line) {
	e.Rule = e.rule
	for _, l := range lines {
		if isBlank(l.text) {
			continue
		}
		if d, set, ok := readLabel(dateLabel(), l.text); ok {
			e.begin(d, set, l.at)
			continue
		}
		if n, ok := archive.ParseCitation(l.text); ok && n == e.rule {
			continue // the page's title
		}
		if e.block() == nil {
			e.begin(archive.Date{}, "", l.at)
		}
		e.wording(l)
	}
	for i := range e.Blocks {
		markCut(&e.Blocks[i])
	}
}

// wording adds a paragraph to the wording that is being read.
func (e *excerptReader) wording(l line) {
	b := e.block()
	if lastOf(b) == nil {
		text := l.text
		label := ""
		if n, ok := readNumber(text); ok && n.number == e.rule {
			text, label = n.text, n.label
		}
		addTo(b, archive.Entry{Kind: e.rule.Kind(), Number: e.rule, Label: label, Text: text, Line: l.at})
		return
	}
	if example, ok := readExample(l.text); ok {
		lastOf(b).Examples = append(lastOf(b).Examples, example)
		return
	}
	appendToRule(lastOf(b), l)
}

// markCut marks the rules that break off in mid-sentence. A title is no sentence,
// but a page prints it only above other rules.
func markCut(b *archive.ExcerptBlock) {
	for i := range b.Rules {
		r := &b.Rules[i]
		title := r.IsTitle() && i+1 < len(b.Rules) && r.Number.Contains(b.Rules[i+1].Number)
		r.Cut = !title && r.Kind != archive.Heading && !endsSentence(r.Wording())
	}
}

// drop takes out the blocks without a rule, with a warning.
func (e *excerptReader) drop() {
	kept := e.Blocks[:0]
	for _, b := range e.Blocks {
		if len(b.Rules) == 0 {
			e.warn(b.Line, "no rules follow the label of %s", b.Date)
			continue
		}
		kept = append(kept, b)
	}
	e.Blocks = kept
}
