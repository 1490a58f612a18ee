package diffing

import (
	"slices"
	"strings"
)

// An enumeration here is three or more short members parted by commas, the last
// one behind "and" or "or": the creature types of 205.3m, or "player,
// planeswalker, or battle".

const (
	longestMember = 4 // words of a member that may come or go
	longestItem   = 6 // words of any member of the enumeration it stands in
	fewestItems   = 3 // with fewer it is a pair of alternatives and no enumeration
	manyItems     = 8 // from here on one member in another's place is still a matter of the list
)

// notInMembers are words that belong to a clause and not to a member of a list.
var notInMembers = setOf(`if then when whenever unless until while though as that which who it they them their its this
	is are was were be been has have had does do did may can can't must would could instead only not to by with from for
	into onto before after during because so but that's it's they're you he she put`)

func isComma(fold string) bool    { return fold == "," || fold == ";" }
func isAndOr(fold string) bool    { return fold == "and" || fold == "or" || fold == "and/or" }
func isGlue(fold string) bool     { return isComma(fold) || isAndOr(fold) }
func isBarrier(t Token) bool      { return t.Kind == MarkToken && strings.Contains(".:?!\"", t.Fold) }
func (s *strand) glue(i int) bool { return i >= 0 && i < len(s.words) && isGlue(s.word(i).Fold) }

// listMembers returns what an enumeration gained and lost, or nil when anything
// else changed too. Changed cross-references do not count.
func listMembers(c *comparison, oldRefs, newRefs []crossReference) *Members {
	m := &Members{Added: []string{}, Removed: []string{}}
	for _, r := range c.runs {
		if r.equal {
			continue
		}
		removed, ok := c.old.members(r.old0, r.old1, oldRefs)
		if !ok {
			return nil
		}
		added, ok := c.new.members(r.new0, r.new1, newRefs)
		if !ok {
			return nil
		}
		if len(removed) > 0 && len(added) > 0 && c.new.items(r.new0, r.new1) < manyItems {
			return nil // a word put for another in a short list is a change of wording
		}
		m.Removed = append(m.Removed, removed...)
		m.Added = append(m.Added, added...)
	}
	m.Added, m.Removed = less(m.Added, m.Removed), less(m.Removed, m.Added)
	if len(m.Added)+len(m.Removed) == 0 {
		return nil
	}
	return m
}

// less returns what of a is not also in b, each as often.
func less(a, b []string) []string {
	b = slices.Clone(b)
	out := []string{}
	for _, member := range a {
		if i := slices.Index(b, member); i >= 0 {
			b = slices.Delete(b, i, i+1)
			continue
		}
		out = append(out, member)
	}
	return out
}

// members reads words lo to hi as whole members of an enumeration with the
// commas and conjunctions between. ok is false when they are anything else.
func (s *strand) members(lo, hi int, refs []crossReference) (members []string, ok bool) {
	leftGlue, conjunction := s.glue(lo-1), lo > 0 && isAndOr(s.word(lo-1).Fold)
	for lo < hi && (s.glue(lo) || inside(refs, lo)) {
		leftGlue = true
		conjunction = isAndOr(s.word(lo).Fold)
		lo++
	}
	rightGlue := s.glue(hi)
	for lo < hi && (s.glue(hi-1) || inside(refs, hi-1)) {
		rightGlue = true
		hi--
	}
	if lo == hi {
		return nil, true
	}
	bounded := rightGlue || conjunction
	if !bounded || !s.enumerates(lo, hi) || !leftGlue && !rightGlue {
		return nil, false
	}
	for at := lo; at < hi; {
		end := at
		for end < hi && !s.glue(end) {
			end++
		}
		member, ok := s.member(at, end, refs)
		if !ok {
			return nil, false
		}
		members = append(members, member)
		for at = end; at < hi && s.glue(at); at++ {
		}
	}
	return members, true
}

func inside(refs []crossReference, word int) bool {
	for _, r := range refs {
		if r.lo <= word && word < r.hi {
			return true
		}
	}
	return false
}

// member returns the name that words lo to hi are, without an article and
// without a reference in brackets behind it: "Clue" for "Clue (see rule 111.10f)".
func (s *strand) member(lo, hi int, refs []crossReference) (string, bool) {
	var name []string
	for i := lo; i < hi; i++ {
		t := s.word(i)
		if t.Fold == "(" && s.onlyReference(i+1, hi-1, refs) && s.word(hi-1).Fold == ")" {
			break
		}
		if t.Kind == MarkToken || notInMembers[t.Fold] || i == hi-1 && commonWords[t.Fold] {
			return "", false
		}
		if i == lo && (t.Fold == "a" || t.Fold == "an" || t.Fold == "the") {
			continue
		}
		name = append(name, t.Text)
	}
	if len(name) == 0 || len(name) > longestMember {
		return "", false
	}
	return strings.Join(name, " "), true
}

func (s *strand) onlyReference(lo, hi int, refs []crossReference) bool {
	for i := lo; i < hi; i++ {
		if s.word(i).Fold != "see" && !inside(refs, i) && s.word(i).Kind != CitationToken && !leadWords[s.word(i).Fold] {
			return false
		}
	}
	return true
}

// enumerates reports whether words lo to hi stand in an enumeration.
func (s *strand) enumerates(lo, hi int) bool { return s.items(lo, hi) >= fewestItems }

// items counts the members of the enumeration that words lo to hi stand in; 0 when
// it lacks a comma or a conjunction and so is none.
func (s *strand) items(lo, hi int) int {
	items, commas, conjunctions := 0, 0, 0
	count := func(i int) {
		switch fold := s.word(i).Fold; {
		case isComma(fold):
			commas++
		case isAndOr(fold):
			conjunctions++
		}
	}
	for i := lo; i < hi; i++ {
		if count(i); !s.glue(i) && (i == lo || s.glue(i-1)) {
			items++
		}
	}
	walk := func(i, step int) {
		length := 0
		for ; i >= 0 && i < len(s.words) && length <= longestItem; i += step {
			t := s.word(i)
			if isBarrier(t) || notInMembers[t.Fold] {
				break
			}
			if !isGlue(t.Fold) {
				if length == 0 {
					items++
				}
				length++
				continue
			}
			count(i)
			length = 0
		}
	}
	walk(lo-1, -1)
	walk(hi, 1)
	if commas == 0 || conjunctions == 0 {
		return 0
	}
	return items
}
