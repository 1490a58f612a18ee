package index

import (
	"slices"
	"strings"

	"rulebook/archive"
)

// reference is an entry's "rule 702.19" while it stood.
type reference struct {
	term     string // the glossary term whose meaning it gives, or empty
	number   archive.Number
	from, to int
}

// define tells each document which glossary terms refer to it and how often it
// is cited.
func (g *gathering) define() {
	sections := sectionTitles(g.all)
	byNumber := make(map[archive.Number][]reference)
	for _, d := range g.all {
		for _, ref := range d.references() {
			byNumber[ref.number] = append(byNumber[ref.number], ref)
		}
	}
	for _, d := range g.all {
		if d.example > 0 {
			continue
		}
		last := d.runs[len(d.runs)-1]
		if d.kind != archive.Section {
			d.section = sections[last.number.Section]
		}
		for _, ref := range byNumber[last.number] {
			if ref.from <= last.to && last.to <= ref.to {
				d.cited++
			}
		}
		for _, r := range d.runs {
			for _, ref := range byNumber[r.number] {
				if ref.term == "" || ref.from > r.to || r.from > ref.to || slices.Contains(d.defines, ref.term) {
					continue
				}
				d.defines = append(d.defines, namesIn(ref.term)...)
			}
		}
	}
}

// sectionTitles are the newest titles of the numbered sections.
func sectionTitles(documents []*document) [maxSection + 1]string {
	var titles [maxSection + 1]string
	var latest [maxSection + 1]int
	for _, d := range documents {
		last := d.runs[len(d.runs)-1]
		if n := last.number.Section; d.kind == archive.Section && d.example == 0 && last.to >= latest[n] {
			latest[n], titles[n] = last.to, d.newest().text
		}
	}
	return titles
}

// references are the rules that the document names, each once, and of a glossary
// term those that it says to see.
func (d *document) references() []reference {
	v := d.newest()
	see := len(v.text)
	if d.kind == archive.Term {
		if at := strings.Index(v.text, "ee rule"); at >= 0 {
			see = at
		}
	}
	var all []reference
	seen := make(map[archive.Number]bool)
	for _, c := range archive.Citations(v.text) {
		term := ""
		if c.Start > see {
			term = v.term
		}
		if !seen[c.Number] {
			seen[c.Number] = true
			for _, r := range d.runs { // a wording may come back after others stood in between
				all = append(all, reference{term: term, number: c.Number, from: r.from, to: r.to})
			}
		}
	}
	return all
}
