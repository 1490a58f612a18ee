package trend

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"rulebook/archive"
	"rulebook/search"
)

// Place is where a phrase first or last stood.
type Place struct {
	Phrase  string         `json:"phrase"`
	Release ReleaseName    `json:"release"`
	Kind    archive.Kind   `json:"kind"`
	Number  archive.Number `json:"number"`
	Term    string         `json:"term"`
	Heading string         `json:"heading"`
	// Sentence is the exact sentence around the phrase; Start and End are the bytes of
	// the phrase in it.
	Sentence string `json:"sentence"`
	Start    int    `json:"start"`
	End      int    `json:"end"`
	// Rules is how many entries of the release hold the phrase.
	Rules int `json:"rules"`
	// Edge says that there is no release held beyond this one: the phrase may be
	// older than the first, and is in force in the newest.
	Edge bool `json:"edge"`
	// Gap are the releases known and not held between this one and the next held
	// without the phrase.
	Gap []ReleaseName `json:"gap"`
	// Beyond is the held release next to it without the phrase; zero at the edge.
	Beyond archive.Date `json:"beyond"`
	Sample bool         `json:"sample,omitempty"`
}

// ReleaseName names a release.
type ReleaseName struct {
	Effective archive.Date `json:"effective"`
	Code      string       `json:"code"`
	Name      string       `json:"name"`
}

// Snapshots gives a place its exact words.
type Snapshots interface {
	Store
	Snapshot(ctx context.Context, d archive.Date) (*archive.Snapshot, error)
}

// First finds the first held release in which a phrase stood, and the first entry
// there in the book's order. The words must stand as they are; letter case does not
// matter. It returns a *archive.NotFoundError when the phrase stood nowhere.
func First(ctx context.Context, s Snapshots, phrase string) (*Place, error) {
	return find(ctx, s, phrase, false)
}

// Last finds the last held release in which a phrase stood, like First.
func Last(ctx context.Context, s Snapshots, phrase string) (*Place, error) {
	return find(ctx, s, phrase, true)
}

func find(ctx context.Context, s Snapshots, text string, last bool) (*Place, error) {
	inner, _ := unquote(strings.TrimSpace(text))
	sought := exactPhrase(inner)
	if sought.empty() {
		return nil, fmt.Errorf("%q has no words to look for; give a phrase such as \"mana value\"", text)
	}
	p, all, releases, err := read(ctx, s, []phrase{sought})
	if err != nil {
		return nil, err
	}
	counts := all[0]
	at, step := 0, 1
	if last {
		at, step = len(p.Releases)-1, -1
	}
	for ; at >= 0 && at < len(p.Releases); at += step {
		r := &p.Releases[at]
		if found := sum(r, counts); found.Count > 0 {
			place, err := locate(ctx, s, r, counts, &sought)
			if err != nil {
				return nil, err
			}
			place.Phrase, place.Rules = inner, found.Rules
			beyond := at - step
			place.Edge = beyond < 0 || beyond >= len(p.Releases)
			if !place.Edge {
				place.Beyond = p.Releases[beyond].Release
			}
			place.Gap = missing(releases, place.Release.Effective, place.Beyond, last)
			return place, nil
		}
	}
	return nil, &archive.NotFoundError{What: "release that holds the phrase", Asked: inner,
		Hint: "the words must stand as they are; to find others like them: rulebook search"}
}

// locate finds the first entry of a release that holds the phrase.
func locate(ctx context.Context, s Snapshots, r *archive.Printed, counts []int32, sought *phrase) (*Place, error) {
	snapshot, err := s.Snapshot(ctx, r.Release)
	if err != nil {
		return nil, err
	}
	for _, place := range r.Places {
		inTerm := place.Term >= 0 && counts[place.Term] > 0
		if !inTerm && counts[place.Text] == 0 {
			continue
		}
		e := &snapshot.Entries[place.Position]
		under := e.Number
		if e.IsTitle() {
			under = under.Parent()
		}
		found := &Place{Kind: e.Kind, Number: e.Number, Term: e.Term,
			Release: nameOf(snapshot.Release), Sample: snapshot.Release.Sample,
			Heading: archive.Chain(snapshot.Titles(), under)}
		text := e.Wording()
		if inTerm {
			text = e.Term
		}
		found.Sentence, found.Start, found.End = sentenceAround(text, sought)
		return found, nil
	}
	return nil, fmt.Errorf("release %s: the phrase was counted and not found; rulebook verify tells what is damaged", r.Release)
}

func nameOf(r archive.Release) ReleaseName { return ReleaseName{r.Effective, r.Code, r.Name} }

// sentenceAround is the sentence of an exact text in which the phrase first stands.
// A phrase that only the folded text holds, across a mark that folding joins, gives
// the whole text.
func sentenceAround(text string, sought *phrase) (sentence string, start, end int) {
	found := sought.find(text, search.Tokenize(text))
	if len(found) == 0 {
		return text, 0, 0
	}
	lo, hi := 0, len(text)
	for i, r := range text {
		next := i + len(string(r))
		if !endsSentence(text, i, r) {
			continue
		}
		if next <= found[0][0] {
			lo = next
		} else if next >= found[0][1] {
			hi = next
			break
		}
	}
	cut := strings.TrimSpace(text[lo:hi])
	lo += strings.Index(text[lo:hi], cut)
	return cut, found[0][0] - lo, found[0][1] - lo
}

// endsSentence reports whether a sentence ends with the rune at byte i: a paragraph
// break, or white space behind a closing mark and whatever quotes it.
func endsSentence(text string, i int, r rune) bool {
	if r == '\n' {
		return true
	}
	if !unicode.IsSpace(r) {
		return false
	}
	before := strings.TrimRight(text[:i], "\"'”’)")
	return before != "" && strings.ContainsAny(before[len(before)-1:], ".?!")
}

// missing are the releases known and not held next to the one found: before it for a
// first place, behind it for a last one, as far as the next held one.
func missing(releases []archive.Release, found, beyond archive.Date, last bool) []ReleaseName {
	lo, hi := beyond, found
	if last {
		lo, hi = found, beyond
	}
	all := []ReleaseName{}
	for _, r := range releases {
		if !r.Held && lo.Before(r.Effective) && (r.Effective.Before(hi) || hi.IsZero()) {
			all = append(all, nameOf(r))
		}
	}
	return all
}
