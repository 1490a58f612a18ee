package web

import (
	"crypto/sha256"
	"fmt"
	"net/url"
	"strings"
	"unicode"

	"rulebook/archive"
)

// addresses writes the addresses of pages, the one place that knows them. The
// string is the prefix under which a reverse proxy offers the site, "" or
// "/rules", without a slash at its end.
type addresses string

func (a addresses) path(parts ...string) string {
	var b strings.Builder
	b.WriteString(string(a))
	for _, p := range parts {
		b.WriteByte('/')
		b.WriteString(url.PathEscape(p))
	}
	return b.String()
}

func (a addresses) home() string     { return string(a) + "/" }
func (a addresses) releases() string { return a.path("releases") }
func (a addresses) about() string    { return a.path("about") }
func (a addresses) compare() string  { return a.path("diff") }
func (a addresses) trend() string    { return a.path("trend") }
func (a addresses) feed() string     { return a.path("feed.xml") }

func (a addresses) release(d archive.Date) string { return a.path("r", d.String()) }
func (a addresses) whole(d archive.Date) string   { return a.path("r", d.String(), "all") }
func (a addresses) source(d archive.Date) string  { return a.path("r", d.String(), "source") }

func (a addresses) number(d archive.Date, n archive.Number) string {
	return a.path("r", d.String(), n.String())
}

func (a addresses) glossary(d archive.Date) string { return a.path("r", d.String(), "glossary") }

func (a addresses) term(d archive.Date, slug string) string {
	return a.path("r", d.String(), "glossary", slug)
}

// part is the address of the introduction, the credits and their like.
func (a addresses) part(d archive.Date, k archive.Kind) string {
	return a.path("r", d.String(), k.String())
}

func (a addresses) diff(older, newer archive.Date) string {
	return a.path("diff", older.String(), newer.String())
}

func (a addresses) diffOf(older, newer archive.Date, n archive.Number) string {
	return a.path("diff", older.String(), newer.String(), n.String())
}

func (a addresses) history(d archive.Date, n archive.Number) string {
	return a.path("history", d.String(), n.String())
}

func (a addresses) historyOfTerm(d archive.Date, slug string) string {
	return a.path("history", d.String(), "glossary", slug)
}

func (a addresses) historyOfPart(d archive.Date, k archive.Kind) string {
	return a.path("history", d.String(), k.String())
}

// search is the address of a search; pairs are names and values of its query,
// empty values left out.
func (a addresses) search(pairs ...string) string {
	return a.path("search") + query(pairs...)
}

// query is "?name=value&…" of the pairs whose value is not empty, or "".
func query(pairs ...string) string {
	var b strings.Builder
	for i := 0; i+1 < len(pairs); i += 2 {
		if pairs[i+1] == "" {
			continue
		}
		b.WriteByte("?&"[min(b.Len(), 1)])
		b.WriteString(url.QueryEscape(pairs[i]))
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(pairs[i+1]))
	}
	return b.String()
}

// maxSlug bounds a term in an address, in bytes: an export makes a folder's name of it,
// and most disks take 255. The longest term published so far has 45.
const maxSlug = 100

// slug is a glossary term as it stands in an address: "active-player" for
// "Active Player". Marks and letter case do not matter. The slug of a slug is itself.
func slug(term string) string {
	s := hyphenated(term)
	if len(s) <= maxSlug {
		return s
	}
	end := fmt.Sprintf("-%.4x", sha256.Sum256([]byte(s)))
	head := strings.ToValidUTF8(s[:maxSlug-len(end)], "")
	return strings.TrimRight(head, "-") + end
}

// hyphenated is the letters and digits of a text with hyphens between its words.
func hyphenated(text string) string {
	var b strings.Builder
	gap := false
	for _, r := range archive.FoldCase(text) {
		switch {
		case r == '+' || r == '/' || r == '\'' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r > unicode.MaxASCII && unicode.In(r, unicode.L, unicode.M, unicode.N):
			if r == '/' || r == '\'' {
				continue
			}
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		default:
			gap = true
		}
	}
	return b.String()
}
