package keyword

import (
	"slices"

	"rulebook/archive"
)

// Variant returns the keyword of a list whose rules define a term of the glossary that
// is no keyword itself, such as Multikicker, which 702.33 Kicker defines. It is the
// ability or action that the term's entry cites first; an entry that only points to
// another is followed once: Plainscycling, Typecycling, 702.29 Cycling. is tells
// whether a name is the one that was asked for; ok is false when there is none.
func Variant(s *archive.Snapshot, list []Keyword, is func(name string) bool) (k Keyword, ok bool) {
	entry := term(s, is)
	if entry == nil {
		return k, false
	}
	if m := seeOnly().FindStringSubmatch(entry.Text); m != nil {
		if found, err := Find(list, m[1], s.Release); err == nil {
			return found[0], true
		}
		to := archive.FoldCase(m[1])
		if entry = term(s, func(name string) bool { return archive.FoldCase(name) == to }); entry == nil {
			return k, false
		}
	}
	cited := archive.NewCiting(s).Numbers(entry.Text)
	if len(cited) == 0 {
		return k, false
	}
	at := slices.IndexFunc(list, func(k Keyword) bool { return k.Kind != AbilityWord && k.Number.Contains(cited[0]) })
	if at < 0 {
		return k, false
	}
	return list[at], true
}

// seeOnly is a glossary entry that only points to another.
var seeOnly = archive.Pattern(`^See ([^.”"\d]+)\.?$`)

// term is the entry of the glossary whose names has one that is asked for, or nil.
func term(s *archive.Snapshot, is func(name string) bool) *archive.Entry {
	for i := range s.Entries {
		if e := &s.Entries[i]; e.Kind == archive.Term && slices.ContainsFunc(archive.TermNames(e.Term), is) {
			return e
		}
	}
	return nil
}
