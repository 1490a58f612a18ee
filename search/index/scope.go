package index

import (
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/search"
)

// releaseSet is a set of held releases, by ordinal.
type releaseSet []bool

func (x *Index) none() releaseSet { return make(releaseSet, len(x.held)) }

// stretchSet is the set of the releases from ordinal lo to hi.
func (x *Index) stretchSet(lo, hi int) releaseSet {
	set := x.none()
	for i := max(lo, 0); i <= min(hi, len(set)-1); i++ {
		set[i] = true
	}
	return set
}

func (s releaseSet) and(t releaseSet) releaseSet {
	both := make(releaseSet, len(s))
	for i := range s {
		both[i] = s[i] && t[i]
	}
	return both
}

// newest is the last ordinal in the set, or -1.
func (s releaseSet) newest() int {
	for i := len(s) - 1; i >= 0; i-- {
		if s[i] {
			return i
		}
	}
	return -1
}

func (s releaseSet) oldest() int {
	for i := range s {
		if s[i] {
			return i
		}
	}
	return -1
}

// window answers for a set of releases which of a stretch's releases it holds.
type window struct {
	set releaseSet
	// upTo is, for each ordinal, the newest one in the set up to it, or -1.
	upTo []int
}

func newWindow(set releaseSet) window {
	w := window{set: set, upTo: make([]int, len(set))}
	last := -1
	for i, in := range set {
		if in {
			last = i
		}
		w.upTo[i] = last
	}
	return w
}

// newestIn is the newest release of a stretch that the window holds, or -1.
func (w window) newestIn(r stretch) int {
	if at := w.upTo[r.to]; at >= int(r.from) {
		return at
	}
	return -1
}

// resolve finds the releases that a reference in a query names: one release, or
// all those of a year or month.
func (x *Index) resolve(ref string) (releaseSet, error) {
	if isPeriod(ref) {
		return x.where(func(day string) bool { return day[:len(ref)] == ref }), nil
	}
	r, err := archive.ResolveRelease(x.known, ref)
	if err != nil {
		return nil, err
	}
	at := x.ordinal(r.Effective)
	return x.stretchSet(at, at), nil
}

// isPeriod reports whether ref is a year or a month: 2020, 2020-04.
func isPeriod(ref string) bool {
	year, month, hasMonth := strings.Cut(ref, "-")
	return len(year) == 4 && isDigits(year) && (!hasMonth || len(month) == 2 && isDigits(month))
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// ordinal is the index of the held release that took effect on d, or -1.
func (x *Index) ordinal(d archive.Date) int {
	for i, r := range x.held {
		if r.Effective == d {
			return i
		}
	}
	return -1
}

// since is the set of the releases from a reference on.
func (x *Index) since(ref string) (releaseSet, error) {
	if isPeriod(ref) {
		return x.where(func(day string) bool { return day[:len(ref)] >= ref }), nil
	}
	set, err := x.resolve(ref)
	if err != nil {
		return nil, err
	}
	return x.stretchSet(set.oldest(), len(x.held)-1), nil
}

// until is the set of the releases up to a reference.
func (x *Index) until(ref string) (releaseSet, error) {
	if isPeriod(ref) {
		return x.where(func(day string) bool { return day[:len(ref)] <= ref }), nil
	}
	set, err := x.resolve(ref)
	if err != nil {
		return nil, err
	}
	return x.stretchSet(0, set.newest()), nil
}

// where is the set of the releases whose effective date fits.
func (x *Index) where(fits func(day string) bool) releaseSet {
	set := x.none()
	for i, r := range x.held {
		set[i] = fits(r.Effective.String())
	}
	return set
}

// scope is the set of releases that options and query ask to search.
func (x *Index) scope(q search.Query, s search.Scope) (releaseSet, error) {
	last := len(x.held) - 1
	set := x.stretchSet(0, last)
	switch {
	case s.All:
	case s.From.IsZero() && s.To.IsZero():
		if !namesReleases(q.Root) {
			set = x.stretchSet(last, last)
		}
	default:
		for i, r := range x.held {
			set[i] = !r.Effective.Before(s.From) && (s.To.IsZero() || !s.To.Before(r.Effective))
		}
		if set.newest() < 0 {
			return nil, &archive.NotFoundError{What: "release", Asked: asked(s), Hint: "rulebook releases lists all"}
		}
	}
	for _, part := range conjuncts(q.Root) {
		f, ok := part.(search.Field)
		if !ok {
			continue
		}
		narrowed, err := x.fieldSet(f)
		if err != nil {
			return nil, err
		}
		if narrowed != nil {
			set = set.and(narrowed)
		}
	}
	return set, nil
}

func asked(s search.Scope) string {
	if s.From == s.To {
		return s.From.String()
	}
	return fmt.Sprintf("%s to %s", s.From, s.To)
}

// fieldSet is the releases that in:, since: or until: names; nil for other fields.
func (x *Index) fieldSet(f search.Field) (releaseSet, error) {
	switch f.Name {
	case search.FieldIn:
		return x.resolve(f.Value)
	case search.FieldSince:
		return x.since(f.Value)
	case search.FieldUntil:
		return x.until(f.Value)
	}
	return nil, nil
}

// conjuncts are the parts that every hit must satisfy.
func conjuncts(n search.Node) []search.Node {
	if and, ok := n.(search.And); ok {
		return and.Parts
	}
	return []search.Node{n}
}

// namesReleases reports whether the query itself says which releases it means.
func namesReleases(n search.Node) bool {
	switch n := n.(type) {
	case search.And:
		return slices.ContainsFunc(n.Parts, namesReleases)
	case search.Or:
		return slices.ContainsFunc(n.Parts, namesReleases)
	case search.Not:
		return namesReleases(n.Part)
	case search.Field:
		switch n.Name {
		case search.FieldIn, search.FieldSince, search.FieldUntil, search.FieldChanged, search.FieldGone:
			return true
		}
	}
	return false
}
