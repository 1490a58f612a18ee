package data_test

import (
	"slices"
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/data"
)

func TestCatalog(t *testing.T) {
	catalog, err := data.Catalog()
	if err != nil {
		t.Fatal(err)
	}
	if len(catalog) != 73 {
		t.Errorf("%d releases, want the 71 published files and the 2 that are known but not held", len(catalog))
	}
	if !slices.IsSortedFunc(catalog, func(a, b archive.Release) int { return a.Effective.Compare(b.Effective) }) {
		t.Error("the releases are not in date order")
	}
	seen := make(map[archive.Date]bool)
	unhashed := 0
	for _, r := range catalog {
		if seen[r.Effective] {
			t.Errorf("%s stands twice", r.Effective)
		}
		seen[r.Effective] = true
		if r.Code == "" || r.Name == "" || r.Source.File == "" || r.Held {
			t.Errorf("%s is incomplete, or held: %+v", r.Effective, r)
		}
		switch {
		case r.Source.SHA256 == "" && r.Source.Bytes == 0:
			unhashed++
		case len(r.Source.SHA256) != 64 || r.Source.Bytes == 0:
			t.Errorf("%s: hash %q, %d bytes", r.Effective, r.Source.SHA256, r.Source.Bytes)
		}
	}
	if unhashed != 2 {
		t.Errorf("%d releases without a hash, want LTR and WOE", unhashed)
	}
}

// The sample has a release for each of its names, and differs in encodings and
// line ends as published files do.
func TestSample(t *testing.T) {
	files, err := data.Sample()
	if err != nil {
		t.Fatal(err)
	}
	releases, err := data.SampleReleases()
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 7 || len(releases) != 7 {
		t.Fatalf("%d files and %d releases, want 7", len(files), len(releases))
	}
	forms := make(map[string]bool)
	for i, f := range files {
		if !strings.Contains(f.Name, releases[i].Effective.String()) || !strings.Contains(f.Name, releases[i].Code) {
			t.Errorf("%s is not the file of %s %s", f.Name, releases[i].Effective, releases[i].Code)
		}
		forms[string(f.Bytes[:2])+lineEnd(f.Bytes)] = true
	}
	if len(forms) < 5 {
		t.Errorf("only %d forms of beginnings and line ends", len(forms))
	}
}

func lineEnd(b []byte) string {
	text := strings.ReplaceAll(string(b), "\x00", "")
	switch {
	case strings.Contains(text, "\r\n"):
		return "CRLF"
	case strings.Contains(text, "\r"):
		return "CR"
	}
	return "LF"
}
