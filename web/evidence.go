package web

import (
	"cmp"
	"context"
	"fmt"
	"html/template"

	"rulebook/archive"
	"rulebook/diffing"
	"rulebook/diffing/history"
)

// evidenceView is a rule of an excerpt beside a rule's history: what stood there on a
// day of which no whole release is held.
type evidenceView struct {
	link     // its page, named by the release; without an address where it bears no date
	Number   string
	Where    string // file and line
	Cut      bool   // it breaks off in mid-sentence
	Says     string // whose words these are: "the words since", "the words of"
	Whose    *link  // the wording or the rule that has them
	Again    bool   // the excerpt of the next older day says the same
	Text     template.HTML
	Examples []template.HTML
}

// evidence is what excerpts show of a lineage on days of which no whole release is held.
func (lib *library) evidence(ctx context.Context, spans []archive.Span) ([]archive.Evidence, error) {
	if len(lib.excerpts) == 0 {
		return nil, nil
	}
	return lib.borne(ctx, archive.EvidenceOf(lib.excerpts, lib.releases, spans))
}

// borne names the rules that bear the words of what was found.
func (lib *library) borne(ctx context.Context, found []archive.Evidence) ([]archive.Evidence, error) {
	err := archive.NameBearers(found, lib.releases, func(yield func(archive.Span) error) error {
		return lib.archive.EachSpan(ctx, yield)
	})
	if err != nil {
		return nil, fmt.Errorf("find who bears the words of excerpts: %w", err)
	}
	return found, nil
}

// evidenceViews draw what excerpts show. whole leads to a wording of the rule that
// began on a day; texts that such a wording has are not drawn again.
func (v *visit) evidenceViews(found []archive.Evidence, whole func(archive.Date) string) []evidenceView {
	var views []evidenceView
	for i := range found {
		e := &found[i]
		view := evidenceView{link: v.evidenceLink(e), Number: e.Rule.Number.String(), Cut: e.Rule.Cut,
			Where: fmt.Sprintf("%s, line %d", e.File, e.Rule.Line)}
		switch {
		case e.Same != nil:
			since := v.heldAt(e.Same.From)
			view.Says = "the words since"
			if e.Rule.Cut {
				view.Says = "the beginning of the words since"
			}
			view.Whose = &link{Href: whole(since.Effective), Label: nameOf(since), Note: since.Effective.Long()}
		case e.Bearer != nil:
			view.Says = "the words of"
			view.Whose = v.bearerLink(e.Bearer)
		default:
			view.Says = "words that no release held has"
		}
		view.Again = e.Same == nil && i+1 < len(found) && e.Repeats(&found[i+1])
		if e.Same == nil && !view.Again {
			view.Text = unchanged(e.Rule.Text)
			for _, x := range e.Rule.Examples {
				view.Examples = append(view.Examples, unchanged(x))
			}
		}
		views = append(views, view)
	}
	return views
}

// bearerLink leads to the rule that bears the words of an excerpt.
func (v *visit) bearerLink(b *archive.Bearer) *link {
	l := &link{Label: b.Name + " in " + nameOf(b.Release)}
	if b.Heading != "" {
		l.Note = "under " + b.Heading
	}
	if n, err := archive.ParseNumber(b.Name); err == nil {
		l.Href = v.to.number(b.Release.Effective, n)
	} else {
		l.Href = v.to.term(b.Release.Effective, slug(b.Name))
	}
	return l
}

// evidenceLink names the release that a rule of an excerpt is of.
func (v *visit) evidenceLink(e *archive.Evidence) link {
	if e.Date.IsZero() {
		return link{Label: "Without a date"}
	}
	return link{Href: v.to.number(e.Date, e.Rule.Number), Label: cmp.Or(e.Release(v.releases).Name, e.Date.Long()), Note: e.Date.Long()}
}

// unchanged draws a text in which nothing changed.
func unchanged(text string) template.HTML {
	return edited([]diffing.Edit{{Op: diffing.Equal, Text: text}}, bothSides, false)
}

// showsOf puts on a history's page what excerpts show of its lineage, and returns that.
func (v *visit) showsOf(p *historyPage, id archive.LineageID) ([]archive.Evidence, error) {
	l, err := v.life(v.ctx(), id)
	if err != nil {
		return nil, err
	}
	found, err := v.evidence(v.ctx(), l.spans)
	if err != nil {
		return nil, err
	}
	reigns := v.reigns(l)
	p.Evidence = v.evidenceViews(found, func(d archive.Date) string {
		for _, r := range reigns {
			if r.From.Compare(d) <= 0 && d.Compare(r.To) <= 0 {
				return "#" + r.From.String()
			}
		}
		return ""
	})
	return found, nil
}

// historyDocument is a history with what excerpts show beside it, as the command line
// gives it.
type historyDocument struct {
	*history.History
	Excerpts []archive.EvidenceDocument `json:"excerpts,omitempty"`
}

// showEvidence answers /history/DATE/NUMBER of a release of which only excerpts are
// held: what they show under that number at any time.
func (v *visit) showEvidence(r *archive.Release) (answer, error) {
	n, ok := archive.ParseCitation(v.PathValue("entry"))
	if !ok {
		return nil, v.onlyExcerpt(r)
	}
	if own := v.to.history(r.Effective, n); !v.json && own != v.URL.EscapedPath() {
		return redirect(own), nil
	}
	found, err := v.borne(v.ctx(), archive.EvidenceUnder(v.excerpts, v.releases, n))
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, v.onlyExcerpt(r)
	}
	p := &historyPage{frame: v.frameOf(*r, "History of "+n.String()), Name: n.String(), Entry: v.to.number(r.Effective, n),
		Words: "Known from excerpts only", Evidence: v.evidenceViews(found, v.to.release)}
	p.Canonical = v.to.history(r.Effective, n)
	p.When.lead(func(d archive.Date) string {
		if v.sameNumber(n)(d) == "" {
			return ""
		}
		return v.to.history(d, n)
	})
	return page{template: "history", data: p, document: func() any {
		h := &history.History{Asked: history.Asked{Number: n}, Others: []history.Other{}, Spans: []history.Wording{}}
		return historyDocument{h, archive.NewEvidenceDocuments(found, v.releases)}
	}}, nil
}
