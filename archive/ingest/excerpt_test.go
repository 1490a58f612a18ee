package ingest_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/archive/ingest"
	"rulebook/data"
)

// findings are verdicts in short: date, number, verdict, bearer.
func findings(t *testing.T, s archivetest.Store, e *archive.Excerpt) []string {
	t.Helper()
	list, err := ingest.CheckExcerpt(context.Background(), s, e)
	if err != nil {
		t.Fatal(err)
	}
	var short []string
	for _, f := range list {
		line := fmt.Sprintf("%s %s %s", f.Date, f.Number, f.Verdict)
		if !f.NoChangeSince.IsZero() {
			line += fmt.Sprintf(", no change since %s", f.NoChangeSince)
		}
		if f.Bearer != nil {
			line += fmt.Sprintf(" as %s in %s", f.Bearer.Name, f.Bearer.Release.Code)
		}
		short = append(short, strings.TrimSpace(line))
	}
	return short
}

func equalLines(t *testing.T, got, want []string) {
	t.Helper()
	if g, w := strings.Join(got, "\n"), strings.Join(want, "\n"); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

// An excerpt of the sample with a rule of each verdict.
func TestCheckExcerpt(t *testing.T) {
	s := archivetest.Sample(t)
	iko := archivetest.Snapshot(t, s, "IKO")
	text := func(n string) string {
		return iko.Entries[ingest.EntryNamed(iko, n)].Text
	}
	page := "From the Comprehensive Rules (April 17, 2020—Ikoria)\n" +
		"- 702.19. Trample\n" +
		"- 702.19a " + text("702.19a") + "\n" +
		"- 702.19b " + strings.Replace(text("702.19b"), "excess", "spare", 1) + "\n" +
		"- 702.19c " + strings.ReplaceAll(text("702.19c"), " ", "  ") + "\n" +
		"- 702.19d " + text("702.19d")[:40] + "\n" +
		"- 702.19x " + text("702.9a") + "\n"
	im := archivetest.SampleImporter(t, s)
	e, err := im.ReadExcerpt([]byte(page), "page.txt", archive.Number{}, archive.Date{})
	if err != nil {
		t.Fatal(err)
	}
	equalLines(t, findings(t, s, e), []string{
		"2020-04-17 702.19 agrees",
		"2020-04-17 702.19a agrees",
		"2020-04-17 702.19b differs",
		"2020-04-17 702.19c typography",
		"2020-04-17 702.19d beginning",
		"2020-04-17 702.19x no-such-rule as 702.9a in IKO",
	})
}

// A stored excerpt is no release, is stored once, and outlives a rebuild.
func TestImportExcerpt(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	im := archivetest.SampleImporter(t, s)
	page := []byte("From the Comprehensive Rules (April 1, 2010—Old Set)\n- 702.19a Trample was other then.\n")
	e, err := im.ReadExcerpt(page, "page.txt", archive.Number{}, archive.Date{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		done, err := im.ImportExcerpts(ctx, []ingest.ExcerptFile{{Path: "page.txt", Excerpt: e, Raw: page}})
		if err != nil || len(done.Imported) != 1-i || len(done.Unchanged) != i {
			t.Fatalf("%+v, %v", done, err)
		}
	}
	held, err := s.Excerpts(ctx)
	if err != nil || len(held) != 1 || held[0].Blocks[0].Rules[0].Text != e.Blocks[0].Rules[0].Text {
		t.Fatalf("%+v, %v", held, err)
	}
	if n := len(archivetest.Releases(t, s)); n != 7 {
		t.Errorf("%d releases are known after an excerpt, want 7", n)
	}
	want := archivetest.Dump(t, s)
	if _, err := im.Rebuild(ctx, s.Raw); err != nil {
		t.Fatal(err)
	}
	sameDump(t, "rebuilt with an excerpt", want, archivetest.Dump(t, s))
	whole(t, s)
}

// An excerpt that was dated wrongly, or whose page changed, gives way when asked, and
// never by itself.
func TestReplaceExcerpt(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	const page = "From the Comprehensive Rules (April 1, 2010)\n- 702.19a Trample was other then.\n"
	take := func(text, given string, replace bool) *ingest.ExcerptSummary {
		t.Helper()
		im := archivetest.SampleImporter(t, s)
		im.Replace = replace
		var day archive.Date
		if err := day.UnmarshalText([]byte(given)); err != nil {
			t.Fatal(err)
		}
		e, err := im.ReadExcerpt([]byte(text), "page.txt", archive.Number{}, day)
		if err != nil {
			t.Fatal(err)
		}
		done, err := im.ImportExcerpts(ctx, []ingest.ExcerptFile{{Path: "page.txt", Excerpt: e, Raw: []byte(text)}})
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	dates := func() string {
		held, err := s.Excerpts(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, e := range held {
			all = append(all, e.Blocks[0].Date.String()+" "+e.Blocks[0].Rules[0].Text)
		}
		return strings.Join(all, "|")
	}
	take(page, "", false)
	done := take(page, "2011-01-01", false)
	if len(done.Refused) != 1 || done.Refused[0].Reason != "it is held as of 2010-04-01; give --replace to take it as of 2011-01-01 instead" {
		t.Errorf("%+v", done)
	}
	if got := dates(); got != "2010-04-01 Trample was other then." {
		t.Errorf("refused, and held is %s", got)
	}
	if done = take(page, "2011-01-01", true); len(done.Replaced) != 1 || len(done.Imported) != 1 {
		t.Errorf("%+v", done)
	}
	if got := dates(); got != "2011-01-01 Trample was other then." {
		t.Errorf("replaced, and held is %s", got)
	}
	take(strings.Replace(page, "then", "once", 1), "", true)
	if got := dates(); got != "2010-04-01 Trample was other once." {
		t.Errorf("replaced by another page of the name, and held is %s", got)
	}
	whole(t, s)
}

// A page is the history of one rule: told otherwise it is refused, or replaced.
func TestExcerptOfAnotherRule(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	page := []byte("Trample.\nApril 1, 2010 · Old Set\nTrample was other then.\n")
	take := func(rule string, replace bool) *ingest.ExcerptSummary {
		t.Helper()
		im := archivetest.SampleImporter(t, s)
		im.Replace = replace
		n, err := archive.ParseNumber(rule)
		if err != nil {
			t.Fatal(err)
		}
		e, err := im.ReadExcerpt(page, "page.txt", n, archive.Date{})
		if err != nil {
			t.Fatal(err)
		}
		done, err := im.ImportExcerpts(ctx, []ingest.ExcerptFile{{Path: "page.txt", Excerpt: e, Raw: page}, {Path: "again.txt", Excerpt: e, Raw: page}})
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	if done := take("702.19a", false); len(done.Imported) != 1 || len(done.Unchanged) != 1 {
		t.Errorf("%+v", done)
	}
	done := take("702.19b", false)
	const reason = "it is held as the history of 702.19a; give --replace to take it as the history of 702.19b instead"
	if len(done.Refused) != 2 || done.Refused[0].Reason != reason {
		t.Errorf("%+v", done)
	}
	if done = take("702.19b", true); len(done.Imported) != 1 || len(done.Replaced) != 1 {
		t.Errorf("%+v", done)
	}
	held, err := s.Excerpts(ctx)
	if err != nil || len(held) != 1 || held[0].Rule.String() != "702.19b" || held[0].Blocks[1].Rules[0].Number.String() != "702.19b" {
		t.Errorf("%+v, %v", held, err)
	}
	whole(t, s)
}

// --effective dates the piece that needs it, and says what it overrules.
func TestGivenDate(t *testing.T) {
	s := archivetest.Sample(t)
	im := archivetest.SampleImporter(t, s)
	const (
		whole = "From the Comprehensive Rules (April 17, 2020—Ikoria: Lair of Behemoths)\n- 702.19a A.\n"
		both  = "From the Comprehensive Rules (April 17, 2020—War of the Spark)\n- 702.19b B.\n"
	)
	for name, c := range map[string]struct{ page, want, says string }{
		"the only one":      {whole, "2019-05-03", "the label says April 17, 2020; 2019-05-03 was given at import instead"},
		"the contradictory": {whole + both, "2020-04-17 2019-05-03", "the label says April 17, 2020; 2019-05-03 was given at import instead"},
		"none of two":       {whole + whole, "", "it holds pieces of 2 releases, and --effective can date one"},
		"both of two":       {both + both, "", "it holds pieces of 2 releases, and --effective can date one"},
	} {
		e, err := im.ReadExcerpt([]byte(c.page), "page.txt", archive.Number{}, archive.Date{Year: 2019, Month: 5, Day: 3})
		if c.want == "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.says) {
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		var dates []string
		for _, b := range e.Blocks {
			dates = append(dates, b.Date.String())
		}
		if got := strings.Join(dates, " "); got != c.want || len(e.Warnings) != 1 || e.Warnings[0].Message != c.says {
			t.Errorf("%s: %s, %v", name, got, e.Warnings)
		}
	}
}

// The real pages: one whose label names two releases, one history keyed by number.
func TestRealExcerpts(t *testing.T) {
	folder := filepath.Join(archivetest.Corpus(t), "excerpts")
	s := archivetest.Open(t)
	var files []ingest.File
	for _, f := range archivetest.Published(t) {
		for _, part := range []string{"20130711", "20140201", "20190125", "20190503", "20200417", "20241108", "20250725"} {
			if strings.Contains(f.Name, part) {
				files = append(files, f)
			}
		}
	}
	archivetest.ImportPublished(t, s, files)
	catalog, err := data.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	im := &ingest.Importer{Store: s, Catalog: catalog}
	read := func(name string) []byte {
		raw, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}

	keyword := read("keyword-page-trample.txt")
	_, err = im.ReadExcerpt(keyword, "keyword.txt", archive.Number{}, archive.Date{})
	var label *ingest.LabelError
	if !errors.As(err, &label) || label.ByDate.Code != "FDN" || label.BySet.Code != "EOE" {
		t.Errorf("a label of November 8, 2024 and Edge of Eternities: %v", err)
	}
	e, err := im.ReadExcerpt(keyword, "keyword.txt", archive.Number{}, archive.Date{Year: 2024, Month: 11, Day: 8})
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range findings(t, s, e) {
		if !strings.HasSuffix(line, " agrees") && !strings.HasSuffix(line, " typography") {
			t.Errorf("keyword page: %s", line)
		}
	}

	rule, _ := archive.ParseNumber("702.19b")
	e, err = im.ReadExcerpt(read("history-page-702.19b.txt"), "history.txt", rule, archive.Date{})
	if err != nil {
		t.Fatal(err)
	}
	equalLines(t, findings(t, s, e), []string{
		"702.19b undated as 702.19b in EOE",
		"2020-04-17 702.19b agrees",
		"2019-05-03 702.19b agrees, no change since 2019-01-25",
		"2019-01-25 702.19b agrees, no change since 2014-02-01",
		"2014-02-01 702.19b agrees, no change since 2013-07-13",
		"2013-07-13 702.19b agrees",
		"2011-09-30 702.19b not-held as 702.20b in M14", // vigilance
		"2011-06-17 702.19b not-held as 702.20b in M14",
		"2011-04-01 702.19b not-held, no change since 2011-02-04 as 702.21b in M14", // banding
		"2011-02-04 702.19b not-held as 702.21b in M14",
		"2010-10-01 702.19b not-held as 702.21b in M14",
		"2010-02-01 702.19b not-held as 702.21b in M14",
	})
}

// The bearer of a wording is named at the nearest release that held it, not at the
// first.
func TestNearestBearer(t *testing.T) {
	s := archivetest.Sample(t)
	eoe := archivetest.Snapshot(t, s, "EOE")
	page := "From the Comprehensive Rules (June 16, 2023—Another Set)\n- 702.9a " +
		eoe.Entries[ingest.EntryNamed(eoe, "702.9a")].Text + "\n"
	e, err := archivetest.SampleImporter(t, s).ReadExcerpt([]byte(page), "page.txt", archive.Number{}, archive.Date{})
	if err != nil {
		t.Fatal(err)
	}
	equalLines(t, findings(t, s, e), []string{"2023-06-16 702.9a not-held as 702.9a in MOM"})
}
