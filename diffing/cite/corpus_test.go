package cite_test

import (
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/archive/ingest"
	"rulebook/diffing/cite"
)

// firstAndLast are the published files of M14 and EOE.
func firstAndLast(files []ingest.File) []ingest.File {
	var chosen []ingest.File
	for _, f := range files {
		if strings.Contains(f.Name, "20130711") || strings.Contains(f.Name, "20250725") {
			chosen = append(chosen, f)
		}
	}
	return chosen
}

// TestReferencesFollow: the book's own cross-references are citations, written
// against the release that prints them. Held against their own release they are
// right, and those that --fix rewrites from one release to the next are what the
// next release prints, wherever the rule around them kept its words.
func TestReferencesFollow(t *testing.T) {
	s := archivetest.Open(t)
	var files []ingest.File
	for _, f := range archivetest.Published(t) {
		for _, day := range []string{"20190503", "20190612", "20190712", "20190823", "20191004", "20210224", "20210419", "20210609"} {
			if strings.Contains(f.Name, day) {
				files = append(files, f)
			}
		}
	}
	if len(files) < 2 {
		t.Skip("the releases of 2019 and 2021 are not on this machine")
	}
	archivetest.ImportPublished(t, s, files)
	releases := archivetest.Releases(t, s)
	var held []archive.Release
	for _, r := range releases {
		if r.Held {
			held = append(held, r)
		}
	}
	mended, wrong := 0, 0
	for i := 1; i < len(held); i++ {
		m, w := followReferences(t, s, held[i-1], held[i])
		mended, wrong = mended+m, wrong+w
	}
	// The editors mend some references otherwise themselves.
	if wrong*20 > mended {
		t.Errorf("%d of %d entries were mended otherwise than the book", wrong, mended)
	}
}

func followReferences(t *testing.T, s archivetest.Store, was, is archive.Release) (mended, wrong int) {
	t.Helper()
	old, new := archivetest.Snapshot(t, s, was.Effective.String()), archivetest.Snapshot(t, s, is.Effective.String())
	j := judge(t, s, was.Effective.String(), is.Effective.String())
	now := make(map[archive.LineageID]string)
	for i := range new.Entries {
		now[new.Entries[i].Lineage] = new.Entries[i].Text
	}
	for i := range old.Entries {
		e := &old.Entries[i]
		if e.Kind != archive.Rule && e.Kind != archive.Subrule && e.Kind != archive.Term {
			continue
		}
		checked := j.Check(e.Text, nil)
		if checked.Fixes() == 0 {
			continue
		}
		next, goesOn := now[e.Lineage]
		if !goesOn || !sameButNumbers(e.Text, next) {
			continue
		}
		mended++
		if archive.Fold(checked.Apply(e.Text)) != archive.Fold(next) {
			wrong++
			t.Logf("%s to %s, %s: mended otherwise than the book", was.Code, is.Code, e.Name())
		}
	}
	t.Logf("%s to %s: %d entries mended, %d otherwise than the book", was.Code, is.Code, mended, wrong)
	return mended, wrong
}

// TestPartElsewhere: a sentence of 711.8 went to 711.9a in Zendikar Rising, the rest
// is 711.9; which of the two a citation means, only a person can tell.
func TestPartElsewhere(t *testing.T) {
	s := archivetest.Open(t)
	var files []ingest.File
	for _, f := range archivetest.Published(t) {
		if strings.Contains(f.Name, "20200807") || strings.Contains(f.Name, "20200925") {
			files = append(files, f)
		}
	}
	archivetest.ImportPublished(t, s, files)
	is := judge(t, s, "2XM", "ZNR").Check("CR 711.8", nil).Findings[0]
	if is.Verdict != cite.Moved || is.To.String() != "711.9" || is.Fix != "" || is.Doubt != "a part of it is in 711.9a now" {
		t.Errorf("711.8: %+v", is)
	}
}

// sameButNumbers reports whether two texts differ in digits and their letters alone.
func sameButNumbers(a, b string) bool {
	plain := func(s string) string {
		var out strings.Builder
		at := 0
		for _, p := range cite.Find(s) {
			out.WriteString(s[at:p.Start])
			at = p.End
		}
		out.WriteString(s[at:])
		return archive.Fold(out.String())
	}
	return plain(a) == plain(b)
}
