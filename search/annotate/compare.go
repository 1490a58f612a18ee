package annotate

import (
	"rulebook/archive"
	"rulebook/diffing"
)

// Status tells whether both releases define a term.
type Status string

// The statuses of a term between two releases.
const (
	Stays   Status = "stays"
	New     Status = "new"     // only the newer release defines it
	Dropped Status = "dropped" // only the older one does
)

// TermChange is what happened between two releases to the rules around a term.
type TermChange struct {
	Term   *Term // as the newer release has it, or else the older
	Status Status
	// Changes are those of its glossary entries and of the rules that define it, in
	// the newer book's order. Changes of quotes, dashes and spaces alone are none.
	Changes []*diffing.Change
}

// Compare tells what happened to the terms of a text between two releases. Both
// annotations are of the same text; report is what changed between their releases.
// Terms come in the order of the newer annotation, then those that only the older
// one has. Terms to which nothing happened are left out.
func Compare(old, new *Annotation, report *diffing.Report) []TermChange {
	was := make(map[string]*Note)
	for i := range old.Notes {
		was[old.Notes[i].key()] = &old.Notes[i]
	}
	var all []TermChange
	add := func(t *Term, status Status, notes ...*Note) {
		c := TermChange{Term: t, Status: status, Changes: changesOf(report, notes)}
		if len(c.Changes) > 0 || status != Stays {
			all = append(all, c)
		}
	}
	for i := range new.Notes {
		n := &new.Notes[i]
		if o := was[n.key()]; o != nil {
			add(n.Term, Stays, o, n)
			delete(was, n.key())
		} else {
			add(n.Term, New, n)
		}
	}
	for i := range old.Notes {
		if o := &old.Notes[i]; was[o.key()] != nil {
			add(o.Term, Dropped, o)
		}
	}
	return all
}

// key is what a term is known by in both releases.
func (n *Note) key() string {
	key := archive.FoldCase(n.Term.Name)
	if n.Term.action != nil {
		key += ", the thing"
	}
	return key
}

// changesOf are the changes of the entries that some notes hold.
func changesOf(report *diffing.Report, notes []*Note) []*diffing.Change {
	concerned := make(map[archive.LineageID]bool)
	for _, n := range notes {
		for _, entries := range [][]archive.Entry{n.Entries, n.Rules} {
			for i := range entries {
				concerned[entries[i].Lineage] = true
			}
		}
	}
	delete(concerned, 0)
	var changes []*diffing.Change
	for i := range report.Changes {
		c := &report.Changes[i]
		concerns := c.Old != nil && concerned[c.Old.Lineage] || c.New != nil && concerned[c.New.Lineage]
		if concerns && c.Class != diffing.Typography {
			changes = append(changes, c)
		}
	}
	return changes
}
