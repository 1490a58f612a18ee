package archive

import (
	"errors"
	"strings"
	"testing"
)

// someReleases are five known releases in date order; one is not held, and two
// bear one code.
func someReleases() []Release {
	return []Release{
		{Effective: Date{2019, 7, 12}, Code: "M20", Name: "Core Set 2020", Held: true},
		{Effective: Date{2020, 4, 17}, Code: "IKO", Name: "Ikoria: Lair of Behemoths", Held: true},
		{Effective: Date{2020, 6, 1}, Code: "IKO", Name: "Ikoria (companion update)", Held: true},
		{Effective: Date{2023, 9, 1}, Code: "WOE", Name: "Wilds of Eldraine"},
		{Effective: Date{2023, 11, 17}, Code: "LCI", Name: "The Lost Caverns of Ixalan", Held: true},
	}
}

func TestResolveRelease(t *testing.T) {
	for ref, want := range map[string]string{
		"iko": "2020-04-17", "IKO": "2020-04-17", "IKO.1": "2020-04-17", "iko.2": "2020-06-01", " iko ": "2020-04-17",
		"2020-04-17": "2020-04-17", "2020-05-31": "2020-04-17", "2019-08-01": "2019-07-12", "2023-08-31": "2020-06-01",
		"latest": "2023-11-17", "Latest~1": "2020-06-01", "iko~1": "2019-07-12", "iko.2~2": "2019-07-12", "latest~0": "2023-11-17",
		"2030-01-01": "2023-11-17", "iko~": "2019-07-12",
	} {
		r, err := ResolveRelease(someReleases(), ref)
		if err != nil || r.Effective.String() != want {
			t.Errorf("%s is %s, %v; want %s", ref, r.Effective, err, want)
		}
	}
}

func TestResolveReleaseNotFound(t *testing.T) {
	for ref, words := range map[string]string{
		"ikq":        "nearest are IKO",
		"iko.3":      "IKO names 2 releases, the last of them IKO.2",
		"woe":        "known but not in the archive; get it with: rulebook fetch WOE, or take its file in with: rulebook import PATH",
		"2023-10-01": "known but not in the archive",
		"1999-01-01": "the first release held took effect on 2019-07-12",
		"m20~1":      "Core Set 2020 is the first release held",
		"iko~2":      "is the first release held, 1 release before 2020-04-17",
		"latest~x":   "write ~1",
		"ixalan":     "LCI",
		"":           "the reference is empty; name a release, such as 2023-11-17 or latest",
		" ":          "the reference is empty",
		"~1":         "say before which release, such as latest~1",
	} {
		_, err := ResolveRelease(someReleases(), ref)
		var missing *NotFoundError
		if !errors.As(err, &missing) || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v, want %q", ref, err, words)
		}
	}
	for _, none := range [][]Release{nil, {{Effective: Date{2023, 9, 1}, Code: "WOE"}}} {
		if _, err := ResolveRelease(none, "latest"); !errors.Is(err, ErrEmpty) {
			t.Errorf("an empty archive: %v", err)
		}
	}
}

func TestShortReference(t *testing.T) {
	all := append(someReleases(), Release{Effective: Date{2024, 1, 1}, Held: true})
	for i, want := range []string{"M20", "IKO", "IKO.2", "WOE", "LCI", "2024-01-01"} {
		if got := ShortReference(all, all[i]); got != want {
			t.Errorf("%s is %s, want %s", all[i].Label(), got, want)
		}
		if r, err := ResolveRelease(all, want); all[i].Held && (err != nil || r.Effective != all[i].Effective) {
			t.Errorf("%s is %s, %v; want %s", want, r.Effective, err, all[i].Effective)
		}
	}
}

func TestNearest(t *testing.T) {
	terms := []string{"Trample", "Trample Over Planeswalkers", "Transform", "Lim-Dûl"}
	if got := strings.Join(Nearest("tranple", terms, 3), "|"); got != "Trample" {
		t.Errorf("nearest to tranple: %s", got)
	}
	if got := Nearest("xyz", terms, 3); len(got) != 0 {
		t.Errorf("nearest to xyz: %s", got)
	}
}
