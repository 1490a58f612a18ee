package cli

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"rulebook/archive"
	"rulebook/cmd/internal/term"
	"rulebook/diffing"
	"rulebook/diffing/history"
	"rulebook/diffing/render"
)

// page is where a text is set.
type page struct {
	*typesetter
	options render.Options
	known   []archive.Release // all that are, in date order
}

// code is the code of a release as codeOf has it.
func (p *page) code(effective archive.Date, code string) string {
	return codeOf(p.known, archive.Release{Effective: effective, Code: code})
}

// newPage is a page that speaks of releases out of known.
func (a *app) newPage(w io.Writer, known []archive.Release) page {
	return page{
		known:      known,
		typesetter: &typesetter{w: w, width: a.streams.Width, palette: a.streams.Palette},
		options:    render.Options{Width: a.streams.Width, Color: a.streams.Palette.Coloured(), Styles: renderStyles(a.streams.Palette)},
	}
}

// codeColumn is as wide as the codes of the known releases.
func (p *page) codeColumn() int {
	wide := len("code")
	for _, r := range p.known {
		wide = max(wide, term.Columns(codeOf(p.known, r)))
	}
	return wide
}

// lifePrinter sets a history as text or as Markdown.
type lifePrinter struct {
	page
	newest   archive.Release
	markdown bool
}

// wordingIndent sets a wording in under the releases it held for.
const wordingIndent = 2

func (p *lifePrinter) history(h *history.History) {
	name := h.Asked.Name()
	p.title("History of " + name)
	if len(h.Spans) > 0 && h.Spans[0].Heading != "" && !strings.HasSuffix(h.Spans[0].Heading, " "+h.Spans[0].Text) {
		p.remark(h.Spans[0].Heading)
	}
	p.notices(h.Sample)
	if len(h.Others) > 0 {
		p.others(h)
	}
	p.gap()
	p.strong(p.fate(&h.Fate))
	p.wordings(h.Spans, h.LeftOut)
	p.gap()
	p.strong(p.origin(&h.Origin))
}

// wordings sets wordings, and says how many others there are.
func (p *lifePrinter) wordings(shown []history.Wording, out *history.LeftOut) {
	if out == nil {
		out = &history.LeftOut{}
	}
	if len(shown) == 0 {
		p.aside("no wording held in the time asked for")
	}
	p.leftOut(out.Newer, "newer wording", "newer wordings", "--until")
	for i := range shown {
		p.gap()
		p.wording(&shown[i])
	}
	p.leftOut(out.Older, "older wording", "older wordings", "--since")
}

// leftOut says how many of something an option leaves out.
func (p *lifePrinter) leftOut(n int, one, many, option string) {
	if n > 0 {
		p.aside(count(n, one, many) + " left out by " + option)
	}
}

func (p *lifePrinter) byNumber(b *history.ByNumber) {
	p.title("Under the number " + b.Asked.Name())
	p.notices(b.Sample)
	out := b.LeftOut
	if out == nil {
		out = &history.LeftOut{}
	}
	if len(b.Occupants) == 0 {
		p.aside("no rule stood here in the time asked for")
	}
	p.leftOut(out.Newer, "later rule", "later rules", "--until")
	for i := range b.Occupants {
		o := &b.Occupants[i]
		p.gap()
		switch {
		case o.Fate != nil:
			p.strong(p.fate(o.Fate))
		case o.LeftGap != nil:
			p.strong(fmt.Sprintf("the rule that stood here moved to %s %s", o.After, o.LeftGap.Between(o.Left)))
		case !o.After.IsZero():
			p.strong(fmt.Sprintf("the rule that stood here moved to %s in %s", o.After, p.namedOn(o.Left)))
		default:
			p.strong("it stands here in " + p.named(history.NameOf(p.newest)) + ", the newest release held")
		}
		p.wordings(o.Spans, o.LeftOut)
		p.gap()
		switch {
		case o.Origin != nil:
			p.strong(p.origin(o.Origin))
		case o.Gap != nil:
			p.strong(fmt.Sprintf("it came from %s %s", o.Before, o.Gap.Between(o.From.Effective)))
		default:
			p.strong(fmt.Sprintf("it came from %s in %s", o.Before, p.named(o.From)))
		}
		if i+1 < len(b.Occupants) {
			p.gap()
			p.remark(strings.Repeat("–", 3) + " another rule before " + o.From.Effective.String() + " " + strings.Repeat("–", 3))
		}
	}
	p.leftOut(out.Older, "earlier rule", "earlier rules", "--since")
}

// title, remark and strong are lines of three weights.
func (p *lifePrinter) title(s string) {
	if p.markdown {
		fmt.Fprintln(p.w, "# "+archive.EscapeMarkdown(term.Clean(s)))
		return
	}
	p.hang("", term.Clean(s), p.palette.Strong)
}

func (p *lifePrinter) remark(s string) {
	if p.markdown {
		fmt.Fprintln(p.w, "\n*"+archive.EscapeMarkdown(term.Clean(s))+"*")
		return
	}
	p.hang("", term.Clean(s), p.palette.Faint)
}

// aside is a remark that stands by itself.
func (p *lifePrinter) aside(s string) {
	if !p.markdown { // where a remark is a paragraph anyway
		p.gap()
	}
	p.remark(s)
}

func (p *lifePrinter) strong(s string) {
	if p.markdown {
		fmt.Fprintln(p.w, "**"+archive.EscapeMarkdown(term.Clean(s))+"**")
		return
	}
	p.hang("", term.Clean(s), p.palette.Strong)
}

func (p *lifePrinter) gap() { fmt.Fprintln(p.w) }

func (p *lifePrinter) notices(sample bool) {
	if sample {
		p.remark(sampleNotice)
	}
}

// others tells which other rules the number meant, and how to ask for them.
func (p *lifePrinter) others(h *history.History) {
	name := h.Asked.Name()
	p.remark(fmt.Sprintf("%s has meant %s; this is the one of %s; the others are", name,
		count(len(h.Others)+1, "rule", "rules"), p.named(h.Asked.Release)))
	for _, o := range h.Others {
		what := "now " + o.Number.String()
		switch {
		case o.Gone:
			what = "gone since"
		case o.Number.IsZero():
			what = "the term " + o.Term
		case o.Number == h.Asked.Number:
			what = "which bears it now"
		}
		p.remark(fmt.Sprintf("%s: from %s to %s, %s", quoted(name+"@"+o.To.Effective.String()), o.From.Effective, o.To.Effective, what))
	}
}

// named is a release by its code first, then by its date and name.
func (p *lifePrinter) named(r history.Release) string {
	label := archive.Release{Effective: r.Effective, Name: r.Name}.Label()
	if r.Code == "" {
		return label
	}
	return p.code(r.Effective, r.Code) + ", " + label
}

// namedOn is the release of a day as named has it.
func (p *lifePrinter) namedOn(d archive.Date) string {
	for _, r := range p.known {
		if r.Effective == d {
			return p.named(history.NameOf(r))
		}
	}
	return d.String()
}

func (p *lifePrinter) fate(f *history.Fate) string {
	switch f.Kind {
	case history.InForce, history.MovedTo:
		says := "in force in " + p.named(f.Release) + ", the newest release held"
		if f.Kind == history.MovedTo {
			says = "moved to " + nameIn(f.Number, f.Term)
			if f.Number.IsZero() {
				says = "renamed to " + f.Term
			}
			says += "; in force in " + p.named(f.Release) + ", the newest release held"
		}
		if len(f.Later) > 0 {
			says += fmt.Sprintf(" (%s known since)", count(len(f.Later), "release is", "releases are"))
		}
		return says
	case history.MergedInto:
		return "merged into " + nameIn(f.Number, f.Term) + " " + p.when(f.Release, f.Gap)
	}
	return "removed " + p.when(f.Release, f.Gap)
}

func (p *lifePrinter) origin(o *history.Origin) string {
	switch o.Kind {
	case history.Earlier:
		says := "earlier than the archive: it stood in " + p.named(o.Release) + ", the first release held"
		if o.Gap != nil {
			says += "; it came " + o.Gap.Between(o.Release.Effective)
		}
		return says
	case history.SplitFrom:
		return "split from " + nameIn(o.Number, o.Term) + " " + p.when(o.Release, o.Gap)
	}
	return "new " + p.when(o.Release, o.Gap)
}

// when is the release in which something is first seen, or the time between two
// where not all are held.
func (p *lifePrinter) when(r history.Release, g *history.Gap) string {
	if g != nil {
		return g.Between(r.Effective)
	}
	return "in " + p.named(r)
}

func nameIn(n archive.Number, name string) string {
	if n.IsZero() {
		return name
	}
	return n.String()
}

// wording sets one wording: the releases it held for, what happened, and its words.
func (p *lifePrinter) wording(w *history.Wording) {
	held := strings.TrimSpace(fmt.Sprintf("%s %s", w.From, p.code(w.From, w.FromCode)))
	if w.From != w.To {
		held += strings.TrimRight(fmt.Sprintf(" to %s %s", w.To, p.code(w.To, w.ToCode)), " ")
	}
	held += ", " + count(w.Releases, "release", "releases")
	says := append([]string{cmp.Or(nameIn(w.Number, w.Term), w.EntryOf.String())}, p.happened(w)...)
	p.wordingHead(held, strings.Join(says, "; "))
	if w.Kind == diffing.Moved && !w.Whole() {
		return // the words are those of the wording below
	}
	p.options.Context = 0
	if w.Class == diffing.List {
		p.options.Context = listContext
	}
	p.edits(w.Edits, "")
	if w.Whole() {
		for _, example := range w.Examples {
			p.edits([]diffing.Edit{{Op: diffing.Equal, Text: example}}, "Example: ")
		}
	}
	for _, e := range w.ExampleEdits {
		p.edits(e.Edits, "Example: ")
	}
}

// wordingHead is what stands above the words of a wording.
func (p *lifePrinter) wordingHead(held, says string) {
	held, says = term.Clean(held), term.Clean(says)
	if p.markdown {
		fmt.Fprintf(p.w, "## %s\n\n*%s*\n", archive.EscapeMarkdown(held), archive.EscapeMarkdown(says))
		return
	}
	p.hang("", held, p.palette.Strong)
	p.hang(strings.Repeat(" ", wordingIndent), says, p.palette.Faint)
}

// happened says in words what brought a wording.
func (p *lifePrinter) happened(w *history.Wording) []string {
	var says []string
	switch {
	case w.Kind == history.Born:
		says = append(says, "the first wording held")
	case w.Kind == diffing.Added:
		says = append(says, "the first wording")
	case w.Kind == diffing.Split:
		says = append(says, "the first wording, split from another rule")
	case w.Kind == diffing.Moved:
		says = append(says, "renumbered from "+w.Was.String()+", the words as they were")
	default:
		if w.WasTerm != "" {
			says = append(says, "renamed from "+w.WasTerm)
		}
		if !w.OnlyRenamed() {
			says = append(says, changedIn(w.Class))
		}
		if !w.Was.IsZero() {
			says = append(says, "renumbered from "+w.Was.String())
		}
	}
	if w.Gap != nil && w.Kind != history.Born {
		says = append(says, w.Gap.Between(w.From))
	}
	if w.Members != nil {
		says = append(says, membersOf(w.Members))
	}
	for _, r := range w.NewExamples {
		says = append(says, "other examples since "+strings.TrimSpace(r.Effective.String()+" "+p.code(r.Effective, r.Code)))
	}
	if w.Versions > 1 {
		says = append(says, fmt.Sprintf("printed in %d ways that differ in typography", w.Versions))
	}
	return says
}

// listContext is how many words stand around a member that came to or left a list;
// the lists of types have hundreds of members.
const listContext = 12

// changedIn says what a change of a class concerns.
func changedIn(c diffing.Class) string {
	switch c {
	case diffing.List:
		return "a list changed"
	case diffing.ReferenceTarget:
		return "a reference means another rule"
	case diffing.References:
		return "references follow renumbered rules"
	case diffing.Example:
		return "examples changed"
	case diffing.Typography:
		return "typography changed"
	}
	return "wording changed"
}

// mostMembers bounds the members of a list that a line names.
const mostMembers = 8

func membersOf(m *diffing.Members) string {
	var all []string
	for _, member := range m.Added {
		all = append(all, "+"+member)
	}
	for _, member := range m.Removed {
		all = append(all, "-"+member)
	}
	if more := len(all) - mostMembers; more > 0 {
		all = append(all[:mostMembers], fmt.Sprintf("and %d more", more))
	}
	return strings.Join(all, " ")
}

// edits sets the words of a text with what changed in it.
func (p *lifePrinter) edits(edits []diffing.Edit, lead string) {
	clean := make([]diffing.Edit, 0, len(edits)+1)
	if lead != "" {
		clean = append(clean, diffing.Edit{Op: diffing.Equal, Text: lead})
	}
	for _, e := range edits {
		e.Text = term.Clean(e.Text)
		clean = append(clean, e)
	}
	if p.markdown {
		fmt.Fprintln(p.w, "\n"+render.MarkdownLine(clean, p.options))
		return
	}
	o := p.options
	o.Width = p.width - wordingIndent
	for _, line := range render.Lines(clean, o) {
		fmt.Fprintln(p.w, strings.Repeat(" ", wordingIndent)+line)
	}
}
