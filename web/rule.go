package web

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/archive/quote"
)

// rulePage is a rule, a subrule or a heading as of a release, in its place.
type rulePage struct {
	frame
	Crumbs  []link
	Name    string // "702.19b" or "702 Keyword Abilities"
	Heading string // a heading's or titled rule's own title
	Parent  *entryView
	Entries []entryView // the entry itself; two where the number is printed twice
	Below   []entryView // what stands under it
	Index   []link      // the titled rules of a heading, when there are many
	Beside  []entryView // its siblings, for a subrule, and itself among them
	Folded  []entryView // siblings further up, folded away
	// FoldedRange names them: "704.5a to 704.5m".
	FoldedRange string
	Before      *link // the entries of its kind before and after it in the book
	After       *link
	Strip       *strip
	Life        lifeWords
	Age         *ageView // the words by age, where asked for
	AgeHref     string   // the page with or without them
	Cites       []citedEntry
	CitedBy     []citedEntry
	Copies      []copyForm
	Quotes      []copyForm // the text itself, ready to be pasted
	History     string
	Keyword     *link // the page of the keyword that it defines
	Evidence    []evidenceView
}

// citedEntry is an entry at the other end of a citation, with its text in reach.
type citedEntry struct {
	link
	Text template.HTML
}

// lifeWords say a lineage's history in short.
type lifeWords struct {
	Reads    string // "Reads so since"
	Since    link   // the release that brought the present wording
	Sentence string // the rest of it
	More     []link // earlier and later numbers, splits and merges
}

// copyForm is a citation ready to be copied.
type copyForm struct{ Name, Text string }

// showEntry answers /r/DATE/NUMBER.
func (v *visit) showEntry() (answer, error) {
	if piece := v.piece("release"); piece != nil {
		return v.showExcerpted(piece)
	}
	r, dated, err := v.release("release")
	if err != nil {
		return nil, err
	}
	asked := v.PathValue("entry")
	b, err := v.book(v.ctx(), r.Effective)
	if err != nil {
		return nil, err
	}
	if kind, err := archive.ParseKind(asked); err == nil {
		if i := b.part(kind); i >= 0 && (kind == archive.Introduction || kind == archive.Credits) {
			if !dated && !v.json {
				return redirect(v.to.part(r.Effective, kind)), nil
			}
			return v.partPage(b, i)
		}
	}
	n, ok := archive.ParseCitation(asked)
	if !ok {
		return nil, v.noSuchEntry(b, asked)
	}
	if !v.json && (!dated || n.String() != asked) {
		return redirect(v.to.number(r.Effective, n) + query("age", v.query.Get("age"))), nil
	}
	if !b.has(n) {
		return nil, v.noSuchNumber(b, n)
	}
	return v.rulePage(b, n)
}

func (v *visit) rulePage(b *book, n archive.Number) (answer, error) {
	at := b.FindAll(n)
	own := &b.Entries[at[0]]
	d := b.Release.Effective
	p := rulePage{
		frame: v.frameOf(b.Release, titleOf(b, n)), Name: n.String(), Heading: b.titles[n],
		Crumbs: v.crumbs(b, n), Entries: v.entries(b, at), History: v.to.history(d, n),
	}
	p.Canonical = v.to.number(d, n)
	p.Description = opening(own.Text, 160)
	for i := range p.Entries {
		p.Entries[i].Here = true
	}
	switch n.Kind() {
	case archive.Subrule:
		if i, ok := b.at[n.Parent()]; ok {
			parent := v.entry(b, i)
			p.Parent = &parent
		}
		p.Beside = v.siblings(b, n)
		p.fold()
	case archive.Rule:
		p.Below = v.entries(b, b.under[n])
	case archive.Heading:
		p.Below = v.entries(b, b.below(n))
		p.Index = v.titledRules(b, n)
	case archive.Section:
		p.Below = v.entries(b, b.under[n])
	}
	if name := b.keywordOf(n); name != "" {
		p.Keyword = &link{Href: v.to.keyword(name) + v.inRelease(d), Label: "All about the keyword"}
	}
	p.Before, p.After = v.besideLinks(b, at[0])
	p.Cites = v.citedEntries(b, b.cites(own))
	for _, i := range b.citations(n) {
		p.CitedBy = append(p.CitedBy, v.citedEntry(b, i))
	}
	p.Copies = v.copies(b.Release, n.String(), p.Canonical)
	if own.Lineage != 0 {
		l, err := v.life(v.ctx(), own.Lineage)
		if err != nil {
			return nil, err
		}
		p.Strip = v.strip(l, d, p.History)
		p.Life = v.lifeWords(l, d)
		v.leadAlong(p.When, l)
		p.Feed = v.changesFeed(p.History, n.String())
		found, err := v.evidence(v.ctx(), l.spans)
		if err != nil {
			return nil, err
		}
		p.Evidence = v.evidenceViews(found, func(d archive.Date) string { return v.entryOfSpan(d, l.spanAt(d)) })
		if !own.IsTitle() {
			p.Quotes = v.quotes(b, at, l)
		}
		if !own.IsTitle() {
			if p.Age, p.AgeHref, err = v.ageAsked(p.Canonical, own.Lineage, d); err != nil {
				return nil, err
			}
		}
	}
	return page{template: "rule", data: p, document: v.showDocument(b, append(at, b.below(n)...))}, nil
}

// titleOf is a page's title for number n: "702.19b Trample".
func titleOf(b *book, n archive.Number) string {
	for p := n; !p.IsZero(); p = p.Parent() {
		if t := b.titles[p]; t != "" {
			return n.String() + " " + t
		}
	}
	return n.String()
}

// siblings are the entries beside subrule n under its rule, n's own among them.
func (v *visit) siblings(b *book, n archive.Number) []entryView {
	views := v.entries(b, b.under[n.Parent()])
	for i := range views {
		views[i].Here = views[i].ID == n.String()
	}
	if len(views) < 2 {
		return nil
	}
	return views
}

// fold puts siblings away that would push the rule itself far down.
func (p *rulePage) fold() {
	const kept = 2 // before the rule itself
	at := slices.IndexFunc(p.Beside, func(e entryView) bool { return e.Here })
	if at <= kept+1 { // folding a single one saves nothing
		return
	}
	p.Folded, p.Beside = p.Beside[:at-kept], p.Beside[at-kept:]
	p.FoldedRange = p.Folded[0].Label + " to " + p.Folded[len(p.Folded)-1].Label
}

// titledRules lists the rules of a heading that bear titles, when there are enough
// of them to need a list.
func (v *visit) titledRules(b *book, n archive.Number) []link {
	const enough = 8
	var list []link
	for _, i := range b.under[n] {
		e := &b.Entries[i]
		if e.IsTitle() {
			list = append(list, link{Href: "#" + e.Number.String(), Label: e.Text, Note: e.Number.String()})
		}
	}
	if len(list) < enough {
		return nil
	}
	return list
}

func (v *visit) besideLinks(b *book, i int) (before, after *link) {
	to := func(i int) *link {
		if i < 0 {
			return nil
		}
		e := &b.Entries[i]
		l := &link{Href: v.to.number(b.Release.Effective, e.Number), Label: e.Number.String()}
		if e.IsTitle() {
			l.Note = e.Text
		}
		return l
	}
	x, y := b.beside(i)
	return to(x), to(y)
}

// citedEntries are the entries that bear the numbers.
func (v *visit) citedEntries(b *book, numbers []archive.Number) []citedEntry {
	var out []citedEntry
	for _, n := range numbers {
		out = append(out, v.citedEntry(b, b.at[n]))
	}
	return out
}

func (v *visit) citedEntry(b *book, i int) citedEntry {
	e := &b.Entries[i]
	c := citedEntry{}
	d := b.Release.Effective
	switch {
	case e.Kind == archive.Term:
		c.Href, c.Label = v.to.term(d, b.slugOf[i]), e.Term
	case e.Number.IsZero():
		c.Href, c.Label = v.to.part(d, e.Kind), titleOfPart(e.Kind)
	default:
		c.Href, c.Label = v.to.number(d, e.Number), e.Number.String()
		for p := e.Number; !p.IsZero() && p.Heading != 0; p = p.Parent() {
			if t := b.titles[p]; t != "" {
				c.Note = t
				break
			}
		}
	}
	c.Text = b.inReach(i)
	return c
}

// inReach is the beginning of an entry's text, for those who do not want to leave the
// page; of a title, of the first entry under it that says something.
func (b *book) inReach(i int) template.HTML {
	const longest = 420 // runes; a definition fits, a page does not
	var p prose
	e := &b.Entries[i]
	for e.IsTitle() {
		under := b.under[e.Number]
		if len(under) == 0 {
			return ""
		}
		e = &b.Entries[under[0]]
		if !e.IsTitle() {
			p.markup("<b>")
			p.text(e.Number.String())
			p.markup("</b> ")
		}
	}
	p.text(opening(e.Text, longest))
	return p.html()
}

// copies are the forms in which people cite a rule.
func (v *visit) copies(r archive.Release, name, path string) []copyForm {
	address := v.absolute(path)
	if v.server.static && v.server.root == "" {
		return nil // an address that is not known cannot be cited
	}
	what := fmt.Sprintf("rule %s (%s, %s)", name, nameOf(r), r.Effective.Long())
	return []copyForm{
		{"Link", address},
		{"Plain", "Comprehensive Rules, " + what + ", " + address},
		{"Markdown", fmt.Sprintf("[CR %s](%s) (%s, %s)", name, address, nameOf(r), r.Effective)},
		{"Wiki", fmt.Sprintf("[%s CR %s] (%s, %s)", address, name, nameOf(r), r.Effective)},
	}
}

// quotes are entries of one lineage as the forms in which people quote rules.
func (v *visit) quotes(b *book, at []int, l *life) []copyForm {
	q := quote.Quote{Release: b.Release}
	for _, i := range at {
		q.Entries = append(q.Entries, b.Entries[i])
	}
	since := quote.Since(l.spans, b.Release.Effective)
	if since.IsZero() {
		return nil
	}
	q.Since, q.Beginning = v.heldAt(since), since == v.held[0].Effective
	var forms []copyForm
	for _, f := range []struct {
		name   string
		format quote.Format
	}{{"Plain", quote.Text}, {"Markdown", quote.Markdown}, {"Wiki", quote.Wikitext}} {
		var b strings.Builder
		if err := q.Write(&b, f.format); err != nil {
			return nil // a strings.Builder takes everything
		}
		forms = append(forms, copyForm{f.name, b.String()})
	}
	return forms
}

// lifeWords tell a life as of a day.
func (v *visit) lifeWords(l *life, d archive.Date) lifeWords {
	var w lifeWords
	reigns := v.reigns(l)
	at := 0
	wordings := 0
	for i, r := range reigns {
		if r.reworded || i == 0 {
			wordings++
			if r.From.Compare(d) <= 0 {
				at = i
			}
		}
	}
	if len(reigns) == 0 {
		return w
	}
	since := reigns[at].from
	w.Reads = "Reads so since"
	w.Since = link{Href: v.to.release(since.Effective), Label: nameOf(since), Note: since.Effective.Long()}
	if at == 0 && since.Effective == v.held[0].Effective {
		w.Since.Note = since.Effective.Long() + " or earlier, the first release held"
	}
	w.Sentence = count(wordings, "wording", "wordings") + " in all"
	if wordings == 1 {
		w.Sentence = "Never reworded"
	}
	if !l.Gone.IsZero() {
		gone := v.heldAt(l.Gone)
		w.More = append(w.More, link{Href: v.to.release(gone.Effective), Label: "Gone in " + nameOf(gone), Note: gone.Effective.Long()})
	}
	w.More = append(w.More, v.otherNumbers(reigns, d)...)
	return w
}

// otherNumbers are the numbers that a lineage bore at other times than d.
func (v *visit) otherNumbers(reigns []*reign, d archive.Date) []link {
	var now archive.Number
	for _, r := range reigns {
		if r.From.Compare(d) <= 0 && d.Compare(r.To) <= 0 {
			now = r.Number
		}
	}
	var out []link
	seen := map[archive.Number]bool{now: true}
	for i := len(reigns) - 1; i >= 0; i-- {
		r := reigns[i]
		if r.Number.IsZero() || seen[r.Number] {
			continue
		}
		seen[r.Number] = true
		out = append(out, link{Href: v.to.number(r.To, r.Number), Label: "Was " + r.Number.String(),
			Note: "until " + nameOf(r.to)})
		if d.Before(r.From) {
			out[len(out)-1].Label, out[len(out)-1].Note = "Became "+r.Number.String(), "in "+nameOf(r.from)
		}
	}
	return out
}

// leadAlong makes a page's ways to other releases lead to the same lineage there.
func (v *visit) leadAlong(w *when, l *life) {
	w.lead(func(d archive.Date) string {
		if s := l.spanAt(d); s != nil {
			return v.entryOfSpan(d, s)
		}
		return ""
	})
	w.nameToday(l)
}

// nameToday names the way to today by what the lineage is called there.
func (w *when) nameToday(l *life) {
	if w.Today == nil {
		return
	}
	if s := l.spanAt(w.Today.release.Effective); s != nil {
		w.Today.Label = spanName(s)
		w.Today.Same = true
	}
}

// partPage shows the introduction or the credits.
func (v *visit) partPage(b *book, i int) (answer, error) {
	e := &b.Entries[i]
	p := rulePage{frame: v.frameOf(b.Release, titleOfPart(e.Kind)), Heading: titleOfPart(e.Kind), Entries: v.entries(b, []int{i}),
		History: v.to.historyOfPart(b.Release.Effective, e.Kind)}
	p.Canonical = v.to.part(b.Release.Effective, e.Kind)
	p.Cites = v.citedEntries(b, b.cites(e))
	if e.Lineage != 0 {
		l, err := v.life(v.ctx(), e.Lineage)
		if err != nil {
			return nil, err
		}
		p.Strip = v.strip(l, b.Release.Effective, p.History)
		p.Life = v.lifeWords(l, b.Release.Effective)
		v.leadAlong(p.When, l)
	}
	return page{template: "rule", data: p, document: v.showDocument(b, []int{i})}, nil
}

func titleOfPart(k archive.Kind) string {
	switch k {
	case archive.Introduction:
		return "Introduction"
	case archive.Credits:
		return "Credits"
	case archive.Term:
		return "Glossary"
	}
	return k.String()
}
