package diffing_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"rulebook/archive"
	"rulebook/diffing"
)

// pairOf is two releases with their report.
type pairOf struct {
	old, new *archive.Snapshot
	report   *diffing.Report
}

// allPairs are all pairs of neighbouring releases and the first with the last, of
// the neighbours every eighth when testing is short; compared once for all tests.
var allPairs = sync.OnceValue(func() []pairOf {
	all, err := readCorpus()
	if err != nil {
		return nil
	}
	var pairs []pairOf
	add := func(old, new *archive.Snapshot) {
		pairs = append(pairs, pairOf{old, new, diffing.Compare(old, new, diffing.Align(old, new, nil))})
	}
	for i := 1; i < len(all); i++ {
		if !testing.Short() || i%8 == 0 {
			add(all[i-1], all[i])
		}
	}
	add(all[0], all[len(all)-1])
	return pairs
})

// eachPair calls check with every pair.
func eachPair(t *testing.T, check func(t *testing.T, old, new *archive.Snapshot, r *diffing.Report)) {
	corpus(t)
	for _, p := range allPairs() {
		t.Run(p.old.Release.Effective.String()+".."+p.new.Release.Effective.String(), func(t *testing.T) {
			check(t, p.old, p.new, p.report)
		})
	}
}

// sides joins the texts of edits without the inserts, and without the deletes.
func sides(edits []diffing.Edit) (old, new string) {
	var o, n strings.Builder
	for _, e := range edits {
		if e.Op != diffing.Insert {
			o.WriteString(e.Text)
		}
		if e.Op != diffing.Delete {
			n.WriteString(e.Text)
		}
	}
	return o.String(), n.String()
}

// compared reports whether an entry takes part in a comparison.
func compared(e *archive.Entry) bool { return e.Kind != archive.Contents && e.Kind != archive.Stray }

func wordsIn(text string) int {
	n := 0
	for _, token := range diffing.Tokenize(text) {
		if token.Kind != diffing.SpaceToken {
			n++
		}
	}
	return n
}

var countedWords = make(map[*archive.Snapshot]int)

// wordsOf counts the words of a book, once for each.
func wordsOf(s *archive.Snapshot) int {
	if n, counted := countedWords[s]; counted {
		return n
	}
	n := 0
	defer func() { countedWords[s] = n }()
	for i := range s.Entries {
		if e := &s.Entries[i]; compared(e) {
			n += wordsIn(e.Text)
			for _, x := range e.Examples {
				n += wordsIn(x)
			}
		}
	}
	return n
}

// The laws of a report: the edits of every text give both texts to the byte, and
// over the whole book the words of the older one are those kept and those removed,
// the words of the newer one those kept and those added.
func TestEditsGiveBothBooks(t *testing.T) {
	eachPair(t, func(t *testing.T, old, new *archive.Snapshot, r *diffing.Report) {
		var removed, added int // in what changed
		var before, after int  // words of the entries that changed
		mentioned := [2]int{}  // entries of changes, by side
		text := func(what string, edits []diffing.Edit, wantOld, wantNew string) {
			gotOld, gotNew := sides(edits)
			if gotOld != wantOld || gotNew != wantNew {
				t.Errorf("%s: the edits do not give the texts\n%q\n%q", what, wantOld, wantNew)
			}
			before, after = before+wordsIn(wantOld), after+wordsIn(wantNew)
			for i, e := range edits {
				switch n := wordsIn(e.Text); {
				case e.Op == diffing.Delete:
					removed += n
				case e.Op == diffing.Insert:
					added += n
				}
				if e.Text == "" {
					t.Errorf("%s: edit %d is empty", what, i)
				}
			}
		}
		for i := range r.Changes {
			c := &r.Changes[i]
			name := c.Entry().Name()
			var o, n diffing.Side
			if c.Old != nil {
				o = *c.Old
				mentioned[0]++
			}
			if c.New != nil {
				n = *c.New
				mentioned[1]++
			}
			text(name, c.Edits, o.Text, n.Text)
			paired := [2]int{}
			for _, x := range c.Examples {
				var was, is string
				if x.Old >= 0 {
					was = o.Examples[x.Old]
					paired[0]++
				}
				if x.New >= 0 {
					is = n.Examples[x.New]
					paired[1]++
				}
				text(name+" example", x.Edits, was, is)
			}
			if len(o.Examples)-paired[0] != len(n.Examples)-paired[1] {
				t.Errorf("%s: %d old and %d new examples are said to be unchanged", name, len(o.Examples)-paired[0], len(n.Examples)-paired[1])
			}
			if silent(c) && c.Targets == nil {
				t.Errorf("%s is %s in %s with nothing to show", name, c.Kind, c.Class)
			}
		}
		// What the changes do not mention is kept, so the books differ by what was
		// removed and added.
		if got, want := wordsOf(old)-removed, wordsOf(new)-added; got != want {
			t.Errorf("kept words: %d of the old book, %d of the new", got, want)
		}
		for side, s := range []*archive.Snapshot{old, new} {
			entries := 0
			for i := range s.Entries {
				if compared(&s.Entries[i]) {
					entries++
				}
			}
			if got := mentioned[side] + r.Counts.Unchanged; got != entries {
				t.Errorf("side %d: %d entries are told of, the book has %d", side, got, entries)
			}
		}
	})
}

// silent reports whether a changed entry has nothing that a reader could see.
func silent(c *diffing.Change) bool {
	if c.Kind != diffing.Changed || c.Old.Term != c.New.Term || c.Old.Label != c.New.Label {
		return false
	}
	seen := func(edits []diffing.Edit) bool {
		for _, e := range edits {
			if e.Op != diffing.Equal && (c.Class == diffing.Typography || !e.Typography) {
				return true
			}
		}
		return false
	}
	if seen(c.Edits) {
		return false
	}
	for _, x := range c.Examples {
		if seen(x.Edits) {
			return false
		}
	}
	return true
}

// A class speaks the truth: typography is equal once folded, and nothing else is but
// a text that stayed while a rule it cites was renumbered.
func TestTypographyIsWhatFoldsAlike(t *testing.T) {
	eachPair(t, func(t *testing.T, _, _ *archive.Snapshot, r *diffing.Report) {
		for i := range r.Changes {
			c := &r.Changes[i]
			if c.Old == nil || c.New == nil {
				continue
			}
			alike := archive.Fold(c.Old.Text) == archive.Fold(c.New.Text) && archive.Fold(c.Old.Term) == archive.Fold(c.New.Term) &&
				len(c.Old.Examples) == len(c.New.Examples)
			for k := 0; alike && k < len(c.Old.Examples); k++ {
				alike = archive.Fold(c.Old.Examples[k]) == archive.Fold(c.New.Examples[k])
			}
			typographic := c.Class == diffing.Typography || c.Class == diffing.Number
			if stayed := alike && c.Targets != nil && c.Class == diffing.ReferenceTarget; alike != typographic && !stayed {
				t.Errorf("%s is %s in %s, and its texts fold alike: %v", c.Entry().Name(), c.Kind, c.Class, alike)
			}
		}
	})
}

// No more words are marked than a longest common subsequence leaves, but for what
// cleaning explains: common words and marks that a replacement has on both sides,
// and whole sentences that moved. A word with a meaning of its own is never
// replaced by itself.
func TestMarksAreFewest(t *testing.T) {
	eachPair(t, func(t *testing.T, _, _ *archive.Snapshot, r *diffing.Report) {
		for i := range r.Changes {
			c := &r.Changes[i]
			if c.Kind != diffing.Changed || c.Class == diffing.Typography {
				continue
			}
			edits := diffing.Words(c.Old.Text, c.New.Text)
			moved := 0
			for _, e := range edits {
				if e.Moved && e.Op == diffing.Delete {
					moved += wordsIn(e.Text)
				}
			}
			explained := moved
			for _, both := range replacements(edits) {
				gone, come := folds(both[0]), folds(both[1])
				explained += commonWorth(slices.DeleteFunc(gone, isNoChaff), slices.DeleteFunc(come, isNoChaff)) / wordWorth
				gone, come = slices.DeleteFunc(folds(both[0]), isChaff), slices.DeleteFunc(folds(both[1]), isChaff)
				if commonWorth(gone, come) > 0 {
					t.Errorf("%s replaces a word by itself: %q by %q", c.New.Name(), both[0], both[1])
				}
			}
			kept, most := keptWords(edits), commonWorth(folds(c.Old.Text), folds(c.New.Text))
			if len(kept)+explained < most/wordWorth {
				t.Errorf("%s keeps %d words of %d, and cleaning explains %d\n%s", c.New.Name(), len(kept), most/wordWorth, explained, plainMarks(edits))
			}
			if meaning := len(slices.DeleteFunc(kept, isChaff)); meaning+moved < most%wordWorth {
				t.Errorf("%s keeps %d words with a meaning of %d\n%s", c.New.Name(), meaning, most%wordWorth, plainMarks(edits))
			}
		}
	})
}

// replacements are the texts that went with those that came in their places.
func replacements(edits []diffing.Edit) [][2]string {
	var out [][2]string
	for i := 1; i < len(edits); i++ {
		gone, come := edits[i-1], edits[i]
		if gone.Op == diffing.Delete && come.Op == diffing.Insert && !gone.Typography && !gone.Moved && !come.Moved {
			out = append(out, [2]string{gone.Text, come.Text})
		}
	}
	return out
}

// isChaff reports whether cleaning may take a word out of what stays.
func isChaff(fold string) bool {
	const chaff = "a an the of to in on at by for from with as and or that this it its is are be was were if " +
		"( ) [ ] \" ' - / , . ; : ! ? ... (r) (tm) © %"
	return strings.Contains(" "+chaff+" ", " "+fold+" ")
}

func isNoChaff(fold string) bool { return !isChaff(fold) }

// No two edits of the same kind stand beside each other, and none is white space
// beside words that went or came the same way.
func TestNothingIsMarkedTwiceInARow(t *testing.T) {
	eachPair(t, func(t *testing.T, _, _ *archive.Snapshot, r *diffing.Report) {
		for i := range r.Changes {
			c := &r.Changes[i]
			check := func(edits []diffing.Edit) {
				for k := 1; k < len(edits); k++ {
					a, b := edits[k-1], edits[k]
					if a.Op != b.Op || a.Typography || b.Typography {
						continue
					}
					told := a.Moved != b.Moved || a.Elsewhere != b.Elsewhere || a.Term != b.Term
					if !told || strings.TrimSpace(a.Text) == "" || strings.TrimSpace(b.Text) == "" {
						t.Errorf("%s marks twice: %q and %q", c.Entry().Name(), a.Text, b.Text)
					}
				}
			}
			check(c.Edits)
			for _, x := range c.Examples {
				check(x.Edits)
			}
		}
	})
}

// Only sentences and clauses of eight words or more are said to have moved to or
// from another rule, and both rules say so.
func TestNoScrapsMove(t *testing.T) {
	const fewest = 8
	eachPair(t, func(t *testing.T, _, _ *archive.Snapshot, r *diffing.Report) {
		type way struct{ from, to string }
		went, came := map[way]bool{}, map[way]bool{}
		for i := range r.Changes {
			c := &r.Changes[i]
			for _, e := range c.Edits {
				if e.Elsewhere == "" {
					continue
				}
				words := 0
				for _, token := range diffing.Tokenize(e.Text) {
					if token.Kind != diffing.SpaceToken && token.Kind != diffing.MarkToken {
						words++
					}
				}
				if words < fewest {
					t.Errorf("%s: %q is said to have moved", c.Entry().Name(), e.Text)
				}
				if !e.Moved {
					t.Errorf("%s: %q is elsewhere and did not move", c.Entry().Name(), e.Text)
				}
				if e.Op == diffing.Delete {
					went[way{c.Old.Name(), e.Elsewhere}] = true
				} else {
					came[way{e.Elsewhere, c.New.Name()}] = true
				}
			}
		}
		if !maps.Equal(went, came) {
			t.Errorf("went %v\ncame %v", went, came)
		}
	})
}

// keptWords are the folded words of the newer text that no insert touches.
func keptWords(edits []diffing.Edit) []string {
	var text strings.Builder
	var come []bool // for each byte of text
	for _, e := range edits {
		if e.Op != diffing.Delete {
			text.WriteString(e.Text)
			for range len(e.Text) {
				come = append(come, e.Op == diffing.Insert && !e.Typography)
			}
		}
	}
	var kept []string
	at := 0
	for _, token := range diffing.Tokenize(text.String()) {
		if token.Kind != diffing.SpaceToken && !come[at] {
			kept = append(kept, token.Fold)
		}
		at += len(token.Text)
	}
	return kept
}

func folds(text string) []string {
	var out []string
	for _, token := range diffing.Tokenize(text) {
		if token.Kind != diffing.SpaceToken {
			out = append(out, token.Fold)
		}
	}
	return out
}

// wordWorth is what a common word counts; one with a meaning counts one more.
const wordWorth = 1 << 16

// commonWorth is what a longest common subsequence is worth, of all longest ones
// the one with the most words that have a meaning.
func commonWorth(a, b []string) int {
	total := 0
	worth := func(word string) int {
		if isChaff(word) {
			return wordWorth
		}
		return wordWorth + 1
	}
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		total += worth(a[0])
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		total += worth(a[len(a)-1])
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	row := make([]int, len(b)+1)
	for _, word := range a {
		diagonal, counts := 0, worth(word)
		for j := range b {
			above := row[j+1]
			row[j+1] = max(row[j+1], row[j])
			if word == b[j] {
				row[j+1] = max(row[j+1], diagonal+counts)
			}
			diagonal = above
		}
	}
	return total + row[len(b)]
}

func plainMarks(edits []diffing.Edit) string {
	var b strings.Builder
	for _, e := range edits {
		switch e.Op {
		case diffing.Delete:
			b.WriteString("[-" + e.Text + "-]")
		case diffing.Insert:
			b.WriteString("{+" + e.Text + "+}")
		default:
			b.WriteString(e.Text)
		}
	}
	return b.String()
}

// Of a term and a longer one that holds it only one is told, and none twice.
func TestShiftsAreToldOnce(t *testing.T) {
	eachPair(t, func(t *testing.T, _, _ *archive.Snapshot, r *diffing.Report) {
		for i, a := range r.Shifts {
			for _, b := range r.Shifts[i+1:] {
				one, other := a.From+a.To, b.From+b.To
				if a.Kind != b.Kind || a.Kind == diffing.Substitution {
					continue
				}
				if strings.HasPrefix(one, other+" ") || strings.HasPrefix(other, one+" ") || one == other {
					t.Errorf("%s is told beside %s", one, other)
				}
			}
		}
	})
}

// The same two releases give the same bytes.
func TestSameReportTwice(t *testing.T) {
	all := published(t)
	for _, at := range [][2]int{{0, len(all) - 1}, {len(all) - 2, len(all) - 1}, {25, 26}} {
		old, new := all[at[0]], all[at[1]]
		var first []byte
		for range 3 {
			got, err := json.Marshal(diffing.Compare(old, new, diffing.Align(old, new, nil)))
			if err != nil {
				t.Fatal(err)
			}
			if first != nil && !bytes.Equal(first, got) {
				t.Fatalf("%s to %s differs from one time to the next", old.Release.Effective, new.Release.Effective)
			}
			first = got
		}
	}
}
