package cli

import (
	"context"
	"fmt"
	"io"
	"strings"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
)

// releasePageDocument is all that is known of one release, in JSON.
type releasePageDocument struct {
	archive.ReleaseDocument
	Warnings []warningDocument `json:"warnings"`
}

// warningDocument is a warning about a file.
type warningDocument struct {
	Line    int    `json:"line"` // 0 when it concerns the whole
	Message string `json:"message"`
}

func newReleasePageDocument(r archive.Release, warnings []archive.Warning) releasePageDocument {
	d := releasePageDocument{archive.NewReleaseDocument(r), []warningDocument{}}
	for _, w := range warnings {
		d.Warnings = append(d.Warnings, warningDocument(w))
	}
	return d
}

// showRelease says all that is known of the release that ref names.
func (a *app) showRelease(ctx context.Context, ref string, o releasesOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	defer h.Close()
	release, err := archive.ResolveRelease(h.releases, ref)
	if err != nil {
		return err
	}
	all, err := h.Warnings(ctx)
	if err != nil {
		return err
	}
	warnings := all[release.Effective]
	newest, err := h.newest()
	if err != nil {
		return err
	}
	if o.json {
		return a.printJSON(newReleasePageDocument(release, warnings))
	}
	return a.streams.Page(func(w io.Writer) error {
		set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
		set.release(release, newest)
		fmt.Fprintln(w)
		set.releaseFacts(archive.ShortReference(h.releases, release), release)
		fmt.Fprintln(w)
		set.warnings(warnings)
		return nil
	})
}

// releaseFacts sets what a release holds and where it came from.
func (t *typesetter) releaseFacts(reference string, r archive.Release) {
	facts := []struct{ name, says string }{
		{"named", reference},
		{"holds", countsOf(r.Counts)},
		{"file", fmt.Sprintf("%s, %s bytes", r.Source.File, grouped(r.Source.Bytes))},
		{"encoding", r.Source.Encoding},
		{"sha256", r.Source.SHA256},
		{"offered", r.Source.URL},
	}
	if given := r.Source.Given; given != (archive.Given{}) {
		told := given.Encoding
		if !given.Effective.IsZero() {
			told = strings.TrimPrefix(told+", "+given.Effective.String(), ", ")
		}
		facts = append(facts, struct{ name, says string }{"told", told + ", at import"})
	}
	const margin = len("encoding") + gutter
	for _, f := range facts {
		if f.says != "" {
			t.hang(term.Pad(f.name, margin), f.says, term.Style{})
		}
	}
}

// warnings sets warnings, a line each.
func (t *typesetter) warnings(warnings []archive.Warning) {
	if len(warnings) == 0 {
		t.note("no warnings")
		return
	}
	t.hang("", count(len(warnings), "warning", "warnings"), t.palette.Strong)
	for _, w := range warnings {
		t.hang(strings.Repeat(" ", gutter), w.String(), term.Style{})
	}
}
