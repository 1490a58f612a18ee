package diffing

import (
	"math"

	"rulebook/archive"
)

// sameWords is the likeness from which on two texts may differ in citations only.
const sameWords = 0.98

// offered is the least evidence at which a pair that is not believed is named as
// the candidate.
const offered = 0.40

// pairs writes down what was found.
func (a *alignment) pairs() []archive.Pair {
	splits := a.partings(a.old, a.new, a.openNew)
	merges := a.partings(a.new, a.old, a.openOld)
	rated := make(map[[2]int]*rating, len(a.rated))
	forOld, forNew := make(map[int]*rating), make(map[int]*rating) // the candidates
	for i := range a.rated {
		r := &a.rated[i]
		rated[[2]int{r.old, r.new}] = r
		if a.old.pair[r.old] != none || a.new.pair[r.new] != none || r.score < offered {
			continue
		}
		if best := forNew[r.new]; best == nil || r.score > best.score {
			forNew[r.new] = r
		}
		if best := forOld[r.old]; best == nil || r.score > best.score {
			forOld[r.old] = r
		}
	}
	out := make([]archive.Pair, 0, len(a.new.Entries)+len(a.old.Entries)/20)
	for n := range a.new.Entries {
		if !alignable(a.new.Entries[n].Kind) {
			continue
		}
		p := archive.Pair{Old: a.new.pair[n], New: n}
		split, isSplit := splits[n]
		switch {
		case p.Old != none:
			p.Relation, p.Link = archive.Continues, a.link(p.Old, n, rated[[2]int{p.Old, n}])
		case isSplit:
			p.Old, p.Relation, p.Link = split.whole, archive.SplitFrom, split.link("split off")
		default:
			p.Relation, p.Link = archive.Added, archive.Link{Reason: "nothing like it before", Score: 1}
			if r := forNew[n]; r != nil {
				p.Old, p.Link = r.old, r.doubt()
			}
		}
		out = append(out, p)
	}
	for o := range a.old.Entries {
		if !alignable(a.old.Entries[o].Kind) || a.old.pair[o] != none {
			continue
		}
		p := archive.Pair{Old: o, New: none, Relation: archive.Removed, Link: archive.Link{Reason: "nothing like it after", Score: 1}}
		link, byHand := a.links[-1-o]
		merge, isMerged := merges[o]
		switch {
		case byHand:
			p.Link = link
		case isMerged:
			p.New, p.Relation, p.Link = merge.whole, archive.MergedInto, merge.link("taken in")
		case forOld[o] != nil:
			p.New, p.Link = forOld[o].new, forOld[o].doubt()
		}
		out = append(out, p)
	}
	return out
}

// link gives reason and confidence of a split or merge.
func (p parting) link(what string) archive.Link {
	if p.taken >= mostOfPart {
		return archive.Link{Reason: what + ": most of its words are the other's", Score: cents(p.taken)}
	}
	return archive.Link{Reason: what + ": it is like the other and stands beside it", Score: cents(mostOfPart)}
}

// doubt is the link of an entry that came or went although there is a candidate.
func (r *rating) doubt() archive.Link {
	return archive.Link{Reason: "the candidate is not alike enough", Score: cents(1 - r.score/believed/2)}
}

// link gives reason and confidence of a pair.
func (a *alignment) link(o, n int, r *rating) archive.Link {
	if link, byHand := a.links[n]; byHand {
		return link
	}
	e, f := &a.old.Entries[o], &a.new.Entries[n]
	score := 1.0
	if r != nil {
		score = r.confidence()
	}
	var text string
	switch {
	case exact(e) == exact(f):
		text = "same text"
	case !e.Number.IsZero() && a.old.settled[o], folded(e) == folded(f): // settled, it was found so
		text = "same text but for typography"
	case (r == nil || r.alike > sameWords) && sameButCitations(e, f):
		text = "same text but for rule numbers"
	default:
		const neverSure = 0.99 // of what was reworded
		text, score = "reworded", min(score, neverSure)
	}
	return archive.Link{Reason: text + ", " + a.placeReason(o, n), Score: score}
}

// confidence maps the evidence for a believed pair to 0.5 to 1.
func (r *rating) confidence() float64 {
	const certain = 1 + sameParent // an equal text under a paired parent
	return cents(min(1, 0.5+0.5*(r.score-believed)/(certain-believed)))
}

// placeReason says how the places of a pair hang together.
func (a *alignment) placeReason(o, n int) string {
	e, f := &a.old.Entries[o], &a.new.Entries[n]
	switch {
	case e.Kind == archive.Term && archive.FoldCase(e.Term) == archive.FoldCase(f.Term):
		return "same term"
	case e.Kind == archive.Term:
		return "another term"
	case e.Number == f.Number && !e.Number.IsZero():
		return "same number"
	case e.Number.IsZero():
		return "the only one of its kind"
	case a.paired(a.old.parent[o], a.new.parent[n]):
		return "under the same parent"
	case a.paired(a.old.heading(o), a.new.heading(n)):
		return "under the same heading"
	}
	return "from elsewhere"
}

// sameButCitations reports whether two entries differ in the rule numbers they
// cite and in typography only.
func sameButCitations(e, f *archive.Entry) bool {
	s, t := Tokenize(e.Wording()), Tokenize(f.Wording())
	if len(s) != len(t) {
		return false
	}
	for i := range s {
		if s[i].Fold != t[i].Fold && !(cites(s[i]) && cites(t[i])) {
			return false
		}
	}
	return true
}

// cites reports whether a token is a rule number, or may be one.
func cites(t Token) bool {
	return t.Kind == CitationToken || t.Kind == NumeralToken && len(t.Fold) == 3
}

// cents rounds to two decimals, so that a score is the same on every machine.
func cents(score float64) float64 { return math.Round(100*score) / 100 }
