package diffing

import (
	"encoding/binary"
	"slices"
	"strings"
)

// longestPhrase bounds the words of either side of a substitution: converted mana
// cost has three, the longest seen in a release five.
const longestPhrase = 6

// substitution is a phrase that gave way to another in many places.
type substitution struct {
	from, to phrase
	sites    []site
}

// site is one place of a substitution. Its words are what the phrases cover; in a
// site that is a mere deletion they hold the word beside it that stayed.
type site struct {
	text       *workText
	run0, run1 int // the runs it covers, both inclusive
	old0, old1 int
	new0, new1 int
}

// from and to are the words of a site as printed.
func (at *site) from() string { return at.text.cmp.old.printed(at.old0, at.old1) }
func (at *site) to() string   { return at.text.cmp.new.printed(at.new0, at.new1) }

// substitutions finds the phrases that were replaced throughout. Of the readings
// of one replacement the one with the most entries to it wins, and the longer
// phrase among those with about as many; what it explains is no other's site.
func (v *vocabulary) substitutions() []*substitution {
	candidates := v.candidates()
	var found []*substitution
	claimed := make(map[*comparison]map[int]bool)
	for len(found) < mostShifts {
		var best *substitution
		bestScore := 0.0
		for _, s := range candidates {
			s.sites = slices.DeleteFunc(s.sites, func(at site) bool {
				runs := claimed[at.text.cmp]
				for r := at.run0; r <= at.run1; r++ {
					if runs[r] {
						return true
					}
				}
				return false
			})
			// A word more in the phrases weighs as much as one entry in twenty. What
			// reads as words left out may be half of a replacement.
			score := float64(s.entries()) * (1 + 0.05*float64(min(len(s.from)+len(s.to), 8)))
			if contains(s.from, s.to) || contains(s.to, s.from) {
				score *= 0.85
			}
			if s.entries() >= fewestRules && score > bestScore {
				best, bestScore = s, score
			}
		}
		if best == nil {
			break
		}
		candidates = slices.DeleteFunc(candidates, func(s *substitution) bool { return s == best })
		if !v.ranThrough(best) {
			continue
		}
		found = append(found, best)
		for _, at := range best.sites {
			runs := claimed[at.text.cmp]
			if runs == nil {
				runs = make(map[int]bool)
				claimed[at.text.cmp] = runs
			}
			for r := at.run0; r <= at.run1; r++ {
				runs[r] = true
			}
		}
	}
	return found
}

// ranThrough reports whether the whole book bears a substitution out: the one
// phrase grew rarer and the other more frequent by at least a third of the
// places. It does not where two rules were mistaken for one another; all of the
// places it need not be, for new rules may use the older phrase too.
func (v *vocabulary) ranThrough(s *substitution) bool {
	need := (len(s.sites) + 2) / 3
	return (contains(s.to, s.from) || -v.net(s.from) >= need) && (contains(s.from, s.to) || v.net(s.to) >= need)
}

// contains reports whether phrase b stands in a.
func contains(a, b phrase) bool { return b.count(a) > 0 }

// entries counts the works that hold a site.
func (s *substitution) entries() int {
	n, last := 0, -1
	for _, at := range s.sites {
		if at.text.work != last {
			n, last = n+1, at.text.work
		}
	}
	return n
}

// shift sums the substitution up, in the words that most of its sites have.
func (s *substitution) shift(v *vocabulary) Shift {
	times := make(map[[2]string]int)
	var most [2]string
	for _, at := range s.sites {
		from, to := at.from(), at.to()
		words := [2]string{plainCase(from, to), plainCase(to, from)}
		if times[words]++; times[words] > times[most] {
			most = words
		}
	}
	if s.pointedAt() {
		most = [2]string{pointer + " " + most[0], pointer + " " + most[1]}
	}
	return Shift{
		Kind: Substitution, From: most[0], To: most[1],
		Occurrences: len(s.sites), Rules: s.entries(),
		First: v.works[s.sites[0].text.work].change.Entry().Name(),
	}
}

// pointer is the word behind which a card's text names the card itself: "this artifact"
// became "this token", while an artifact became nothing else.
const pointer = "this"

// pointedAt reports whether all sites stand behind the pointer.
func (s *substitution) pointedAt() bool {
	behind := func(c *strand, at int) bool { return at > 0 && strings.EqualFold(c.exact(at-1), pointer) }
	return !slices.ContainsFunc(s.sites, func(at site) bool {
		return !behind(&at.text.cmp.old, at.old0) || !behind(&at.text.cmp.new, at.new0)
	})
}

// plainCase lower-cases the first letter that a phrase bears only because it opens
// a sentence, which is so when its counterpart bears one too.
func plainCase(s, counterpart string) string {
	if s == "" || counterpart == "" || strings.ToLower(s[:1]) == s[:1] || strings.ToLower(counterpart[:1]) == counterpart[:1] {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

// mark marks the words of all sites as a term. A site over two runs becomes one
// replacement, so that it reads as the phrase it is.
func (s *substitution) mark() {
	for _, at := range s.sites {
		c := at.text.cmp
		if at.run1 > at.run0 {
			c.joinRuns(at.old0, at.old1, at.new0, at.new1)
		}
		old1, new1 := at.old1, at.new1
		if c.agrees(old1, new1) {
			old1, new1 = old1+1, new1+1
		}
		for i := at.old0; i < old1; i++ {
			c.old.mark(i).term = true
		}
		for i := at.new0; i < new1; i++ {
			c.new.mark(i).term = true
		}
	}
}

// agrees reports whether the words right behind a replacement are part of the same
// replaced run and one verb in two forms: he or she has, they have.
func (c *comparison) agrees(old, new int) bool {
	for _, r := range c.runs {
		if !r.equal && r.old0 < old && old < r.old1 && r.new0 < new && new < r.new1 {
			before, after := c.old.word(old).Fold, c.new.word(new).Fold
			return pluralVerbs[before] == after || root(before) == root(after)
		}
	}
	return false
}

// pluralVerbs are the verbs whose number does not show in an s.
var pluralVerbs = map[string]string{
	"is": "are", "isn't": "aren't", "was": "were", "wasn't": "weren't", "has": "have", "hasn't": "haven't",
	"does": "do", "doesn't": "don't", "he's": "they're", "she's": "they're",
}

// joinRuns makes one replacement of all runs within the words given.
func (c *comparison) joinRuns(old0, old1, new0, new1 int) {
	joined := run{false, old0, old1, new0, new1}
	var out []run
	put := false
	for _, r := range c.runs {
		if r.old1 <= old0 && r.new1 <= new0 || r.old0 >= old1 && r.new0 >= new1 {
			if !put && r.old0 >= old1 && r.new0 >= new1 {
				out = append(out, joined)
				put = true
			}
			out = append(out, r)
		}
	}
	if !put {
		out = append(out, joined)
	}
	c.runs = joinReplaced(out)
}

// candidates reads every replacement of the changed entries in all ways that may
// be a substitution.
func (v *vocabulary) candidates() []*substitution {
	byKey := make(map[string]*substitution)
	var order []*substitution // of discovery, in the book's order
	var key []byte
	for i := range v.texts {
		t := &v.texts[i]
		w := v.works[t.work]
		if w.change.Kind != Changed || w.change.Class == List {
			continue
		}
		t.readings(func(at site) {
			from, to := phrase(t.old[at.old0:at.old1]), phrase(t.new[at.new0:at.new1])
			key = appendKey(key[:0], from, to, &at)
			s := byKey[string(key)]
			if s == nil {
				s = &substitution{from: from, to: to}
				byKey[string(key)] = s
				order = append(order, s)
			}
			s.sites = append(s.sites, at)
		})
	}
	return slices.DeleteFunc(order, func(s *substitution) bool { return s.entries() < fewestRules })
}

// appendKey appends what sites of one substitution share: the stems, or the words
// themselves where the stems are equal and a form or a letter case was changed.
func appendKey(key []byte, from, to phrase, at *site) []byte {
	if slices.Equal(from, to) {
		return append(append(append(key, at.from()...), 0), at.to()...)
	}
	for _, id := range from {
		key = binary.BigEndian.AppendUint32(key, uint32(id))
	}
	key = binary.BigEndian.AppendUint32(key, 0)
	for _, id := range to {
		key = binary.BigEndian.AppendUint32(key, uint32(id))
	}
	return key
}

// readings calls found with every reading of the text's replacements: a
// replacement whole; its two parts wherever it can be cut in two; two
// replacements with a word or two between them; a deletion with the word before
// it or behind it.
func (t *workText) readings(found func(site)) {
	c := t.cmp
	offer := func(run0, run1, old0, old1, new0, new1 int) {
		if old1-old0 == 0 || new1-new0 == 0 || old1-old0 > longestPhrase || new1-new0 > longestPhrase {
			return
		}
		if c.old.quoted(old0) != c.new.quoted(new0) {
			return // the title of a cross-reference is no phrase of the text
		}
		if !c.old.phrasal(old0, old1) || !c.new.phrasal(new0, new1) || !c.old.meaning(old0, old1) || !c.new.meaning(new0, new1) {
			return
		}
		found(site{t, run0, run1, old0, old1, new0, new1})
	}
	for i, r := range c.runs {
		if r.equal {
			continue
		}
		offer(i, i, r.old0, r.old1, r.new0, r.new1)
		if r.deletes() <= 2*longestPhrase && r.inserts() <= 2*longestPhrase {
			for o := 1; o < r.deletes(); o++ {
				if !c.old.cuttable(r.old0 + o) {
					continue
				}
				for n := 1; n < r.inserts(); n++ {
					if !c.new.cuttable(r.new0 + n) {
						continue
					}
					offer(i, i, r.old0, r.old0+o, r.new0, r.new0+n)
					offer(i, i, r.old0+o, r.old1, r.new0+n, r.new1)
				}
			}
		}
		if r.inserts() == 0 || r.deletes() == 0 {
			if r.old0 > 0 && r.new0 > 0 && i > 0 {
				offer(i, i, r.old0-1, r.old1, r.new0-1, r.new1)
			}
			if i+1 < len(c.runs) {
				offer(i, i, r.old0, r.old1+1, r.new0, r.new1+1)
			}
		}
		if i+2 < len(c.runs) && c.runs[i+1].deletes() <= 2 {
			last := c.runs[i+2]
			offer(i, i+2, r.old0, last.old1, r.new0, last.new1)
		}
	}
}

// phrasal reports whether words lo to hi may be a phrase: words only, no marks,
// numbers or cross-references.
func (s *strand) phrasal(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if s.word(i).Kind != WordToken || s.inAddress(i) {
			return false
		}
	}
	return true
}

// cuttable reports whether a phrase may end before word i: not behind an article
// or a preposition, and not beside "or".
func (s *strand) cuttable(i int) bool {
	return !commonWords[s.word(i-1).Fold] && !isAndOr(s.word(i).Fold)
}

// quoted reports whether a quotation mark stands before word i.
func (s *strand) quoted(i int) bool { return i > 0 && s.word(i-1).Fold == "\"" }

// meaning reports whether one of words lo to hi is not a common one.
func (s *strand) meaning(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if !commonWords[strings.ToLower(s.word(i).Fold)] {
			return true
		}
	}
	return false
}

// printed joins the folded words lo to hi.
func (s *strand) printed(lo, hi int) string {
	var b strings.Builder
	for i := lo; i < hi; i++ {
		if i > lo && s.gap(i) != "" {
			b.WriteByte(' ')
		}
		b.WriteString(s.word(i).Fold)
	}
	return b.String()
}
