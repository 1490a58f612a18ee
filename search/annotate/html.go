package annotate

import (
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"

	"rulebook/archive"
)

// HTML writes a page: the text whole, each term a link to its note, and below it
// the notes. A note opens when its link is followed, since the link leads inside.
// released names the release the notes are of.
func (a *Annotation) HTML(w io.Writer, released string) error {
	return page().Execute(w, struct {
		Released string
		Body     template.HTML
		Notes    []Note
	}{released, a.marked(), a.Notes})
}

// marked is the text with its terms as links. All of the text is escaped and made
// harmless; only the marks are ours.
func (a *Annotation) marked() template.HTML {
	var b strings.Builder
	put := func(text string) { template.HTMLEscape(&b, []byte(archive.Harmless(text))) }
	at := 0
	for _, m := range a.Marks {
		put(a.Text[at:m.Start])
		fmt.Fprintf(&b, `<a href="#note-%d">`, m.Note+1)
		put(a.Text[m.Start:m.End])
		b.WriteString("</a>")
		at = m.End
	}
	put(a.Text[at:])
	return template.HTML(b.String())
}

// page is read when first asked for: most commands never draw it.
var page = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("page").Funcs(template.FuncMap{
		"inc":   func(i int) int { return i + 1 },
		"lines": func(s string) []string { return strings.Split(archive.Harmless(s), "\n") },
		"clean": archive.Harmless,
		"title": func(n Note) string { return archive.Harmless(n.Title()) },
		"cited": func(n Note) string { return archive.Harmless(n.cited()) },
	}).Parse(source))
})

const source = `<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Annotated, {{clean .Released}}</title>
<style>
body { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.55 Charter, "Iowan Old Style", Georgia, serif; }
.text { white-space: pre-wrap; }
.text a { color: inherit; text-decoration: underline dotted; }
summary { cursor: pointer; }
summary, .number { font-weight: bold; }
.example { margin-left: 2rem; }
</style>
<div class="text">{{.Body}}</div>
<p>Notes: {{clean .Released}}</p>
{{range $i, $n := .Notes}}<details>
<summary>{{title $n}}</summary>
<div id="note-{{inc $i}}">
{{range .Entries}}{{range lines .Text}}<p>{{.}}</p>
{{end}}{{end}}{{range $r := .Rules}}<div class="rule">{{range $k, $line := lines .Text}}<p>{{if not $k}}<span class="number">{{$r.Number.Printed}}</span> {{end}}{{$line}}</p>
{{end}}{{range .Examples}}<p class="example">Example: {{clean .}}</p>
{{end}}</div>
{{end}}{{with cited $n}}<p class="cites">Cites {{.}}</p>
{{end}}</div>
</details>
{{end}}</html>
`
