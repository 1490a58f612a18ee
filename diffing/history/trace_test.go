package history_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"rulebook/archive"
	"rulebook/diffing/history"
)

// small is an archive of a few rules in our own words: for each lineage its number
// and text in every release, separated by ": ", empty where it has none.
type small struct {
	rules [][]string
	links map[int]archive.Lineage // From and Into by index of the lineage
}

func (s small) day(i int) archive.Date {
	return archive.Date{Year: 2001 + i, Month: time.January, Day: 1}
}

func (s small) Releases(context.Context) ([]archive.Release, error) {
	var all []archive.Release
	for i := range s.rules[0] {
		all = append(all, archive.Release{Effective: s.day(i), Code: fmt.Sprintf("R%d", i+1), Held: true})
	}
	return all, nil
}

func (s small) Lineages(context.Context) ([]archive.Lineage, error) {
	var all []archive.Lineage
	for id, texts := range s.rules {
		l := s.links[id]
		l.ID = archive.LineageID(id + 1)
		for i, text := range texts {
			switch {
			case text != "":
				if l.Born.IsZero() {
					l.Born = s.day(i)
				}
				l.Last = s.day(i)
			case !l.Born.IsZero() && l.Gone.IsZero():
				l.Gone = s.day(i)
			}
		}
		all = append(all, l)
	}
	return all, nil
}

func (s small) EachSpan(_ context.Context, yield func(archive.Span) error) error {
	for id, texts := range s.rules {
		var spans []archive.Span
		for i, text := range texts {
			number, words, stands := strings.Cut(text, ": ")
			if !stands {
				continue
			}
			n, err := archive.ParseNumber(number)
			if err != nil {
				return err
			}
			if last := len(spans) - 1; last >= 0 && spans[last].Number == n && spans[last].Text == words {
				spans[last].To = s.day(i)
				continue
			}
			spans = append(spans, archive.Span{Lineage: archive.LineageID(id + 1), Kind: n.Kind(), Number: n, Text: words, From: s.day(i), To: s.day(i)})
		}
		for i := range spans {
			spans[i].InForce = spans[i].To == s.day(len(texts)-1)
			if err := yield(spans[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// credited writes a blame as text: "[R1 how it began][R2 what came]".
func credited(b *history.Blame) string {
	var out strings.Builder
	for _, p := range b.Words {
		fmt.Fprintf(&out, "[%s", p.Code)
		if p.Again != nil {
			out.WriteString(" again " + p.Again.Code)
		}
		if p.Renumbered {
			out.WriteString(" renumbered")
		}
		if p.From != "" {
			out.WriteString(" from " + p.From)
		}
		fmt.Fprintf(&out, "|%s]", p.Text)
	}
	return out.String()
}

func TestTrace(t *testing.T) {
	for _, c := range []struct {
		name string
		book small
		want string // of the first lineage in the last release
	}{
		{"untouched but for marks and its number", small{rules: [][]string{
			{"101.1: A boat—any boat—is “safe.”", "101.1: A boat--any boat--is \"safe.\"", "101.2: A boat-any boat-is \"safe.\"", "101.3: A boat—any boat—is “safe.”"}}},
			"[R1|A boat—any boat—is “safe.”]"},
		{"a word replaced", small{rules: [][]string{
			{"101.1: A small boat may sail.", "101.1: A small ship may sail.", "101.1: A small ship must sail."}}},
			"[R1|A small ][R2|ship ][R3|must][R1| sail.]"},
		{"a word deleted and restored in its place", small{rules: [][]string{
			{"101.1: Each small boat may sail.", "101.1: Each boat may sail.", "101.1: Each small boat may sail."}}},
			"[R1|Each ][R1 again R3|small ][R1|boat may sail.]"},
		{"a rule renumbered that is cited", small{rules: [][]string{
			{"101.1: A boat sails, see rule 104.2.", "101.1: A boat sails, see rule 105.2."},
			{"104.2: Sailing is done with sails.", "105.2: Sailing is done with sails."}}},
			"[R1|A boat sails, see rule ][R2 renumbered|105.2][R1|.]"},
		{"another rule cited", small{rules: [][]string{
			{"101.1: A boat sails, see rule 104.2.", "101.1: A boat sails, see rule 105.2."},
			{"104.2: Sailing is done with sails.", "104.2: Sailing is done with sails."},
			{"105.2: Rowing is done with oars.", "105.2: Rowing is done with oars."}}},
			"[R1|A boat sails, see rule ][R2|105.2][R1|.]"},
		{"split from a rule", small{rules: [][]string{
			{"", "101.2: Whoever steers is the captain now."},
			{"101.1: A boat has one captain. Whoever steers is the captain.", "101.1: A boat has one captain."}},
			links: map[int]archive.Lineage{0: {From: 2}}},
			"[R1 from 101.1|Whoever steers is the captain ][R2|now.]"},
		{"a sentence from a rule that nothing ties to it", small{rules: [][]string{
			{"101.1: A boat has one captain.", "101.1: A boat has one captain. Nobody may leave the harbor when the wind is high."},
			{"102.5: Ropes are dry. Nobody may leave the harbor when the wind is high.", "102.5: Ropes are dry."}}},
			"[R1|A boat has one captain. ][R1 from 102.5|Nobody may leave the harbor when the wind is high.]"},
		{"a sentence that the other rule keeps", small{rules: [][]string{
			{"101.1: A boat has one captain.", "101.1: A boat has one captain. Nobody may leave the harbor when the wind is high."},
			{"102.5: Ropes are dry. Nobody may leave the harbor when the wind is high.", "102.5: Ropes are wet. Nobody may leave the harbor when the wind is high."}}},
			"[R1|A boat has one captain. ][R2|Nobody may leave the harbor when the wind is high.]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			ctx := context.Background()
			book, err := history.ReadBook(ctx, c.book)
			if err != nil {
				t.Fatal(err)
			}
			b, err := history.BlameRule(ctx, book, 1, c.book.day(len(c.book.rules[0])-1))
			if err != nil {
				t.Fatal(err)
			}
			if got := credited(b); got != c.want {
				t.Errorf("\n got %s\nwant %s", got, c.want)
			}
		})
	}
}
