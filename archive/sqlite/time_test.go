package sqlite_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
)

// heldSnapshots are all releases of the sample.
func heldSnapshots(t *testing.T, s archivetest.Store) []*archive.Snapshot {
	t.Helper()
	var all []*archive.Snapshot
	for _, r := range archivetest.Releases(t, s) {
		if r.Held {
			all = append(all, archivetest.Snapshot(t, s, r.Effective.String()))
		}
	}
	return all
}

// TestSpansAgree holds the spans of the whole archive against those of each
// lineage, and both against what the releases print.
func TestSpansAgree(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	of := make(map[archive.LineageID][]archive.Span)
	err := s.EachSpan(ctx, func(span archive.Span) error {
		of[span.Lineage] = append(of[span.Lineage], span)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for id, all := range of {
		alone, err := s.Spans(ctx, id)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(alone, all) {
			t.Errorf("lineage %d: its spans are\n%+v\nand among all\n%+v", id, alone, all)
		}
	}
	for _, snapshot := range heldSnapshots(t, s) {
		d := snapshot.Release.Effective
		for _, e := range snapshot.Entries {
			if e.Lineage == 0 {
				continue
			}
			at := slices.IndexFunc(of[e.Lineage], func(span archive.Span) bool {
				return span.From.Compare(d) <= 0 && d.Compare(span.To) <= 0
			})
			if at < 0 {
				t.Errorf("%s has no span in %s", e.Name(), d)
				continue
			}
			span := of[e.Lineage][at]
			if span.Number != e.Number || span.Text != e.Text || span.Term != e.Term || !slices.Equal(span.Examples, e.Examples) {
				t.Errorf("%s in %s has the span %+v", e.Name(), d, span)
			}
		}
	}
}

// TestTenuresAgree holds who bore a number or term against what the releases print.
func TestTenuresAgree(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	for _, snapshot := range heldSnapshots(t, s) {
		d := snapshot.Release.Effective
		var numbers []archive.Number
		for _, e := range snapshot.Entries {
			if e.Lineage == 0 {
				continue
			}
			var tenures []archive.Tenure
			var err error
			switch {
			case !e.Number.IsZero():
				numbers = append(numbers, e.Number)
				tenures, err = s.NumberTenures(ctx, e.Number)
			case e.Term != "":
				tenures, err = s.TermTenures(ctx, archive.FoldCase(e.Term))
			default:
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			n := 0
			for _, tenure := range tenures {
				if tenure.At(d) {
					n++
					if tenure.Lineage != e.Lineage || tenure.Number != e.Number {
						t.Errorf("%s in %s: borne by %+v, want lineage %d", e.Name(), d, tenure, e.Lineage)
					}
				}
			}
			if n != 1 {
				t.Errorf("%s in %s: %d bearers, want 1", e.Name(), d, n)
			}
		}
		bearers, err := s.Bearers(ctx, d, numbers)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range numbers {
			if want := snapshot.Entries[snapshot.Find(n)].Lineage; !slices.Equal(bearers[n], []archive.LineageID{want}) {
				t.Errorf("%s in %s: bearers %v, want %d", n, d, bearers[n], want)
			}
		}
	}
}

// TestPrinting holds the folded texts against what the releases print.
func TestPrinting(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	p, err := s.Printing(ctx)
	if err != nil {
		t.Fatal(err)
	}
	snapshots := heldSnapshots(t, s)
	if len(p.Releases) != len(snapshots) {
		t.Fatalf("%d releases are printed, want %d", len(p.Releases), len(snapshots))
	}
	for i, snapshot := range snapshots {
		var got, want []string
		for _, place := range p.Releases[i].Places {
			if place.Term >= 0 {
				got = append(got, p.Texts[place.Term])
			}
			got = append(got, p.Texts[place.Text])
		}
		for _, e := range snapshot.Entries {
			if e.Kind == archive.Contents {
				continue
			}
			if e.Term != "" {
				want = append(want, archive.Fold(e.Term))
			}
			want = append(want, archive.Fold(e.Wording()))
		}
		if p.Releases[i].Release != snapshot.Release.Effective || !slices.Equal(got, want) {
			t.Errorf("%s: the printing differs from the snapshot", snapshot.Release.Label())
		}
	}
}

// TestPrintingOf holds the wanted places against all.
func TestPrintingOf(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	all, err := s.Printing(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"trample", "Trample", "battle", "e", "nowhere at all"} {
		some, err := s.PrintingOf(ctx, func(text string) bool { return strings.Contains(text, word) })
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range all.Releases {
			if got, want := placesWith(some, i, word), placesWith(all, i, word); !slices.Equal(got, want) {
				t.Errorf("%q in %s: %q, want %q", word, r.Release, got, want)
			}
			if n := len(placesWith(some, i, "")); n != len(placesWith(some, i, word)) {
				t.Errorf("%q in %s: %d places, some of which do not hold it", word, r.Release, n)
			}
		}
	}
}

// placesWith are the places of a release whose text or term holds a word, with
// those of the two that do.
func placesWith(p *archive.Printing, release int, word string) []string {
	var found []string
	for _, place := range p.Releases[release].Places {
		says := fmt.Sprint(place.Position)
		for _, text := range []int32{place.Term, place.Text} {
			if text >= 0 && strings.Contains(p.Texts[text], word) {
				says += "; " + p.Texts[text]
			}
		}
		if strings.Contains(says, ";") {
			found = append(found, says)
		}
	}
	return found
}

func TestLost(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	snapshot := archivetest.Snapshot(t, s, "IKO")
	rule := snapshot.Entries[snapshot.Find(archive.Number{Section: 7, Heading: 702, Rule: 19, Letter: "b"})]
	for _, c := range []struct {
		release, text string
		want          []archive.LineageID
	}{
		{"IKO", "and the player or planeswalker under attack.", []archive.LineageID{rule.Lineage}}, // MOM adds battles
		{"MOM", "first assigns lethal damage to each creature that blocks it.", nil},               // it stays in EOE
		{"IKO", "words that nobody ever printed", nil},
	} {
		d := archivetest.Snapshot(t, s, c.release).Release.Effective
		if got, err := s.Lost(ctx, d, c.text); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("Lost(%s, %q) = %v, %v, want %v", c.release, c.text, got, err, c.want)
		}
	}
	numbers, err := s.NumbersAt(ctx, snapshot.Release.Effective, []archive.LineageID{rule.Lineage, 1 << 40})
	if err != nil || len(numbers) != 1 || numbers[rule.Lineage] != rule.Number {
		t.Errorf("NumbersAt = %v, %v", numbers, err)
	}
	lineages, err := s.Lineages(ctx)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lineages {
		for _, of := range []archive.LineageID{l.From, l.Into} {
			if of == 0 {
				continue
			}
			relatives, err := s.Relatives(ctx, of)
			if err != nil || !slices.ContainsFunc(relatives, func(r archive.Lineage) bool { return r.ID == l.ID }) {
				t.Errorf("the relatives of %d are %v, %v, without %d", of, relatives, err, l.ID)
			}
		}
	}
}
