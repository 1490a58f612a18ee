package history

import (
	"context"
	"slices"

	"rulebook/archive"
)

// Where each word of a rule came from is found in the manner of WikiWho (Flöck and
// Acosta, "WikiWho: Precise and Efficient Attribution of Authorship of Revisioned
// Content", WWW 2014): a word keeps its origin for as long as it stays, and gets it
// back when it returns. What differs suits a rulebook: words are compared folded, so
// that typography changes nothing; a word that follows its sentence into another
// rule keeps its origin there; a number in a cross-reference that changed because its
// rule was renumbered is credited to the renumbering and marked so.

const (
	// fewestShared is the least number of words in a row that a rule takes along
	// from one that it was split from, or that was merged into it.
	fewestShared = 4
	// fewestRestored is the least number of words in a row that are taken for
	// restored in another place than they were deleted from; fewer recur by chance.
	fewestRestored = 6
	// fewestAlone is the least number of words of a sentence that is recognised when
	// it comes from a rule that nothing else ties to this one.
	fewestAlone = 8
	// maxWords bounds the wordings whose words are looked for in other places, which
	// takes as long as the words of both are many, multiplied. The longest published so
	// far has 900; in a longer one a word that moved is new.
	maxWords = 10_000
)

// tracer finds where words came from, lineage by lineage. It remembers what it found.
type tracer struct {
	store  Store
	time   *timeline
	trails map[archive.LineageID]*trail
}

// trail is a lineage's wordings, as far as their words were traced.
type trail struct {
	lineage   archive.Lineage
	relatives []archive.Lineage
	spans     []archive.Span
	strands   []*strand // of the first spans
	graves    []grave
}

// grave is a run of words that was deleted, with the words that stood around it.
type grave struct {
	words         []word
	before, after string // folded; empty at the text's ends
}

func newTracer(ctx context.Context, s Store) (*tracer, error) {
	t, err := readTimeline(ctx, s)
	if err != nil {
		return nil, err
	}
	return &tracer{store: s, time: t, trails: make(map[archive.LineageID]*trail)}, nil
}

// at returns the words of a lineage in the release of day d, traced, and the span
// that they make; nil when it has none then.
func (t *tracer) at(ctx context.Context, id archive.LineageID, d archive.Date) (*strand, *archive.Span, error) {
	tr, err := t.trail(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	want := spanIndex(tr.spans, d)
	if want < 0 {
		return nil, nil, nil
	}
	for len(tr.strands) <= want {
		if err := t.next(ctx, tr); err != nil {
			return nil, nil, err
		}
	}
	return tr.strands[want], &tr.spans[want], nil
}

func (t *tracer) trail(ctx context.Context, id archive.LineageID) (*trail, error) {
	if tr, known := t.trails[id]; known {
		return tr, nil
	}
	tr := &trail{}
	var err error
	if tr.lineage, err = t.store.Lineage(ctx, id); err != nil {
		return nil, err
	}
	if tr.relatives, err = t.store.Relatives(ctx, id); err != nil {
		return nil, err
	}
	if tr.spans, err = t.store.Spans(ctx, id); err != nil {
		return nil, err
	}
	t.trails[id] = tr
	return tr, nil
}

// next traces one more span of a trail. It asks other trails only for releases
// before that span began, so that no trail waits for itself.
func (t *tracer) next(ctx context.Context, tr *trail) error {
	at := len(tr.strands)
	span := &tr.spans[at]
	s := newStrand(wordingOf(span))
	release := t.time.index(span.From)
	before, hasBefore := t.time.before(span.From)
	if at > 0 {
		old := tr.strands[at-1]
		hunks := s.inherit(old)
		if err := t.renumber(ctx, old, s, hunks, tr.spans[at-1].To, span.From); err != nil {
			return err
		}
		tr.restore(s, release)
		tr.bury(old, hunks)
	}
	if hasBefore && len(s.words) <= maxWords && len(s.loose()) > 0 {
		if err := t.borrowKin(ctx, tr, s, span.From, before.Effective); err != nil {
			return err
		}
		if err := t.borrowSentences(ctx, tr, s, span.From, before.Effective); err != nil {
			return err
		}
	}
	s.credit(release)
	tr.strands = append(tr.strands, s)
	return nil
}

// borrowKin lets words keep their origin that came out of the rule this one was
// split from, or from one that was merged into it.
func (t *tracer) borrowKin(ctx context.Context, tr *trail, s *strand, d, before archive.Date) error {
	var kin []archive.LineageID
	if tr.lineage.From != 0 && tr.lineage.Born == d {
		kin = append(kin, tr.lineage.From)
	}
	for _, r := range tr.relatives {
		if r.Into == tr.lineage.ID && r.Gone == d {
			kin = append(kin, r.ID)
		}
	}
	for _, id := range kin {
		other, span, err := t.at(ctx, id, before)
		if err != nil {
			return err
		}
		if other != nil {
			s.borrow(other.words, fewestShared, cameFrom(span))
		}
	}
	return nil
}

// cameFrom says of a word which rule it stood in.
func cameFrom(span *archive.Span) func(*source) {
	e := entryOf(span)
	name := e.Name()
	return func(w *source) { w.from = name }
}

// borrowSentences lets long sentences keep their origin that stood in exactly one
// other rule and stand there no longer.
func (t *tracer) borrowSentences(ctx context.Context, tr *trail, s *strand, d, before archive.Date) error {
	for _, sentence := range s.sentences() {
		lo, hi := sentence[0], sentence[1]
		if hi-lo < fewestAlone || slices.ContainsFunc(s.words[lo:hi], func(w word) bool { return w.settled }) {
			continue
		}
		ids, err := t.store.Lost(ctx, before, s.folded(lo, hi))
		if err != nil {
			return err
		}
		var from []word
		var rule *archive.Span
		sources := 0
		for _, id := range ids {
			if id == tr.lineage.ID {
				continue
			}
			words, span, err := t.lostBy(ctx, id, s.words[lo:hi], d, before)
			if err != nil {
				return err
			}
			if words != nil {
				from, rule = words, span
				sources++
			}
		}
		if sources != 1 {
			continue
		}
		say := cameFrom(rule)
		for i := range from {
			w := &s.words[lo+i]
			w.source = from[i].source
			say(&w.source)
		}
	}
	return nil
}

// lostBy returns the words of a sentence in another lineage before day d, if they
// stood there and no longer do.
func (t *tracer) lostBy(ctx context.Context, id archive.LineageID, sentence []word, d, before archive.Date) ([]word, *archive.Span, error) {
	spans, err := t.store.Spans(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	if at := spanIndex(spans, d); at >= 0 {
		if _, length := longestRun(newStrand(wordingOf(&spans[at])).words, sentence); length == len(sentence) {
			return nil, nil, nil
		}
	}
	s, span, err := t.at(ctx, id, before)
	if s == nil || err != nil {
		return nil, nil, err
	}
	from, length := longestRun(s.words, sentence)
	if length < len(sentence) {
		return nil, nil, nil
	}
	return s.words[from : from+length], span, nil
}

// restore settles words that stood in the rule before, were deleted and are back:
// where they stood, or in a run that is long enough.
func (tr *trail) restore(s *strand, release int) {
	back := func(w *source) { w.again = release }
	for i := len(tr.graves) - 1; i >= 0; i-- { // what was deleted last is restored first
		g := &tr.graves[i]
		for _, run := range s.loose() {
			before, after := around(s.words, run[0], run[1])
			if run[1]-run[0] != len(g.words) || before != g.before || after != g.after || !sameFolds(s.words[run[0]:run[1]], g.words) {
				continue
			}
			for k := range g.words {
				w := &s.words[run[0]+k]
				w.source = g.words[k].source
				back(&w.source)
			}
		}
		s.borrow(g.words, fewestRestored, back)
	}
}

// around are the folded words before and behind a run.
func around(words []word, lo, hi int) (before, after string) {
	if lo > 0 {
		before = words[lo-1].fold
	}
	if hi < len(words) {
		after = words[hi].fold
	}
	return before, after
}

// bury remembers what was deleted.
func (tr *trail) bury(old *strand, hunks []hunk) {
	for _, h := range hunks {
		if h.old0 < h.old1 {
			before, after := around(old.words, h.old0, h.old1)
			tr.graves = append(tr.graves, grave{old.words[h.old0:h.old1], before, after})
		}
	}
}
