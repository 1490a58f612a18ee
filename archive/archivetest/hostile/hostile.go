// Package hostile has a rulebook that was made to do harm to whoever looks at it, and
// the checks that nothing which is shown of it does.
package hostile

import (
	"strings"
	"testing"

	"rulebook/archive/archivetest"
	"rulebook/archive/ingest"
)

// Mark stands in all that is hostile. A check that finds an element, an attribute or an
// address of that name has found a text that was taken for markup.
const Mark = "evil"

// Markup is read as something else than text by every format that forgets to escape it.
const Markup = `<script>evil()</script><evil a="b"><img src=x onerror=evil()> &lt;evil&gt; &#60;evil&#62; ` +
	`" evil="1 ' evil='1 ` + "`evil` {{evil}} {{.evil}} ${evil} %s%!d(evil) ]]> --> </evil></p></td></text></title></textarea></pre> " +
	`[evil](javascript:evil) ![evil](javascript:evil) <javascript:evil> [[evil]] '''evil''' __evil__ ~~~~ *evil* | # \ <!-- evil`

// Codes change how a terminal or a reader shows what follows: escape sequences in seven
// and eight bits, and marks that turn the direction of writing.
const Codes = "\x1b[2J\x1b]0;evil\x07\b\u009b31m\u202e\u2066\u200f\u061c"

// Text is both.
const Text = Markup + Codes

// The file names of the two releases, and the dates that they took effect.
const (
	OlderFile, Older = "a\"\r\nX-Evil: <evil> " + Codes + " 1.txt", "2014-02-01"
	NewerFile, Newer = "b' evil=1 --evil $(evil) 2.txt", "2020-04-17"
)

// Files are two releases with a hostile text in every field that a release has: title,
// introduction, contents, sections, headings, rules, subrules, examples, terms, what
// explains them, and credits. Half of the rules change from one to the other.
func Files(t testing.TB) []ingest.File {
	t.Helper()
	var files []ingest.File
	for _, f := range []struct{ code, name string }{{"BNG", OlderFile}, {"IKO", NewerFile}} {
		text := []byte(Book(t, f.code))
		files = append(files, ingest.File{Path: f.name, Name: f.name, Read: func() ([]byte, error) { return text, nil }})
	}
	return files
}

// Book is one release of the sample with a hostile text at the end of each line but
// those that tell the book's parts. In every other line it names the release.
func Book(t testing.TB, code string) string {
	t.Helper()
	var b strings.Builder
	for i, line := range strings.Split(sampleText(t, code), "\n") {
		b.WriteString(line)
		switch {
		case line == "" || isPart(line):
		case i%2 == 0:
			b.WriteString(" " + Text)
		default:
			b.WriteString(" " + Text + " as of " + code)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// sampleText is a file of the sample that is in UTF-8, with bare line ends.
func sampleText(t testing.TB, code string) string {
	t.Helper()
	for _, f := range archivetest.SampleFiles(t) {
		if !strings.Contains(f.Name, code) {
			continue
		}
		raw, err := f.Read()
		if err != nil {
			t.Fatal(err)
		}
		return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\ufeff", "").Replace(string(raw))
	}
	t.Fatalf("there is no sample of %s", code)
	return ""
}

// isPart reports whether a line begins a part of the book or says its date.
func isPart(line string) bool {
	switch line {
	case "Introduction", "Contents", "Glossary", "Credits":
		return true
	}
	return strings.HasPrefix(line, "These rules are effective as of ")
}

// Excerpt is a page with rules of a release that has no name but a hostile one.
const Excerpt = "Trample " + Text + "\nFrom the Comprehensive Rules (September 30, 2011—" + Markup + ")\n" +
	"702.19b Trample is loud. " + Text + "\n702.19e Having trample more than once is no better. " + Text + "\n"

// Card is a card's text that holds what is hostile between its terms.
const Card = "Flying" + Codes + ", trample " + Text + "\n" + Text + "\nSacrifice a creature\u2067.\n"

// Source is a text that cites rules, right and wrong ones.
const Source = Text + " CR 701.9a, CR 702.19b, rule 702.19l " + Text + "\n"
