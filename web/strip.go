package web

import (
	"fmt"

	"rulebook/archive"
)

// reign is a stretch of a lineage's life with one wording, number and place. What
// differs in typography only is one reign; the newest printing is shown.
type reign struct {
	archive.Span
	from, to archive.Release
	changed  bool // the folded wording differs from the reign before
	reworded bool // its text or term does, not only its examples
	moved    bool // the number or the place differs from the reign before
}

// wording is a span's text with its examples, as the book prints them.
func wording(s *archive.Span) string {
	e := archive.Entry{Text: s.Text, Examples: s.Examples}
	return e.Wording()
}

// sameWords reports whether two spans differ in typography at most.
func sameWords(a, b *archive.Span) bool {
	return archive.Fold(a.Term) == archive.Fold(b.Term) && archive.Fold(wording(a)) == archive.Fold(wording(b))
}

// reigns folds a life's spans, oldest first.
func (lib *library) reigns(l *life) []*reign {
	var all []*reign
	for _, s := range l.spans {
		r := &reign{Span: s}
		r.from, r.to = lib.heldAt(s.From), lib.heldAt(s.To)
		if len(all) == 0 {
			all = append(all, r)
			continue
		}
		last := all[len(all)-1]
		r.changed = !sameWords(&s, &last.Span)
		r.reworded = archive.Fold(s.Text) != archive.Fold(last.Text) || archive.Fold(s.Term) != archive.Fold(last.Term)
		r.moved = s.Number != last.Number
		if !r.changed && !r.moved {
			from := last.From
			last.Span, last.to = s, r.to
			last.From = from
			continue
		}
		all = append(all, r)
	}
	return all
}

func (lib *library) heldAt(d archive.Date) archive.Release {
	if i := lib.index(d); i >= 0 {
		return lib.held[i]
	}
	return archive.Release{Effective: d}
}

// strip draws a life on the axis of time. here is the release of the page.
func (v *visit) strip(l *life, here archive.Date, history string) *strip {
	reigns := v.reigns(l)
	if len(reigns) == 0 {
		return nil
	}
	st := &strip{axis: newAxis(v.releases)}
	end := st.end(l)
	st.From, st.Width = st.at(l.Born), percent(end-st.share(l.Born))
	st.Open = l.Gone.IsZero()
	for _, r := range v.held {
		if !r.Effective.Before(l.Born) && !l.Last.Before(r.Effective) {
			st.Ticks = append(st.Ticks, st.at(r.Effective))
		}
	}
	wordings := 0
	for i, r := range reigns {
		d := dot{X: st.at(r.From), Href: history + "#" + r.From.String(), Kind: "moved"}
		switch {
		case i == 0:
			d.Kind, d.Title = "born", "first held in "+nameOf(r.from)
			wordings++
		case r.changed && !r.reworded:
			d.Kind, d.Title = "example", "examples changed in "+nameOf(r.from)
		case r.changed:
			d.Kind, d.Title = "changed", "reworded in "+nameOf(r.from)
			wordings++
		default:
			d.Title = fmt.Sprintf("became %s in %s", r.Number, nameOf(r.from))
		}
		d.Title += ", " + r.From.Long()
		st.Dots = append(st.Dots, d)
	}
	if !st.Open {
		st.Dots = append(st.Dots, dot{X: st.at(l.Gone), Href: history, Kind: "gone",
			Title: "gone in " + nameOf(v.heldAt(l.Gone)) + ", " + l.Gone.Long()})
	}
	if !here.IsZero() {
		st.Here = st.at(here)
	}
	st.explain()
	st.Label = count(wordings, "wording", "wordings") + " from " + l.Born.Long()
	if st.Open {
		st.Label += " to today"
	} else {
		st.Label += " to " + l.Last.Long()
	}
	return st
}

// end is where a life's line ends: where it went, or at the axis' end.
func (st *strip) end(l *life) float64 {
	if l.Gone.IsZero() {
		return 1
	}
	return st.share(l.Gone)
}

// spanAt is the span in which a day lies, or nil.
func (l *life) spanAt(d archive.Date) *archive.Span {
	for i := range l.spans {
		if s := &l.spans[i]; s.From.Compare(d) <= 0 && d.Compare(s.To) <= 0 {
			return s
		}
	}
	return nil
}

func spanName(s *archive.Span) string {
	switch {
	case !s.Number.IsZero():
		return s.Number.String()
	case s.Term != "":
		return s.Term
	}
	return titleOfPart(s.Kind)
}

func (v *visit) entryOfSpan(d archive.Date, s *archive.Span) string {
	switch {
	case !s.Number.IsZero():
		return v.to.number(d, s.Number)
	case s.Term != "":
		return v.to.term(d, slug(s.Term))
	}
	return v.to.part(d, s.Kind)
}
