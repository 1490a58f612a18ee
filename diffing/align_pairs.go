package diffing

import (
	"strings"

	"rulebook/archive"
)

// pairs writes down what was found.
func (a *alignment) pairs() []archive.Pair {
	score := make(map[[2]int]*rating, len(a.rated))
	offerOld, offerNew := make(map[int]*rating), make(map[int]*rating)
	for i := range a.rated {
		r := &a.rated[i]
		score[[2]int{r.old, r.new}] = r
		if a.old.pair[r.old] != none || a.new.pair[r.new] != none || r.score < offered {
			continue
		}
		if best := offerNew[r.new]; best == nil || r.score > best.score {
			offerNew[r.new] = r
		}
		if best := offerOld[r.old]; best == nil || r.score > best.score {
			offerOld[r.old] = r
		}
	}
	var out []archive.Pair
	for n := range a.new.Entries {
		if !comparable(a.new.Entries[n].Kind) {
			continue
		}
		switch o := a.new.pair[n]; {
		case o != none:
			out = append(out, archive.Pair{Old: o, New: n, Relation: archive.Continues, Link: a.link(o, n, score[[2]int{o, n}])})
		case offerNew[n] != nil:
			out = append(out, archive.Pair{Old: offerNew[n].old, New: n, Relation: archive.Added, Link: doubted(offerNew[n])})
		default:
			out = append(out, archive.Pair{Old: none, New: n, Relation: archive.Added, Link: archive.Link{Reason: "nothing like it before", Score: 1}})
		}
	}
	for o := range a.old.Entries {
		if !comparable(a.old.Entries[o].Kind) || a.old.pair[o] != none {
			continue
		}
		p := archive.Pair{Old: o, New: none, Relation: archive.Removed, Link: archive.Link{Reason: "nothing like it after", Score: 1}}
		if link, byHand := a.links[-1-o]; byHand {
			p.Link = link
		} else if r := offerOld[o]; r != nil {
			p.New, p.Link = r.new, doubted(r)
		}
		out = append(out, p)
	}
	return out
}

// offered is the least evidence at which a pair that is not believed is offered
// as a candidate.
const offered = 0.40

// doubted is the link of an entry that came or went although a candidate was near.
func doubted(r *rating) archive.Link {
	return archive.Link{Reason: "too little alike to be the same", Score: confidence(1 - r.score)}
}

func confidence(score float64) float64 {
	return float64(int(100*min(1, max(0, score))+0.5)) / 100
}

// link gives reason and confidence of a pair.
func (a *alignment) link(o, n int, r *rating) archive.Link {
	if link, byHand := a.links[n]; byHand {
		return link
	}
	e, f := &a.old.Entries[o], &a.new.Entries[n]
	score := 1.0
	if r != nil {
		score = confidence(r.score)
	}
	return archive.Link{Reason: reason(e, f), Score: score}
}

func reason(e, f *archive.Entry) string {
	var parts []string
	switch {
	case exact(e) == exact(f):
		parts = append(parts, "same text")
	case folded(e) == folded(f):
		parts = append(parts, "same text but for typography")
	default:
		parts = append(parts, "like text")
	}
	switch {
	case e.Kind == archive.Term && e.Term == f.Term:
		parts = append(parts, "same term")
	case !e.Number.IsZero() && e.Number == f.Number:
		parts = append(parts, "same number")
	}
	return strings.Join(parts, ", ")
}
