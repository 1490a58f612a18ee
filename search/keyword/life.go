package keyword

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
)

// Source is what the lives of keywords are read from: an archive's store.
type Source interface {
	// Releases returns every release known, held or not, in date order.
	Releases(ctx context.Context) ([]archive.Release, error)
	// EachSpan calls yield with every span, ordered by lineage and then date.
	EachSpan(ctx context.Context, yield func(archive.Span) error) error
}

// Naming is a stretch of releases over which a keyword bore one name.
type Naming struct {
	Name     string
	From, To archive.Date // first and last held release with it
}

// Life is a keyword through the releases held.
type Life struct {
	Kind Kind
	// Names are what it was called, oldest first; at least one.
	Names []Naming
	// Since is the first held release that defines it. Where Beginning is set, the
	// archive holds none before, and it may be older.
	Since     archive.Release
	Beginning bool
	// Gone is the first held release that does not define it any more; the zero
	// Release while it is in force.
	Gone archive.Release
	// Became is what kind of keyword bears its name once it is gone, if any.
	Became Kind

	lineages []archive.LineageID // of its title; none for an ability word
	titles   []archive.Span      // of its rule's title
}

// Name is what it is called in release d, or was called last before.
func (l *Life) Name(d archive.Date) string {
	name := l.Names[0].Name
	for _, n := range l.Names {
		if n.From.Compare(d) <= 0 {
			name = n.Name
		}
	}
	return name
}

// Last is what it is called in the newest release that defines it.
func (l *Life) Last() Naming { return l.Names[len(l.Names)-1] }

// At reports whether release d defines it.
func (l *Life) At(d archive.Date) bool {
	return slices.ContainsFunc(l.Names, func(n Naming) bool { return n.From.Compare(d) <= 0 && d.Compare(n.To) <= 0 })
}

// Later says what became of the keyword after release d, in words that follow its
// name; empty while nothing did: "renamed to Umbra Armor in 2024-02-09 …".
func (l *Life) Later(d archive.Date, label func(archive.Date) string) string {
	var says []string
	last := l.Name(d)
	for _, n := range l.Names {
		if d.Before(n.From) && n.Name != last {
			says = append(says, fmt.Sprintf("renamed to %s in %s", n.Name, label(n.From)))
			last = n.Name
		}
	}
	switch {
	case l.Gone.Effective.IsZero():
	case l.Became != "":
		says = append(says, fmt.Sprintf("%s from %s on", withArticle(l.Became), l.Gone.Label()))
	default:
		says = append(says, "removed in "+l.Gone.Label())
	}
	return strings.Join(says, ", ")
}

func withArticle(k Kind) string {
	if strings.HasPrefix(string(k), "a") {
		return "an " + string(k)
	}
	return "a " + string(k)
}

// Chronicle is the lives of all keywords that the releases held define.
type Chronicle struct {
	held  []archive.Release
	lives []*Life
	spans []archive.Span // all of them, by lineage and date
}

// ReadChronicle reads the whole archive once. It returns archive.ErrEmpty when it
// holds no release.
func ReadChronicle(ctx context.Context, source Source) (*Chronicle, error) {
	releases, err := source.Releases(ctx)
	if err != nil {
		return nil, err
	}
	c := &Chronicle{}
	for _, r := range releases {
		if r.Held {
			c.held = append(c.held, r)
		}
	}
	if len(c.held) == 0 {
		return nil, archive.ErrEmpty
	}
	r := &reader{chronicle: c, byLineage: make(map[archive.LineageID]*Life), byName: make(map[string]*Life)}
	if err := source.EachSpan(ctx, func(span archive.Span) error {
		r.span(span)
		return nil
	}); err != nil {
		return nil, err
	}
	r.finish()
	return c, nil
}

// reader builds a chronicle span by span.
type reader struct {
	chronicle *Chronicle
	byLineage map[archive.LineageID]*Life
	byName    map[string]*Life // kind and folded name
}

func (r *reader) span(span archive.Span) {
	r.chronicle.spans = append(r.chronicle.spans, span)
	for _, word := range abilityWords(span.Text) {
		r.named(AbilityWord, word, span)
	}
	if kind, listed := listKind(span.Heading); listed && isTitle(&span) {
		r.named(kind, span.Text, span)
		life := r.byLineage[span.Lineage]
		life.titles = append(life.titles, span)
	}
}

// listKind tells which keywords stand under a chain of titles, if any.
func listKind(chain string) (Kind, bool) {
	heading, _, _ := strings.Cut(chain, " › ")
	_, title, _ := strings.Cut(heading, " ")
	kind, ok := listHeadings[archive.FoldCase(title)]
	return kind, ok
}

// isTitle reports whether a span is that of a keyword's title.
func isTitle(span *archive.Span) bool {
	e := archive.Entry{Kind: span.Kind, Number: span.Number, Text: span.Text, Examples: span.Examples}
	return span.Kind == archive.Rule && e.IsTitle()
}

// named enters that a keyword bore a name over a span. One name is one keyword
// although its rule was taken for a new one, and one rule is one keyword although
// its name changed.
func (r *reader) named(kind Kind, name string, span archive.Span) {
	key := string(kind) + "\x00" + archive.FoldCase(name)
	life := r.byName[key]
	if kind != AbilityWord {
		byRule := r.byLineage[span.Lineage]
		switch {
		case life == nil:
			life = byRule
		case byRule != nil && byRule != life:
			r.join(life, byRule)
		}
	}
	if life == nil {
		life = &Life{Kind: kind}
		r.chronicle.lives = append(r.chronicle.lives, life)
	}
	r.byName[key] = life
	if kind != AbilityWord {
		r.byLineage[span.Lineage] = life
		if !slices.Contains(life.lineages, span.Lineage) {
			life.lineages = append(life.lineages, span.Lineage)
		}
	}
	life.Names = append(life.Names, Naming{name, span.From, span.To})
}

// join makes one life of two.
func (r *reader) join(into, from *Life) {
	into.Names = append(into.Names, from.Names...)
	into.lineages = append(into.lineages, from.lineages...)
	into.titles = append(into.titles, from.titles...)
	for key, l := range r.byName {
		if l == from {
			r.byName[key] = into
		}
	}
	for id, l := range r.byLineage {
		if l == from {
			r.byLineage[id] = into
		}
	}
	r.chronicle.lives = slices.DeleteFunc(r.chronicle.lives, func(l *Life) bool { return l == from })
}

// finish puts everything into order and says how each life began and ended.
func (r *reader) finish() {
	c := r.chronicle
	for _, l := range c.lives {
		l.Names = c.joinNames(l.Names)
		l.Since = c.release(l.Names[0].From)
		l.Beginning = l.Since.Effective == c.held[0].Effective
		if after := c.index(l.Last().To) + 1; after < len(c.held) {
			l.Gone = c.held[after]
		}
	}
	for _, l := range c.lives {
		if l.Gone.Effective.IsZero() {
			continue
		}
		for _, kind := range Kinds {
			other := r.byName[string(kind)+"\x00"+archive.FoldCase(l.Last().Name)]
			if kind != l.Kind && other != nil && other.At(l.Gone.Effective) {
				l.Became = kind
			}
		}
	}
	slices.SortStableFunc(c.lives, func(a, b *Life) int {
		return cmp.Or(slices.Index(Kinds, a.Kind)-slices.Index(Kinds, b.Kind), a.Names[0].From.Compare(b.Names[0].From))
	})
}

// joinNames puts names into order of time and joins stretches of one name that
// touch. Another apostrophe is no other name.
func (c *Chronicle) joinNames(names []Naming) []Naming {
	slices.SortStableFunc(names, func(a, b Naming) int {
		return cmp.Or(a.From.Compare(b.From), a.To.Compare(b.To))
	})
	var joined []Naming
	for _, n := range names {
		last := len(joined) - 1
		if last >= 0 && archive.Fold(joined[last].Name) == archive.Fold(n.Name) && c.index(n.From) <= c.index(joined[last].To)+1 {
			if joined[last].To.Before(n.To) {
				joined[last].Name, joined[last].To = n.Name, n.To // as the newest of them prints it
			}
			continue
		}
		joined = append(joined, n)
	}
	return joined
}

// index is the place of a release among those held.
func (c *Chronicle) index(d archive.Date) int {
	at, _ := slices.BinarySearchFunc(c.held, d, func(r archive.Release, d archive.Date) int { return r.Effective.Compare(d) })
	return at
}

func (c *Chronicle) release(d archive.Date) archive.Release {
	if at := c.index(d); at < len(c.held) {
		return c.held[at]
	}
	return archive.Release{Effective: d}
}

// Label names a held release by its date.
func (c *Chronicle) Label(d archive.Date) string { return c.release(d).Label() }

// Life returns the life of a keyword of some release, or nil for one that the
// archive does not know.
func (c *Chronicle) Life(k Keyword) *Life {
	for _, l := range c.lives {
		if l.Kind != k.Kind {
			continue
		}
		if k.Kind != AbilityWord && slices.Contains(l.lineages, k.Lineage) {
			return l
		}
		if slices.ContainsFunc(l.Names, func(n Naming) bool { return archive.FoldCase(n.Name) == archive.FoldCase(k.Name) }) {
			return l
		}
	}
	return nil
}

// Gone returns the keywords that some release before d defined and d does not,
// in the order in which they went.
func (c *Chronicle) Gone(d archive.Date) []*Life {
	var gone []*Life
	for _, l := range c.lives {
		if l.Since.Effective.Before(d) && !l.At(d) && !l.Gone.Effective.IsZero() && l.Gone.Effective.Compare(d) <= 0 {
			gone = append(gone, l)
		}
	}
	slices.SortStableFunc(gone, func(a, b *Life) int { return a.Gone.Effective.Compare(b.Gone.Effective) })
	return gone
}

// Known returns the lives of keywords that ever went by a name.
func (c *Chronicle) Known(name string) []*Life {
	want := archive.FoldCase(name)
	var known []*Life
	for _, l := range c.lives {
		if slices.ContainsFunc(l.Names, func(n Naming) bool { return isNamed(n.Name, want) }) {
			known = append(known, l)
		}
	}
	return known
}
