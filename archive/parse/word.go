package parse

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
)

// elements walks the elements of an XML document in order and keeps the bounds on
// it: no document type, which could name outside entities, and no bottomless
// nesting.
type elements struct {
	decoder *xml.Decoder
	depth   int
}

func newElements(part []byte) *elements {
	return &elements{decoder: xml.NewDecoder(bytes.NewReader(bytes.TrimPrefix(part, []byte(byteOrderMark))))}
}

// next returns a start element, an end element or character data; nil at the end.
func (e *elements) next() (xml.Token, error) {
	for {
		t, err := e.decoder.Token()
		if errors.Is(err, io.EOF) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case xml.Directive:
			return nil, &RefusedError{"the document declares a document type, as no Word document does; it is not read"}
		case xml.StartElement:
			if e.depth++; e.depth > maxDepth {
				return nil, refusedf("the document nests deeper than %d elements, which no rulebook does", maxDepth)
			}
			return t, nil
		case xml.EndElement:
			e.depth--
			return t, nil
		case xml.CharData:
			return t, nil
		}
	}
}

// skip passes over the rest of an element that was just entered.
func (e *elements) skip() error {
	for outside := e.depth - 1; e.depth > outside; {
		if t, err := e.next(); err != nil || t == nil {
			return err
		}
	}
	return nil
}

// attribute returns an element's attribute by its local name.
func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// wordReader collects the text of a document's body, a line a paragraph or break.
type wordReader struct {
	lists *lists
	text  strings.Builder
	line  int // the line that is being written, counted from 0
	warnings
	// open holds the text of each paragraph that is open: one, or more inside a
	// text box, whose paragraphs stand within a paragraph.
	open []*paragraph
}

type paragraph struct {
	text        strings.Builder
	style       string
	list, level string // of the paragraph's own w:numPr
}

// read walks the whole document part.
func (w *wordReader) read(part []byte) error {
	e := newElements(part)
	for {
		t, err := e.next()
		if err != nil || t == nil {
			return err
		}
		switch t := t.(type) {
		case xml.StartElement:
			err = w.start(e, t)
		case xml.EndElement:
			if t.Name.Local == "p" {
				err = w.endParagraph()
			}
		}
		if err != nil {
			return err
		}
	}
}

// start handles the elements that are text or bear on it. All others are walked
// through, so that text is found in hyperlinks, insertions, tables and whatever
// else may hold it.
func (w *wordReader) start(e *elements, t xml.StartElement) error {
	if t.Name.Local == "p" {
		w.open = append(w.open, new(paragraph))
		return nil
	}
	if len(w.open) == 0 {
		return nil
	}
	p := w.open[len(w.open)-1]
	switch t.Name.Local {
	case "del", "moveFrom", "Fallback", "rPr":
		// Deleted and moved-away text is no text; a fallback repeats what a newer
		// reader has read already; run properties hold none.
		return e.skip()
	case "pPr":
		return p.properties(e)
	case "t":
		return p.run(e, t)
	case "tab", "ptab":
		p.text.WriteByte('\t')
	case "br", "cr":
		p.text.WriteByte('\n')
	case "noBreakHyphen":
		p.text.WriteRune('\u2011')
	case "softHyphen":
		p.text.WriteRune('\u00ad')
	case "sym":
		w.symbol(p, attribute(t, "font"), attribute(t, "char"))
	case "drawing", "pict", "object", "footnoteReference", "endnoteReference", "altChunk":
		w.warn(w.line+1, "the document has a %s here, which is not read", unread[t.Name.Local])
	}
	return nil
}

// unread names the elements whose content is not read as text.
var unread = map[string]string{
	"drawing": "drawing", "pict": "picture", "object": "embedded object",
	"footnoteReference": "footnote", "endnoteReference": "endnote", "altChunk": "piece of another document",
}

// properties reads a paragraph's style and list, and passes over the rest: tab
// stops are no tabs.
func (p *paragraph) properties(e *elements) error {
	for outside := e.depth - 1; e.depth > outside; {
		t, err := e.next()
		if err != nil || t == nil {
			return err
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "pPrChange":
			err = e.skip() // how the paragraph was before a tracked change
		case "pStyle":
			p.style = attribute(start, "val")
		case "numId":
			p.list = attribute(start, "val")
		case "ilvl":
			p.level = attribute(start, "val")
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// lineEnds makes a space of a line end inside a w:t, as Word does.
var lineEnds = strings.NewReplacer("\n", " ", "\r", " ")

// run reads a w:t. Without xml:space="preserve" white space at its ends is
// layout of the XML.
func (p *paragraph) run(e *elements, t xml.StartElement) error {
	var b strings.Builder
	for outside := e.depth - 1; e.depth > outside; {
		token, err := e.next()
		if err != nil || token == nil {
			return err
		}
		if data, ok := token.(xml.CharData); ok {
			b.Write(data)
		}
	}
	s := lineEnds.Replace(b.String())
	if attribute(t, "space") != "preserve" {
		s = strings.Trim(s, " \t")
	}
	p.text.WriteString(s)
	return nil
}

// endParagraph writes the innermost open paragraph, with its list number.
func (w *wordReader) endParagraph() error {
	if len(w.open) == 0 {
		return nil
	}
	p := w.open[len(w.open)-1]
	w.open = w.open[:len(w.open)-1]
	number, err := w.lists.number(p)
	if err != nil {
		return err
	}
	s := p.text.String()
	if w.text.Len()+len(number)+len(s) > maxUnpacked {
		return tooLarge(documentPart, maxUnpacked)
	}
	if number != "" {
		s = number + " " + s
	}
	w.text.WriteString(s + "\n")
	w.line += 1 + strings.Count(s, "\n")
	return nil
}

// symbolFonts maps the codes of the two fonts that Word inserts symbols from to
// Unicode, for the marks that a rulebook may hold.
var symbolFonts = map[string]map[byte]rune{
	"symbol": {
		0x2d: '−', 0xa3: '≤', 0xa5: '∞', 0xae: '→', 0xb1: '±', 0xb3: '≥', 0xb4: '×', 0xb7: '•', 0xb8: '÷', 0xb9: '≠', 0xbc: '…',
		0xbe: '—', 0xd2: '®', 0xd3: '©', 0xd4: '™', 0xe2: '®', 0xe3: '©', 0xe4: '™',
	},
	"wingdings": {0x9f: '•', 0xa7: '▪', 0xa8: '◻', 0xd8: '➢', 0xdf: '←', 0xe0: '→', 0xfc: '✓'},
}

// symbol writes a w:sym. A code that no table here knows is kept as the character
// it is, with a warning.
func (w *wordReader) symbol(p *paragraph, font, code string) {
	n, err := strconv.ParseUint(code, 16, 16)
	if err != nil || n < ' ' {
		w.warn(w.line+1, "a symbol has the code %q, which is none; it is left out", beginning(code))
		return
	}
	const private = 0xf000 // where fonts of symbols put their 256 codes
	if n < private || n > private|0xff {
		p.text.WriteRune(rune(n))
		return
	}
	if r, ok := symbolFonts[strings.ToLower(font)][byte(n)]; ok {
		p.text.WriteRune(r)
		return
	}
	w.warn(w.line+1, "a symbol of the font %s is kept as U+%04X", beginning(font), n)
	p.text.WriteRune(rune(n))
}
