package quote_test

import (
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/quote"
)

func day(year int) archive.Date { return archive.Date{Year: year, Month: 7, Day: 25} }

func written(t *testing.T, q quote.Quote, f quote.Format) string {
	t.Helper()
	var b strings.Builder
	if err := q.Write(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sails is a quote with everything that a markup might take for its own.
func sails(t *testing.T) quote.Quote {
	t.Helper()
	n, err := archive.ParseNumber("702.19b")
	if err != nil {
		t.Fatal(err)
	}
	return quote.Quote{
		Release: archive.Release{Effective: day(2025), Name: "Edge of Boats", Held: true},
		Since:   archive.Release{Effective: day(2023), Name: "Tides"},
		Entries: []archive.Entry{
			{Kind: archive.Subrule, Number: n, Text: "Pay {{T}} <b>&c</b> [[x]] ''y'' *z*\nSecond | part.", Examples: []string{"__TOC__ ~~~~"}},
			{Kind: archive.Term, Term: "Sail", Text: "A cloth."},
		},
	}
}

func TestWrite(t *testing.T) {
	q := sails(t)
	for f, want := range map[quote.Format]string{
		quote.Text: `From the Comprehensive Rules (July 25, 2025—Edge of Boats)

702.19b Pay {{T}} <b>&c</b> [[x]] ''y'' *z*
Second | part.
Example: __TOC__ ~~~~

Sail A cloth.

In these words since July 25, 2023—Tides.
`,
		quote.Markdown: `> **From the Comprehensive Rules (July 25, 2025—Edge of Boats)**
>
> **702.19b** Pay {{T}} &lt;b&gt;&amp;c&lt;/b&gt; \[\[x\]\] ''y'' \*z\*
>
> Second \| part.
>
> *Example:* \_\_TOC\_\_ \~\~\~\~
>
> **Sail** A cloth.
>
> *In these words since July 25, 2023—Tides.*
`,
		quote.Wikitext: `'''From the [[Comprehensive Rules]] (July 25, 2025—Edge of Boats)'''
* '''702.19b''' Pay &#123;&#123;T&#125;&#125; &lt;b&gt;&amp;c&lt;/b&gt; &#91;&#91;x&#93;&#93; &#39;&#39;y&#39;&#39; *z*
*: Second &#124; part.
*: ''Example:'' &#95;&#95;TOC&#95;&#95; &#126;&#126;&#126;&#126;
* '''Sail''' A cloth.
''In these words since July 25, 2023—Tides.''
`,
		quote.HTML: `<blockquote class="rules-quote">
<p><strong>From the Comprehensive Rules (July 25, 2025—Edge of Boats)</strong></p>
<p><strong>702.19b</strong> Pay {{T}} &lt;b&gt;&amp;c&lt;/b&gt; [[x]] &#39;&#39;y&#39;&#39; *z*</p>
<p>Second | part.</p>
<p><em>Example:</em> __TOC__ ~~~~</p>
<p><strong>Sail</strong> A cloth.</p>
<footer>In these words since July 25, 2023—Tides.</footer>
</blockquote>
`,
	} {
		if got := written(t, q, f); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", f, got, want)
		}
	}
}

// TestHeading: name and date are of one release; the sample is told as such.
func TestHeading(t *testing.T) {
	q := sails(t)
	q.Beginning = true
	if got, want := q.Standing(), "In these words since July 25, 2023—Tides or before."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	q.Release.Sample, q.Release.Name = true, ""
	if got, want := q.Heading(), "From the sample rulebook in our own words (July 25, 2025)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestSince: a new number and new quotation marks leave the words standing.
func TestSince(t *testing.T) {
	spans := []archive.Span{
		{Text: "Old words.", From: day(2001), To: day(2002)},
		{Text: "The \"new\" words.", From: day(2003), To: day(2004)},
		{Text: "The “new” words.", From: day(2005), To: day(2006)},
		{Text: "The “new” words.", Examples: []string{"One."}, From: day(2007), To: day(2008)},
	}
	for year, want := range map[int]int{2001: 2001, 2002: 2001, 2004: 2003, 2006: 2003, 2007: 2007, 2009: 2007} {
		if got := quote.Since(spans, day(year)); got != day(want) {
			t.Errorf("as of %d the words stand since %s, want %d", year, got, want)
		}
	}
}
