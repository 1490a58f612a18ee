package index

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"rulebook/archive"
	"rulebook/search"
)

// searched says in words what a set of releases is.
func (x *Index) searched(set releaseSet) string {
	lo, hi := set.oldest(), set.newest()
	newest := len(x.held) - 1
	switch {
	case hi < 0:
		return "no release held was searched"
	case lo == hi && hi == newest:
		return "searched " + x.held[hi].Label() + ", the newest release held"
	case lo == hi:
		return "searched " + x.held[hi].Label()
	case lo == 0 && hi == newest:
		return fmt.Sprintf("searched all %d releases held", len(x.held))
	}
	return fmt.Sprintf("searched %d releases, %s to %s", hi-lo+1, x.held[lo].Label(), x.held[hi].Label())
}

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

// advise looks for what helps when a search found nothing: the word put right,
// the wordings outside the scope.
func (x *Index) advise(ctx context.Context, r *search.Results, q search.Query, root search.Node, set releaseSet) error {
	if corrected, changed := x.correct(q.Root); changed {
		r.DidYouMean = search.Query{Root: corrected}.String()
	}
	if r.Total > 0 || namesReleases(q.Root) || set.oldest() == 0 && set.newest() == len(x.held)-1 {
		return nil
	}
	everywhere := x.newTranslation(ctx, newWindow(x.stretchSet(0, len(x.held)-1)))
	found, err := everywhere.candidates(root)
	if err != nil {
		return err
	}
	if r.Older = len(found); r.Older == 0 && r.DidYouMean == "" {
		return x.spare(ctx, r, root, set)
	}
	return nil
}

// spare looks for the word without which a query that found nothing finds
// something: the one that costs most.
func (x *Index) spare(ctx context.Context, r *search.Results, root search.Node, set releaseSet) error {
	const most = 8 // words to try, since each is a search
	all := conjuncts(root)
	if len(all) < 2 || len(all) > most {
		return nil
	}
	fewest := 0
	for i, part := range all {
		if _, word := part.(search.Word); !word {
			continue
		}
		t := x.newTranslation(ctx, newWindow(set))
		found, err := t.candidates(search.And{Parts: slices.Delete(slices.Clone(all), i, i+1)})
		if err != nil {
			return err
		}
		if n := len(found); n > 0 && (fewest == 0 || n < fewest) {
			fewest = n
			r.Without = part.String()
		}
	}
	return nil
}

// advice is what to do next, in words.
func (x *Index) advice(r *search.Results) []string {
	var all []string
	if r.Total == 0 && r.Older > 0 {
		wordings := "wordings of other releases match"
		if r.Older == 1 {
			wordings = "1 wording of other releases matches"
		} else {
			wordings = fmt.Sprintf("%d %s", r.Older, wordings)
		}
		all = append(all, "nothing found there, but "+wordings+"; search all releases (--all) to see them")
	} else if r.Total == 0 {
		all = append(all, "nothing found")
	}
	if r.Without != "" {
		all = append(all, "without "+r.Without+" there would be something")
	}
	if r.DidYouMean != "" {
		all = append(all, "did you mean: "+r.DidYouMean)
	}
	return all
}

// correct puts right each word that the book has never held; changed is false
// when there is none, or nothing like it.
func (x *Index) correct(n search.Node) (corrected search.Node, changed bool) {
	switch n := n.(type) {
	case search.And:
		parts, changed := x.correctAll(n.Parts)
		return search.And{Parts: parts}, changed
	case search.Or:
		parts, changed := x.correctAll(n.Parts)
		return search.Or{Parts: parts}, changed
	case search.Word:
		words, changed := x.correctWords(n.Words())
		return search.JoinWords(words), changed
	case search.Phrase:
		words, changed := x.correctWords(slices.Clone(n.Words))
		return search.Phrase{Words: words}, changed
	}
	return n, false
}

func (x *Index) correctAll(nodes []search.Node) (parts []search.Node, changed bool) {
	for _, n := range nodes {
		part, c := x.correct(n)
		parts, changed = append(parts, part), changed || c
	}
	return parts, changed
}

// correctWords puts right the words in place.
func (x *Index) correctWords(words []string) (corrected []string, changed bool) {
	for i, w := range words {
		if x.knows(w) || !worthFuzzing(w) {
			continue
		}
		if near := x.facts.words.nearest(w); near != "" {
			words[i], changed = near, true
		}
	}
	return words, changed
}

// knows reports whether the book has held the word in any of its forms, or
// players have it as a name.
func (x *Index) knows(word string) bool {
	_, known := x.facts.words.stem(x.stems.stem(word))
	return known || search.IsName(word)
}
