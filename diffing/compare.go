package diffing

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"rulebook/archive"
)

// Compare reports what changed between two snapshots whose entries are paired, as
// Align pairs them. The changes stand in the newer book's order; what was removed
// or merged stands behind the entry it used to follow.
//
// Everything is compared but the contents list and stray paragraphs. An entry
// that an excerpt does not hold is unknown and not reported as added or removed.
func Compare(old, new *archive.Snapshot, pairs []archive.Pair) *Report {
	return compare(old, new, pairs, true)
}

// CompareWordings is Compare for who will not look at changes of typography, of which
// some releases have two thousand: they are counted, but have no edits.
func CompareWordings(old, new *archive.Snapshot, pairs []archive.Pair) *Report {
	return compare(old, new, pairs, false)
}

func compare(old, new *archive.Snapshot, pairs []archive.Pair, typography bool) *Report {
	b := &book{
		old: old, new: new,
		oldTitles: old.Titles(), newTitles: new.Titles(),
		keptOld: make([]bool, len(old.Entries)), keptNew: make([]bool, len(new.Entries)),
		classes: newClassifier(old, new, pairs),
	}
	b.left = newLeftBehind(b.classes, pairs)
	r := &Report{Old: old.Release, New: new.Release}
	works := b.works(pairs)
	b.markElsewhere(works)
	r.Shifts = b.shifts(works)
	inParallel(len(works), func() func(int) {
		return func(i int) {
			if w := works[i]; typography || w.change.Class != Typography {
				w.draw()
			}
		}
	})
	r.Changes = make([]Change, len(works))
	for i := range works {
		r.Changes[i] = works[i].change
	}
	r.unchanged = b.unchanged
	r.Moves = movesOf(r.Changes)
	r.Titles = titlesOf(r.Changes)
	r.count(len(r.unchanged), 0)
	return r
}

// book is two releases being compared.
type book struct {
	old, new             *archive.Snapshot
	oldTitles, newTitles map[archive.Number]string
	classes              *classifier
	left                 *leftBehind
	unchanged            []unchanged
	keptOld, keptNew     []bool // the entries of either book that the other holds as they are
}

// work is a change in the making: its texts stay cut to words until all marks are
// known.
type work struct {
	change   Change
	old, new int           // entries of the two books, -1 for none
	text     *comparison   // nil where it differs in typography at most
	examples []*comparison // of change.Examples, in their order; nil for one that differs in typography
}

// draw turns the compared words into edits.
func (w *work) draw() {
	change := &w.change
	change.Edits = drawn(w.text, func() (old, new string) { return change.Old.Text, change.New.Text })
	for i, c := range w.examples {
		e := &change.Examples[i]
		e.Edits = drawn(c, func() (old, new string) { return change.Old.Examples[e.Old], change.New.Examples[e.New] })
	}
	w.change.TermOnly = w.change.Kind == Changed && w.termOnly()
}

// drawn are the edits of two texts that were compared, or that differ in typography.
func drawn(c *comparison, texts func() (old, new string)) []Edit {
	if c == nil {
		return Words(texts())
	}
	return c.edits()
}

// termOnly reports whether every word that goes or comes is a term replaced
// throughout the release.
func (w *work) termOnly() bool {
	any := false
	for _, c := range append([]*comparison{w.text}, w.examples...) {
		if c == nil {
			continue
		}
		for _, r := range c.runs {
			if r.equal {
				continue
			}
			if !c.old.allTerm(r.old0, r.old1) || !c.new.allTerm(r.new0, r.new1) {
				return false
			}
			any = true
		}
	}
	return any
}

func (s *strand) allTerm(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if !s.isTerm(i) {
			return false
		}
	}
	return true
}

// works compares all pairs and returns the changes in the newer book's order.
func (b *book) works(pairs []archive.Pair) []*work {
	ofNew := make([]*archive.Pair, len(b.new.Entries))
	ofOld := make([]*archive.Pair, len(b.old.Entries))
	for i := range pairs {
		switch p := &pairs[i]; p.Relation {
		case archive.Continues:
			ofNew[p.New], ofOld[p.Old] = p, p
		case archive.Added, archive.SplitFrom:
			ofNew[p.New] = p
		case archive.Removed, archive.MergedInto:
			ofOld[p.Old] = p
		}
	}
	gone := b.goneBehind(ofOld)
	var jobs []*archive.Pair // in the order of the changes
	for behind := -1; behind < len(ofNew); behind++ {
		if behind >= 0 && ofNew[behind] != nil {
			jobs = append(jobs, ofNew[behind])
		}
		for _, old := range gone[behind] {
			jobs = append(jobs, ofOld[old])
		}
	}
	works := make([]*work, len(jobs)) // nil where nothing changed
	inParallel(len(jobs), func() func(int) {
		words := newComparer()
		return func(i int) {
			if p := jobs[i]; p.Relation == archive.Removed || p.Relation == archive.MergedInto {
				works[i] = b.gone(p, words)
			} else {
				works[i] = b.came(p, words)
			}
		}
	})
	b.unchanged = make([]unchanged, 0, len(jobs))
	kept := works[:0]
	for i, p := range jobs {
		if works[i] != nil {
			kept = append(kept, works[i])
		} else if p.Relation == archive.Continues {
			e := &b.new.Entries[p.New]
			b.unchanged = append(b.unchanged, unchanged{e.Number, e.Term})
			b.keptOld[p.Old], b.keptNew[p.New] = true, true
		}
	}
	return kept
}

// inParallel calls do for 0 to n-1, on as many processors as there are. Each of
// them makes its do with start. The order of the calls is not known, so do writes
// to its own place only and the outcome does not depend on it.
func inParallel(n int, start func() func(int)) {
	const least = 64 // fewer at a time are not worth a hand-over
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), (n+least-1)/least) {
		group.Go(func() {
			do := start()
			for {
				hi := int(next.Add(least))
				for i := hi - least; i < min(hi, n); i++ {
					do(i)
				}
				if hi >= n {
					return
				}
			}
		})
	}
	group.Wait()
}

// goneBehind lists, for each entry of the newer book, the older entries without a
// successor that used to follow its predecessor; -1 stands for the book's begin.
func (b *book) goneBehind(ofOld []*archive.Pair) map[int][]int {
	gone := make(map[int][]int)
	behind := -1
	for old, p := range ofOld {
		switch {
		case p == nil:
		case p.Relation == archive.Continues:
			behind = p.New
		default:
			gone[behind] = append(gone[behind], old)
		}
	}
	return gone
}

// gone is the change of an older entry without a successor, or nil when it is unknown.
func (b *book) gone(p *archive.Pair, words *comparer) *work {
	e := &b.old.Entries[p.Old]
	w := &work{old: p.Old, new: -1, change: Change{Class: Whole, Old: side(b.old, p.Old, b.oldTitles)}}
	w.change.link(p.Link)
	switch {
	case p.Relation == archive.MergedInto:
		w.change.Kind = Merged
		w.change.MergedInto = b.new.Entries[p.New].Name()
	case b.new.Release.Excerpt:
		return nil
	default:
		w.change.Kind = Removed
		if p.New >= 0 {
			w.change.Candidate = b.new.Entries[p.New].Name()
		}
	}
	w.text = words.compare(e.Text, "")
	b.compareExamples(w, words, e.Examples, nil)
	return w
}

// came is the change of a newer entry, or nil when it has none.
func (b *book) came(p *archive.Pair, words *comparer) *work {
	if p.Relation == archive.Continues {
		return b.continued(p, words)
	}
	e := &b.new.Entries[p.New]
	w := &work{old: -1, new: p.New, change: Change{Class: Whole, New: side(b.new, p.New, b.newTitles)}}
	w.change.link(p.Link)
	switch {
	case p.Relation == archive.SplitFrom:
		w.change.Kind = Split
		w.change.SplitFrom = b.old.Entries[p.Old].Name()
	case b.old.Release.Excerpt:
		return nil
	default:
		w.change.Kind = Added
		if p.Old >= 0 {
			w.change.Candidate = b.old.Entries[p.Old].Name()
		}
	}
	w.text = words.compare("", e.Text)
	b.compareExamples(w, words, nil, e.Examples)
	return w
}

func (c *Change) link(l archive.Link) {
	c.Reason, c.Confidence, c.ByHand = l.Reason, l.Score, l.ByHand
}

// continued is the change of an entry that both books hold, or nil when it has none.
func (b *book) continued(p *archive.Pair, words *comparer) *work {
	o, n := &b.old.Entries[p.Old], &b.new.Entries[p.New]
	moved := o.Number != n.Number
	same := o.Text == n.Text && slices.Equal(o.Examples, n.Examples)
	same = same && !moved && o.Term == n.Term && o.Label == n.Label
	if same && b.left.targets(n) == nil {
		return nil
	}
	w := &work{old: p.Old, new: p.New, change: Change{
		Kind: Changed, Class: Typography, Old: side(b.old, p.Old, b.oldTitles), New: side(b.new, p.New, b.newTitles),
	}}
	w.change.link(p.Link)
	if !differInTypography(o.Text, n.Text) {
		w.text = words.compare(o.Text, n.Text)
		if !w.text.sameFold() {
			var stayed []archive.Number
			w.change.Class, w.change.Members, stayed = b.classes.classify(w.text)
			w.change.Targets = b.left.among(stayed)
		}
	}
	w.change.Class = moreTelling(w.change.Class, b.compareExamples(w, words, o.Examples, n.Examples))
	if archive.Fold(o.Term) != archive.Fold(n.Term) {
		w.change.Class = Wording
	}
	if w.change.Class != List {
		w.change.Members = nil
	}
	if w.change.Class != ReferenceTarget {
		w.change.Targets = nil
	}
	if w.change.Class == Typography {
		if w.change.Targets = b.left.targets(n); w.change.Targets != nil {
			w.change.Class = ReferenceTarget
		}
	}
	if moved && w.change.Class == Typography {
		w.change.Kind, w.change.Class = Moved, Number
	}
	return w
}

// byTelling are the classes of a change inside an entry, most telling first.
var byTelling = []Class{Wording, List, ReferenceTarget, Example, References, Typography}

func moreTelling(a, b Class) Class {
	if slices.Index(byTelling, a) < slices.Index(byTelling, b) {
		return a
	}
	return b
}

// side is an entry as a change shows it.
func side(s *archive.Snapshot, position int, titles map[archive.Number]string) *Side {
	e := &s.Entries[position]
	under := e.Number
	if e.IsTitle() {
		under = under.Parent()
	}
	one := bare(e)
	one.Heading = archive.Chain(titles, under)
	return one
}

// bare is an entry without what it stands under.
func bare(e *archive.Entry) *Side {
	examples := e.Examples
	if examples == nil {
		examples = []string{}
	}
	return &Side{
		Kind: e.Kind, Number: e.Number.String(), Label: e.Label, Term: e.Term,
		Text: e.Text, Examples: examples, Lineage: e.Lineage, number: e.Number, title: e.IsTitle(),
	}
}
