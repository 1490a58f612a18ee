package quote

import (
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"rulebook/archive"
)

// Quote is entries of one release, in the book's order.
type Quote struct {
	Release archive.Release
	Entries []archive.Entry
	// Since is the release from which on all of the words stand. Where Beginning is
	// set it is the oldest one held, and they may be older.
	Since     archive.Release
	Beginning bool
}

// Format is how a quote is written.
type Format string

// The formats.
const (
	Text     Format = "text"
	Markdown Format = "markdown"
	Wikitext Format = "wikitext" // of MediaWiki
	HTML     Format = "html"
)

// Formats are all formats.
var Formats = []Format{Text, Markdown, Wikitext, HTML}

// Heading says what is quoted, as of when: name and date of one release, which
// belong together.
func (q *Quote) Heading() string {
	return fmt.Sprintf("From %s (%s)", book(q.Release), dated(q.Release))
}

// book is what the rulebook is called inside a sentence.
func book(r archive.Release) string {
	if r.Sample {
		return "the sample rulebook in our own words"
	}
	return "the Comprehensive Rules"
}

// dated is a release's date with its name: "July 25, 2025—Edge of Eternities".
func dated(r archive.Release) string {
	if r.Name == "" {
		return r.Effective.Long()
	}
	return r.Effective.Long() + "—" + r.Name
}

// Standing says since when the words stand.
func (q *Quote) Standing() string {
	says := "In these words since " + dated(q.Since)
	if q.Beginning {
		says += " or before"
	}
	return says + "."
}

// Write writes the quote in a format.
func (q *Quote) Write(w io.Writer, format Format) error {
	var b strings.Builder
	q = q.harmless()
	switch format {
	case Markdown:
		q.markdown(&b)
	case Wikitext:
		q.wikitext(&b)
	case HTML:
		q.html(&b)
	default:
		q.text(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// harmless is the quote without anything that would change how what is around it is
// shown.
func (q *Quote) harmless() *Quote {
	clean := *q
	clean.Entries = slices.Clone(q.Entries)
	for i := range clean.Entries {
		e := &clean.Entries[i]
		e.Term, e.Text, e.Examples = archive.Harmless(e.Term), archive.Harmless(e.Text), slices.Clone(e.Examples)
		for k := range e.Examples {
			e.Examples[k] = archive.Harmless(e.Examples[k])
		}
	}
	for _, r := range []*archive.Release{&clean.Release, &clean.Since} {
		r.Name = archive.Harmless(r.Name)
	}
	return &clean
}

// label is what a quoted entry is called: its number as printed, or its term.
func label(e *archive.Entry) string {
	if e.Number.IsZero() {
		return e.Name()
	}
	return e.Number.Printed()
}

func (q *Quote) text(b *strings.Builder) {
	b.WriteString(q.Heading() + "\n")
	for i := range q.Entries {
		e := &q.Entries[i]
		b.WriteString("\n" + label(e) + " " + e.Wording() + "\n")
	}
	b.WriteString("\n" + q.Standing() + "\n")
}

func (q *Quote) markdown(b *strings.Builder) {
	b.WriteString("> **" + archive.EscapeMarkdown(q.Heading()) + "**\n")
	paragraph := func(text string) { b.WriteString(">\n> " + text + "\n") }
	for i := range q.Entries {
		e := &q.Entries[i]
		for k, text := range strings.Split(e.Text, "\n") {
			text = archive.EscapeMarkdown(text)
			if k == 0 {
				text = "**" + archive.EscapeMarkdown(label(e)) + "** " + text
			}
			paragraph(text)
		}
		for _, example := range e.Examples {
			paragraph("*Example:* " + strings.ReplaceAll(archive.EscapeMarkdown(example), "\n", "\n>\n> "))
		}
	}
	paragraph("*" + archive.EscapeMarkdown(q.Standing()) + "*")
}

func (q *Quote) wikitext(b *strings.Builder) {
	heading := strings.Replace(escapeWikitext(q.Heading()), "the Comprehensive Rules", "the [[Comprehensive Rules]]", 1)
	b.WriteString("'''" + heading + "'''\n")
	for i := range q.Entries {
		e := &q.Entries[i]
		for k, text := range strings.Split(e.Text, "\n") {
			if k == 0 {
				b.WriteString("* '''" + escapeWikitext(label(e)) + "''' " + escapeWikitext(text) + "\n")
			} else {
				b.WriteString("*: " + escapeWikitext(text) + "\n")
			}
		}
		for _, example := range e.Examples {
			b.WriteString("*: ''Example:'' " + strings.ReplaceAll(escapeWikitext(example), "\n", "\n*: ") + "\n")
		}
	}
	b.WriteString("''" + escapeWikitext(q.Standing()) + "''\n")
}

func (q *Quote) html(b *strings.Builder) {
	b.WriteString("<blockquote class=\"rules-quote\">\n<p><strong>" + html.EscapeString(q.Heading()) + "</strong></p>\n")
	for i := range q.Entries {
		e := &q.Entries[i]
		for k, text := range strings.Split(e.Text, "\n") {
			text = html.EscapeString(text)
			if k == 0 {
				text = "<strong>" + html.EscapeString(label(e)) + "</strong> " + text
			}
			b.WriteString("<p>" + text + "</p>\n")
		}
		for _, example := range e.Examples {
			b.WriteString("<p><em>Example:</em> " + strings.ReplaceAll(html.EscapeString(example), "\n", "<br>\n") + "</p>\n")
		}
	}
	b.WriteString("<footer>" + html.EscapeString(q.Standing()) + "</footer>\n</blockquote>\n")
}

// escapeWikitext keeps what the rules print from being read as MediaWiki's markup:
// links, templates, emphasis, signatures, magic words, tags.
func escapeWikitext(s string) string { return wikitextEscaper.Replace(s) }

var wikitextEscaper = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "[", "&#91;", "]", "&#93;", "{{", "&#123;&#123;", "}}", "&#125;&#125;",
	"''", "&#39;&#39;", "~~", "&#126;&#126;", "__", "&#95;&#95;", "|", "&#124;",
)

// Since returns the first release of a lineage's spans from which on the words that
// stand at release d have stood without a change of wording. Number and typography
// may have changed.
func Since(spans []archive.Span, d archive.Date) archive.Date {
	var since archive.Date
	standing := ""
	for i := range spans {
		s := &spans[i]
		if d.Before(s.From) {
			break
		}
		e := archive.Entry{Text: s.Text, Examples: s.Examples}
		if words := archive.Fold(s.Term + "\n" + e.Wording()); since.IsZero() || words != standing {
			since, standing = s.From, words
		}
	}
	return since
}
