package web

import (
	"slices"
	"strings"
	"unicode"

	"rulebook/archive"
)

// glossaryPage lists a release's terms under their letters.
type glossaryPage struct {
	frame
	Letters []letterView
	Total   int
}

type letterView struct {
	Letter string
	Terms  []entryView
}

// showGlossary answers /r/DATE/glossary.
func (v *visit) showGlossary() (answer, error) {
	r, dated, err := v.release("release")
	if err != nil {
		return nil, err
	}
	if !dated && !v.json {
		return redirect(v.to.glossary(r.Effective)), nil
	}
	b, err := v.book(v.ctx(), r.Effective)
	if err != nil {
		return nil, err
	}
	p := glossaryPage{frame: v.frameOf(r, "Glossary, "+nameOf(r)), Total: len(b.terms)}
	p.Canonical = v.to.glossary(r.Effective)
	p.When.lead(v.to.glossary)
	for k, letter := range letters(b) {
		if n := len(p.Letters); n == 0 || p.Letters[n-1].Letter != letter {
			p.Letters = append(p.Letters, letterView{Letter: letter})
		}
		at := &p.Letters[len(p.Letters)-1]
		at.Terms = append(at.Terms, v.entry(b, b.terms[k]))
	}
	return page{template: "glossary", data: p, document: v.showDocument(b, b.terms)}, nil
}

// letters are the letters that a book's terms stand under, in printed order. A term that
// is printed out of its place stands with those around it, so that each letter has one
// place: what the longest run in order leaves out is out of place.
func letters(b *book) []string {
	initials := make([]string, len(b.terms))
	best := make([]int, len(b.terms)) // the longest run in order that ends here
	before := make([]int, len(b.terms))
	last := -1
	for k, i := range b.terms {
		initials[k] = initial(b.Entries[i].Term)
		best[k], before[k] = 1, -1
		for j := range k {
			if initials[j] <= initials[k] && best[j] >= best[k] {
				best[k], before[k] = best[j]+1, j
			}
		}
		if last < 0 || best[k] > best[last] || best[k] == best[last] && initials[k] < initials[last] {
			last = k
		}
	}
	placed := len(initials) // from here on all stand under their letters
	for k := last; k >= 0; k = before[k] {
		for out := k + 1; out < placed; out++ {
			initials[out] = initials[k]
		}
		placed = k
	}
	for out := range placed {
		initials[out] = initials[placed]
	}
	return initials
}

// initial is the letter that a term is filed under; "#" for signs and digits.
func initial(term string) string {
	for _, r := range archive.Fold(term) {
		if unicode.IsLetter(r) {
			return strings.ToUpper(string(r))
		}
		if unicode.IsDigit(r) || r == '+' {
			return "#"
		}
	}
	return "#"
}

// termPage is one glossary term as of a release.
type termPage struct {
	frame
	Glossary string
	Entry    entryView
	Cites    []citedEntry
	Mentions []citedEntry // rules that bear the term as their title
	Before   *link
	After    *link
	Strip    *strip
	Life     lifeWords
	Age      *ageView // the words by age, where asked for
	AgeHref  string   // the page with or without them
	History  string
	Search   string
	Trend    string
	Copies   []copyForm
	Quotes   []copyForm // the text itself, ready to be pasted
}

// showTerm answers /r/DATE/glossary/TERM.
func (v *visit) showTerm() (answer, error) {
	r, dated, err := v.release("release")
	if err != nil {
		return nil, err
	}
	b, err := v.book(v.ctx(), r.Effective)
	if err != nil {
		return nil, err
	}
	asked := v.PathValue("term")
	s := slug(asked)
	i, ok := b.slugs[s]
	if !ok {
		return nil, v.noSuchTerm(b, asked)
	}
	if !v.json && (!dated || s != asked) {
		return redirect(v.to.term(r.Effective, s)), nil
	}
	e := &b.Entries[i]
	p := termPage{frame: v.frameOf(r, e.Term), Glossary: v.to.glossary(r.Effective) + "#term-" + s, Entry: v.entry(b, i),
		History: v.to.historyOfTerm(r.Effective, s), Cites: v.citedEntries(b, b.cites(e)),
		Trend:  v.to.trend() + query("q", e.Term),
		Search: v.to.search("q", `"`+e.Term+`"`, "in", r.Effective.String())}
	p.Entry.Here = true
	p.Canonical = v.to.term(r.Effective, s)
	p.Description = opening(e.Text, 160)
	p.Copies = v.copies(r, "glossary, “"+e.Term+"”", p.Canonical)
	for at, j := range b.terms {
		if j != i {
			continue
		}
		if at > 0 {
			p.Before = v.termLink(b, b.terms[at-1])
		}
		if at+1 < len(b.terms) {
			p.After = v.termLink(b, b.terms[at+1])
		}
	}
	for j := range b.Entries {
		if o := &b.Entries[j]; o.IsTitle() && archive.FoldCase(o.Text) == archive.FoldCase(e.Term) {
			p.Mentions = append(p.Mentions, v.citedEntry(b, j))
		}
	}
	p.Cites = slices.DeleteFunc(p.Cites, func(c citedEntry) bool { // those stand among its rules already
		return slices.ContainsFunc(p.Mentions, func(m citedEntry) bool { return m.Href == c.Href })
	})
	if e.Lineage != 0 {
		l, err := v.life(v.ctx(), e.Lineage)
		if err != nil {
			return nil, err
		}
		p.Strip = v.strip(l, r.Effective, p.History)
		p.Life = v.lifeWords(l, r.Effective)
		p.Quotes = v.quotes(b, []int{i}, l)
		v.leadAlong(p.When, l)
		p.Feed = v.changesFeed(p.History, e.Name())
		if p.Age, p.AgeHref, err = v.ageAsked(p.Canonical, e.Lineage, r.Effective); err != nil {
			return nil, err
		}
	}
	return page{template: "term", data: p, document: v.showDocument(b, []int{i})}, nil
}

func (v *visit) termLink(b *book, i int) *link {
	return &link{Href: v.to.term(b.Release.Effective, b.slugOf[i]), Label: b.Entries[i].Term}
}

// newestTerm answers /glossary and /glossary/TERM, addresses without a date: they
// lead to the newest release that has the term.
func (v *visit) newestTerm() (answer, error) {
	d := v.newest().Effective
	asked := v.PathValue("term")
	if asked == "" {
		return redirect(v.to.glossary(d) + v.inFormat()), nil
	}
	b, err := v.book(v.ctx(), d)
	if err != nil {
		return nil, err
	}
	s := slug(asked)
	if _, ok := b.slugs[s]; ok {
		return redirect(v.to.term(d, s) + v.inFormat()), nil
	}
	if _, last, ok := v.stay(s); ok {
		return redirect(v.to.term(last.Effective, s) + v.inFormat()), nil
	}
	return nil, v.noSuchTerm(b, asked)
}
