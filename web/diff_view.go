package web

import (
	"rulebook/archive"
	"rulebook/diffing"
)

// diffView is what of a comparison is shown and how.
type diffView struct {
	of    archive.Number
	only  string // a kind or a class; empty for all
	term  string // a term of the release; empty for all
	sides bool
	marks bool // typography too
	near  bool // the unchanged entries beside each change too
}

// filters are what changes can be narrowed to, in the order shown.
var filters = []struct{ name, label string }{
	{string(diffing.Wording), "reworded"},
	{string(diffing.List), "lists"},
	{string(diffing.ReferenceTarget), "other references"},
	{string(diffing.References), "references renumbered"},
	{string(diffing.Example), "examples"},
	{string(diffing.Added), "added"},
	{string(diffing.Removed), "removed"},
	{string(diffing.Split), "split off"},
	{string(diffing.Merged), "merged"},
	{string(diffing.Moved), "moved"},
	{string(diffing.Typography), "typography"},
}

// whole reports whether the comparison is shown without narrowing.
func (dv diffView) whole() bool { return dv.of.IsZero() && dv.only == "" && dv.term == "" }

// filter is what the view leaves of a comparison, as the command line's diff has it.
func (dv diffView) filter() diffing.Filter {
	f := diffing.Filter{Under: dv.of, Term: dv.term, Typography: dv.marks}
	kind := diffing.Kind(dv.only)
	switch kind {
	case "":
	case diffing.Added, diffing.Removed, diffing.Split, diffing.Merged, diffing.Moved:
		f.Kinds = []diffing.Kind{kind}
	default:
		f.Kinds, f.Classes = []diffing.Kind{diffing.Changed}, []diffing.Class{diffing.Class(dv.only)}
	}
	return f
}

func (dv diffView) known() bool {
	if dv.only == "" {
		return true
	}
	for _, f := range filters {
		if f.name == dv.only {
			return true
		}
	}
	return false
}

// query is the view's part of an address. Fields that are set in but replace the
// view's own.
func (dv diffView) query(but diffView) string {
	pairs := []string{"only", dv.only, "term", dv.term, "view", "", "marks", "", "context", ""}
	if but.only != "" {
		pairs[1] = but.only
	}
	if dv.sides {
		pairs[5] = "side"
	}
	if dv.marks {
		pairs[7] = "show"
	}
	if dv.near {
		pairs[9] = "1"
	}
	return query(pairs...)
}

func (dv diffView) filters(address string, counts map[string]int) []filter {
	all := 0
	for name, n := range counts {
		folded := name == string(diffing.References) && dv.of.IsZero() && dv.term == ""
		if name != string(diffing.Typography) && name != string(diffing.Moved) && !folded {
			all += n
		}
	}
	none := dv
	none.only = ""
	list := []filter{{link: link{Href: address + none.query(diffView{}), Label: "all"}, Count: all, On: dv.only == ""}}
	for _, f := range filters {
		if counts[f.name] == 0 && dv.only != f.name {
			continue
		}
		list = append(list, filter{link: link{Href: address + dv.query(diffView{only: f.name}), Label: f.label},
			Count: counts[f.name], On: dv.only == f.name})
	}
	return list
}
