package web

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// releasePage is a release's title page: what changed in it and its contents.
type releasePage struct {
	frame
	Name     string
	Changed  *changeWords // nil for the first release held
	Missing  string       // releases before it that are not held
	Sections []sectionView
	Parts    []link // introduction, glossary, credits, the whole
	Counts   archive.Counts
	Source   archive.Source
	File     string // address of the published file, where it is offered
	Warnings int
	Others   []link // held releases to compare with, newest first
	Compare  string
	Before   string // date of the held release before
	Copies   []copyForm
}

// sectionView is a section with its headings, for the list of contents.
type sectionView struct {
	link
	Number   string
	Headings []link
}

// changeWords say in short what a release changed.
type changeWords struct {
	Before link // the release it is compared with
	Diff   string
	Counts diffing.Counts
	// All is what the comparison shows before it is narrowed: what changed, came and
	// went. Changed are those with other words, References those that only refer to
	// renumbered rules, which are no part of All.
	All, Changed, References int
	Terms                    []termWords
	More                     int // terms beyond those shown
}

// termWords say in short what ran through a release.
type termWords struct {
	diffing.Shift
	Href string // of the diff's rules with it
}

// shownTerms are as many as three lines hold.
const shownTerms = 6

func (v *visit) changeWords(before archive.Release, d archive.Date, s summary) *changeWords {
	w := &changeWords{Diff: v.to.diff(before.Effective, d), Counts: s.counts,
		Before: link{Href: v.to.release(before.Effective), Label: nameOf(before), Note: before.Effective.Long()}}
	w.All, w.Changed, w.References = s.up()+s.down(), s.changed(), s.references()
	w.Terms, w.More = termsOf(s.shifts, shownTerms, w.Diff)
	return w
}

// termsOf are the first most of the terms that ran through a release, each leading to
// what it takes part in on the comparison's page, and how many more there are.
func termsOf(shifts []diffing.Shift, most int, diff string) (shown []termWords, more int) {
	for i, t := range shifts {
		if i == most {
			return shown, len(shifts) - i
		}
		shown = append(shown, termWords{Shift: t, Href: diff + query("term", cmp.Or(t.To, t.From))})
	}
	return shown, 0
}

// showRelease answers /r/DATE.
func (v *visit) showRelease() (answer, error) {
	if piece := v.piece("release"); piece != nil {
		return v.showExcerpt(piece)
	}
	r, dated, err := v.release("release")
	if err != nil {
		return nil, err
	}
	if !dated && !v.json {
		return redirect(v.to.release(r.Effective)), nil
	}
	b, err := v.book(v.ctx(), r.Effective)
	if err != nil {
		return nil, err
	}
	p := releasePage{frame: v.frameOf(r, nameOf(r)), Name: nameOf(r), Sections: v.contents(b), Parts: v.parts(b),
		Counts: b.Count(), Source: r.Source, Warnings: len(b.Warnings), Compare: v.to.compare()}
	p.Canonical = v.to.release(r.Effective)
	p.Description = fmt.Sprintf("The rules as of %s (%s): %s, %s.", r.Effective.Long(), nameOf(r),
		count(p.Counts.Rules, "rule", "rules"), count(p.Counts.Glossary, "glossary term", "glossary terms"))
	if v.server.raw {
		p.File = v.to.source(r.Effective)
	}
	if before, _ := v.neighbours(r.Effective); before != nil {
		p.Before = before.Effective.String()
		report, err := v.compare(v.ctx(), before.Effective, r.Effective)
		if err != nil {
			return nil, err
		}
		p.Changed = v.changeWords(*before, r.Effective, newSummary(report))
		p.Missing = v.missingWords(before.Effective, r.Effective)
	}
	p.When.Bare = true
	p.Others = v.choices(r.Effective)
	p.Copies = v.copies(r, "", p.Canonical)
	return page{template: "release", data: p, document: func() any {
		return archive.NewReleasePageDocument(r, v.excerpts, b.Warnings)
	}}, nil
}

// choices are the other held releases, newest first, as options of a list; their
// Href is the date alone.
func (v *visit) choices(but archive.Date) []link {
	var out []link
	for i := len(v.held) - 1; i >= 0; i-- {
		if r := v.held[i]; r.Effective != but {
			out = append(out, link{Href: r.Effective.String(), Label: r.Effective.String() + " " + nameOf(r)})
		}
	}
	return out
}

// contents lists sections and their headings.
func (v *visit) contents(b *book) []sectionView {
	d := b.Release.Effective
	var out []sectionView
	for _, i := range b.under[archive.Number{}] {
		e := &b.Entries[i]
		s := sectionView{link: link{Href: v.to.number(d, e.Number), Label: e.Text}, Number: e.Number.String()}
		for _, j := range b.under[e.Number] {
			h := &b.Entries[j]
			s.Headings = append(s.Headings, link{Href: v.to.number(d, h.Number), Label: h.Text, Note: h.Number.String()})
		}
		out = append(out, s)
	}
	return out
}

// parts are the book's parts without a number.
func (v *visit) parts(b *book) []link {
	d := b.Release.Effective
	var out []link
	if b.part(archive.Introduction) >= 0 {
		out = append(out, link{Href: v.to.part(d, archive.Introduction), Label: "Introduction"})
	}
	if len(b.terms) > 0 {
		out = append(out, link{Href: v.to.glossary(d), Label: "Glossary", Note: count(len(b.terms), "term", "terms")})
	}
	if b.part(archive.Credits) >= 0 {
		out = append(out, link{Href: v.to.part(d, archive.Credits), Label: "Credits"})
	}
	return append(out, link{Href: v.to.whole(d), Label: "The whole book on one page"})
}

// wholePage is a release from its first word to its last.
type wholePage struct {
	frame
	Front    []string
	Contents []sectionView
	Entries  []entryView
}

// showWhole answers /r/DATE/all.
func (v *visit) showWhole() (answer, error) {
	r, dated, err := v.release("release")
	if err != nil {
		return nil, err
	}
	if !dated && !v.json {
		return redirect(v.to.whole(r.Effective)), nil
	}
	b, err := v.book(v.ctx(), r.Effective)
	if err != nil {
		return nil, err
	}
	p := wholePage{frame: v.frameOf(r, nameOf(r)+", whole"), Front: b.Front, Contents: v.contents(b)}
	p.Canonical = v.to.whole(r.Effective)
	p.When.lead(v.to.whole)
	for i := range p.Contents {
		s := &p.Contents[i]
		s.Href = "#" + s.Number
		for j := range s.Headings {
			s.Headings[j].Href = "#" + s.Headings[j].Note
		}
	}
	var all []int
	last := archive.None
	for i := range b.Entries {
		if b.Entries[i].Kind == archive.Contents {
			continue // the list above stands for it
		}
		all = append(all, i)
		e := v.entry(b, i)
		if k := b.Entries[i].Kind; k != last && b.Entries[i].Number.IsZero() && k != archive.Stray {
			e.Part = titleOfPart(k)
		}
		last = b.Entries[i].Kind
		p.Entries = append(p.Entries, e)
	}
	return page{template: "whole", data: p, document: v.showDocument(b, all)}, nil
}

// sourceFile answers /r/DATE/source with the file as published.
func (v *visit) sourceFile() (answer, error) {
	r, dated, err := v.release("release")
	if err != nil {
		return nil, err
	}
	if !v.server.raw {
		return nil, &problem{status: http.StatusNotFound, title: "Not offered here",
			says: "This site does not offer the published files themselves; they belong to their publisher.",
			next: []link{{Href: v.to.release(r.Effective), Label: nameOf(r)}}}
	}
	if !dated && !v.json {
		return redirect(v.to.source(r.Effective)), nil
	}
	raw, err := v.archive.Raw(v.ctx(), r.Effective)
	if err != nil {
		return nil, fmt.Errorf("read the published file of %s: %w", r.Effective, err)
	}
	return file{contentType: "application/octet-stream", download: r.Source.File, body: raw}, nil
}

// noSuchRelease answers for a name that names none held.
func (v *visit) noSuchRelease(asked string, err error) error {
	p := &problem{status: http.StatusNotFound, title: "No such release", cause: err,
		says: fmt.Sprintf("There is no release “%s” in this archive. Write a set code (IKO), a date (2020-04-17) or latest.", shorten(asked)),
		next: []link{{Href: v.to.releases(), Label: "All releases"}}}
	for _, r := range v.releases {
		if !r.Held && (strings.EqualFold(r.Code, asked) || r.Effective.String() == asked) {
			p.title = nameOf(r) + " is not held"
			p.says = fmt.Sprintf("%s (%s) is known, but its rules are not in this archive.", nameOf(r), r.Effective.Long())
			p.near = v.aroundLinks(r.Effective)
			return p
		}
	}
	if day, dateErr := archive.ParseDate(asked); dateErr == nil {
		p.says = fmt.Sprintf("No release held was in force on %s.", day.Long())
		p.near = v.aroundLinks(day)
		return p
	}
	const most = 4
	names := make([]string, 0, 2*len(v.held))
	for _, r := range v.held {
		names = append(names, r.Code, r.Name)
	}
	for _, name := range archive.Nearest(asked, names, most) {
		for _, r := range v.held {
			if name != "" && (r.Code == name || r.Name == name) {
				p.near = append(p.near, link{Href: v.to.release(r.Effective), Label: nameOf(r), Note: v.codeOf(r) + ", " + r.Effective.Long()})
				break
			}
		}
	}
	return p
}

// heldAround are the held releases nearest before and after a day, nil where there is
// none.
func (lib *library) heldAround(d archive.Date) (before, after *archive.Release) {
	for i := range lib.held {
		r := &lib.held[i]
		if r.Effective.Before(d) {
			before = r
		} else if d.Before(r.Effective) {
			return before, r
		}
	}
	return before, nil
}

// aroundLinks lead to the held releases nearest to a day.
func (v *visit) aroundLinks(d archive.Date) []link {
	var out []link
	before, after := v.heldAround(d)
	for _, r := range []*archive.Release{before, after} {
		if r != nil {
			out = append(out, v.releaseLink(*r))
		}
	}
	return out
}
