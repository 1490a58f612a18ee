package keyword_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/search/keyword"
)

func chronicle(t testing.TB, s archivetest.Store) *keyword.Chronicle {
	t.Helper()
	c, err := keyword.ReadChronicle(context.Background(), s)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// names of the keywords of one kind.
func names(list []keyword.Keyword, kind keyword.Kind) string {
	var all []string
	for _, k := range keyword.Fitting(list, kind) {
		all = append(all, k.Number.String()+" "+k.Name)
	}
	return strings.Join(all, ", ")
}

func TestList(t *testing.T) {
	list := keyword.List(archivetest.Snapshot(t, archivetest.Sample(t), "MOM"))
	if got, want := names(list, keyword.Action), "701.2 Attach, 701.3 Destroy, 701.4 Discard, 701.5 Exile, 701.6 Fight, 701.7 Incubate, "+
		"701.8 Sacrifice, 701.9 Scry, 701.10 Tap and Untap"; got != want {
		t.Errorf("actions %s, want %s", got, want)
	}
	if got, want := names(list, keyword.Ability), "702.2 Deathtouch, 702.7 First Strike, 702.9 Flying, 702.10 Haste, 702.12 Indestructible, "+
		"702.17 Reach, 702.19 Trample, 702.20 Vigilance, 702.140 Mutate"; got != want {
		t.Errorf("abilities %s, want %s", got, want)
	}
}

// rule makes an entry of a small book.
func rule(t *testing.T, number, text string, lineage archive.LineageID) archive.Entry {
	t.Helper()
	n, err := archive.ParseNumber(number)
	if err != nil {
		t.Fatal(err)
	}
	return archive.Entry{Kind: n.Kind(), Number: n, Text: text, Lineage: lineage}
}

// TestListFollowsItsHeading: the lists are found by their titles and their sentence,
// whatever numbers they bear.
func TestListFollowsItsHeading(t *testing.T) {
	s := &archive.Snapshot{Entries: []archive.Entry{
		rule(t, "310.4c", "Such words mean nothing. The ability words are battle song, landfall, and council’s dilemma.", 1),
		rule(t, "801", "Keyword abilities", 2),
		rule(t, "801.1", "Some abilities have a name.", 3),
		rule(t, "801.2", "Sailing", 4),
		rule(t, "801.2a", "Sailing", 5),
		rule(t, "802", "Other Things", 6),
		rule(t, "802.1", "Rowing", 7),
	}}
	list := keyword.List(s)
	if got := names(list, keyword.Ability); got != "801.2 Sailing" {
		t.Errorf("abilities %s", got)
	}
	if got, want := names(list, keyword.AbilityWord), "310.4c battle song, 310.4c landfall, 310.4c council’s dilemma"; got != want {
		t.Errorf("ability words %s, want %s", got, want)
	}
	for asked, want := range map[string]int{"SAILING": 1, "council's dilemma": 1, "rowing": 0} {
		found, err := keyword.Find(list, asked, archive.Release{})
		var notFound *archive.NotFoundError
		if len(found) != want || (err == nil) != (want > 0) || err != nil && !errors.As(err, &notFound) {
			t.Errorf("%q: %v, %v", asked, found, err)
		}
	}
}

// TestVariant: what the glossary defines by a keyword's rule leads to the keyword.
func TestVariant(t *testing.T) {
	term := func(name, text string) archive.Entry {
		return archive.Entry{Kind: archive.Term, Term: name, Text: text}
	}
	s := &archive.Snapshot{Entries: []archive.Entry{
		rule(t, "702", "Keyword Abilities", 1),
		rule(t, "702.2", "Sailing", 2),
		rule(t, "702.2a", "To sail fast is a variant of sailing.", 3),
		rule(t, "703", "Rowing", 4),
		term("Fast Sailing", "A variant of sailing. See rule 702.2a, and rule 703."),
		term("Tacking", "See Fast Sailing."),
		term("Drifting", "See Sailing."),
		term("Oar", "See rule 703, “Rowing.”"),
		term("Hull", "The body of a boat."),
		term("Bow", "See Stern."),
	}}
	list := keyword.List(s)
	for asked, want := range map[string]string{"fast sailing": "Sailing", "tacking": "Sailing", "drifting": "Sailing", "oar": "", "hull": "", "bow": "", "mast": ""} {
		k, ok := keyword.Variant(s, list, func(name string) bool { return strings.EqualFold(name, asked) })
		if k.Name != want || ok != (want != "") {
			t.Errorf("%s is a variant of %q, want %q", asked, k.Name, want)
		}
	}
}

// TestEvents tells the lives of the sample's keywords as data/sample/README.md does.
func TestEvents(t *testing.T) {
	s := archivetest.Sample(t)
	c := chronicle(t, s)
	newest := archivetest.Snapshot(t, s, "EOE")
	for name, want := range map[string]string{
		"trample":        "IKO reworded 702.19b; MOM reworded 702.19b; MOM reworded 702.19c; EOE references 702.19c",
		"tap":            "MOM renumbered 701.10 (was 701.9)",
		"incubate":       "MOM introduced 701.7",
		"mutate":         "IKO introduced 702.140",
		"deathtouch":     "EOE references 702.2b",
		"indestructible": "MOM references 702.12a",
	} {
		found, err := keyword.Find(keyword.List(newest), name, newest.Release)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, e := range c.Page(newest, found[0]).Events {
			says := fmt.Sprintf("%s %s %s", e.Release.Code, e.Kind, e.Number)
			if !e.Was.IsZero() {
				says += fmt.Sprintf(" (was %s)", e.Was)
			}
			got = append(got, says)
		}
		if strings.Join(got, "; ") != want {
			t.Errorf("%s: %s\nwant %s", name, strings.Join(got, "; "), want)
		}
	}
}

// book is an archive in memory that only says which spans it has.
type book struct {
	releases []archive.Release
	spans    []archive.Span
}

func (b book) Releases(context.Context) ([]archive.Release, error) { return b.releases, nil }

func (b book) EachSpan(_ context.Context, yield func(archive.Span) error) error {
	for _, s := range b.spans {
		if err := yield(s); err != nil {
			return err
		}
	}
	return nil
}

// TestLives: a keyword that is renamed, one that goes, and an ability word that
// becomes a keyword ability.
func TestLives(t *testing.T) {
	day := func(year int) archive.Date { return archive.Date{Year: year, Month: 1, Day: 1} }
	b := book{}
	for year := 2001; year <= 2004; year++ {
		b.releases = append(b.releases, archive.Release{Effective: day(year), Held: true, Code: fmt.Sprint(year)})
	}
	span := func(id archive.LineageID, number, heading, text string, from, to int) {
		n, err := archive.ParseNumber(number)
		if err != nil {
			t.Fatal(err)
		}
		b.spans = append(b.spans, archive.Span{Lineage: id, Kind: n.Kind(), Number: n, Heading: heading, Text: text, From: day(from), To: day(to)})
	}
	const abilities, actions = "702 Keyword Abilities › ", "701 Keyword Actions › "
	span(1, "207.2c", "207 Text Box", "The ability words are raid, sweep, and void.", 2001, 2002)
	span(1, "207.2c", "207 Text Box", "The ability words are raid, and sweep.", 2003, 2004)
	span(2, "702.2", abilities+"702.2 Rowing", "Rowing", 2001, 2002)
	span(2, "702.3", abilities+"702.3 Paddling", "Paddling", 2003, 2004)
	span(3, "702.4", abilities+"702.4 Void", "Void", 2003, 2004)
	span(4, "701.2", actions+"701.2 Moor", "Moor", 2002, 2003)
	// Taken for a new rule by mistake, it is still the same keyword.
	span(5, "702.5", abilities+"702.5 Sailing", "Sailing", 2001, 2001)
	span(6, "702.5", abilities+"702.5 Sailing", "Sailing", 2002, 2004)
	c, err := keyword.ReadChronicle(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"rowing":   "keyword ability Paddling since 2001, renamed to Paddling in 2003-01-01",
		"paddling": "keyword ability Paddling since 2001, renamed to Paddling in 2003-01-01",
		"moor":     "keyword action Moor since 2002, removed in 2004-01-01",
		"sailing":  "keyword ability Sailing since 2001",
		"raid":     "ability word raid since 2001",
	} {
		known := c.Known(name)
		if len(known) != 1 {
			t.Errorf("%s has %d lives", name, len(known))
			continue
		}
		l := known[0]
		got := fmt.Sprintf("%s %s since %s", l.Kind, l.Last().Name, l.Since.Code)
		if later := l.Later(day(2001), c.Label); later != "" {
			got += ", " + later
		}
		if got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	var became []string
	for _, l := range c.Known("void") {
		became = append(became, fmt.Sprintf("%s %s", l.Kind, l.Later(day(2001), c.Label)))
	}
	if got, want := strings.Join(became, "; "), "keyword ability ; ability word a keyword ability from 2003-01-01 on"; got != want {
		t.Errorf("void: %s, want %s", got, want)
	}
	if gone := c.Gone(day(2004)); len(gone) != 2 || gone[0].Last().Name != "void" || gone[1].Last().Name != "Moor" {
		t.Errorf("gone before 2004: %v", gone)
	}
}

func TestEmpty(t *testing.T) {
	if _, err := keyword.ReadChronicle(context.Background(), archivetest.Open(t)); !errors.Is(err, archive.ErrEmpty) {
		t.Errorf("an empty archive: %v", err)
	}
}

// TestPublished reads the keywords of all published releases: each list is there,
// grows but for a rename, and every keyword's page says since when.
func TestPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all published releases")
	}
	s := archivetest.Open(t)
	archivetest.ImportPublished(t, s, archivetest.Published(t))
	c := chronicle(t, s)
	before := make(map[keyword.Kind]int)
	for _, r := range archivetest.Releases(t, s) {
		if !r.Held {
			continue
		}
		list := keyword.List(archivetest.Snapshot(t, s, r.Effective.String()))
		for _, kind := range keyword.Kinds {
			n := len(keyword.Fitting(list, kind))
			if n < before[kind] || n == 0 {
				t.Errorf("%s has %d of kind %s, the release before had %d", r.Label(), n, kind, before[kind])
			}
			before[kind] = n
		}
		for _, k := range list {
			l := c.Life(k)
			if l == nil || !l.At(r.Effective) || l.Since.Effective.Compare(r.Effective) > 0 {
				t.Errorf("%s: the life of %s does not hold it", r.Label(), k.Name)
			}
		}
	}
	for name, want := range map[string]string{
		"totem armor": "2013-07-13 or before, then Umbra Armor from 2024-06-07",
		"mutate":      "2020-04-17",
		"void":        "2025-07-25",
		"landfall":    "2013-07-13 or before",
	} {
		l := c.Known(name)[0]
		got := l.Since.Effective.String()
		if l.Beginning {
			got += " or before"
		}
		if len(l.Names) > 1 {
			got += ", then " + l.Last().Name + " from " + l.Last().From.String()
		}
		if got != want {
			t.Errorf("%s since %s, want %s", name, got, want)
		}
	}
	// A keyword that took another name is counted under both.
	newest := archivetest.Snapshot(t, s, "EOE")
	found, err := keyword.Find(keyword.List(newest), "umbra armor", newest.Release)
	if err != nil {
		t.Fatal(err)
	}
	page := c.Page(newest, found[0])
	if err := page.CountTrend(context.Background(), s); err != nil {
		t.Fatal(err)
	}
	var counted []string
	for i := range page.Trend.Series {
		counted = append(counted, page.Trend.Series[i].Term)
	}
	if got := strings.Join(counted, ", "); got != "Umbra Armor, Totem Armor" {
		t.Errorf("counted are %s", got)
	}
}
