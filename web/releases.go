package web

import "rulebook/archive"

// releasesPage lists all that is known.
type releasesPage struct {
	frame
	Rows    []releaseRow
	Held    int
	Missing int
	Pieces  int // of which only excerpts are held
	Undated []archive.ExcerptDocument
}

type releaseRow struct {
	when
	Held    bool
	Excerpt bool // only excerpts hold anything of it
	Counts  archive.Counts
	Flags   []string
	Changed *changeWords
}

// showReleases answers /releases.
func (v *visit) showReleases() (answer, error) {
	p := releasesPage{frame: v.server.frame(v.library, "Releases"), Undated: archive.ExcerptDocumentsOn(v.excerpts, archive.Date{})}
	p.Canonical = v.to.releases()
	p.Description = "Every release of the rules that is known, held or missing, with what it changed."
	p.Feed = v.feedLink()
	all := archive.WithExcerpts(v.releases, v.excerpts)
	for i := len(all) - 1; i >= 0; i-- {
		row := v.releaseRow(all[i])
		switch {
		case row.Held:
			p.Held++
		case row.Excerpt:
			p.Pieces++
		default:
			p.Missing++
		}
		p.Rows = append(p.Rows, row)
	}
	return page{template: "releases", data: p, document: v.releasesDocument}, nil
}

func (v *visit) releasesDocument() any { return archive.NewReleaseDocuments(v.releases, v.excerpts) }

func (v *visit) releaseRow(r archive.Release) releaseRow {
	row := releaseRow{Held: r.Held, Excerpt: !r.Held && r.Excerpt, Counts: r.Counts, Flags: r.Flags}
	if !row.Held && !row.Excerpt {
		row.when = when{Name: nameOf(r), Code: r.Code, Date: r.Effective.String(), Long: r.Effective.Long()}
		return row
	}
	row.when = *v.when(r)
	if s, ok := v.summary(r.Effective); ok {
		before, _ := v.neighbours(r.Effective)
		row.Changed = v.changeWords(*before, r.Effective, s)
	}
	return row
}
