package index

import (
	"context"
	"fmt"
	"slices"

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

// advise looks for what helps: the words put right, and when nothing was found the
// wordings outside the scope, or the word in the way.
func (x *Index) advise(ctx context.Context, r *search.Results, q search.Query, root search.Node, set releaseSet) error {
	if corrected, changed := x.correct(q.Root); changed {
		// Advice that finds nothing is none.
		found, err := x.newTranslation(ctx, newWindow(x.stretchSet(0, len(x.held)-1))).candidates(corrected)
		if err != nil {
			return err
		}
		if len(found) > 0 {
			r.DidYouMean = search.Query{Root: corrected}.String()
		}
	}
	if r.Total > 0 {
		return nil
	}
	if whole := x.stretchSet(0, len(x.held)-1); !namesReleases(q.Root) && !slices.Equal(set, whole) {
		found, err := x.newTranslation(ctx, newWindow(whole)).candidates(root)
		if err != nil {
			return err
		}
		r.Older = len(found)
	}
	if r.Older > 0 || r.DidYouMean != "" {
		return nil
	}
	return x.spare(ctx, r, root, set)
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
	switch {
	case r.Total > 0:
	case r.Older == 0:
		all = append(all, "nothing found")
	case r.Older == 1:
		all = append(all, "nothing found there, but 1 wording of other releases matches; search all releases (--all) to see it")
	default:
		all = append(all, fmt.Sprintf("nothing found there, but %d wordings of other releases match; search all releases (--all) to see them", r.Older))
	}
	if r.Without != "" {
		all = append(all, "without "+r.Without+" there would be something")
	}
	if r.DidYouMean != "" {
		all = append(all, "did you mean: "+r.DidYouMean)
	}
	return all
}
