package diffing

import "strings"

// A shortest list of replacements is not yet one that reads well. Cleaning
// shifts words that come or go to where a sentence or a clause begins, gives up
// lone common words between two replacements, and closes brackets that a
// replacement opened. It never marks a part of a word.

// clean makes the comparison read as a person would have marked it.
func (c *comparison) clean() {
	c.partSentences()
	for i := range c.runs {
		c.slide(i)
	}
	c.runs = joinReplaced(joinEqual(c.runs))
	c.dropChaff()
	c.closeBrackets()
}

// joinReplaced joins neighbouring runs that were replaced.
func joinReplaced(runs []run) []run {
	out := runs[:0]
	for _, r := range runs {
		if r.deletes() == 0 && r.inserts() == 0 {
			continue
		}
		if last := len(out) - 1; last >= 0 && out[last].equal == r.equal {
			out[last].old1, out[last].new1 = r.old1, r.new1
			continue
		}
		out = append(out, r)
	}
	return out
}

// slide moves the i-th run, where it is words that only one side has between
// words that stay, to the best of the places where it says the same: inserting
// "A. " before "B. " and inserting "A. B" after it can be the same insertion.
func (c *comparison) slide(i int) {
	if i == 0 || i == len(c.runs)-1 {
		return
	}
	before, r, after := &c.runs[i-1], &c.runs[i], &c.runs[i+1]
	if r.equal || !before.equal || !after.equal || (r.deletes() > 0) == (r.inserts() > 0) {
		return
	}
	s, lo, hi := &c.old, r.old0, r.old1
	if r.inserts() > 0 {
		s, lo, hi = &c.new, r.new0, r.new1
	}
	left, right := 0, 0
	for left < before.deletes() && s.ids[lo-1-left] == s.ids[hi-1-left] {
		left++
	}
	for right < after.deletes() && s.ids[lo+right] == s.ids[hi+right] {
		right++
	}
	best, bestScore := 0, s.breaks(lo, hi)
	for by := -left; by <= right; by++ {
		if score := s.breaks(lo+by, hi+by); score > bestScore {
			best, bestScore = by, score
		}
	}
	before.old1, before.new1 = before.old1+best, before.new1+best
	r.old0, r.old1, r.new0, r.new1 = r.old0+best, r.old1+best, r.new0+best, r.new1+best
	after.old0, after.new0 = after.old0+best, after.new0+best
}

// partSentences parts whole sentences that came or went from a replacement before
// them. "Pay cargo. It sinks." to "Pay freight." has kept the last full stop, but
// reads better as one word replaced and a sentence gone with its own full stop.
func (c *comparison) partSentences() {
	out := make([]run, 0, len(c.runs))
	for i, r := range c.runs {
		if r.equal || i+1 == len(c.runs) || r.deletes() == 0 || r.inserts() == 0 {
			out = append(out, r)
			continue
		}
		after := &c.runs[i+1]
		if k := c.old.sentenceBehind(r.old0, r.old1); k > 0 {
			out = append(out, run{false, r.old0, k, r.new0, r.new1}, run{true, k, k + 1, r.new1, r.new1 + 1},
				run{false, k + 1, r.old1 + 1, r.new1 + 1, r.new1 + 1})
		} else if k := c.new.sentenceBehind(r.new0, r.new1); k > 0 {
			out = append(out, run{false, r.old0, r.old1, r.new0, k}, run{true, r.old1, r.old1 + 1, k, k + 1},
				run{false, r.old1 + 1, r.old1 + 1, k + 1, r.new1 + 1})
		} else {
			out = append(out, r)
			continue
		}
		after.old0, after.new0 = after.old0+1, after.new0+1
	}
	c.runs = joinReplaced(out)
}

// sentenceBehind returns the word of lo to hi that is equal to word hi, the first
// one behind them, and parts them so that whole sentences follow it; 0 when there
// is none.
func (s *strand) sentenceBehind(lo, hi int) int {
	if !s.opensSentence(hi + 1) {
		return 0
	}
	for k := lo + 1; k < hi-1; k++ {
		if s.ids[k] == s.ids[hi] && s.opensSentence(k+1) {
			return k
		}
	}
	return 0
}

// breaks says how well words lo to hi stand out as a unit: whole sentences best,
// then bracketed words, then a clause with the comma before it, then one with
// the comma behind it.
func (s *strand) breaks(lo, hi int) int {
	first, last := s.word(lo).Fold, s.word(hi-1).Fold
	switch {
	case s.opensSentence(lo) && s.opensSentence(hi):
		return 5
	case first == "(" && last == ")":
		return 4
	case isStop(first) && !isStop(last):
		return 3
	case lo > 0 && isStop(s.word(lo-1).Fold) && isStop(last):
		return 2
	case first == "and" || first == "or":
		return 1
	}
	return 0
}

// isStop reports whether a mark parts clauses.
func isStop(fold string) bool { return fold == "," || fold == ";" || fold == ":" || fold == "-" }

// opensSentence reports whether a sentence begins with word i. The end of the
// text counts as a beginning.
func (s *strand) opensSentence(i int) bool {
	if i == 0 || i == len(s.words) {
		return true
	}
	gap := s.gap(i)
	if strings.ContainsAny(gap, "\n\r") {
		return true
	}
	if !spaced(gap) {
		return false
	}
	for i--; i >= 0; i-- {
		switch s.word(i).Fold {
		case ".", "!", "?":
			return true
		case "\"", "'", ")", "(r)", "(tm)":
			// a sentence may end in a quotation or a bracket
		default:
			return false
		}
		if spaced(s.gap(i)) {
			return false
		}
	}
	return false
}

// longReplacement is from how many words on, on either side, two replacements
// are long enough that a second common word between them is chaff too.
const longReplacement = 4

// dropChaff gives words up that stay between two replacements only by chance, so
// that the replacement reads as one phrase. Only marks and common words are, at
// most one word, or two between long replacements.
func (c *comparison) dropChaff() {
	for i := 1; i+1 < len(c.runs); {
		before, r, after := c.runs[i-1], c.runs[i], c.runs[i+1]
		if !r.equal || !c.isChaff(before, r, after) {
			i++
			continue
		}
		joined := run{false, before.old0, after.old1, before.new0, after.new1}
		if c.hasCommonMeaning(joined) {
			i++
			continue
		}
		c.runs = append(c.runs[:i-1], append([]run{joined}, c.runs[i+2:]...)...)
		i = max(1, i-1)
	}
}

// hasCommonMeaning reports whether a word that is no chaff stands on both sides of a
// replacement. One that has it is none: the word could have stayed.
func (c *comparison) hasCommonMeaning(r run) bool {
	gone := make(map[rune]bool, r.deletes())
	for i := r.old0; i < r.old1; i++ {
		if c.worth(i) > scoreKept {
			gone[c.old.ids[i]] = true
		}
	}
	for _, id := range c.new.ids[r.new0:r.new1] {
		if gone[id] {
			return true
		}
	}
	return false
}

func (c *comparison) isChaff(before, r, after run) bool {
	if c.isLoneMark(before, r, after) {
		return true
	}
	if before.deletes() == 0 || before.inserts() == 0 || after.deletes() == 0 || after.inserts() == 0 {
		return false
	}
	most := 1
	if min(before.deletes(), before.inserts(), after.deletes(), after.inserts()) >= longReplacement {
		most = 2
	}
	words := 0
	for i := r.new0; i < r.new1; i++ {
		t := c.new.word(i)
		switch {
		case t.Kind == MarkToken:
			if endsClause(t.Fold) && most == 1 {
				return false
			}
		case commonWords[t.Fold]:
			words++
		default:
			return false
		}
	}
	return words <= most
}

// isLoneMark reports whether a run that stays is no more than a quotation mark, a
// bracket or a hyphen between a replacement and another one, or a word or two that
// one side alone has.
func (c *comparison) isLoneMark(before, r, after run) bool {
	if r.inserts() != 1 {
		return false
	}
	mark := c.new.word(r.new0)
	both := func(r run) bool { return r.deletes() > 0 && r.inserts() > 0 }
	small := func(r run) bool { return both(r) || r.deletes()+r.inserts() <= 2 }
	return mark.Kind == MarkToken && !endsClause(mark.Fold) && small(before) && small(after) && (both(before) || both(after))
}

// endsClause reports whether a mark parts sentences or members of a list, so
// that what stands on its two sides was replaced each for itself.
func endsClause(fold string) bool { return strings.Contains(".,;:!?", fold) }

// commonWords carry no meaning of their own.
var commonWords = setOf("a an the of to in on at by for from with as and or that this it its is are be was were if")

func setOf(words string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		set[w] = true
	}
	return set
}

// closeBrackets lets a replacement that opened a bracket on both sides take in
// the bracket's end when that comes next: thirty (30) to forty (40) is one
// replacement.
func (c *comparison) closeBrackets() {
	for i := 0; i+1 < len(c.runs); i++ {
		r, after := &c.runs[i], &c.runs[i+1]
		if r.equal || r.deletes() == 0 || r.inserts() == 0 || c.new.word(after.new0).Fold != ")" {
			continue
		}
		if c.old.open(r.old0, r.old1) && c.new.open(r.new0, r.new1) {
			r.old1, r.new1 = r.old1+1, r.new1+1
			after.old0, after.new0 = after.old0+1, after.new0+1
		}
	}
	c.runs = joinReplaced(c.runs)
}

// open reports whether words lo to hi open a bracket that they do not close.
func (s *strand) open(lo, hi int) bool {
	open := false
	for i := lo; i < hi; i++ {
		switch s.word(i).Fold {
		case "(":
			open = true
		case ")":
			open = false
		}
	}
	return open
}
