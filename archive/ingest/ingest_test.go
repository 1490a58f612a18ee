package ingest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/archive/ingest"
	"rulebook/data"
	"rulebook/diffing"
)

func sameDump(t *testing.T, what, want, got string) {
	t.Helper()
	if want == got {
		return
	}
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			t.Fatalf("%s: line %d\nwant %.400s\ngot  %.400s", what, i+1, w[i], g[i])
		}
	}
	t.Fatalf("%s: %d lines, want %d", what, len(g), len(w))
}

func whole(t *testing.T, s archivetest.Store) {
	t.Helper()
	faults, err := s.Verify(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Errorf("verify: %s", f)
	}
	digestsHold(t, s)
}

// Law: what was kept of each release and the one before it is what comparing them finds.
func digestsHold(t *testing.T, s archivetest.Store) {
	t.Helper()
	var before archive.Date
	for _, r := range archivetest.Releases(t, s) {
		if !r.Held {
			continue
		}
		if !before.IsZero() {
			digestHolds(t, s, before, r.Effective)
		}
		before = r.Effective
	}
}

func digestHolds(t *testing.T, s archivetest.Store, older, newer archive.Date) {
	t.Helper()
	ctx := context.Background()
	old, new, pairs, err := s.Compare(ctx, older, newer)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := diffing.Kept(ctx, s, old.Release, new.Release)
	if err != nil || kept == nil {
		t.Fatalf("%s to %s: %v, %v", older, newer, kept, err)
	}
	got, gotErr := json.Marshal(kept)
	want, wantErr := json.Marshal(diffing.CompareWordings(old, new, pairs).Filter(diffing.Filter{}))
	if gotErr != nil || wantErr != nil || !bytes.Equal(got, want) {
		t.Errorf("%s to %s: what was kept is not what comparing finds (%v, %v)", older, newer, gotErr, wantErr)
	}
}

// Law: any order of import, in one go or file by file, ends in the same archive.
func TestOrderOfImport(t *testing.T) {
	files := archivetest.SampleFiles(t)
	want := archivetest.Dump(t, archivetest.Sample(t))
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 6 {
		shuffled := slices.Clone(files)
		rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		s := archivetest.Open(t)
		for len(shuffled) > 0 {
			n := 1 + rng.IntN(min(1+round%3, len(shuffled)))
			archivetest.Import(t, s, shuffled[:n])
			shuffled = shuffled[n:]
		}
		sameDump(t, "shuffled", want, archivetest.Dump(t, s))
		whole(t, s)
	}
}

// The same law on the published files: backwards, in three goes.
func TestOrderOfImportPublished(t *testing.T) {
	if testing.Short() {
		t.Skip("imports 71 releases twice")
	}
	files := archivetest.Published(t)
	forwards := archivetest.Open(t)
	archivetest.ImportPublished(t, forwards, files)
	backwards := archivetest.Open(t)
	rng := rand.New(rand.NewPCG(3, 4))
	rng.Shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	for part := range slices.Chunk(files, 25) {
		archivetest.ImportPublished(t, backwards, part)
	}
	sameDump(t, "shuffled in three goes", archivetest.Dump(t, forwards), archivetest.Dump(t, backwards))
	whole(t, forwards)
}

func TestSecondImportChangesNothing(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	before, _ := s.Generation(ctx)
	summary := archivetest.Import(t, s, archivetest.SampleFiles(t))
	after, _ := s.Generation(ctx)
	if len(summary.Unchanged) != 7 || len(summary.Imported) != 0 || before != after {
		t.Errorf("second import: %d unchanged, %d imported, generation %d to %d", len(summary.Unchanged), len(summary.Imported), before, after)
	}
}

// bytesFile is a file that is not on disk.
func bytesFile(name string, b []byte) ingest.File {
	return ingest.File{Path: name, Name: name, Read: func() ([]byte, error) { return b, nil }}
}

// published is the text of the sample's file for a date, as UTF-8.
func sampleText(t *testing.T, day string) []byte {
	t.Helper()
	for _, f := range archivetest.SampleFiles(t) {
		if strings.Contains(f.Name, day) {
			b, err := f.Read()
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
	}
	t.Fatalf("the sample has no release of %s", day)
	return nil
}

func TestOtherBytesForAHeldDate(t *testing.T) {
	ctx := context.Background()
	original := sampleText(t, "2025-07-25") // UTF-8 with BOM, LF
	for _, c := range []struct {
		name    string
		file    []byte
		replace bool
		same    bool
		refused string // part of the reason
	}{
		{name: "equal wording in other line ends", file: bytes.ReplaceAll(original, []byte("\n"), []byte("\r\n")), same: true},
		{name: "equal wording in straight quotes", file: bytes.ReplaceAll(original, []byte("’"), []byte("'")), same: true},
		{name: "other wording", file: bytes.Replace(original, []byte("excess"), []byte("leftover"), 1), refused: "give --replace"},
		{name: "other wording, replaced", file: bytes.Replace(original, []byte("excess"), []byte("leftover"), 1), replace: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := archivetest.Sample(t)
			before := archivetest.Dump(t, s)
			im := archivetest.SampleImporter(t, s)
			im.Replace = c.replace
			summary, err := im.Import(ctx, []ingest.File{bytesFile("other.txt", c.file)})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(summary.Same) == 1; got != c.same {
				t.Errorf("same: %v, want %v (%+v)", got, c.same, summary.Refused)
			}
			if c.refused != "" && (len(summary.Refused) != 1 || !strings.Contains(summary.Refused[0].Reason, c.refused)) {
				t.Errorf("refused: %+v, want a reason with %q", summary.Refused, c.refused)
			}
			if !c.replace {
				sameDump(t, "the archive", before, archivetest.Dump(t, s))
			} else if raw, _ := s.Raw(ctx, summary.Imported[0].Effective); !bytes.Equal(raw, c.file) {
				t.Error("the raw bytes are not those of the new file")
			}
			whole(t, s)
		})
	}
}

// A release with far fewer entries than both neighbours is flagged as long as it has
// them, whatever came first.
func TestThinRelease(t *testing.T) {
	ctx := context.Background()
	book := func(year, rules int) ingest.File {
		text := fmt.Sprintf("A Rulebook\n\nThese rules are effective as of May 1, %d.\n\n1. Basics\n\n100. General\n\n", year)
		for i := range rules {
			text += fmt.Sprintf("100.%d. Rule of its own number %d.\n\n", i+1, i+1)
		}
		return bytesFile(fmt.Sprint(year, "-", rules, ".txt"), []byte(text+"Glossary\n\nBasics\nA section.\n\nCredits\n\nNobody.\n"))
	}
	s := archivetest.Open(t)
	for _, c := range []struct {
		file ingest.File
		want string // of each release: its year, and ! when it is flagged
	}{
		{book(2001, 100), "2001"},
		{book(2002, 80), "2001 2002"}, // nothing is known of what came behind
		{book(2003, 95), "2001 2002! 2003"},
		{book(2004, 40), "2001 2002! 2003 2004"},
		{book(2005, 100), "2001 2002! 2003 2004! 2005"},
		{book(2002, 100), "2001 2002 2003 2004! 2005"},
	} {
		done, err := (&ingest.Importer{Store: s, Replace: true}).Import(ctx, []ingest.File{c.file})
		if err != nil || len(done.Imported) != 1 {
			t.Fatalf("%+v, %v", done, err)
		}
		var got []string
		for _, r := range archivetest.Releases(t, s) {
			year := fmt.Sprint(r.Effective.Year)
			if slices.Equal(r.Flags, []string{"far fewer entries than the releases before and after it"}) {
				year += "!"
			} else if len(r.Flags) > 0 {
				t.Errorf("%s: flags %q", year, r.Flags)
			}
			got = append(got, year)
		}
		if g := strings.Join(got, " "); g != c.want {
			t.Errorf("after %s: %s, want %s", c.file.Name, g, c.want)
		}
	}
	whole(t, s)
}

// What was told wrongly of a file, its date or its encoding, can be told again; the
// archive is then as if it had been told rightly at once.
func TestToldAgain(t *testing.T) {
	const body = "1. Basics\n\n100. General\n\n100.1. Dand\x83n comes first.\n\nGlossary\n\nDand\x83n\nA fish.\n\nCredits\n\nNobody.\n"
	day := func(year int) archive.Date { return archive.Date{Year: year, Month: 7, Day: 28} }
	take := func(s archivetest.Store, given archive.Given, replace bool) *ingest.Summary {
		t.Helper()
		im := &ingest.Importer{Store: s, Given: given, Replace: replace}
		done, err := im.Import(context.Background(), []ingest.File{bytesFile("undated.txt", []byte("A Rulebook\n\n"+body))})
		if err != nil {
			t.Fatal(err)
		}
		return done
	}
	neighbours := func() archivetest.Store {
		s := archivetest.Open(t)
		var files []ingest.File
		for _, date := range []string{"May 1, 2001", "May 1, 2020"} {
			files = append(files, bytesFile(date+".txt", []byte("A Rulebook\n\nThese rules are effective as of "+date+".\n\n"+body)))
		}
		if done, err := (&ingest.Importer{Store: s}).Import(context.Background(), files); err != nil || len(done.Imported) != 2 {
			t.Fatalf("%+v, %v", done, err)
		}
		return s
	}
	s := neighbours()
	for _, c := range []struct {
		says    string
		given   archive.Given
		replace bool
		want    string // what comes of it
	}{
		{"a date", archive.Given{Effective: day(2030)}, false, "imported"},
		{"nothing", archive.Given{}, false, "unchanged"},
		{"another date", archive.Given{Effective: day(2003)}, false, "it is held as of 2030-07-28; give --replace to take it as of 2003-07-28 instead"},
		{"another date and encoding", archive.Given{Effective: day(2003), Encoding: "Windows-1252"}, true, "imported"},
		{"the same again", archive.Given{Effective: day(2003), Encoding: "Windows-1252"}, true, "unchanged"},
		{"another encoding", archive.Given{Effective: day(2003), Encoding: "CP437"}, false,
			"it is held already, read as Windows-1252 (3 entries differ); give --replace to take it as it is read now"},
		{"another encoding, to replace", archive.Given{Effective: day(2003), Encoding: "CP437"}, true, "imported"},
	} {
		done := take(s, c.given, c.replace)
		got := ""
		switch {
		case len(done.Refused) > 0:
			got = done.Refused[0].Reason
		case len(done.Imported) > 0:
			got = "imported"
		case len(done.Unchanged) > 0:
			got = "unchanged"
		}
		if got != c.want {
			t.Errorf("told %s: %s, want %s", c.says, got, c.want)
		}
		whole(t, s)
	}
	want := neighbours()
	take(want, archive.Given{Effective: day(2003), Encoding: "CP437"}, false)
	sameDump(t, "told again", archivetest.Dump(t, want), archivetest.Dump(t, s))
}

// Replacing and replacing back ends where it began.
func TestReplaceBack(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	want := archivetest.Dump(t, s)
	original := sampleText(t, "2023-04-14")
	im := archivetest.SampleImporter(t, s)
	im.Replace = true
	changed := bytes.Replace(original, []byte("excess"), []byte("leftover"), 1)
	for _, b := range [][]byte{changed, original} {
		if _, err := im.Import(ctx, []ingest.File{bytesFile("sample-2023-04-14-MOM.txt", b)}); err != nil {
			t.Fatal(err)
		}
	}
	sameDump(t, "replaced and back", want, archivetest.Dump(t, s))
	whole(t, s)
}

// One file that is refused keeps no other out, and leaves no trace.
func TestRefusedAmongOthers(t *testing.T) {
	s := archivetest.Open(t)
	files := append([]ingest.File{
		bytesFile("empty.txt", nil),
		bytesFile("scan.pdf", []byte("%PDF-1.7\n")),
		{Path: "gone.txt", Name: "gone.txt", Read: func() ([]byte, error) { return nil, os.ErrNotExist }},
	}, archivetest.SampleFiles(t)...)
	summary, err := archivetest.SampleImporter(t, s).Import(context.Background(), files)
	if err != nil {
		t.Fatal(err)
	}
	if len(summary.Imported) != 7 || len(summary.Refused) != 3 {
		t.Errorf("%d imported, %d refused", len(summary.Imported), len(summary.Refused))
	}
	sameDump(t, "with refused files", archivetest.Dump(t, archivetest.Sample(t)), archivetest.Dump(t, s))
}

// Law: every file given is accounted for, be it refused or taken, alone or with others
// of the same bytes.
func TestEveryFileIsAccountedFor(t *testing.T) {
	files := archivetest.SampleFiles(t)
	original := sampleText(t, "2025-07-25")
	broken := func() ([]byte, error) { return nil, os.ErrPermission }
	pool := []ingest.File{
		bytesFile("a.txt", nil), bytesFile("b.txt", nil), bytesFile("c.txt", nil), // refused
		bytesFile("d.pdf", []byte("%PDF-1.7")), bytesFile("e.pdf", []byte("%PDF-1.7")),
		{Path: "f", Name: "f", Read: broken}, {Path: "g", Name: "g", Read: broken},
		files[0], files[1], bytesFile("h.txt", original), bytesFile("i.txt", original), // taken
		bytesFile("j.txt", bytes.ReplaceAll(original, []byte("’"), []byte("'"))), // equal wording
		bytesFile("k.txt", bytes.ReplaceAll(original, []byte("’"), []byte("'"))),
		bytesFile("l.txt", bytes.ReplaceAll(original, []byte("excess"), []byte("leftover"))), // other wording
		bytesFile("m.txt", bytes.ReplaceAll(original, []byte("excess"), []byte("leftover"))),
	}
	rng := rand.New(rand.NewPCG(7, 8))
	for round := range 12 {
		batch := slices.Clone(pool)
		rng.Shuffle(len(batch), func(i, j int) { batch[i], batch[j] = batch[j], batch[i] })
		if round > 0 {
			batch = batch[:rng.IntN(len(batch))]
		}
		s := archivetest.Open(t)
		if round%2 == 1 {
			s = archivetest.Sample(t)
		}
		summary, err := archivetest.SampleImporter(t, s).Import(context.Background(), batch)
		if err != nil {
			t.Fatal(err)
		}
		got := len(summary.Imported) + len(summary.Unchanged) + len(summary.Same) + len(summary.Refused)
		if got != len(batch) {
			t.Errorf("%d of %d files are accounted for: %+v", got, len(batch), summary)
		}
		var refused []string
		for _, r := range summary.Refused {
			refused = append(refused, r.Path)
		}
		var want []string // in the order given
		for _, f := range batch {
			if slices.Contains(refused, f.Path) {
				want = append(want, f.Path)
			}
		}
		if !slices.Equal(refused, want) {
			t.Errorf("refused %q, want each once and in the order given, %q", refused, want)
		}
		if round == 0 && len(refused) != 9 {
			t.Errorf("refused %q", refused)
		}
	}
}

// Published files saved again by other people: the published ones stay, and take
// the place of the others where those came first.
func TestResaved(t *testing.T) {
	folder := archivetest.Corpus(t)
	resaved := archivetest.Folder(t, filepath.Join(folder, "resaved"))
	var published []ingest.File
	for _, f := range archivetest.Published(t) {
		for _, part := range []string{"20130711", "20160826", "20190125"} {
			if strings.Contains(f.Name, part) {
				published = append(published, f)
			}
		}
	}
	first := archivetest.Open(t)
	archivetest.ImportPublished(t, first, published)
	want := archivetest.Dump(t, first)
	if summary := archivetest.ImportPublished(t, first, resaved); len(summary.Same) != 3 {
		t.Errorf("after the published: %d the same, want 3", len(summary.Same))
	}
	sameDump(t, "published, then resaved", want, archivetest.Dump(t, first))

	second := archivetest.Open(t)
	archivetest.ImportPublished(t, second, resaved)
	archivetest.ImportPublished(t, second, published)
	sameDump(t, "resaved, then published", want, archivetest.Dump(t, second))
	third := archivetest.Open(t)
	archivetest.ImportPublished(t, third, append(resaved, published...))
	sameDump(t, "both at once", want, archivetest.Dump(t, third))
}

// publishedLike is a text that is not the sample's.
func publishedLike(text []byte) []byte {
	return bytes.Replace(text, []byte("Sample Rulebook in Our Own Words"), []byte("A Rulebook"), 1)
}

// The sample and the published rules keep to archives of their own, whatever way the
// sample comes.
func TestSampleAndPublishedApart(t *testing.T) {
	ctx := context.Background()
	catalog, err := data.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	text := sampleText(t, "2025-07-25")
	published, sample := bytesFile("published.txt", publishedLike(text)), bytesFile("sample.txt", append(slices.Clone(text), '\n'))

	s := archivetest.Sample(t)
	want := archivetest.Dump(t, s)
	summary, err := (&ingest.Importer{Store: s, Catalog: catalog, Replace: true}).Import(ctx, []ingest.File{published})
	if err != nil || len(summary.Refused) != 1 || !strings.Contains(summary.Refused[0].Reason, "holds the bundled sample; import the published rules into another with --archive") {
		t.Errorf("published rules into the sample: %+v, %v", summary, err)
	}
	sameDump(t, "the sample", want, archivetest.Dump(t, s))

	s = archivetest.Open(t)
	archivetest.ImportPublished(t, s, []ingest.File{published})
	want = archivetest.Dump(t, s)
	summary, err = (&ingest.Importer{Store: s, Catalog: catalog, Replace: true}).Import(ctx, []ingest.File{sample})
	if err != nil || len(summary.Refused) != 1 || !strings.Contains(summary.Refused[0].Reason, "holds published rules; make the sample in another with --archive") {
		t.Errorf("the sample into published rules: %+v, %v", summary, err)
	}
	sameDump(t, "the published", want, archivetest.Dump(t, s))
	if _, err := archivetest.SampleImporter(t, s).Import(ctx, nil); err == nil || !strings.Contains(err.Error(), "--archive") {
		t.Errorf("making the sample there: %v", err)
	}
}

// Law: each file of the sample is the sample, though it is imported as published, and
// stays so when the archive is rebuilt.
func TestSampleByAnotherWay(t *testing.T) {
	ctx := context.Background()
	catalog, err := data.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	s := archivetest.Open(t)
	summary := archivetest.ImportPublished(t, s, archivetest.SampleFiles(t))
	if len(summary.Imported) != 7 {
		t.Errorf("%d imported", len(summary.Imported))
	}
	want := archivetest.Dump(t, s)
	if _, err := (&ingest.Importer{Store: s, Catalog: catalog}).Rebuild(ctx, s.Raw); err != nil {
		t.Fatal(err)
	}
	sameDump(t, "rebuilt", want, archivetest.Dump(t, s))
	for _, r := range archivetest.Releases(t, s) {
		if r.Held && (!r.Sample || r.Source.URL != "") {
			t.Errorf("%s: sample %v, from %q", r.Label(), r.Sample, r.Source.URL)
		}
	}
}

// Law: an archive made anew from the raw bytes it holds says the same.
func TestRebuild(t *testing.T) {
	s := archivetest.Sample(t)
	want := archivetest.Dump(t, s)
	summary, err := archivetest.SampleImporter(t, s).Rebuild(context.Background(), s.Raw)
	if err != nil || len(summary.Imported) != 7 {
		t.Fatalf("%+v, %v", summary, err)
	}
	sameDump(t, "rebuilt", want, archivetest.Dump(t, s))
	whole(t, s)
}

// A pin is honoured, survives other imports and a rebuild, and leaves no trace
// when it is taken away.
func TestPins(t *testing.T) {
	ctx := context.Background()
	s := archivetest.Sample(t)
	im := archivetest.SampleImporter(t, s)
	want := archivetest.Dump(t, s)
	day := func(ref string) archive.Date { return archivetest.Snapshot(t, s, ref).Release.Effective }
	pins := []archive.Pin{
		{FromRelease: day("WAR"), From: "104.5", ToRelease: day("IKO"), To: "104.6"},
		{FromRelease: day("MOM"), From: "702.19b", ToRelease: day("EOE"), To: archive.PinNone},
	}
	if err := im.SetPins(ctx, pins); err != nil {
		t.Fatal(err)
	}
	whole(t, s)
	old, new := archivetest.Snapshot(t, s, "WAR"), archivetest.Snapshot(t, s, "IKO")
	from, to := old.Entries[ingest.EntryNamed(old, "104.5")], new.Entries[ingest.EntryNamed(new, "104.6")]
	if from.Lineage != to.Lineage || !to.Link.ByHand {
		t.Errorf("104.5 is in lineage %d, 104.6 in %d, by hand %v", from.Lineage, to.Lineage, to.Link.ByHand)
	}
	pinned := archivetest.Dump(t, s)
	if _, err := im.Rebuild(ctx, s.Raw); err != nil {
		t.Fatal(err)
	}
	sameDump(t, "rebuilt with pins", pinned, archivetest.Dump(t, s))
	if err := im.SetPins(ctx, nil); err != nil {
		t.Fatal(err)
	}
	sameDump(t, "pins taken away", want, archivetest.Dump(t, s))

	var missing *archive.NotFoundError
	for _, c := range []struct {
		pin  archive.Pin
		want string
	}{
		{archive.Pin{FromRelease: day("WAR"), From: "104.5", ToRelease: day("MOM"), To: "104.5"}, "not the next"},
		{archive.Pin{FromRelease: day("WAR"), From: "999.9", ToRelease: day("IKO"), To: "104.5"}, "999.9"},
	} {
		err := im.SetPins(ctx, []archive.Pin{c.pin})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.pin, err, c.want)
		}
		_ = errors.As(err, &missing)
	}
	if missing == nil {
		t.Error("a rule that is not there is no NotFoundError")
	}
	sameDump(t, "after refused pins", want, archivetest.Dump(t, s))
}

// Two wordings for one date in one import: the later takes the place of the first,
// in the pairs with its neighbours too.
func TestReplaceWithinOneImport(t *testing.T) {
	original := sampleText(t, "2023-04-14")
	changed := bytes.Replace(original, []byte("excess"), []byte("leftover"), 1)
	want := archivetest.Open(t)
	other := []ingest.File{}
	for _, f := range archivetest.SampleFiles(t) {
		if !strings.Contains(f.Name, "2023-04-14") {
			other = append(other, f)
		}
	}
	archivetest.Import(t, want, append(slices.Clone(other), bytesFile("zz.txt", changed)))
	got := archivetest.Open(t)
	im := archivetest.SampleImporter(t, got)
	im.Replace = true
	if _, err := im.Import(context.Background(), append(other, bytesFile("sample-2023-04-14-MOM.txt", original), bytesFile("zz.txt", changed))); err != nil {
		t.Fatal(err)
	}
	sameDump(t, "replaced within one import", archivetest.Dump(t, want), archivetest.Dump(t, got))
	whole(t, got)
}
