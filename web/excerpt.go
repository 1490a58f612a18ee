package web

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"rulebook/archive"
)

// piece is what excerpts hold of the release that an address names, when that release is
// not held: of its date, or of its code where one is known. It is nil where no excerpt
// holds anything of it.
func (v *visit) piece(name string) *archive.Release {
	asked := strings.TrimSpace(v.PathValue(name))
	for i := range v.pieces {
		r := &v.pieces[i]
		if asked == r.Effective.String() || r.Code != "" && strings.EqualFold(asked, archive.ShortReference(v.releases, *r)) {
			return r
		}
	}
	return nil
}

// pieceOn is what excerpts hold of the release of a day, nil where they hold nothing.
func (lib *library) pieceOn(d archive.Date) *archive.Release {
	for i := range lib.pieces {
		if lib.pieces[i].Effective == d {
			return &lib.pieces[i]
		}
	}
	return nil
}

// pieceBook is what excerpts hold of a release, as a book of the few rules that it has.
func (lib *library) pieceBook(r *archive.Release) *book {
	s := archive.ExcerptsOn(lib.excerpts, r.Effective)
	s.Release = *r
	return newBook(s)
}

// excerptPage is what excerpts hold of one release.
type excerptPage struct {
	frame
	Name    string
	Entries []entryView
	Whose   []evidenceView // whose words the rule has, on its own page
	History string         // all that excerpts show under its number
	Sources []archive.ExcerptDocument
}

// showExcerpt answers /r/DATE of a release of which only excerpts are held.
func (v *visit) showExcerpt(r *archive.Release) (answer, error) {
	if v.PathValue("release") != r.Effective.String() && !v.json {
		return redirect(v.to.release(r.Effective)), nil
	}
	b := v.pieceBook(r)
	p := excerptPage{frame: v.frameOf(*r, nameOf(*r)+", an excerpt"), Name: nameOf(*r), Sources: archive.ExcerptDocumentsOn(v.excerpts, r.Effective)}
	for i := range b.Entries {
		p.Entries = append(p.Entries, v.entry(b, i))
	}
	p.When.Bare = true
	p.Canonical = v.to.release(r.Effective)
	p.Description = fmt.Sprintf("%s of the rules as of %s (%s), from excerpts. What they do not hold is unknown.",
		count(len(b.Entries), "rule", "rules"), r.Effective.Long(), nameOf(*r))
	return page{template: "excerpt", data: p, document: func() any {
		return archive.NewReleasePageDocument(*r, v.excerpts, archive.ExcerptWarningsOn(v.excerpts, r.Effective))
	}}, nil
}

// showExcerpted answers /r/DATE/NUMBER of a release of which only excerpts are held.
func (v *visit) showExcerpted(r *archive.Release) (answer, error) {
	asked := v.PathValue("entry")
	n, ok := archive.ParseCitation(asked)
	if !ok {
		return nil, v.onlyExcerpt(r)
	}
	if own := v.to.number(r.Effective, n); !v.json && own != v.URL.EscapedPath() {
		return redirect(own), nil
	}
	b := v.pieceBook(r)
	at := b.FindAll(n)
	below := b.below(n)
	if len(at)+len(below) == 0 {
		p := v.onlyExcerpt(r)
		p.title = fmt.Sprintf("%s is not in the excerpt", n)
		p.says = fmt.Sprintf("Only an excerpt of %s (%s) is held. It does not hold %s; what that said is unknown.", nameOf(*r), r.Effective.Long(), n)
		return nil, p
	}
	var err error
	p := excerptPage{frame: v.frameOf(*r, n.String()+", an excerpt of "+nameOf(*r)), Name: n.String(), Sources: archive.ExcerptDocumentsOn(v.excerpts, r.Effective)}
	p.Entries = v.entries(b, append(slices.Clone(at), below...))
	p.Canonical = v.to.number(r.Effective, n)
	p.When.lead(v.sameNumber(n))
	if p.Whose, err = v.whose(r, n); err != nil {
		return nil, err
	}
	p.History = v.to.history(r.Effective, n)
	if len(at) > 0 {
		p.Entries[0].Here = true
		p.Description = opening(b.Entries[at[0]].Text, 160)
	}
	return page{template: "excerpt", data: p, document: v.showDocument(b, append(at, below...))}, nil
}

// whose says which rule held has the words that excerpts of a release print under a
// number.
func (v *visit) whose(r *archive.Release, n archive.Number) ([]evidenceView, error) {
	found := slices.DeleteFunc(archive.EvidenceUnder(v.excerpts, v.releases, n), func(e archive.Evidence) bool { return e.Date != r.Effective })
	found, err := v.borne(v.ctx(), found)
	if err != nil {
		return nil, err
	}
	return v.evidenceViews(found, v.to.release), nil
}

// sameNumber leads to the entry that bears a number in another release, or where none
// does, to that release.
func (v *visit) sameNumber(n archive.Number) func(archive.Date) string {
	return func(d archive.Date) string {
		if b, err := v.book(v.ctx(), d); err == nil && b.has(n) {
			return v.to.number(d, n)
		}
		return ""
	}
}

// onlyExcerpt answers for what an excerpt cannot give: the whole book, a comparison.
func (v *visit) onlyExcerpt(r *archive.Release) *problem {
	return &problem{status: http.StatusNotFound, title: "Only an excerpt of " + nameOf(*r),
		says: fmt.Sprintf("Of %s (%s) only an excerpt is held; what it does not hold is unknown, and so is what this page would say.", nameOf(*r), r.Effective.Long()),
		near: v.aroundLinks(r.Effective),
		next: []link{{Href: v.to.release(r.Effective), Label: "The excerpt"}, {Href: v.to.releases(), Label: "All releases"}}}
}
