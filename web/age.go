package web

import (
	"fmt"
	"html/template"
	"strings"

	"rulebook/archive"
	"rulebook/diffing/history"
)

// ageView is a rule with its words coloured by age: settled words are plain ink,
// newer ones take one hue in few steps with a line underneath that grows, so that
// it reads in print and without colour vision.
type ageView struct {
	Text   template.HTML
	Legend []ageStep
}

// ageStep is a release whose words stand in the rule.
type ageStep struct {
	link
	Class string
	Words int
}

// The steps of age, by how long before the page's release the words came, in years.
// Words of the first release held, or older than all steps, are settled.
var ageSteps = [...]int{1, 3, 6, 9}

// ageClass is the step of words that a release brought, as of day d.
func ageClass(since, d archive.Date, earlier bool) string {
	if earlier {
		return "age-0"
	}
	months := (d.Year-since.Year)*12 + int(d.Month) - int(since.Month)
	for i, years := range ageSteps {
		if months < years*12 {
			return fmt.Sprintf("age-%d", len(ageSteps)-i)
		}
	}
	return "age-0"
}

// ageAsked is the words of the page at an address by age where that is asked for, and the
// address of the page with them or without. On a page of an export they are there
// always, where they are not all of one age, and lead nowhere.
func (v *visit) ageAsked(address string, id archive.LineageID, d archive.Date) (*ageView, string, error) {
	asked := v.query.Get("age") == "words"
	if !asked && !v.server.static {
		return nil, address + "?age=words", nil
	}
	view, err := v.age(id, d)
	switch {
	case err != nil:
		return nil, "", err
	case !v.server.static:
		return view, address, nil
	case len(view.Legend) < 2:
		return nil, "", nil
	}
	return view, "", nil
}

// age credits the words of a lineage as of a release.
func (v *visit) age(id archive.LineageID, d archive.Date) (*ageView, error) {
	blame, err := history.BlameRule(v.ctx(), v.archive, id, d)
	if err != nil {
		return nil, fmt.Errorf("find which release brought each word: %w", err)
	}
	b, err := v.book(v.ctx(), d)
	if err != nil {
		return nil, err
	}
	var text strings.Builder
	for i := range blame.Words {
		text.WriteString(blame.Words[i].Text)
	}
	t := editedText{links: b.links(v.to)(text.String())}
	for i := range blame.Words {
		w := &blame.Words[i]
		class := ageClass(w.Since, d, w.Earlier)
		if class == "age-0" {
			t.write(w.Text, "", "")
			continue
		}
		t.write(w.Text, fmt.Sprintf(`<span class="%s" title="%s">`, class, template.HTMLEscapeString(v.credit(w))), "</span>")
	}
	t.end()
	view := &ageView{Text: t.html()}
	for i := len(blame.Ages) - 1; i >= 0; i-- {
		a := blame.Ages[i]
		step := ageStep{link: v.releaseLink(v.heldAt(a.Since)), Class: ageClass(a.Since, d, a.Earlier), Words: a.Words}
		if a.Earlier {
			step.Note += " or earlier"
		}
		view.Legend = append(view.Legend, step)
	}
	return view, nil
}

// credit says in words which release brought a phrase, and how.
func (v *visit) credit(w *history.Phrase) string {
	var b strings.Builder
	b.WriteString("since " + nameOf(v.heldAt(w.Since)) + ", " + w.Since.Long())
	if w.Again != nil {
		b.WriteString(", again since " + w.Again.Name)
	}
	if w.Renumbered {
		b.WriteString(", when the rule it names was renumbered")
	}
	if w.From != "" {
		b.WriteString(", from " + w.From)
	}
	if w.Gap != nil {
		b.WriteString(" (" + w.Gap.Between(w.Since) + ")")
	}
	return b.String()
}
