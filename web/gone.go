package web

import (
	"fmt"
	"net/http"

	"rulebook/archive"
)

// noSuchNumber says what is near a number that a release does not have, when it was in
// use, and where the rule went that bore it.
func (v *visit) noSuchNumber(b *book, n archive.Number) error {
	r := b.Release
	p := &problem{status: http.StatusNotFound, title: fmt.Sprintf("No rule %s in %s", n, nameOf(r)),
		says: fmt.Sprintf("The rules of %s (%s) have no %s.", nameOf(r), r.Effective.Long(), n)}
	tenures, err := v.archive.NumberTenures(v.ctx(), n)
	if err != nil {
		return fmt.Errorf("look up who bore %s: %w", n, err)
	}
	if t := nearestTenure(tenures, r.Effective); t != nil {
		first, last := v.heldAt(t.From), v.heldAt(t.To)
		p.says += " The number was in use " + during(first, last) + "."
		at := last.Effective
		if r.Effective.Before(t.From) {
			at = first.Effective
		}
		if err := v.sayWhere(p, t.Lineage, at, r.Effective); err != nil {
			return err
		}
		p.next = append(p.next, link{Href: v.to.number(at, n), Label: n.String() + " as of " + nameOf(v.heldAt(at))},
			link{Href: v.to.history(at, n), Label: "Its history"})
	}
	for _, e := range archive.EvidenceUnder(v.excerpts, v.releases, n) {
		if l := v.evidenceLink(&e); l.Href != "" {
			p.near = append(p.near, link{Href: l.Href, Label: n.String(), Note: "in an excerpt of " + l.Label})
		}
	}
	for _, m := range b.nearNumbers(n) {
		p.near = append(p.near, link{Href: v.to.number(r.Effective, m), Label: m.String(), Note: opening(b.Entries[b.at[m]].Text, 70)})
	}
	p.next = append(p.next,
		link{Href: v.to.release(r.Effective), Label: "Contents of " + nameOf(r)},
		link{Href: v.to.search("q", n.String(), "in", "all"), Label: "Search all releases for " + n.String()})
	return p
}

// during says a stretch of releases in words.
func during(first, last archive.Release) string {
	if first.Effective == last.Effective {
		return "in " + nameOf(first) + " only"
	}
	return "from " + nameOf(first) + " to " + nameOf(last)
}

// nearestTenure is the last stretch that began before a day, else the first one.
func nearestTenure(tenures []archive.Tenure, d archive.Date) *archive.Tenure {
	var nearest *archive.Tenure
	for i := range tenures {
		if nearest == nil || tenures[i].From.Before(d) {
			nearest = &tenures[i]
		}
	}
	return nearest
}

// sayWhere says on an error page where, as of day d, a lineage is that bore what was
// asked for on another day, and leads there.
func (v *visit) sayWhere(p *problem, id archive.LineageID, then, d archive.Date) error {
	l, err := v.life(v.ctx(), id)
	if err != nil {
		return err
	}
	s, was := l.spanAt(d), l.spanAt(then)
	switch {
	case s != nil && was != nil && spanName(s) != spanName(was):
		p.says += fmt.Sprintf(" What bore it is %s here.", spanName(s))
		p.near = append(p.near, link{Href: v.entryOfSpan(d, s), Label: spanName(s), Note: "which " + spanName(was) + " became"})
		if d.Before(then) {
			p.near[len(p.near)-1].Note = "which became " + spanName(was)
		}
	case !l.Gone.IsZero() && l.Gone.Compare(d) <= 0:
		gone := v.heldAt(l.Gone)
		p.says += fmt.Sprintf(" What bore it is gone since %s.", nameOf(gone))
	case d.Before(l.Born):
		p.says += fmt.Sprintf(" What bears it came in %s.", nameOf(v.heldAt(l.Born)))
	}
	return nil
}

// noSuchTerm says what is near a term that a glossary does not have, when glossaries
// had it, and what it became.
func (v *visit) noSuchTerm(b *book, asked string) error {
	r := b.Release
	p := &problem{status: http.StatusNotFound, title: "No such term in the glossary",
		says: fmt.Sprintf("The glossary of %s (%s) has no term “%s”.", nameOf(r), r.Effective.Long(), shorten(asked))}
	s := slug(asked)
	if first, last, ok := v.stay(s); ok {
		p.says += " Glossaries had it " + during(first, last) + "."
		at := last
		if r.Effective.Before(first.Effective) {
			at = first
		}
		then, err := v.book(v.ctx(), at.Effective)
		if err != nil {
			return err
		}
		if i, ok := then.slugs[s]; ok && then.Entries[i].Lineage != 0 {
			if err := v.sayWhere(p, then.Entries[i].Lineage, at.Effective, r.Effective); err != nil {
				return err
			}
		}
		p.next = append(p.next, link{Href: v.to.term(at.Effective, s), Label: "The term as of " + nameOf(at)})
	}
	for _, i := range b.nearTerms(asked) {
		p.near = append(p.near, *v.termLink(b, i))
	}
	p.next = append(p.next,
		link{Href: v.to.glossary(r.Effective), Label: "All terms of " + nameOf(r)},
		link{Href: v.to.search("q", shorten(asked)), Label: "Search the rules for “" + shorten(asked) + "”"})
	return p
}

// noSuchEntry answers for what is no number at all.
func (v *visit) noSuchEntry(b *book, asked string) error {
	p := &problem{status: http.StatusNotFound, title: "No such rule",
		says: fmt.Sprintf("“%s” is no rule number such as 702, 702.19 or 702.19b.", shorten(asked))}
	for _, i := range b.nearTerms(asked) {
		p.near = append(p.near, link{Href: v.to.term(b.Release.Effective, b.slugOf[i]), Label: b.Entries[i].Term, Note: "in the glossary"})
	}
	p.next = []link{
		{Href: v.to.search("q", shorten(asked)), Label: "Search for “" + shorten(asked) + "”"},
		{Href: v.to.release(b.Release.Effective), Label: "Contents of " + nameOf(b.Release)},
	}
	return p
}
