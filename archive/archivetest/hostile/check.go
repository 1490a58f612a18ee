package hostile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	goldmarkhtml "github.com/yuin/goldmark/renderer/html"
	"golang.org/x/net/html"

	"rulebook/archive"
)

// CheckText returns an error when a text holds what a terminal or a reader's eye would
// obey.
func CheckText(shown string) error {
	harmless := archive.Harmless(shown)
	if harmless == shown {
		return nil
	}
	for i, r := range shown {
		if archive.Harmless(string(r)) != string(r) {
			return fmt.Errorf("%U is let through: %q", r, around(shown, i))
		}
	}
	return errors.New("it is not harmless")
}

func around(s string, at int) string {
	const room = 60 // bytes
	return s[max(0, at-room):min(len(s), at+room)]
}

// CheckHTML checks a page or a piece of one: no element, attribute or address comes from
// a text, and no script stands in the page itself.
func CheckHTML(page string) error {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return err
	}
	for n := range root.Descendants() {
		if n.Type == html.CommentNode && strings.Contains(n.Data, Mark) {
			return fmt.Errorf("a text stands as a comment: %q", n.Data)
		}
		if n.Type == html.TextNode && n.Parent.Data == "style" && strings.Contains(n.Data, Mark) {
			return fmt.Errorf("a text stands as style: %q", n.Data)
		}
		if n.Type != html.ElementNode {
			continue
		}
		var attributes []attribute
		for _, a := range n.Attr {
			attributes = append(attributes, attribute{a.Key, a.Val})
		}
		if err := checkElement(n.Data, attributes); err != nil {
			return err
		}
	}
	return CheckText(page)
}

type attribute struct{ name, value string }

// dangerous are elements that no page of ours has.
var dangerous = []string{Mark, "img", "iframe", "object", "embed", "base", "frame", "marquee", "math", "foreignobject"}

// addresses are attributes that a reader's program follows.
var addresses = []string{"href", "src", "action", "formaction", "data", "poster", "background", "ping", "srcset", "cite"}

func checkElement(name string, attributes []attribute) error {
	name = strings.ToLower(name)
	if slices.Contains(dangerous, name) {
		return fmt.Errorf("a text stands as the element %s", name)
	}
	own := false
	for _, a := range attributes {
		key, value := strings.ToLower(a.name), strings.ToLower(strings.TrimSpace(a.value))
		switch {
		case key == Mark || strings.HasPrefix(key, "on"):
			return fmt.Errorf("a text stands as the attribute %s of %s", a.name, name)
		case !slices.Contains(addresses, key):
		case strings.HasPrefix(value, "javascript:") || strings.HasPrefix(value, "data:") || strings.HasPrefix(value, "vbscript:"):
			return fmt.Errorf("a text stands as an address: %q", a.value)
		case name == "script" && key == "src":
			own = true
		}
	}
	if name == "script" && !own {
		return errors.New("a script stands in the page")
	}
	return nil
}

// CheckXML checks a chart, a feed or a map of pages.
func CheckXML(doc string) error {
	d := xml.NewDecoder(strings.NewReader(doc))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return CheckText(doc)
		}
		if err != nil {
			return err
		}
		switch token := token.(type) {
		case xml.StartElement:
			var attributes []attribute
			for _, a := range token.Attr {
				attributes = append(attributes, attribute{a.Name.Local, a.Value})
			}
			if err := checkElement(token.Name.Local, attributes); err != nil {
				return err
			}
		case xml.Comment, xml.Directive:
			return fmt.Errorf("there is a %T", token)
		case xml.ProcInst:
			if token.Target != "xml" {
				return fmt.Errorf("there is an instruction %s", token.Target)
			}
		}
	}
}

// CheckMarkdown checks what readers of Markdown see, HTML let through.
func CheckMarkdown(text string) error {
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(goldmarkhtml.WithUnsafe()))
	var page bytes.Buffer
	if err := reader.Convert([]byte(text), &page); err != nil {
		return err
	}
	if err := CheckHTML(page.String()); err != nil {
		return fmt.Errorf("%w, in the Markdown %.3000q", err, text)
	}
	return CheckText(text)
}

// CheckWikitext checks what MediaWiki reads as markup: the project's own is the bold
// and italic of labels, list marks, and a link to the article on the rules.
func CheckWikitext(text string) error {
	for _, markup := range []string{"<evil", "<script", "<img", "<!--", "{{", "[[evil", "'''evil", "~~~", "__evil", "[evil"} {
		if strings.Contains(text, markup) {
			return fmt.Errorf("%q stands as markup", markup)
		}
	}
	return CheckText(text)
}

// CheckCSV checks a table: every row is whole, and no cell is a formula to a
// spreadsheet.
func CheckCSV(table string) error {
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		return err
	}
	for _, row := range rows {
		for _, cell := range row {
			if len(cell) > 1 && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				return fmt.Errorf("the cell %q is a formula", cell)
			}
		}
	}
	return CheckText(table)
}

// CheckJSON checks one document, or several one after another.
func CheckJSON(text string) error {
	d := json.NewDecoder(strings.NewReader(text))
	for {
		var document any
		err := d.Decode(&document)
		if errors.Is(err, io.EOF) {
			return CheckText(text)
		}
		if err != nil {
			return err
		}
	}
}
