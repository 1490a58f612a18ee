package history

import (
	"context"

	"rulebook/archive"
)

// Blame is a rule as it stands in a release, each phrase credited to the release that
// brought it.
type Blame struct {
	Release Release        `json:"release"`
	Entry   archive.Kind   `json:"entry"`
	Number  archive.Number `json:"number"`
	Term    string         `json:"term"`
	// Words are the phrases in order. Their texts joined are the rule's text.
	Words []Phrase `json:"words"`
	// Examples are the phrases of each example, likewise.
	Examples [][]Phrase `json:"examples"`
	// Ages sum the words up, oldest first.
	Ages   []Age `json:"ages"`
	Sample bool  `json:"sample,omitempty"`
}

// Phrase is words in a row that came to a rule in one way.
type Phrase struct {
	Text  string       `json:"text"`
	Since archive.Date `json:"since"` // the release that brought it
	Code  string       `json:"code"`
	// Earlier says that it stood in the first release held: it may be older.
	Earlier bool `json:"earlier,omitempty"`
	// Again is the release that restored it after it had been deleted; Since is then
	// the one that brought it first.
	Again *Release `json:"again,omitempty"`
	// Renumbered marks a number in a cross-reference that changed because the rule
	// it names was renumbered.
	Renumbered bool `json:"renumbered,omitempty"`
	// From names the rule that it stood in before it came to this one.
	From string `json:"from,omitempty"`
	// Gap is what is not held just before Since.
	Gap *Gap `json:"gap,omitempty"`

	age int // place of Since among the held releases
}

// Age is how many words a release brought that still stand.
type Age struct {
	Since   archive.Date `json:"since"`
	Code    string       `json:"code"`
	Earlier bool         `json:"earlier,omitempty"`
	Words   int          `json:"words"`
}

// blame credits a lineage's wording in the release of day d. It returns nil when the
// lineage has none then.
func (t *tracer) blame(ctx context.Context, id archive.LineageID, d archive.Date) (*Blame, error) {
	s, span, err := t.at(ctx, id, d)
	if err != nil || s == nil {
		return nil, err
	}
	b := &Blame{Release: NameOf(t.time.at(d)), Entry: span.Kind, Number: span.Number, Term: span.Term,
		Examples: [][]Phrase{}, Sample: t.time.newest().Sample}
	counts := make(map[int]int)
	part := func(start, end int) []Phrase {
		lo, hi := s.within(start, end)
		for _, w := range s.words[lo:hi] {
			counts[w.since]++
		}
		return t.phrases(s, start, end, lo, hi)
	}
	end := len(span.Text)
	b.Words = part(0, end)
	for _, example := range span.Examples {
		start := end + len(exampleLead)
		end = start + len(example)
		b.Examples = append(b.Examples, part(start, end))
	}
	b.Ages = t.ages(counts)
	return b, nil
}

// exampleLead is what archive.Entry.Wording puts before an example.
const exampleLead = "\nExample: "

// BlameRule credits the words of a lineage as it stands in the release of day d.
func BlameRule(ctx context.Context, s Store, id archive.LineageID, d archive.Date) (*Blame, error) {
	t, err := newTracer(ctx, s)
	if err != nil {
		return nil, err
	}
	return t.blame(ctx, id, d)
}

// ages lists the words of each release, oldest first.
func (t *tracer) ages(counts map[int]int) []Age {
	ages := []Age{}
	for i, r := range t.time.held {
		if counts[i] > 0 {
			ages = append(ages, Age{Since: r.Effective, Code: r.Code, Earlier: i == 0, Words: counts[i]})
		}
	}
	return ages
}

// phrases joins words lo to hi, which fill bytes start to end, where they came in one
// way. The white space between two phrases belongs to the older.
func (t *tracer) phrases(s *strand, start, end, lo, hi int) []Phrase {
	phrases := []Phrase{}
	for i := lo; i < hi; {
		first := i
		for i < hi && s.words[i].source == s.words[first].source {
			i++
		}
		to := end
		if i < hi {
			if to = s.words[i].start; s.words[i].since < s.words[first].since {
				to = s.words[i-1].end
			}
		}
		phrases = append(phrases, t.phrase(s.text[start:to], s.words[first].source))
		start = to
	}
	return phrases
}

func (t *tracer) phrase(text string, from source) Phrase {
	r := t.time.held[from.since]
	p := Phrase{Text: text, Since: r.Effective, Code: r.Code, Earlier: from.since == 0,
		Renumbered: from.renumbered, From: from.from, Gap: t.time.gap(r.Effective), age: from.since}
	if from.again > 0 {
		again := NameOf(t.time.held[from.again])
		p.Again = &again
	}
	return p
}

// Age is the place of the phrase's release among those held: 0 for the first.
func (p *Phrase) Age() int { return p.age }

// Survey is how old the words of a release are, or of a part of it.
type Survey struct {
	Release Release        `json:"release"`
	Section archive.Number `json:"section"` // whose part it is; empty for the whole release
	Words   int            `json:"words"`
	Ages    []Age          `json:"ages"` // of all words, oldest first
	Entries []Aged         `json:"entries"`
	Sample  bool           `json:"sample,omitempty"`
}

// Aged is one entry of a survey.
type Aged struct {
	Entry  archive.Kind   `json:"entry"`
	Number archive.Number `json:"number"`
	Term   string         `json:"term"`
	Words  []Phrase       `json:"words"`
	// Examples are those of each example.
	Examples [][]Phrase `json:"examples"`
	Ages     []Age      `json:"ages"`
}

// BlameRelease credits the words of the release of day d, or of what stands under
// number n in it, in the book's order.
func BlameRelease(ctx context.Context, b *Book, d archive.Date, n archive.Number) (*Survey, error) {
	t, err := newTracer(ctx, b)
	if err != nil {
		return nil, err
	}
	v := &Survey{Release: NameOf(t.time.at(d)), Section: n, Entries: []Aged{}, Sample: t.time.newest().Sample}
	counts := make(map[int]int)
	for _, span := range b.In(d, n) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		one, err := t.blame(ctx, span.Lineage, d)
		if err != nil {
			return nil, err
		}
		for _, a := range one.Ages {
			counts[t.time.index(a.Since)] += a.Words
			v.Words += a.Words
		}
		v.Entries = append(v.Entries, Aged{one.Entry, one.Number, one.Term, one.Words, one.Examples, one.Ages})
	}
	v.Ages = t.ages(counts)
	return v, nil
}
