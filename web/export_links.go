package web

import (
	"bytes"
	"html"
	"net/url"
	"os"
	"path"
	"regexp"
	"strings"

	"rulebook/archive"
	"rulebook/diffing"
)

// fileOf is the file in which an export keeps the page at an address of the server.
// A file host that is asked for /r/2020-04-17/702 finds the folder and shows its
// index.html, as all of them do.
func fileOf(address string) string {
	name, err := url.PathUnescape(address)
	if err != nil {
		name = address
	}
	name = strings.Trim(path.Clean(name), "/")
	switch {
	case name == "404":
		return "404.html"
	case strings.HasSuffix(name, ".xml"):
		return name
	case strings.HasPrefix(name, "static/"), strings.HasSuffix(name, "/source"), strings.HasSuffix(name, "/trend.svg"), strings.HasSuffix(name, "/trend.csv"):
		return name
	}
	return path.Join(name, "index.html")
}

// addressOf is how a page of an export is linked to: its folder, with a slash at the
// end, which spares the reader a redirect.
func addressOf(address string) string {
	page, anchor, anchored := strings.Cut(address, "#")
	page, query, asked := strings.Cut(page, "?")
	if file := fileOf(page); strings.HasSuffix(file, "/index.html") && !strings.HasSuffix(page, "/") {
		page += "/"
	}
	if asked {
		page += "?" + query
	}
	if anchored {
		page += "#" + anchor
	}
	return page
}

// relative is the way from one page of an export to another, so that the whole can
// be moved to any folder of any host. The page that is shown for addresses without a
// file may be shown anywhere and needs ways from the root.
func (e *exporter) relative(from, to string) string {
	to = addressOf(to)
	if from == notFoundPage {
		root, err := url.Parse(e.server.root)
		if err != nil {
			return to // the address was checked when the export began
		}
		return root.Path + to
	}
	from = strings.TrimSuffix(fileOf(from), "index.html")
	target, rest := strings.TrimPrefix(to, "/"), ""
	if i := strings.IndexAny(target, "?#"); i >= 0 {
		target, rest = target[:i], target[i:]
	}
	here, _ := path.Split(from)
	for {
		i := strings.IndexByte(here, '/')
		if i < 0 || !strings.HasPrefix(target, here[:i+1]) {
			break
		}
		here, target = here[i+1:], target[i+1:]
	}
	way := strings.Repeat("../", strings.Count(here, "/")) + target
	if way == "" {
		way = "./"
	}
	return way + rest
}

// internal finds the links of a page that lead to this site. Quotes in texts are
// always escaped, so that nothing else can look like one.
var internal = regexp.MustCompile(` (href|src|action)="(/[^"]*)"`)

// relink makes the links of a page lead to files of the export. A link to what only a
// server can reckon loses its address and remains as words.
func (e *exporter) relink(from string, page []byte) []byte {
	return internal.ReplaceAllFunc(page, func(m []byte) []byte {
		name, address, _ := bytes.Cut(m, []byte("="))
		to := e.target(html.UnescapeString(string(address[1 : len(address)-1])))
		if to == "" {
			return nil
		}
		return []byte(string(name) + `="` + html.EscapeString(e.relative(from, to)) + `"`)
	})
}

// target is the address of the page of the export that answers for an address of the
// server, "" for none.
func (e *exporter) target(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	parts := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/")
	page := u.EscapedPath()
	switch {
	case parts[0] == "static":
		return page
	case e.plan.there[page] && u.RawQuery == "": // as it is
	case parts[0] == "search":
		return address
	case parts[0] == "r" && len(parts) > 1:
		page = e.targetInRelease(parts)
	case parts[0] == "glossary" && len(parts) == 2:
		page = e.server.to.path("r", e.newest().Effective.String()) + u.EscapedPath()
	case parts[0] == "history" && len(parts) > 2:
		page = e.targetInTime(parts)
	case parts[0] == "diff" && len(parts) == 4:
		page = e.targetInDiff(e.server.to.path(parts[:3]...), parts[3])
	case parts[0] == "diff" && narrows(u.RawQuery):
		page += "?" + u.RawQuery // a script of the page does it
	case strings.HasPrefix(parts[0], "trend"):
		if q := u.Query().Get("q"); q != "" {
			page = e.server.to.path("trend", slug(q))
			if parts[0] != "trend" {
				page += "/" + parts[0]
			}
			return e.pageThere(page)
		}
	}
	if u.RawQuery != "" && !strings.Contains(page, "?") {
		return ""
	}
	if u.Fragment != "" && !strings.Contains(page, "#") {
		page += "#" + u.EscapedFragment()
	}
	return e.pageThere(page)
}

// narrows reports whether a query is one that the script of a comparison's page answers.
func narrows(query string) bool {
	return strings.HasPrefix(query, "only=") || strings.HasPrefix(query, "term=") || strings.HasPrefix(query, "view=")
}

// pageThere is a page's address, or "" where the export has no such page.
func (e *exporter) pageThere(page string) string {
	bare := page
	if i := strings.IndexAny(bare, "?#"); i >= 0 {
		bare = bare[:i]
	}
	if !e.plan.there[bare] && e.plan.redirects[bare] == "" {
		return ""
	}
	return page
}

// targetInRelease answers for /r/RELEASE/…
func (e *exporter) targetInRelease(parts []string) string {
	r, err := archive.ResolveRelease(e.releases, parts[1])
	if err != nil {
		return ""
	}
	to, d := e.server.to, r.Effective
	own := to.path(append([]string{"r", d.String()}, parts[2:]...)...)
	if len(parts) == 4 && parts[2] == "glossary" {
		return to.glossary(d) + "#term-" + parts[3]
	}
	if len(parts) != 3 {
		return own
	}
	n, err := archive.ParseNumber(parts[2])
	if err != nil {
		return own
	}
	if e.plan.headings[d][headingOf(n)] {
		return to.number(d, headingOf(n)) + "#" + n.String()
	}
	return to.whole(d) + "#" + n.String()
}

// targetInDiff answers for /diff/OLD/NEW/NUMBER: the change of that number on the page
// of the comparison, or the page alone where nothing but its number changed.
func (e *exporter) targetInDiff(page, number string) string {
	if !e.plan.there[page] {
		return page
	}
	shown := e.shownChanges(page)
	for _, id := range []string{number, number + "-" + string(diffing.Removed), number + "-" + string(diffing.Merged)} {
		if shown[id] {
			return page + "#" + id
		}
	}
	return page
}

// changeID finds the anchors of the changes on a page.
var changeID = regexp.MustCompile(`<div class="entry change [^"]*" id="([^"]*)"`)

// shownChanges are the anchors of a comparison's page, which was drawn before those
// that lead to it.
func (e *exporter) shownChanges(page string) map[string]bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	shown, known := e.changes[page]
	if known {
		return shown
	}
	body, err := os.ReadFile(e.journal.path(fileOf(page)))
	if err != nil {
		return nil
	}
	e.changes[page] = changesOn(body)
	return e.changes[page]
}

// noteChanges remembers the anchors of a comparison's page before its links are made to
// lead to files: some of them lead to itself, and what lies in its place may be old.
func (e *exporter) noteChanges(page string, body []byte) {
	if !strings.HasPrefix(page, "/diff/") {
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.changes[page] = changesOn(body)
}

func changesOn(body []byte) map[string]bool {
	shown := make(map[string]bool)
	for _, m := range changeID.FindAllSubmatch(body, -1) {
		shown[html.UnescapeString(string(m[1]))] = true
	}
	return shown
}

// targetInTime answers for /history/DATE/…: the page of the lineage that bore the
// name then.
func (e *exporter) targetInTime(parts []string) string {
	d, err := archive.ParseDate(parts[1])
	if err != nil {
		return ""
	}
	name, err := url.PathUnescape(strings.Join(parts[2:], "/"))
	if err != nil {
		return ""
	}
	for _, t := range e.plan.names[name] {
		if t.from.Compare(d) <= 0 && d.Compare(t.to) <= 0 {
			return t.history
		}
	}
	return ""
}

// redirectPage leads on without a server.
func redirectPage(to string) []byte {
	to = html.EscapeString(to)
	return []byte(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>This way · Rulebook</title><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="0; url=` + to + `"></head>
<body><p><a href="` + to + `">This way</a></p></body></html>
`)
}
