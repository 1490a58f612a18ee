package parse_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// What the editors of the published files got wrong, by the first and last release
// that has it: every entry is there under its clean number.
func TestPublishedSlips(t *testing.T) {
	dir := corpus(t, "published")
	find := func(s *archive.Snapshot, name string) *archive.Entry {
		if i := s.Find(number(t, name)); i >= 0 {
			return &s.Entries[i]
		}
		return nil
	}
	slips := 0
	for _, r := range releases(t) {
		s := mustParse(t, filepath.Join(dir, r.file))
		if len(s.Warnings) > 20 {
			t.Errorf("%s: %d warnings", r.code, len(s.Warnings))
		}
		for _, w := range s.Warnings {
			if w.Line > 0 && (strings.Contains(w.Message, "is printed as") || strings.HasPrefix(w.Message, "no space")) {
				slips++
			}
			for _, wrong := range []string{"twice, first", "out of order", "cannot be read", "no rule is", "contents list"} {
				if strings.Contains(w.Message, wrong) {
					t.Errorf("%s: %s", r.code, w)
				}
			}
		}
		switch r.code {
		case "UNF":
			if e := find(s, "901.4"); e == nil || !strings.HasPrefix(e.Text, "All plane and phenomenon cards") {
				t.Errorf("%s: 901.4 is %+v", r.code, e)
			}
			if e := find(s, "606.5"); e == nil || e.Label != "606.5" || !strings.HasPrefix(e.Text, "If the total cost") {
				t.Errorf("%s: 606.5 is %+v", r.code, e)
			}
			if e := find(s, "119.1d"); e == nil || e.Label != "119.1d." || !strings.HasPrefix(e.Text, "In a two-player") {
				t.Errorf("%s: 119.1d is %+v", r.code, e)
			}
		case "EOE":
			for name, begins := range map[string]string{"107.8a": "“{", "614.17a": "“"} {
				if e := find(s, name); e == nil || !strings.HasPrefix(e.Text, begins) {
					t.Errorf("%s: %s is %+v", r.code, name, e)
				}
			}
			for name, want := range map[string]int{"613.6": 4, "707.3": 4, "800.4a": 4} {
				if e := find(s, name); e == nil || len(e.Examples) != want {
					t.Errorf("%s: %s has %d examples, want %d", r.code, name, len(e.Examples), want)
				}
			}
			for _, name := range []string{"205.4c", "509.1b"} {
				if e := find(s, name); e == nil || strings.Count(e.Text, "\n") != 1 {
					t.Errorf("%s: %s has no second paragraph: %+v", r.code, name, e)
				}
			}
			if e := s.Entries[len(s.Entries)-2]; e.Term != "Zone-Change Triggers" {
				t.Errorf("%s: the last term is %+v", r.code, e)
			}
		}
	}
	// 606.5, 119.1d (118.1d before), 702.124h and 702.124i, 901.4: each in many releases.
	if slips < 80 {
		t.Errorf("%d slips are warned of, want 80 or more", slips)
	}
}

// The date in a file's name is the day of its upload; the text's counts, and the
// other is warned of.
func TestPublishedFileDates(t *testing.T) {
	dir := corpus(t, "published")
	want := map[string]string{ // beginning of the file's name: the date in its text
		"MagicCompRules 20210224": "2021-02-15",
		"MagicCompRules 20210609": "2021-06-18",
		"MagicCompRules 20240802": "2024-07-30",
	}
	differ := 0
	for _, r := range releases(t) {
		s := mustParse(t, filepath.Join(dir, r.file))
		for _, w := range s.Warnings {
			if strings.HasPrefix(w.Message, "the file name says") {
				differ++
			}
		}
		for name, day := range want {
			if strings.HasPrefix(r.file, name) {
				if got := s.Release.Effective.String(); got != day || !strings.Contains(s.Warnings[len(s.Warnings)-1].Message+s.Warnings[0].Message, "the file name says") {
					t.Errorf("%s: effective %s, want %s; warnings %v", r.file, got, day, s.Warnings)
				}
				delete(want, name)
			}
		}
	}
	if differ < 14 || len(want) > 0 {
		t.Errorf("%d file names say another date, want 14 or more; not among the files: %v", differ, want)
	}
}

// Releases that other people saved again, in another encoding, with other line
// ends, have the wording of the published ones.
func TestResaved(t *testing.T) {
	dir := corpus(t, "")
	for resaved, file := range map[string]string{
		"cr-2013-07-13-M14.txt": "MagicCompRules_20130711.txt",
		"cr-2016-08-26-CN2.txt": "MagicCompRules_CN2_Update_20160826.txt",
		"cr-2019-01-25-RNA.txt": "MagicCompRules 20190125.txt",
	} {
		a, b := mustParse(t, filepath.Join(dir, "resaved", resaved)), mustParse(t, filepath.Join(dir, "published", file))
		if a.Release.Effective != b.Release.Effective || a.Release.Counts != b.Release.Counts {
			t.Errorf("%s: %s %+v, published %s %+v", resaved, a.Release.Effective, a.Release.Counts, b.Release.Effective, b.Release.Counts)
			continue
		}
		differ := 0
		for i := range a.Entries {
			if archive.Fold(a.Entries[i].Wording()) != archive.Fold(b.Entries[i].Wording()) {
				differ++
				t.Logf("%s: %s:\n%.300q\n%.300q", resaved, a.Entries[i].Name(), a.Entries[i].Wording(), b.Entries[i].Wording())
			}
		}
		if differ > 0 {
			t.Errorf("%s: %d entries differ in wording", resaved, differ)
		}
	}
}

// A release cut off anywhere comes in with a flag.
func TestPublishedCutShort(t *testing.T) {
	whole := readFile(t, filepath.Join(corpus(t, "published"), "MagicCompRules 20250725.txt"))
	for _, part := range []int{10, 40, 70, 90, 97} {
		s := readBook(t, string(whole[:len(whole)*part/100]))
		if len(s.Release.Flags) != 1 || !strings.HasPrefix(s.Release.Flags[0], "cut short: no credits at the end") {
			t.Errorf("%d percent of it: flags %q", part, s.Release.Flags)
		}
	}
}

// Each section of a release in turn cut out: the flag names it.
func TestPublishedWithoutASection(t *testing.T) {
	whole := mustParse(t, filepath.Join(corpus(t, "published"), "MagicCompRules 20200417.txt"))
	for section := 1; section <= 9; section++ {
		part := *whole
		part.Entries = nil
		var title string
		headings := 0
		for _, e := range whole.Entries {
			switch {
			case e.Number.Section != section:
				part.Entries = append(part.Entries, e)
			case e.Kind == archive.Section:
				title = e.Text
			case e.Kind == archive.Heading:
				headings++
			}
		}
		s := readBook(t, string(parse.Format(&part)))
		want := fmt.Sprintf("%d. %s and %d headings named in the contents are missing", section, title, headings)
		if len(s.Release.Flags) != 1 || s.Release.Flags[0] != want {
			t.Errorf("flags %q, want %q", s.Release.Flags, want)
		}
	}
}
