package archive

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ResolveRelease finds the held release that ref names. releases are all that are
// known, held or not, in date order. A reference is
//
//   - a set code in any case (iko); a code that two releases bear means the
//     first, and IKO.2 the second
//   - an effective date, or any date on which a release was in force
//     (2019-08-01 is Core Set 2020)
//   - latest, the newest held
//   - any of these followed by ~N: the N-th held release before it (iko~1)
//
// It returns ErrEmpty when none is held and a *NotFoundError, with the nearest
// names, for a reference to nothing or to a release that is known but not held.
func ResolveRelease(releases []Release, ref string) (Release, error) {
	var held []Release
	for _, r := range releases {
		if r.Held {
			held = append(held, r)
		}
	}
	if len(held) == 0 {
		return Release{}, ErrEmpty
	}
	if strings.TrimSpace(ref) == "" {
		return Release{}, &NotFoundError{What: "release", Asked: ref,
			Hint: "the reference is empty; name a release, such as " + held[len(held)-1].Effective.String() + " or latest"}
	}
	base, back, err := cutBack(strings.TrimSpace(ref))
	if err != nil {
		return Release{}, &NotFoundError{What: "release", Asked: ref, Hint: err.Error()}
	}
	at, err := resolveBase(releases, held, base, ref)
	if err != nil {
		return Release{}, err
	}
	if back > at {
		hint := held[0].Label() + " is the first release held"
		if at > 0 {
			hint += fmt.Sprintf(", %s before %s", releasesWord(at), held[at].Label())
		}
		return Release{}, &NotFoundError{What: "release", Asked: ref, Hint: hint}
	}
	return held[at-back], nil
}

func releasesWord(n int) string {
	if n == 1 {
		return "1 release"
	}
	return strconv.Itoa(n) + " releases"
}

func cutBack(ref string) (base string, back int, err error) {
	base, tail, found := strings.Cut(ref, "~")
	if !found {
		return ref, 0, nil
	}
	if base == "" {
		return "", 0, errors.New("say before which release, such as latest" + ref)
	}
	if tail == "" {
		return base, 1, nil
	}
	back, err = strconv.Atoi(tail)
	if err != nil || back < 0 {
		return "", 0, fmt.Errorf("write ~1 for the release before, ~2 for the one before that")
	}
	return base, back, nil
}

// resolveBase returns the index in held of what base names.
func resolveBase(releases, held []Release, base, asked string) (int, error) {
	if strings.EqualFold(base, "latest") {
		return len(held) - 1, nil
	}
	if day, err := ParseDate(base); err == nil {
		return resolveDay(releases, held, day, asked)
	}
	code, nth := base, 1
	if head, tail, found := strings.Cut(base, "."); found {
		if n, err := strconv.Atoi(tail); err == nil && n >= 1 {
			code, nth = head, n
		}
	}
	var missing *Release
	seen := 0
	for i := range releases {
		if releases[i].Code == "" || !strings.EqualFold(releases[i].Code, code) {
			continue
		}
		if seen++; seen != nth {
			continue
		}
		if releases[i].Held {
			return indexOf(held, releases[i].Effective), nil
		}
		missing = &releases[i]
	}
	if missing != nil {
		return 0, notHeld(releases, held, *missing, asked)
	}
	hint := "rulebook releases lists all"
	if seen > 0 {
		hint = fmt.Sprintf("%s names %s; %s", strings.ToUpper(code), spelled(strings.ToUpper(code), seen), hint)
	}
	return 0, &NotFoundError{What: "release", Asked: asked, Near: nearestReleases(releases, held, code), Hint: hint}
}

// spelled says how many releases bear a code, and how the last of several is named.
func spelled(code string, n int) string {
	if n == 1 {
		return releasesWord(n)
	}
	return fmt.Sprintf("%s, the last of them %s.%d", releasesWord(n), code, n)
}

// resolveDay finds the release in force on a day.
func resolveDay(releases, held []Release, day Date, asked string) (int, error) {
	var last *Release
	for i := range releases {
		if releases[i].Effective.Compare(day) <= 0 {
			last = &releases[i]
		}
	}
	if last == nil {
		return 0, &NotFoundError{What: "release", Asked: asked,
			Hint: "the first release held took effect on " + held[0].Label()}
	}
	if !last.Held {
		return 0, notHeld(releases, held, *last, asked)
	}
	return indexOf(held, last.Effective), nil
}

func notHeld(releases, held []Release, missing Release, asked string) error {
	var before, after string
	for _, r := range held {
		if r.Effective.Before(missing.Effective) {
			before = r.Label()
		} else if after == "" {
			after = r.Label()
		}
	}
	near := slices.DeleteFunc([]string{before, after}, func(s string) bool { return s == "" })
	return &NotFoundError{What: "release held for", Asked: asked, Near: near,
		Hint: missing.Label() + " is known but not in the archive; get it with: rulebook fetch " +
			ShortReference(releases, missing) + ", or take its file in with: rulebook import PATH"}
}

// ShortReference is the shortest reference that ResolveRelease takes for one of
// releases, which are all that are known, in date order: its code, with a count
// behind it where an earlier release bears the same one, or its date.
func ShortReference(releases []Release, r Release) string {
	if r.Code == "" {
		return r.Effective.String()
	}
	nth := 1
	for _, other := range releases {
		if strings.EqualFold(other.Code, r.Code) && other.Effective.Before(r.Effective) {
			nth++
		}
	}
	if nth == 1 {
		return r.Code
	}
	return r.Code + "." + strconv.Itoa(nth)
}

func indexOf(held []Release, day Date) int {
	return slices.IndexFunc(held, func(r Release) bool { return r.Effective == day })
}

// nearestReleases are the held releases, of all that are known, whose code or name is
// most like what was asked.
func nearestReleases(releases, held []Release, asked string) []string {
	const most = 3
	type near struct {
		name string
		far  int
	}
	asked = strings.ToLower(asked)
	var all []near
	for _, r := range held {
		far := editDistance(asked, strings.ToLower(r.Code))
		name := strings.ToLower(r.Name)
		if asked != "" && strings.Contains(name, asked) {
			far = 0
		}
		far = min(far, editDistance(asked, name))
		all = append(all, near{fmt.Sprintf("%s (%s)", ShortReference(releases, r), r.Label()), far})
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.far, b.far) })
	var names []string
	for _, n := range all[:min(most, len(all))] {
		names = append(names, n.name)
	}
	return names
}

// Nearest returns at most most of names, those with the least edit distance to
// asked first; names further than half of asked's length away are left out.
func Nearest(asked string, names []string, most int) []string {
	type near struct {
		name string
		far  int
	}
	var all []near
	want := FoldCase(asked)
	limit := max(2, len([]rune(want))/2)
	for _, n := range names {
		if far := editDistance(want, FoldCase(n)); far <= limit {
			all = append(all, near{n, far})
		}
	}
	slices.SortStableFunc(all, func(a, b near) int { return cmp.Compare(a.far, b.far) })
	var out []string
	for _, n := range all[:min(most, len(all))] {
		out = append(out, n.name)
	}
	return out
}

// editDistance is Levenshtein's, in runes.
func editDistance(a, b string) int {
	x, y := []rune(a), []rune(b)
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := range x {
		diagonal := row[0]
		row[0] = i + 1
		for j := range y {
			cost := diagonal
			if x[i] != y[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(y)]
}
