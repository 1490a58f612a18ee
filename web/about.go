package web

import "rulebook/archive"

// aboutPage says what this is.
type aboutPage struct {
	frame
	Book     string
	Held     int
	First    link
	Newest   link
	Missing  []archive.Release
	Pieces   []link // releases of which only excerpts are held
	Flawed   []flagged
	Examples []addressExample
	Version  string
}

// addressExample teaches how addresses are made.
type addressExample struct{ Path, Href, Says string }

func (v *visit) showAbout() (answer, error) {
	newest := v.newest()
	b, err := v.book(v.ctx(), newest.Effective)
	if err != nil {
		return nil, err
	}
	p := aboutPage{frame: v.server.frame(v.library, "About"), Held: len(v.held), First: v.releaseLink(v.held[0]),
		Newest: v.releaseLink(newest), Version: v.server.version, Book: "the rules"}
	p.Canonical = v.to.about()
	if len(b.Front) > 0 {
		p.Book = b.Front[0]
	}
	for _, r := range v.releases {
		if !r.Held && v.pieceOn(r.Effective) == nil {
			p.Missing = append(p.Missing, r)
		} else if len(r.Flags) > 0 {
			p.Flawed = append(p.Flawed, flagged{Release: nameOf(r), Href: v.to.release(r.Effective), Flags: r.Flags})
		}
	}
	for _, r := range v.pieces {
		p.Pieces = append(p.Pieces, v.releaseLink(r))
	}
	n := exampleNumber(b)
	code := v.codeOf(newest)
	day := newest.Effective.String()
	add := func(path, says string) {
		p.Examples = append(p.Examples, addressExample{Path: path, Href: string(v.to) + path, Says: says})
	}
	add("/r/latest/"+n.String(), "a rule as it stands today; leads to the dated address")
	add("/r/"+day+"/"+n.String(), "a rule as of a release; this address stays")
	add("/r/"+code+"/"+n.Parent().String(), "by set code; leads to the dated address")
	add("/r/"+day+"/all", "a whole release on one page")
	if len(b.terms) > 0 {
		add("/glossary/"+b.slugOf[b.terms[0]], "a term of the glossary")
	}
	add("/keywords", "all keywords, with the releases that brought them")
	add("/history/"+day+"/"+n.String(), "every wording of a rule")
	if before, _ := v.neighbours(newest.Effective); before != nil {
		add("/diff/"+before.Effective.String()+"/"+day, "what changed between two releases, any two")
	}
	add("/search?q=damage", "a search")
	return page{template: "about", data: p}, nil
}
