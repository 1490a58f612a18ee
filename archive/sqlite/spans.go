package sqlite

import (
	"context"

	"rulebook/archive"
)

// EachSpan calls yield with every span of the archive, ordered by lineage and
// then date. It stops at yield's first error and returns it.
func (s *Store) EachSpan(ctx context.Context, yield func(archive.Span) error) error {
	spans, err := s.allSpans(ctx)
	if err != nil {
		return s.plain(err)
	}
	for _, of := range spans {
		for _, span := range of {
			if err := yield(span); err != nil {
				return err
			}
		}
	}
	return nil
}

// allSpans are the spans of each lineage, at the index of its ID.
func (s *Store) allSpans(ctx context.Context) ([][]archive.Span, error) {
	sheets, err := s.sheets(ctx)
	if err != nil || len(sheets) == 0 {
		return nil, err
	}
	names, err := readNames(ctx, s.read, "")
	if err != nil {
		return nil, err
	}
	wordings, err := readWordings(ctx, s.read, "")
	if err != nil {
		return nil, err
	}
	var spans [][]archive.Span
	newest := sheets[len(sheets)-1].release.effective
	for at := range sheets {
		spans = sheets[at].extend(spans, &names, &wordings, at > 0 && sameTitles(&sheets[at-1], &sheets[at], &names, &wordings))
	}
	for _, of := range spans {
		if n := len(of); n > 0 {
			of[n-1].InForce = of[n-1].To == newest
		}
	}
	return spans, nil
}

// extend adds one release to the spans built so far.
func (sh *sheet) extend(spans [][]archive.Span, names *table[storedName], wordings *table[wording], titlesKept bool) [][]archive.Span {
	d := sh.release.effective
	var titles map[archive.Number]string
	for i, id := range sh.lineages {
		if id == 0 {
			continue
		}
		for int64(len(spans)) <= id {
			spans = append(spans, nil)
		}
		st := sh.standing(i, names, wordings)
		of := spans[id]
		if n := len(of); n > 0 && st.continues(&of[n-1]) {
			of[n-1].To = d
			if titlesKept {
				continue
			}
		} else {
			of = append(of, st.span(archive.LineageID(id), d))
			spans[id] = of
		}
		if titles == nil {
			titles = sh.titles(names, wordings)
		}
		of[len(of)-1].Heading = archive.Chain(titles, st.number)
	}
	return spans
}

func (sh *sheet) standing(i int, names *table[storedName], wordings *table[wording]) standing {
	var st standing
	if n, named := names.row(sh.names[i]); named {
		st.kind, st.number, st.term = n.kind, n.number, n.term
	}
	if w, worded := wordings.row(sh.wordings[i]); worded {
		st.wording = *w
	}
	return st
}

// titles are the titles of the release, see archive.Snapshot.Titles.
func (sh *sheet) titles(names *table[storedName], wordings *table[wording]) map[archive.Number]string {
	titles := make(map[archive.Number]string)
	for i := range sh.names {
		if st := sh.standing(i, names, wordings); st.isTitle() {
			titles[st.number] = st.wording.text
		}
	}
	return titles
}

func (st *standing) isTitle() bool {
	e := archive.Entry{Kind: st.kind, Number: st.number, Text: st.wording.text, Examples: st.wording.examples}
	return e.IsTitle()
}

// sameTitles reports whether two releases have the same titles under the same numbers.
func sameTitles(a, b *sheet, names *table[storedName], wordings *table[wording]) bool {
	was, is := a.titles(names, wordings), b.titles(names, wordings)
	if len(was) != len(is) {
		return false
	}
	for n, t := range is {
		if was[n] != t {
			return false
		}
	}
	return true
}

// names reads what entries of some kinds are called, of all when none is given.
func (s *Store) names(ctx context.Context, kinds ...archive.Kind) (map[int64]storedName, error) {
	where := ""
	var args []any
	if len(kinds) > 0 {
		where = ` WHERE kind IN (` + places(len(kinds)) + `)`
		for _, k := range kinds {
			args = append(args, int(k))
		}
	}
	names, err := readNames(ctx, s.read, where, args...)
	if err != nil {
		return nil, err
	}
	all := make(map[int64]storedName, len(names.rows))
	for id, n := range names.all() {
		all[id] = *n
	}
	return all, nil
}
