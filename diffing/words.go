package diffing

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/sergi/go-diff/diffmatchpatch"

	"rulebook/archive"
)

// Words compares two texts word by word. The edits are old to the byte without
// the inserts and new to the byte without the deletes; what differs in quotes,
// dashes or spaces only is marked Typography, a sentence that stands elsewhere in
// the same text Moved. Equal texts give one Equal edit, two empty ones none.
func Words(old, new string) []Edit {
	if edits, ok := typographic(old, new); ok {
		return edits
	}
	return newComparer().compare(old, new).edits()
}

// strand is one of the two texts of a comparison, cut to words: the tokens that
// are no white space.
type strand struct {
	text  string
	words []wordSpan
	ids   []rune    // for each word, what its folded form was interned as
	by    *interner // gave the ids; nil for a text too long to be cut
	marks []mark    // for each word what is known beyond kept, gone or come; nil while nothing is
}

// wordSpan is where a word stands in the text, in bytes, of which a text that is cut
// has at most maxInterned.
type wordSpan struct {
	lo, hi int32
	kind   TokenKind
}

// mark is what is known of a word that goes or comes.
type mark struct {
	moved     bool
	reworded  bool // moved with other words
	term      bool
	elsewhere *Side // the other rule that a moved word went to or came from
}

// exact returns the i-th word as printed.
func (s *strand) exact(i int) string { return s.text[s.words[i].lo:s.words[i].hi] }

// stretch returns words lo to hi as printed, with the space between them.
func (s *strand) stretch(lo, hi int) string { return s.text[s.words[lo].lo:s.words[hi-1].hi] }

// word returns the i-th word.
func (s *strand) word(i int) Token {
	t := Token{Kind: s.words[i].kind, Text: s.exact(i)}
	if s.by == nil {
		t.Fold = archive.Fold(t.Text)
	} else {
		t.Fold = s.by.folds[s.ids[i]]
	}
	return t
}

// gap returns the exact white space before the i-th word, or after the last one
// when i is the number of words.
func (s *strand) gap(i int) string {
	lo, hi := 0, len(s.text)
	if i > 0 {
		lo = int(s.words[i-1].hi)
	}
	if i < len(s.words) {
		hi = int(s.words[i].lo)
	}
	return s.text[lo:hi]
}

// mark returns the mark of word i, to be set.
func (s *strand) mark(i int) *mark {
	if s.marks == nil {
		s.marks = make([]mark, len(s.words))
	}
	return &s.marks[i]
}

// run is a stretch of a comparison: words that stay, or words that were replaced
// by others. Either side of a replacement may be empty, not both.
type run struct {
	equal      bool
	old0, old1 int // words of the old strand, half open
	new0, new1 int
}

func (r run) deletes() int { return r.old1 - r.old0 }
func (r run) inserts() int { return r.new1 - r.new0 }

// comparison is two texts compared. Its runs cover both strands in order, and
// runs that stay alternate with runs that were replaced.
type comparison struct {
	old, new strand
	runs     []run
}

// maxInterned is how many distinct words a comparer keeps before it starts anew,
// and how many bytes two texts may have together to be cut to words at all. Twice
// that many words are fewer than the runes that Unicode has outside the
// surrogates. The books compared so far have thirty thousand.
const maxInterned = 1 << 19

// maxWords bounds the words of two texts, apart from what they begin and end
// with alike, that are compared one by one. The longest published text has some
// three thousand; the time for two texts without a common word grows with the
// square. Beyond it the whole middle counts as replaced.
const maxWords = 1 << 14

// interner gives each distinct folded word a rune of its own, from 1 on.
type interner struct {
	ids   map[string]rune // by the folded word
	folds []string        // the folded word of each rune

	// fields are what stands between white space, "(creature," or "{2}{U}:", which is
	// cut to the same words wherever it stands: no token reaches over white space.
	fields map[string]fieldWords
	words  []wordSpan // of all fields, offsets from the field's begin
	runes  []rune     // of these words
}

// fieldWords are the words of a field.
type fieldWords struct{ lo, hi int }

func newInterner() *interner {
	return &interner{ids: make(map[string]rune), folds: make([]string, 1), fields: make(map[string]fieldWords)}
}

// comparer compares texts one after another and remembers the words it has seen.
type comparer struct {
	*interner
	differ *diffmatchpatch.DiffMatchPatch
	pieces []piece // of the last text, to be overwritten
	table  []int32 // of the last search among ties, to be overwritten
}

func newComparer() *comparer {
	differ := diffmatchpatch.New()
	differ.DiffTimeout = 0 // never give up halfway: the answer must not depend on the load of the machine
	return &comparer{interner: newInterner(), differ: differ}
}

// compare cuts both texts and finds what stayed and what was replaced.
func (c *comparer) compare(old, new string) *comparison {
	if len(old)+len(new) > maxInterned {
		return replacedWhole(old, new)
	}
	c.renew()
	cmp := &comparison{old: c.read(old)}
	cmp.new = c.readLike(&cmp.old, new)
	cmp.runs = c.runs(cmp.old.ids, cmp.new.ids)
	c.settleMoves(cmp)
	c.settleTies(cmp)
	cmp.clean()
	return cmp
}

// renew forgets all words when there are many. What was cut before and what is cut
// after cannot be compared.
func (c *comparer) renew() {
	if len(c.folds) > maxInterned {
		c.interner = newInterner()
	}
}

// replacedWhole is the comparison of texts too long to be cut: all of the one went
// and all of the other came.
func replacedWhole(old, new string) *comparison {
	whole := func(text string) strand {
		s := strand{text: text}
		if text != "" {
			s.words, s.ids = []wordSpan{{0, int32(len(text)), WordToken}}, make([]rune, 1)
		}
		return s
	}
	cmp := &comparison{old: whole(old), new: whole(new)}
	cmp.runs = []run{{false, 0, len(cmp.old.words), 0, len(cmp.new.words)}}
	return cmp
}

// piece is a field of a text with the place of its first byte.
type piece struct {
	at    int
	words fieldWords
}

// read cuts a text into words.
func (c *comparer) read(text string) strand { return c.readLike(&strand{}, text) }

// readLike cuts a text into words, which where it begins and ends like another are
// the words of that one.
func (c *comparer) readLike(other *strand, text string) strand {
	head, tail := commonFields(other.text, text)
	first := sort.Search(len(other.words), func(i int) bool { return int(other.words[i].hi) > head })
	last := first + sort.Search(len(other.words)-first, func(i int) bool { return int(other.words[first+i].lo) >= len(other.text)-tail })
	c.pieces = c.pieces[:0]
	count := first + len(other.words) - last
	for at := head; at < len(text)-tail; {
		if gap := len(blanks(text[at:])); gap > 0 {
			at += gap
			continue
		}
		one := field(text[at:])
		words := c.field(one)
		c.pieces = append(c.pieces, piece{at, words})
		count += words.hi - words.lo
		at += len(one)
	}
	s := strand{text: text, words: make([]wordSpan, 0, count), ids: make([]rune, 0, count), by: c.interner}
	s.words, s.ids = append(s.words, other.words[:first]...), append(s.ids, other.ids[:first]...)
	for _, p := range c.pieces {
		for _, w := range c.words[p.words.lo:p.words.hi] {
			s.words = append(s.words, wordSpan{int32(p.at) + w.lo, int32(p.at) + w.hi, w.kind})
		}
		s.ids = append(s.ids, c.runes[p.words.lo:p.words.hi]...)
	}
	shift := int32(len(text) - len(other.text))
	for _, w := range other.words[last:] {
		s.words = append(s.words, wordSpan{w.lo + shift, w.hi + shift, w.kind})
	}
	s.ids = append(s.ids, other.ids[last:]...)
	return s
}

// commonFields is how many bytes two texts begin with alike up to a space, and how
// many they end with alike from a space on.
func commonFields(a, b string) (head, tail int) {
	most := min(len(a), len(b))
	for head < most && a[head] == b[head] {
		head++
	}
	head = strings.LastIndexByte(a[:head], ' ') + 1
	for tail < most-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	space := strings.IndexByte(a[len(a)-tail:], ' ')
	if space < 0 {
		return head, 0
	}
	return head, tail - space
}

// field cuts a field into words, which is done once for each.
func (c *interner) field(text string) fieldWords {
	known, cut := c.fields[text]
	if cut {
		return known
	}
	words := fieldWords{lo: len(c.words)}
	scan := scanner{text: text}
	for scan.at < len(text) {
		lo := scan.at
		if kind := scan.token(); kind != SpaceToken { // a mark without width is none
			c.words = append(c.words, wordSpan{int32(lo), int32(scan.at), kind})
			c.runes = append(c.runes, c.intern(archive.Fold(text[lo:scan.at])))
		}
	}
	words.hi = len(c.words)
	c.fields[text] = words
	return words
}

func (c *interner) intern(fold string) rune {
	id, known := c.ids[fold]
	if !known {
		id = c.fresh(fold)
		c.ids[fold] = id
	}
	return id
}

// fresh returns a rune that stands for no word yet. Surrogates are left out: a
// string cannot hold them.
func (c *interner) fresh(fold string) rune {
	const surrogates, behind = 0xD800, 0xE000
	if len(c.folds) == surrogates {
		c.folds = append(c.folds, make([]string, behind-surrogates)...)
	}
	c.folds = append(c.folds, fold)
	return rune(len(c.folds) - 1)
}

// runs finds a shortest list of replacements (Myers 1986, as go-diff has it: with
// no timeout it takes no short cut) and returns it as runs over words.
func (c *comparer) runs(old, new []rune) []run {
	var runs []run
	o, n := 0, 0
	head := 0
	for head < len(old) && head < len(new) && old[head] == new[head] {
		head++
	}
	tail := 0
	for tail < len(old)-head && tail < len(new)-head && old[len(old)-1-tail] == new[len(new)-1-tail] {
		tail++
	}
	keep := func(k int) {
		if k > 0 {
			runs = append(runs, run{true, o, o + k, n, n + k})
			o, n = o+k, n+k
		}
	}
	replace := func(deletes, inserts int) {
		if last := len(runs) - 1; last >= 0 && !runs[last].equal {
			runs[last].old1 += deletes
			runs[last].new1 += inserts
		} else {
			runs = append(runs, run{false, o, o + deletes, n, n + inserts})
		}
		o, n = o+deletes, n+inserts
	}
	keep(head)
	oldMiddle, newMiddle := old[head:len(old)-tail], new[head:len(new)-tail]
	switch {
	case len(oldMiddle) == 0 && len(newMiddle) == 0:
	case len(oldMiddle) == 0 || len(newMiddle) == 0 || len(oldMiddle)+len(newMiddle) > maxWords:
		replace(len(oldMiddle), len(newMiddle))
	default:
		for _, d := range c.differ.DiffMainRunes(oldMiddle, newMiddle, false) {
			k := utf8.RuneCountInString(d.Text)
			switch {
			case k == 0:
			case d.Type == diffmatchpatch.DiffEqual:
				keep(k)
			case d.Type == diffmatchpatch.DiffDelete:
				replace(k, 0)
			default:
				replace(0, k)
			}
		}
	}
	keep(tail)
	return joinEqual(runs)
}

// joinEqual joins neighbouring runs that stay.
func joinEqual(runs []run) []run {
	out := runs[:0]
	for _, r := range runs {
		if last := len(out) - 1; last >= 0 && out[last].equal && r.equal {
			out[last].old1, out[last].new1 = r.old1, r.new1
			continue
		}
		out = append(out, r)
	}
	return out
}
