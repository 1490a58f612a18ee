package cite

import (
	"fmt"

	"rulebook/archive"
	"rulebook/diffing"
)

// Verdict tells whether a citation still holds.
type Verdict string

// The verdicts.
const (
	Right    Verdict = "right"        // the same rule, word for word
	Reworded Verdict = "reworded"     // the same rule under the same number, in other words
	Moved    Verdict = "moved"        // the rule bears another number now
	Another  Verdict = "another-rule" // the rule is gone, and its number is another rule's now
	Gone     Verdict = "gone"         // the rule is gone, and so is its number
	Never    Verdict = "never"        // there was no rule of that number
)

// Verdicts are all verdicts, as summaries count them.
var Verdicts = []Verdict{Right, Reworded, Moved, Another, Gone, Never}

// Judgement is what became of the rule that a number meant.
type Judgement struct {
	Number  archive.Number
	Verdict Verdict
	// To is the number that the rule bears now; zero for a rule that is gone.
	To archive.Number
	// Change is what happened to the rule, with its class and edits; nil where its
	// words stayed. A rule that moved may be reworded besides.
	Change *diffing.Change
	// Note says what a reader should know beyond the verdict: what took the rule in,
	// what the number means now, what is near; empty when there is nothing.
	Note string
	// Doubt says why the new number may not be what the citation means; empty where
	// it is sure. A citation in doubt is never rewritten.
	Doubt string
	// Fixed says that an earlier fix wrote the number against the newer release.
	Fixed bool
}

// leastSure is the confidence below which a pairing is not acted upon without a
// person. Rules that moved with their words untouched have 1.
const leastSure = 0.8

// Judge knows two releases: the one that texts were written against, and the one
// that they are to agree with. It is for one goroutine at a time.
type Judge struct {
	old, new        *archive.Snapshot
	oldCites, cites *archive.Citing
	at              map[archive.Number][]int // entries of the older release
	pairs           []archive.Pair           // by entry of the older release
	parts           map[int][]int            // entries of the newer that were split from one of the older
	changes         map[archive.LineageID]*diffing.Change
	bearers         map[archive.Number]*archive.Entry // of the newer release
	twice           map[archive.Number]bool           // numbers that the newer release prints more than once
	judged          map[archive.Number]Judgement
}

// NewJudge takes two releases with their pairs, older first, as the store gives
// them.
func NewJudge(old, new *archive.Snapshot, pairs []archive.Pair) *Judge {
	j := &Judge{
		old: old, new: new, oldCites: archive.NewCiting(old), cites: archive.NewCiting(new),
		at: make(map[archive.Number][]int), pairs: make([]archive.Pair, len(old.Entries)), parts: make(map[int][]int),
		changes: make(map[archive.LineageID]*diffing.Change), bearers: make(map[archive.Number]*archive.Entry),
		twice: make(map[archive.Number]bool), judged: make(map[archive.Number]Judgement),
	}
	for i := range old.Entries {
		if e := &old.Entries[i]; numbered(e) {
			j.at[e.Number] = append(j.at[e.Number], i)
		}
	}
	for i := range new.Entries {
		switch e := &new.Entries[i]; {
		case !numbered(e):
		case j.bearers[e.Number] != nil:
			j.twice[e.Number] = true
		default:
			j.bearers[e.Number] = e
		}
	}
	for _, p := range pairs {
		switch p.Relation {
		case archive.Continues, archive.Removed, archive.MergedInto:
			j.pairs[p.Old] = p
		case archive.SplitFrom:
			j.parts[p.Old] = append(j.parts[p.Old], p.New)
		}
	}
	report := diffing.CompareWordings(old, new, pairs)
	for i := range report.Changes {
		if c := &report.Changes[i]; c.Old != nil && c.Class != diffing.Typography && c.Class != diffing.Number {
			j.changes[c.Old.Lineage] = c
		}
	}
	return j
}

func numbered(e *archive.Entry) bool {
	return !e.Number.IsZero() && e.Kind != archive.Contents && e.Kind != archive.Stray
}

// Rule judges a number.
func (j *Judge) Rule(n archive.Number) Judgement {
	verdict, known := j.judged[n]
	if !known {
		verdict = j.judge(n)
		j.judged[n] = verdict
	}
	return verdict
}

func (j *Judge) judge(n archive.Number) Judgement {
	at := j.at[n]
	if len(at) == 0 {
		return j.never(n)
	}
	is := Judgement{Number: n}
	e := &j.old.Entries[at[0]]
	is.Change = j.changes[e.Lineage]
	p := j.pairs[at[0]]
	switch {
	case p.Relation != archive.Continues:
		return j.gone(is, p)
	case j.new.Entries[p.New].Number != n:
		is.Verdict, is.To = Moved, j.new.Entries[p.New].Number
	case is.Change != nil:
		is.Verdict, is.To = Reworded, n
	default:
		is.Verdict, is.To = Right, n
	}
	is.Doubt = j.doubt(n, at, p, is.Change)
	if bearer := j.bearers[n]; is.Verdict == Moved && bearer != nil {
		is.Note = fmt.Sprintf("%s is another rule now", describe(bearer))
	}
	return is
}

// doubt says why a rule that goes on may not be the one that is meant.
func (j *Judge) doubt(n archive.Number, at []int, p archive.Pair, change *diffing.Change) string {
	gone := wentTo(change)
	switch {
	case len(at) > 1:
		return fmt.Sprintf("%s stands twice in %s", n, j.old.Release.Label())
	case j.twice[j.new.Entries[p.New].Number]:
		return fmt.Sprintf("%s stands twice in %s", j.new.Entries[p.New].Number, j.new.Release.Label())
	case len(j.parts[at[0]]) > 0:
		part := j.new.Entries[j.parts[at[0]][0]].Number
		return fmt.Sprintf("a part of it is %s now", part)
	case gone != "":
		return fmt.Sprintf("a part of it is in %s now", gone)
	case p.Link.Score < leastSure && !p.Link.ByHand:
		return fmt.Sprintf("that it is the same rule is only %.0f%% sure", 100*p.Link.Score)
	}
	return ""
}

// wentTo names the rule that took a sentence of a changed one, if any.
func wentTo(change *diffing.Change) string {
	if change != nil {
		for _, e := range change.Edits {
			if e.Op == diffing.Delete && e.Elsewhere != "" {
				return e.Elsewhere
			}
		}
	}
	return ""
}

// gone judges a number whose rule does not go on.
func (j *Judge) gone(is Judgement, p archive.Pair) Judgement {
	is.Verdict = Gone
	if p.Relation == archive.MergedInto {
		is.Note = fmt.Sprintf("it went into %s", describe(&j.new.Entries[p.New]))
	}
	if bearer := j.bearers[is.Number]; bearer != nil {
		is.Verdict = Another
		if is.Note != "" {
			is.Note += "; "
		}
		is.Note += fmt.Sprintf("%s bears the number now", describe(bearer))
	}
	if j.new.Release.Excerpt && is.Verdict == Gone {
		is.Note = "only an excerpt of the newer release is held"
	}
	return is
}

// never judges a number that the older release does not have.
func (j *Judge) never(n archive.Number) Judgement {
	is := Judgement{Number: n, Verdict: Never}
	bearer := j.bearers[n]
	switch {
	case n.Skipped():
		is.Note = "the letters l and o do not exist in rule numbers"
	case bearer != nil:
		is.Note = fmt.Sprintf("it came later: %s", describe(bearer))
	case n.Letter != "" && len(j.at[n.Parent()]) > 0:
		under := j.oldCites.Under(n.Parent())
		if len(under) == 0 {
			is.Note = fmt.Sprintf("%s has no subrules", n.Parent())
		} else {
			is.Note = fmt.Sprintf("%s ends with %s", n.Parent(), under[len(under)-1])
		}
	}
	return is
}

// longestOpening is how many runes of a rule tell a reader which one it is.
const longestOpening = 48

// describe names an entry with the beginning of its text.
func describe(e *archive.Entry) string {
	text := []rune(archive.Fold(e.Text))
	if len(text) > longestOpening {
		text = append(text[:longestOpening-1], '…')
	}
	return fmt.Sprintf("%s (%s)", e.Number, string(text))
}

// stands reports whether a number without a lead is a rule's: one of the releases
// has it, or it is a slip with l or o, letters that no other number has behind a
// rule's. Else it is any number, such as 702.2f in a source.
func (j *Judge) stands(n archive.Number) bool {
	return len(j.at[n]) > 0 || j.bearers[n] != nil || n.Skipped() && len(j.at[n.Parent()]) > 0
}
