package parse

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// lists rebuilds the numbers that Word prints before the paragraphs of a list.
// They are not in the document's text: numbering.xml says how they look, styles.xml
// which styles are lists, and where they stand the reader counts.
type lists struct {
	abstract map[string]*list // by w:abstractNumId
	concrete map[string]use   // by w:numId
	styles   map[string]style // by w:styleId
}

// list is one counter with its nine levels.
type list struct {
	levels map[int]level
	counts map[int]int // the number printed last, by level; a level that has none is not begun
}

// level says how one level of a list prints its numbers.
type level struct {
	start  int
	format string // w:numFmt: decimal, lowerLetter, …
	text   string // w:lvlText: "%1.%2."
	legal  bool   // every number in it is decimal
}

// use is a w:num: a list in use, perhaps begun anew at another number.
type use struct {
	abstract string
	starts   map[int]int
}

type style struct{ list, level, basedOn string }

func newLists() *lists {
	return &lists{abstract: map[string]*list{}, concrete: map[string]use{}, styles: map[string]style{}}
}

// readNumbering reads numbering.xml.
func (l *lists) readNumbering(part []byte) error {
	e := newElements(part)
	var current *list
	var u *use
	var num string
	at := 0
	for {
		t, err := e.next()
		if err != nil || t == nil {
			return err
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			if end, ok := t.(xml.EndElement); ok && end.Name.Local == "num" && u != nil {
				l.concrete[num] = *u
				u = nil
			}
			continue
		}
		value := attribute(start, "val")
		switch start.Name.Local {
		case "abstractNum":
			current = &list{levels: map[int]level{}, counts: map[int]int{}}
			l.abstract[attribute(start, "abstractNumId")] = current
		case "num":
			current, num, u = nil, attribute(start, "numId"), &use{starts: map[int]int{}}
		case "abstractNumId":
			if u != nil {
				u.abstract = value
			}
		case "lvl", "lvlOverride":
			at, _ = strconv.Atoi(attribute(start, "ilvl"))
		case "startOverride":
			if u != nil {
				u.starts[at], _ = strconv.Atoi(value)
			}
		default:
			if current != nil {
				current.levels[at] = current.levels[at].with(start.Name.Local, value)
			}
		}
	}
}

// longestLevelText bounds, in bytes, what stands before each paragraph of a list.
const longestLevelText = 100

// with returns the level with one of its properties set.
func (v level) with(property, value string) level {
	switch property {
	case "start":
		v.start, _ = strconv.Atoi(value)
	case "numFmt":
		v.format = value
	case "lvlText":
		v.text = value[:min(len(value), longestLevelText)]
	case "isLgl":
		v.legal = value != "0" && value != "false"
	}
	return v
}

// readStyles reads from styles.xml which styles are lists.
func (l *lists) readStyles(part []byte) error {
	e := newElements(part)
	id := ""
	for {
		t, err := e.next()
		if err != nil || t == nil {
			return err
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		s := l.styles[id]
		switch start.Name.Local {
		case "style":
			id = attribute(start, "styleId")
			continue
		case "basedOn":
			s.basedOn = attribute(start, "val")
		case "numId":
			s.list = attribute(start, "val")
		case "ilvl":
			s.level = attribute(start, "val")
		default:
			continue
		}
		l.styles[id] = s
	}
}

// number counts a paragraph in its list and returns the number that Word prints
// before it; empty when it stands in none.
func (l *lists) number(p *paragraph) (string, error) {
	num, ilvl := p.list, p.level
	if num == "" {
		num, ilvl = l.ofStyle(p.style)
	}
	if num == "" || num == "0" || strings.TrimSpace(p.text.String()) == "" {
		return "", nil
	}
	u, ok := l.concrete[num]
	list := l.abstract[u.abstract]
	at, _ := strconv.Atoi(ilvl)
	if !ok || list == nil || list.levels[at].text == "" && list.levels[at].format != "none" {
		return "", refusedf("its paragraphs are numbered by list %s, which the document does not define; save it as text and import that", num)
	}
	list.count(at, u.starts)
	return list.print(at)
}

// ofStyle finds the list of a style, its own or that of one it is based on.
func (l *lists) ofStyle(id string) (list, level string) {
	const longest = 20 // styles; one that is based on itself ends here
	for range longest {
		s, ok := l.styles[id]
		if !ok {
			return "", ""
		}
		if level == "" {
			level = s.level
		}
		if s.list != "" {
			return s.list, level
		}
		id = s.basedOn
	}
	return "", ""
}

// count moves the counter of a level on and begins those below it anew.
func (l *list) count(at int, starts map[int]int) {
	if start, ok := starts[at]; ok {
		l.counts[at] = start
		delete(starts, at)
	} else if _, begun := l.counts[at]; begun {
		l.counts[at]++
	} else {
		l.counts[at] = l.levels[at].start
	}
	for below := range l.counts {
		if below > at {
			delete(l.counts, below)
		}
	}
}

// print writes the number of a level as its w:lvlText says: %1 is the number of
// the outermost level.
func (l *list) print(at int) (string, error) {
	here := l.levels[at]
	if here.format == "bullet" {
		return "•", nil
	}
	var b strings.Builder
	for s := here.text; s != ""; s = s[1:] {
		if s[0] != '%' || len(s) < 2 || s[1] < '1' || s[1] > '9' {
			b.WriteByte(s[0])
			continue
		}
		i := int(s[1] - '1')
		n, begun := l.counts[i]
		if !begun {
			n = l.levels[i].start
		}
		format := l.levels[i].format
		if here.legal {
			format = "decimal"
		}
		printed, ok := printCount(n, format)
		if !ok {
			return "", refusedf("its rules are numbered by a list of the form %q, which cannot be rebuilt; save it as text and import that", format)
		}
		b.WriteString(printed)
		s = s[1:]
	}
	return b.String(), nil
}

// printCount writes a count in one of Word's formats.
func printCount(n int, format string) (string, bool) {
	switch format {
	case "decimal", "":
		return strconv.Itoa(n), true
	case "none":
		return "", true
	case "lowerLetter", "upperLetter":
		const letters, most = 26, 10 // Word repeats the letter: z, aa, bb
		if n < 1 || n > letters*most {
			return "", false
		}
		first := 'a'
		if format == "upperLetter" {
			first = 'A'
		}
		return strings.Repeat(string(first+rune((n-1)%letters)), (n-1)/letters+1), true
	}
	return "", false
}
