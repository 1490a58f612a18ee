package index

import (
	"fmt"
	"sort"
	"strings"

	"rulebook/archive"
	"rulebook/search"
)

// count fills in the counts by section and by release.
func (x *Index) count(r *search.Results, found []candidate, set releaseSet) {
	sections := make(map[place]int)
	stood, arrived := make([]int, len(x.held)+1), make([]int, len(x.held))
	for _, c := range found {
		sections[x.place(c)]++
		runs := x.facts.stretches(int(c.doc))
		for _, run := range runs {
			stood[run.from]++
			stood[run.to+1]--
		}
		from, _ := reign(runs, int(c.run))
		arrived[from]++
	}
	for p, n := range sections {
		r.Sections = append(r.Sections, x.section(p, n))
	}
	sort.Slice(r.Sections, func(i, j int) bool { return order(r.Sections[i]) < order(r.Sections[j]) })
	standing := 0
	for i, release := range x.held {
		standing += stood[i]
		if set[i] && standing > 0 || arrived[i] > 0 {
			c := search.ReleaseCount{Release: release, Arrived: arrived[i]}
			if set[i] {
				c.Count = standing
			}
			r.Releases = append(r.Releases, c)
		}
	}
}

// place is where in the book a wording stands: in a numbered section, or as an
// entry of a kind that bears no number.
type place struct {
	section int
	kind    archive.Kind
}

func (x *Index) place(c candidate) place {
	if section := int(c.number >> sectionAt); section > 0 {
		return place{section: section}
	}
	return place{kind: x.facts.docs[c.doc].kind}
}

// section is the count of a place.
func (x *Index) section(p place, n int) search.SectionCount {
	switch {
	case p.section > 0:
		return search.SectionCount{Number: p.section, Title: x.facts.sections[p.section], Count: n, Query: fmt.Sprintf("rule:%d", p.section)}
	case p.kind == archive.Term:
		return search.SectionCount{Title: "Glossary", Count: n, Query: "kind:glossary"}
	}
	return search.SectionCount{Title: strings.ToUpper(p.kind.String()[:1]) + p.kind.String()[1:], Count: n, Query: "kind:" + p.kind.String()}
}

// order puts the numbered sections first, then the glossary, then the rest.
func order(s search.SectionCount) string {
	if s.Number > 0 {
		return fmt.Sprint(s.Number)
	}
	if s.Title == "Glossary" {
		return "a"
	}
	return "b" + s.Title
}
