package ingest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"rulebook/archive"
	"rulebook/archive/parse"
)

// ReadExcerpt reads a piece of a release as people keep them. rule is what a
// history page is about, the zero Number for other pages. given dates the one
// block of a page whose label contradicts itself, or bears no date; the zero Date
// leaves labels as they are. A label whose date and set belong to different
// releases of the catalog, and that no date was given for, comes back as a *LabelError.
func (im *Importer) ReadExcerpt(raw []byte, name string, rule archive.Number, given archive.Date) (*archive.Excerpt, error) {
	e, err := parse.ParseExcerpt(raw, parse.ExcerptOptions{File: name, Encoding: im.Given.Encoding, Rule: rule})
	if err != nil {
		return nil, err
	}
	if !given.IsZero() {
		if err := im.giveDate(e, given); err != nil {
			return nil, err
		}
	}
	for _, b := range e.Blocks {
		if err := im.checkLabel(b); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// giveDate dates the block that needs it: the only one, else the only one whose
// label contradicts itself, else the only one without a label.
func (im *Importer) giveDate(e *archive.Excerpt, given archive.Date) error {
	var all, contradictory, undated []*archive.ExcerptBlock
	for i := range e.Blocks {
		b := &e.Blocks[i]
		all = append(all, b)
		if im.checkLabel(*b) != nil {
			contradictory = append(contradictory, b)
		}
		if b.Date.IsZero() {
			undated = append(undated, b)
		}
	}
	meant := all
	if len(all) > 1 {
		meant = contradictory
		if len(contradictory) == 0 {
			meant = undated
		}
	}
	if len(meant) != 1 {
		return fmt.Errorf("it holds pieces of %d releases, and --effective can date one; leave it away, or correct the labels in a copy of the file", len(all))
	}
	b := meant[0]
	if !b.Date.IsZero() && b.Date != given {
		e.Warnings = append(e.Warnings, archive.Warning{Line: b.Line,
			Message: fmt.Sprintf("the label says %s; %s was given at import instead", b.Date.Long(), given)})
	}
	b.Date, b.Set = given, ""
	return nil
}

// LabelError says that the label of an excerpt names two releases.
type LabelError struct {
	Line           int
	ByDate, BySet  archive.Release
	DateText, Name string // as the label prints them
}

func (e *LabelError) Error() string {
	return fmt.Sprintf("line %d: the label says %s, which is %s, and %s, which took effect on %s; say which is meant with --effective %s or --effective %s",
		e.Line, e.DateText, e.ByDate.Name, e.Name, e.BySet.Effective, e.ByDate.Effective, e.BySet.Effective)
}

// checkLabel compares the date and the set of a label with the catalog. A set's
// name may be shortened at its colon, as people do.
func (im *Importer) checkLabel(b archive.ExcerptBlock) error {
	if b.Set == "" || b.Date.IsZero() {
		return nil
	}
	var byDate, bySet *archive.Release
	for i, r := range im.Catalog {
		if r.Effective == b.Date {
			byDate = &im.Catalog[i]
			short, _, _ := strings.Cut(r.Name, ":")
			if sameName(r.Name, b.Set) || sameName(short, b.Set) || sameName(r.Code, b.Set) {
				return nil
			}
		}
		if sameName(r.Name, b.Set) {
			bySet = &im.Catalog[i]
		}
	}
	if byDate == nil || bySet == nil {
		return nil // a date or a set that no catalog knows contradicts nothing
	}
	return &LabelError{Line: b.Line, ByDate: *byDate, BySet: *bySet, DateText: b.Date.Long(), Name: b.Set}
}

func sameName(a, b string) bool { return a != "" && archive.FoldCase(a) == archive.FoldCase(b) }

// ExcerptFile is an excerpt that was read, and its bytes.
type ExcerptFile struct {
	Path    string // as the user named it
	Excerpt *archive.Excerpt
	Raw     []byte
}

// ExcerptSummary is what an import of excerpts did. Every file given is in one of the
// lists, in the order given.
type ExcerptSummary struct {
	Imported  []*archive.Excerpt
	Unchanged []*archive.Excerpt // the same bytes are held as pieces of the same releases
	Refused   []Refusal
	Replaced  []archive.Excerpt // what gave way to those imported
}

// ImportExcerpts stores excerpts with their raw bytes, all in one transaction. Bytes
// that are held already, as pieces of other releases or as the history of another
// rule, are refused. With Replace they take the place of those, and so do the bytes of
// another file of the same name.
func (im *Importer) ImportExcerpts(ctx context.Context, files []ExcerptFile) (*ExcerptSummary, error) {
	held, err := im.Store.Excerpts(ctx)
	if err != nil {
		return nil, err
	}
	summary := new(ExcerptSummary)
	var fresh []ExcerptFile
	for _, f := range files {
		same := func(e *archive.Excerpt) bool { return e.Source.SHA256 == f.Excerpt.Source.SHA256 }
		at := slices.IndexFunc(held, func(h archive.Excerpt) bool { return same(&h) })
		again := slices.ContainsFunc(summary.Imported, same)
		switch {
		case again, at >= 0 && samePieces(&held[at], f.Excerpt):
			summary.Unchanged = append(summary.Unchanged, f.Excerpt)
			continue
		case at >= 0 && !im.Replace:
			summary.Refused = append(summary.Refused, Refusal{f.Path, heldOtherwise(&held[at], f.Excerpt)})
			continue
		}
		fresh = append(fresh, f)
		summary.Imported = append(summary.Imported, f.Excerpt)
		held = slices.DeleteFunc(held, func(h archive.Excerpt) bool {
			sameName := h.Rule == f.Excerpt.Rule && h.Source.File == f.Excerpt.Source.File
			gives := im.Replace && (sameName || same(&h))
			if gives {
				summary.Replaced = append(summary.Replaced, h)
			}
			return gives
		})
	}
	if len(fresh) == 0 {
		return summary, nil
	}
	return summary, im.Store.Update(ctx, func(w Writer) error {
		for _, old := range summary.Replaced {
			if err := w.DropExcerpt(ctx, old); err != nil {
				return err
			}
		}
		for _, f := range fresh {
			if err := w.PutExcerpt(ctx, *f.Excerpt, f.Raw); err != nil {
				return err
			}
		}
		return w.Sweep(ctx)
	})
}

// samePieces reports whether two readings of the same bytes are pieces of the same
// releases, and of one rule's history or of none.
func samePieces(a, b *archive.Excerpt) bool {
	return a.Rule == b.Rule && slices.EqualFunc(a.Blocks, b.Blocks, func(x, y archive.ExcerptBlock) bool { return x.Date == y.Date })
}

// heldOtherwise says that the bytes of an excerpt are held as another's.
func heldOtherwise(held, e *archive.Excerpt) string {
	if held.Rule != e.Rule {
		return fmt.Sprintf("it is held as %s; give --replace to take it as %s instead", about(held), about(e))
	}
	return fmt.Sprintf("it is held as of %s; give --replace to take it as of %s instead", otherDates(held, e), otherDates(e, held))
}

// about is what an excerpt is, for a sentence.
func about(e *archive.Excerpt) string {
	if e.Rule.IsZero() {
		return "a page of several rules"
	}
	return "the history of " + e.Rule.String()
}

// otherDates are the dates of the pieces of one reading that the other has not.
func otherDates(e, other *archive.Excerpt) string {
	var of []string
	for _, b := range e.Blocks {
		day := cmp.Or(b.Date.String(), "no date")
		has := slices.ContainsFunc(other.Blocks, func(o archive.ExcerptBlock) bool { return o.Date == b.Date })
		if !has && !slices.Contains(of, day) {
			of = append(of, day)
		}
	}
	return strings.Join(of, ", ")
}
