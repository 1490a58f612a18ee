package trend_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/search/trend"
)

var update = flag.Bool("update", false, "write the golden files")

func count(t testing.TB, s archivetest.Store, names ...string) *trend.Trend {
	t.Helper()
	var terms []trend.Term
	for _, n := range names {
		term, err := trend.ParseTerm(n)
		if err != nil {
			t.Fatal(err)
		}
		terms = append(terms, term)
	}
	tr, err := trend.Count(context.Background(), s, terms)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// plainCount counts texts that stand as whole words: nothing that makes part of a
// word stands on either side, nor an apostrophe that joins one to it. The text and
// the forms are in lower case.
func plainCount(text string, forms []string) int {
	if !slices.ContainsFunc(forms, func(f string) bool { return strings.Contains(text, f) }) {
		return 0 // as of most texts
	}
	n := 0
	for at := 0; at < len(text); {
		longest := 0
		for _, f := range forms {
			if strings.HasPrefix(text[at:], f) && bounded(text, at, at+len(f)) {
				longest = max(longest, len(f))
			}
		}
		if longest > 0 {
			n++
			at += longest
			continue
		}
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return n
}

func bounded(text string, start, end int) bool {
	letter := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	before, size := utf8.DecodeLastRuneInString(text[:start])
	if letter(before) {
		return false
	}
	if before == '\'' {
		if far, _ := utf8.DecodeLastRuneInString(text[:start-size]); letter(far) {
			return false
		}
	}
	after, size := utf8.DecodeRuneInString(text[end:])
	if letter(after) {
		return false
	}
	if after == '\'' {
		if far, _ := utf8.DecodeRuneInString(text[end+size:]); letter(far) {
			return false
		}
	}
	return true
}

// TestCountsAreExact holds the counts against a plain count over the folded text of
// each release.
func TestCountsAreExact(t *testing.T) {
	terms := map[string][]string{
		`"trample"`:             {"trample"},
		`"mana value"`:          {"mana value"},
		"mana value":            {"mana value", "mana values"},
		`"converted mana cost"`: {"converted mana cost"},
		"battle":                {"battle", "battles", "battle's", "battled", "battling"},
		`"can't be"`:            {"can't be"},
		`"as though"`:           {"as though"},
		"player":                {"player", "players", "player's"},
		`"702.19b"`:             {"702.19b"},
		"faced":                 {"faced"},
		"double-faced":          {"double-faced", "double faced"},
		"double faced":          {"double-faced", "double faced"},
		`"double-faced"`:        {"double-faced"},
		`"face-up"`:             {"face-up"},
		`"face up"`:             {"face up"},
		"state-based action":    {"state-based action", "state-based actions"},
		"Aether":                {"aether", "æther"},
	}
	for name, open := range map[string]func(testing.TB) archivetest.Store{"sample": archivetest.Sample, "published": archivetest.PublishedStore} {
		t.Run(name, func(t *testing.T) {
			s := open(t)
			counted := make(map[string][]trend.Point)
			for term := range terms {
				counted[term] = count(t, s, term).Series[0].Points
			}
			releases := counted["player"]
			for i, r := range releases {
				if i%7 != 0 && i != len(releases)-1 {
					continue // a release in seven will do
				}
				texts := printedTexts(archivetest.Snapshot(t, s, r.Release.Effective.String()))
				for term, forms := range terms {
					p := counted[term][i]
					n, rules := 0, 0
					for _, text := range texts {
						here := plainCount(text, forms)
						if n += here; here > 0 {
							rules++
						}
					}
					if p.Count != n || p.Rules != rules {
						t.Errorf("%s in %s: %d in %d rules, a plain count says %d in %d", term, p.Release.Label(), p.Count, p.Rules, n, rules)
					}
				}
			}
		})
	}
}

// printedTexts are the folded texts of a release in lower case, a text an entry.
func printedTexts(s *archive.Snapshot) []string {
	var texts []string
	for _, e := range s.Entries {
		if e.Kind != archive.Contents {
			texts = append(texts, archive.FoldCase(e.Term)+"\n"+archive.FoldCase(e.Wording()))
		}
	}
	return texts
}

// TestPublishedTrends: a term replaced another in April 2021, one rose in April 2023.
func TestPublishedTrends(t *testing.T) {
	s := archivetest.PublishedStore(t)
	tr := count(t, s, "converted mana cost", "mana value", "battle")
	old, new, battle := tr.Series[0].Points, tr.Series[1].Points, tr.Series[2].Points
	for i, p := range old {
		if before := p.Release.Effective.Before(archive.Date{Year: 2021, Month: 4, Day: 1}); before != (p.Count > new[i].Count) {
			t.Errorf("%s: converted mana cost %d, mana value %d", p.Release.Label(), p.Count, new[i].Count)
		}
	}
	at := slices.IndexFunc(battle, func(p trend.Point) bool { return p.Release.Code == "MOM" })
	if battle[at].Count < 5*battle[at-1].Count {
		t.Errorf("battle: %d before MOM, %d in it", battle[at-1].Count, battle[at].Count)
	}
}

func TestPublishedPlaces(t *testing.T) {
	ctx := context.Background()
	s := archivetest.PublishedStore(t)
	first, err := trend.First(ctx, s, "excess damage")
	if err != nil || first.Release.Code != "IKO" || first.Number.String() != "120.4a" || first.Edge {
		t.Errorf("first: %+v, %v", first, err)
	}
	if got := first.Sentence[first.Start:first.End]; got != "excess damage" {
		t.Errorf("the phrase in the sentence is %q", got)
	}
	last, err := trend.Last(ctx, s, "excess damage")
	if err != nil || last.Release.Code != "EOE" || !last.Edge {
		t.Errorf("last: %+v, %v", last, err)
	}
	last, err = trend.Last(ctx, s, "he or she")
	if err != nil || last.Edge && last.Rules > 5 {
		t.Errorf("last: %+v, %v", last, err)
	}
}

func TestPlaces(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	first, err := trend.First(ctx, s, "“Player, Planeswalker, or Battle”")
	if err != nil || first.Release.Code != "MOM" || first.Beyond.String() != "2020-04-17" || first.Sentence[first.Start:first.End] != "player, planeswalker, or battle" {
		t.Errorf("first: %+v, %v", first, err)
	}
	var missing *archive.NotFoundError
	if _, err := trend.Last(ctx, s, "words that nobody ever printed"); !errors.As(err, &missing) {
		t.Errorf("a phrase that is nowhere: %v", err)
	}
	if _, err := trend.First(ctx, s, "  "); err == nil {
		t.Error("no words at all are found")
	}
}

// TestSVG: the chart is well-formed, and a golden file for people to look at.
func TestSVG(t *testing.T) {
	tr := count(t, archivetest.Sample(t), "battle", "planeswalker", "<no> & \"such\" term")
	var b bytes.Buffer
	if err := tr.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	for dec := xml.NewDecoder(bytes.NewReader(b.Bytes())); ; {
		if _, err := dec.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	golden := filepath.Join("testdata", "trend.svg")
	if *update {
		if err := os.WriteFile(golden, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("the chart differs from %s; look at it and run with -update", golden)
	}
}

func TestSparkline(t *testing.T) {
	points := []trend.Point{{Count: 0}, {Count: 1}, {Count: 4}, {Count: 8}, {Count: 8}, {Count: 2}}
	for width, want := range map[int]string{80: "·▁▄██▂", 3: "▁██", 1: "█"} {
		if got := trend.Sparkline(points, 8, width); got != want {
			t.Errorf("in %d columns: %q, want %q", width, got, want)
		}
	}
	if got := trend.Sparkline(points[:1], 0, 10); got != "·" {
		t.Errorf("nothing at all: %q", got)
	}
}
