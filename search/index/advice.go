package index

import (
	"context"
	"fmt"
	"sort"

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
	sections := make(map[search.SectionCount]int)
	stood, arrived := make([]int, len(x.held)+1), make([]int, len(x.held))
	for _, c := range found {
		sections[x.section(c)]++
		runs := x.facts.stretches(int(c.doc))
		for _, run := range runs {
			stood[run.from]++
			stood[run.to+1]--
		}
		from, _ := reign(runs, int(c.run))
		arrived[from]++
	}
	for s, n := range sections {
		s.Count = n
		r.Sections = append(r.Sections, s)
	}
	sort.Slice(r.Sections, func(i, j int) bool { return sectionOrder(r.Sections[i]) < sectionOrder(r.Sections[j]) })
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

// sectionOrder puts the numbered sections first, then the glossary, then the rest.
func sectionOrder(s search.SectionCount) string {
	return fmt.Sprintf("%02d %s", (s.Number+98)%99, s.Query)
}

// section is where in the book a candidate stands.
func (x *Index) section(c candidate) search.SectionCount {
	if n := c.number.number(); !n.IsZero() {
		return search.SectionCount{Number: n.Section, Title: x.facts.sections[n.Section], Query: fmt.Sprintf("rule:%d", n.Section)}
	}
	kind := x.facts.docs[c.doc].kind
	title := kind.String()
	if kind == archive.Term {
		title = "Glossary"
	}
	return search.SectionCount{Title: title, Query: "kind:" + kind.String()}
}

// advise looks for what helps when a search found nothing: the word put right,
// the wordings outside the scope.
func (x *Index) advise(ctx context.Context, r *search.Results, q search.Query, root search.Node, set releaseSet) error {
	corrected, changed, err := x.correct(q.Root)
	if err != nil {
		return err
	}
	if changed {
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
	r.Older = len(found)
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
		all = append(all, "nothing found there, but "+wordings+"; search all releases with --all")
	} else if r.Total == 0 {
		all = append(all, "nothing found")
	}
	if r.DidYouMean != "" {
		all = append(all, "did you mean: "+r.DidYouMean)
	}
	return all
}

// correct puts right each word that the book has never held; changed is false
// when there is none, or nothing like it.
func (x *Index) correct(n search.Node) (corrected search.Node, changed bool, err error) {
	switch n := n.(type) {
	case search.And:
		parts, changed, err := x.correctAll(n.Parts)
		return search.And{Parts: parts}, changed, err
	case search.Or:
		parts, changed, err := x.correctAll(n.Parts)
		return search.Or{Parts: parts}, changed, err
	case search.Word:
		words := n.Words()
		changed, err := x.correctWords(words)
		return search.JoinWords(words), changed, err
	case search.Phrase:
		words := append([]string{}, n.Words...)
		changed, err := x.correctWords(words)
		return search.Phrase{Words: words}, changed, err
	}
	return n, false, nil
}

func (x *Index) correctAll(nodes []search.Node) (parts []search.Node, changed bool, err error) {
	for _, n := range nodes {
		part, c, err := x.correct(n)
		if err != nil {
			return nil, false, err
		}
		parts, changed = append(parts, part), changed || c
	}
	return parts, changed, nil
}

// correctWords puts right the words in place.
func (x *Index) correctWords(words []string) (changed bool, err error) {
	for i, w := range words {
		held, err := x.holds(w)
		if held || err != nil || !worthFuzzing(w) {
			if err != nil {
				return false, err
			}
			continue
		}
		near, err := x.nearest(w)
		if err != nil {
			return false, err
		}
		if near != "" {
			words[i], changed = near, true
		}
	}
	return changed, nil
}
