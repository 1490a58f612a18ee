package diffing

import (
	"cmp"
	"slices"

	"rulebook/archive"
)

// classifier gives a compared text its class. It knows which rule of the newer
// book is which of the older.
type classifier struct {
	old, new *archive.Snapshot
	// continued are the entries of the older book that the newer one holds too, by
	// their number, and became where each is there. Only a slip of the editors lets
	// one number stand twice.
	continued []int32
	became    []int32
}

func newClassifier(old, new *archive.Snapshot, pairs []archive.Pair) *classifier {
	c := &classifier{old: old, new: new, continued: make([]int32, 0, len(old.Entries)), became: make([]int32, len(old.Entries))}
	for i := range pairs {
		if p := &pairs[i]; p.Relation == archive.Continues && !old.Entries[p.Old].Number.IsZero() {
			c.continued = append(c.continued, int32(p.Old))
			c.became[p.Old] = int32(p.New)
		}
	}
	slices.SortFunc(c.continued, func(a, b int32) int {
		return cmp.Or(old.Entries[a].Number.Compare(old.Entries[b].Number), cmp.Compare(a, b))
	})
	return c
}

// becomes reports whether a number of the older book is borne by the same rule as
// one of the newer.
func (c *classifier) becomes(was, is archive.Number) bool {
	numbered := func(i int32) archive.Number { return c.old.Entries[i].Number }
	at, _ := slices.BinarySearchFunc(c.continued, was, func(i int32, n archive.Number) int { return numbered(i).Compare(n) })
	for ; at < len(c.continued) && numbered(c.continued[at]) == was; at++ {
		if c.new.Entries[c.became[c.continued[at]]].Number == is {
			return true
		}
	}
	return false
}

// classify returns the class of a comparison whose folded texts differ: wording,
// list, reference-target or references; and the numbers that are cited as before and
// are no longer borne by the rules they meant, when only references changed.
func (c *classifier) classify(cmp *comparison) (Class, *Members, []archive.Number) {
	oldRefs, newRefs := cmp.crossReferences()
	if len(oldRefs) > 0 && sameBut(cmp, oldRefs, newRefs) {
		if same, stayed := c.sameTargets(oldRefs, newRefs); !same {
			return ReferenceTarget, nil, stayed
		}
		return References, nil, nil
	}
	if members := listMembers(cmp, oldRefs, newRefs); members != nil {
		return List, members, nil
	}
	return Wording, nil, nil
}

// crossReference is the range of words that name rules: "rules 601.2f-h",
// "rule 510, “Combat Damage Step.”".
type crossReference struct {
	lo, hi  int
	numbers []archive.Number
}

// crossReferences finds the cross-references of both texts, or none where no
// number changed, which saves reading most texts.
func (c *comparison) crossReferences() (old, new []crossReference) {
	for _, r := range c.runs {
		if r.equal {
			continue
		}
		if c.old.anyNumeral(r.old0, r.old1) || c.new.anyNumeral(r.new0, r.new1) {
			return c.old.crossReferences(), c.new.crossReferences()
		}
	}
	return nil, nil
}

func (s *strand) anyNumeral(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if k := s.word(i).Kind; k == CitationToken || k == NumeralToken {
			return true
		}
	}
	return false
}

func (s *strand) crossReferences() []crossReference {
	var refs []crossReference
	for _, cited := range archive.Citations(s.text) {
		at, exact := slices.BinarySearchFunc(s.words, cited.Start, func(w wordSpan, start int) int { return int(w.lo) - start })
		if !exact {
			at-- // the far end of a range lies inside the word of the near end
		}
		last := len(refs) - 1
		if last >= 0 && (at < refs[last].hi || s.joins(refs[last].hi, at)) {
			refs[last].hi = s.behindTitle(max(refs[last].hi, at+1))
			refs[last].numbers = append(refs[last].numbers, cited.Number)
			continue
		}
		lo := at
		if lo > 0 && leadWords[s.word(lo-1).Fold] {
			lo--
		}
		refs = append(refs, crossReference{lo, s.behindTitle(at + 1), []archive.Number{cited.Number}})
	}
	return refs
}

var (
	leadWords = setOf("rule rules section sections Rule Rules Section Sections")
	joinWords = setOf("rule rules section sections and or to through , ; -")
)

// joins reports whether words lo to hi do no more than join two citations to a list.
func (s *strand) joins(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if !joinWords[s.word(i).Fold] {
			return false
		}
	}
	return true
}

// longestTitle bounds the words of a title quoted behind a citation.
const longestTitle = 12

// behindTitle returns where the title in quotation marks that follows a citation
// at word i ends, or i when none follows.
func (s *strand) behindTitle(i int) int {
	at := i
	if at < len(s.words) && s.word(at).Fold == "," {
		at++
	}
	if at >= len(s.words) || s.word(at).Fold != "\"" {
		return i
	}
	for end := at + 1; end < len(s.words) && end-at <= longestTitle; end++ {
		if s.word(end).Fold == "\"" {
			return end + 1
		}
	}
	return i
}

// sameBut reports whether the texts are equal apart from their cross-references.
func sameBut(c *comparison, old, new []crossReference) bool {
	return len(old) == len(new) && slices.Equal(c.old.without(old), c.new.without(new))
}

// without returns the strand's ids with one 0 for each cross-reference.
func (s *strand) without(refs []crossReference) []rune {
	out := make([]rune, 0, len(s.ids))
	at := 0
	for _, r := range refs {
		out = append(append(out, s.ids[at:r.lo]...), 0)
		at = r.hi
	}
	return append(out, s.ids[at:]...)
}

// sameTargets reports whether each cross-reference names the same rules as before,
// and which numbers stayed although they name others.
func (c *classifier) sameTargets(old, new []crossReference) (same bool, stayed []archive.Number) {
	same = true
	for i := range old {
		if len(old[i].numbers) != len(new[i].numbers) {
			same = false
			continue
		}
		for k, was := range old[i].numbers {
			if is := new[i].numbers[k]; !c.becomes(was, is) {
				same = false
				if was == is {
					stayed = append(stayed, was)
				}
			}
		}
	}
	return same, stayed
}
