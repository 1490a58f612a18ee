package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
)

// releasePage is all that is known of one release, or of what excerpts have of it.
type releasePage struct {
	release  archive.Release
	excerpts []archive.Excerpt // with a piece of it
	warnings []archive.Warning
}

func (p *releasePage) document() archive.ReleasePageDocument {
	return archive.NewReleasePageDocument(p.release, p.excerpts, p.warnings)
}

// releasePage reads all that is known of the release that ref names.
func (h *holdings) releasePage(ctx context.Context, ref string) (*releasePage, error) {
	p := new(releasePage)
	excerpt, err := h.excerptOf(ctx, ref)
	if err != nil {
		return nil, err
	}
	if excerpt != nil {
		p.release = excerpt.Release
	} else if p.release, err = archive.ResolveRelease(h.releases, ref); err != nil {
		return nil, err
	}
	excerpts, err := h.Excerpts(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range excerpts {
		if dates, _ := e.Dates(); !slices.Contains(dates, p.release.Effective) {
			continue
		}
		p.excerpts = append(p.excerpts, e)
	}
	if !p.release.Held {
		p.warnings = archive.ExcerptWarningsOn(excerpts, p.release.Effective)
	} else {
		all, err := h.Warnings(ctx)
		if err != nil {
			return nil, err
		}
		p.warnings = all[p.release.Effective]
	}
	return p, nil
}

// showRelease says all that is known of the release that ref names.
func (a *app) showRelease(ctx context.Context, ref string, o releasesOptions) error {
	h, err := a.openHoldings(ctx)
	if err != nil {
		return err
	}
	page, err := h.releasePage(ctx, ref)
	if err != nil {
		return err
	}
	if o.json {
		return a.printJSON(page.document())
	}
	return a.streams.Page(func(w io.Writer) error {
		set := &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette}
		set.release(page.release, h.newestOrNone())
		fmt.Fprintln(w)
		set.releaseFacts(archive.ShortReference(h.releases, page.release), page.release)
		if len(page.excerpts) > 0 {
			fmt.Fprintln(w)
			set.excerpts(page.excerpts)
		}
		fmt.Fprintln(w)
		set.warnings(page.warnings)
		return nil
	})
}

// releaseFacts sets what a release holds and where it came from.
func (t *typesetter) releaseFacts(reference string, r archive.Release) {
	file := ""
	if r.Held {
		file = fmt.Sprintf("%s, %s bytes", r.Source.File, grouped(r.Source.Bytes))
	}
	facts := []struct{ name, says string }{
		{"named", reference},
		{"holds", countsOf(r.Counts)},
		{"file", file},
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
