package hostile_test

import (
	"strings"
	"testing"

	"rulebook/archive"
	"rulebook/archive/archivetest"
	"rulebook/archive/archivetest/hostile"
)

// The hostile text is held in every field, as it was printed.
func TestFiles(t *testing.T) {
	s := archivetest.Open(t)
	archivetest.Import(t, s, hostile.Files(t))
	for _, date := range []string{hostile.Older, hostile.Newer} {
		book := archivetest.Snapshot(t, s, date)
		for i := range book.Entries {
			e := &book.Entries[i]
			if !strings.Contains(e.Text, hostile.Codes) {
				t.Errorf("%s %s: %q", date, e.Name(), e.Text)
			}
			if (e.Kind == archive.Term) != strings.Contains(e.Term, hostile.Codes) {
				t.Errorf("%s %s: the term is %q", date, e.Name(), e.Term)
			}
			for _, example := range e.Examples {
				if !strings.Contains(example, hostile.Codes) {
					t.Errorf("%s %s: %q", date, e.Name(), example)
				}
			}
		}
		if title := strings.Join(book.Front, " "); !strings.Contains(title, hostile.Codes) {
			t.Errorf("%s: the title is %q", date, title)
		}
	}
}

// Each check finds what it is there for.
func TestChecksCanFail(t *testing.T) {
	for _, c := range []struct {
		name  string
		check func(string) error
		good  string
		bad   []string
	}{
		{"text", hostile.CheckText, "a\tb\n— ’", []string{hostile.Codes, "\u202e", "\x1b[1m", "\u009b"}},
		{"HTML", hostile.CheckHTML, `<p><a href="/r">&lt;evil&gt;</a><script src="/x.js"></script></p>`,
			[]string{hostile.Markup, `<a href=" JavaScript:evil">x</a>`, `<p onclick="1">`, `<style>p{content:"evil"}</style>`, `<script>1</script>`, `<p a="" evil="1">`, "<p>\u202e"}},
		{"XML", hostile.CheckXML, `<svg><style>a{}</style><text>&lt;evil&gt;</text></svg>`,
			[]string{`<svg><evil/></svg>`, `<svg><a href="javascript:1"/></svg>`, `<svg><script>1</script></svg>`, `<svg><text>` + hostile.Markup + `</text></svg>`, "<a>\u202e</a>"}},
		{"Markdown", hostile.CheckMarkdown, "**a** \\<evil>, \\[evil](javascript:evil)", []string{hostile.Markup, "a <evil>", "<javascript:evil>", "![x](y)"}},
		{"wikitext", hostile.CheckWikitext, "'''702''' &lt;evil>", []string{hostile.Markup, "{{x}}", "[[evil]]"}},
		{"CSV", hostile.CheckCSV, "a,b\n\"1,\",2\n", []string{"=1\n", "a\n+1/+1\n", "\"a\nb", "a,b\nc\n", "\u202e\n"}},
		{"JSON", hostile.CheckJSON, "{\"a\":\"\\u202e\"}\n[]", []string{"{", "{\"a\":\"\u202e\"}"}},
	} {
		if err := c.check(c.good); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, bad := range c.bad {
			if c.check(bad) == nil {
				t.Errorf("%s: nothing is wrong with %q", c.name, bad)
			}
		}
	}
}
