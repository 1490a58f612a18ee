package history

import (
	"slices"
	"strings"
	"unicode"

	"rulebook/archive"
	"rulebook/diffing"
)

// strand is a wording cut into words, each with what is known of where it came from.
type strand struct {
	text  string // exact
	words []word
}

// word is one token of a wording that is no white space.
type word struct {
	start, end int // bytes of the strand's text
	fold       string
	source
}

// source is where a word came from.
type source struct {
	settled bool // the rest is known
	since   int  // index of the held release that brought it
	again   int  // index of the release that restored it, 0 for none: nothing can return in the first
	// renumbered marks a number in a cross-reference that changed because the rule it
	// names was renumbered.
	renumbered bool
	// from names the rule that the word stood in before it came to this one.
	from string
}

func newStrand(text string) *strand {
	s := &strand{text: text}
	at := 0
	for _, t := range diffing.Tokenize(text) {
		if t.Kind != diffing.SpaceToken {
			s.words = append(s.words, word{start: at, end: at + len(t.Text), fold: t.Fold})
		}
		at += len(t.Text)
	}
	return s
}

// credit settles all words that are not settled.
func (s *strand) credit(release int) {
	for i := range s.words {
		if w := &s.words[i]; !w.settled {
			w.source = source{settled: true, since: release}
		}
	}
}

// within are the indices of the words that lie in a range of bytes.
func (s *strand) within(start, end int) (lo, hi int) {
	lo, _ = slices.BinarySearchFunc(s.words, start, func(w word, at int) int { return w.start - at })
	hi = lo
	for hi < len(s.words) && s.words[hi].end <= end {
		hi++
	}
	return lo, hi
}

// loose are the stretches of words that are not settled, as half-open ranges.
func (s *strand) loose() [][2]int {
	var runs [][2]int
	for i := 0; i < len(s.words); {
		if s.words[i].settled {
			i++
			continue
		}
		lo := i
		for i < len(s.words) && !s.words[i].settled {
			i++
		}
		runs = append(runs, [2]int{lo, i})
	}
	return runs
}

// sentences are the half-open ranges of words of the sentences: a period, question
// or exclamation mark ends one, with the quotation marks and brackets behind it, and
// so does a paragraph.
func (s *strand) sentences() [][2]int {
	var out [][2]int
	lo := 0
	for i := range s.words {
		if i+1 < len(s.words) && !s.endsSentence(i) {
			continue
		}
		out = append(out, [2]int{lo, i + 1})
		lo = i + 1
	}
	return out
}

// endsSentence reports whether word i is the last of a sentence; another follows it.
func (s *strand) endsSentence(i int) bool {
	gap := s.text[s.words[i].end:s.words[i+1].start]
	if strings.Contains(gap, "\n") {
		return true
	}
	if !strings.ContainsFunc(gap, unicode.IsSpace) {
		return false
	}
	for ; i > 0 && strings.Contains("\"')", s.words[i].fold); i-- {
	}
	return strings.Contains(".?!", s.words[i].fold)
}

// folded is the folded text of words lo to hi.
func (s *strand) folded(lo, hi int) string {
	return archive.Fold(s.text[s.words[lo].start:s.words[hi-1].end])
}

// hunk is a stretch of words that was replaced by another; either may be empty.
type hunk struct{ old0, old1, new0, new1 int }

// inherit takes over where the words of a strand that stayed came from, and returns
// what did not stay.
func (s *strand) inherit(old *strand) []hunk {
	if archive.Fold(old.text) == archive.Fold(s.text) {
		s.pair(old, 0, len(old.words), 0, len(s.words))
		return nil
	}
	var hunks []hunk
	var moved [2][]int // words of sentences that moved inside the text, old and new
	o, n := 0, 0       // bytes of the old and the new text
	var oldRun, newRun [2]int
	flush := func() {
		if oldRun[0] < oldRun[1] || newRun[0] < newRun[1] {
			hunks = append(hunks, hunk{oldRun[0], oldRun[1], newRun[0], newRun[1]})
		}
	}
	settle := func(old0, old1, new0, new1 int) {
		flush()
		oldRun, newRun = [2]int{old1, old1}, [2]int{new1, new1}
		s.pair(old, old0, old1, new0, new1)
	}
	edits := diffing.Words(old.text, s.text)
	for i, e := range edits {
		old0, old1 := old.within(o, o+len(e.Text))
		new0, new1 := s.within(n, n+len(e.Text))
		switch {
		case e.Op == diffing.Equal:
			o, n = o+len(e.Text), n+len(e.Text)
			settle(old0, old1, new0, new1)
		case e.Op == diffing.Delete && e.Typography && i+1 < len(edits) && edits[i+1].Op == diffing.Insert && edits[i+1].Typography:
			o += len(e.Text)
			_, new1 = s.within(n, n+len(edits[i+1].Text))
			settle(old0, old1, new0, new1)
		case e.Op == diffing.Delete:
			o += len(e.Text)
			oldRun[1] = max(oldRun[1], old1)
			if e.Moved {
				moved[0] = appendRange(moved[0], old0, old1)
			}
		case e.Typography: // paired with the delete before it
			n += len(e.Text)
		default:
			n += len(e.Text)
			newRun[1] = max(newRun[1], new1)
			if e.Moved {
				moved[1] = appendRange(moved[1], new0, new1)
			}
		}
	}
	flush()
	s.inheritMoved(old, moved[0], moved[1])
	return hunks
}

func appendRange(to []int, lo, hi int) []int {
	for i := lo; i < hi; i++ {
		to = append(to, i)
	}
	return to
}

func sameFolds(a, b []word) bool {
	return slices.EqualFunc(a, b, func(a, b word) bool { return a.fold == b.fold })
}

// pair settles words whose folds are the same text, though not always the same
// words: "cards—even" is three, "cards-even" is one. Each word comes from where the
// one came from that its first mark was in.
func (s *strand) pair(old *strand, old0, old1, new0, new1 int) {
	end, at := 0, 0 // marks of the folded old words up to i, of the new ones up to j
	i := old0
	for j := new0; j < new1 && old0 < old1; j++ {
		for i < old1-1 && end+len(old.words[i].fold) <= at {
			end += len(old.words[i].fold)
			i++
		}
		s.words[j].source = old.words[i].source
		at += len(s.words[j].fold)
	}
}

// inheritMoved settles the words of sentences that stand elsewhere in the text now.
func (s *strand) inheritMoved(old *strand, gone, come []int) {
	if max(len(gone), len(come)) > maxWords {
		return
	}
	lent := make([]bool, len(gone))
	for at := 0; at < len(come); {
		from, length := -1, 0
		for i := range gone {
			k := 0
			for i+k < len(gone) && at+k < len(come) && !lent[i+k] && old.words[gone[i+k]].fold == s.words[come[at+k]].fold {
				k++
			}
			if k > length {
				from, length = i, k
			}
		}
		for k := range length {
			s.words[come[at+k]].source = old.words[gone[from+k]].source
			lent[from+k] = true
		}
		at += max(length, 1)
	}
}

// borrow settles loose words that stand in the same order in another strand's words
// lo to hi, in runs of at least fewest; change may say more of each.
func (s *strand) borrow(words []word, fewest int, change func(*source)) {
	if max(len(words), len(s.words)) > maxWords {
		return
	}
	for _, run := range s.loose() {
		for at := run[0]; at+fewest <= run[1]; {
			from, length := longestRun(words, s.words[at:run[1]])
			if length < fewest {
				at++
				continue
			}
			for k := range length {
				w := &s.words[at+k]
				w.source = words[from+k].source
				change(&w.source)
			}
			at += length
		}
	}
}

// longestRun finds the longest run of words with which want begins.
func longestRun(words, want []word) (from, length int) {
	for i := range words {
		k := 0
		for i+k < len(words) && k < len(want) && words[i+k].fold == want[k].fold {
			k++
		}
		if k > length {
			from, length = i, k
		}
	}
	return from, length
}
