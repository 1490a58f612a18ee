package web

import (
	"context"
	"html/template"
	"net/http"
	"strconv"
	"strings"

	"rulebook/archive"
	"rulebook/search/annotate"
)

// maxAnnotated is the longest text that is annotated here, in bytes: with each of
// them escaped it still fits into an address.
const maxAnnotated = 2000

// annotatePage is a text with the terms that a release defines.
type annotatePage struct {
	frame
	Action  string
	Text    string
	Rows    int // of the field
	In      string
	Scopes  []scopeOption
	Longest int
	Problem string
	Shown   template.HTML // the text, each term a link to its note
	Notes   []noteView
	None    bool // the text holds no term
}

// noteView is what the release says of one term.
type noteView struct {
	ID      string
	Title   string
	Entries []entryView
	Rules   []entryView
	Cites   []link
}

func (a addresses) annotate() string { return a.path("annotate") }

// lexicon is a release's terms, ready to be looked for.
func (lib *library) lexicon(ctx context.Context, d archive.Date) (*annotate.Lexicon, error) {
	return lib.lexicons.get(d, func() (*annotate.Lexicon, error) {
		b, err := lib.book(context.WithoutCancel(ctx), d)
		if err != nil {
			return nil, err
		}
		return annotate.NewLexicon(b.Snapshot), nil
	})
}

// showAnnotate answers /annotate.
func (v *visit) showAnnotate() (answer, error) {
	r, err := v.releaseIn()
	if err != nil {
		return nil, err
	}
	p := annotatePage{frame: v.frameOf(r, "Annotate a text"), Action: v.to.annotate(), Text: v.query.Get("text"), Rows: rows(v.query.Get("text")), In: r.Effective.String(), Longest: maxAnnotated}
	p.Canonical = v.to.annotate()
	p.Description = "Put a card’s text in and read the rules behind its words."
	p.When.lead(func(d archive.Date) string {
		return v.to.annotate() + query("text", p.Text, "in", d.String())
	})
	for i := len(v.held) - 1; i >= 0; i-- {
		h := v.held[i]
		p.Scopes = append(p.Scopes, scopeOption{Value: h.Effective.String(), Label: h.Effective.String() + " " + nameOf(h), On: h.Effective == r.Effective})
	}
	if strings.TrimSpace(p.Text) == "" {
		return page{template: "annotate", data: p}, nil
	}
	p.NoIndex = true
	if len(p.Text) > maxAnnotated {
		says := "The text is longer than " + thousands(maxAnnotated) + " bytes. Give it in parts, or use “rulebook annotate” on the command line."
		if v.json {
			return nil, &problem{status: http.StatusBadRequest, title: "Too long a text", says: says}
		}
		p.Problem = says
		return page{template: "annotate", data: p}, nil
	}
	b, err := v.book(v.ctx(), r.Effective)
	if err != nil {
		return nil, err
	}
	l, err := v.lexicon(v.ctx(), r.Effective)
	if err != nil {
		return nil, err
	}
	a, err := l.Annotate(p.Text)
	if err != nil {
		return nil, &problem{status: http.StatusBadRequest, title: "No such text", says: sentence(err.Error()) + "."}
	}
	p.Shown, p.None = annotated(a), len(a.Notes) == 0
	for i := range a.Notes {
		p.Notes = append(p.Notes, v.noteView(b, &a.Notes[i], i))
	}
	return page{template: "annotate", data: p, document: func() any {
		return l.NewDocument(a, r.Effective == v.newest().Effective)
	}}, nil
}

// rows are as many lines as the field needs for a text, within reason.
func rows(text string) int {
	const least, most, columns = 4, 16, 60
	n := 0
	for line := range strings.Lines(text) {
		n += 1 + len(line)/columns
	}
	return min(max(n, least), most)
}

// annotated writes a text with its terms as links to their notes.
func annotated(a *annotate.Annotation) template.HTML {
	var p prose
	at := 0
	for _, m := range a.Marks {
		p.text(archive.Harmless(a.Text[at:m.Start]))
		p.markup(`<a href="#note-` + strconv.Itoa(m.Note+1) + `">`)
		p.text(archive.Harmless(a.Text[m.Start:m.End]))
		p.markup("</a>")
		at = m.End
	}
	p.text(archive.Harmless(a.Text[at:]))
	return p.html()
}

func (v *visit) noteView(b *book, n *annotate.Note, i int) noteView {
	view := noteView{ID: "note-" + strconv.Itoa(i+1), Title: n.Title()}
	without := func(at []int) []entryView {
		views := v.entries(b, at)
		for k := range views {
			views[k].ID = view.ID + "-" + views[k].ID // a rule may stand under several notes
		}
		return views
	}
	view.Entries, view.Rules = without(b.indices(n.Entries)), without(b.indices(n.Rules))
	for k := range n.Cites {
		e := &n.Cites[k]
		view.Cites = append(view.Cites, link{Href: v.to.number(b.Release.Effective, e.Number), Label: annotate.Name(e)})
	}
	return view
}
